import type { CollectedFacts } from '../../../shared/contract/collect'
import { safeUrl } from './item-body'

export interface ExportedCollection {
  name: string
  description: string
}

type ExportedItem = Omit<CollectedFacts, 'slug' | 'images'>

/** What Markdown reads as marks, also inside the brackets of a link. */
function escapeMarkdown(text: string): string {
  return oneLine(text).replace(/[\\`*_{}[\]<>()#+\-!|~&$]/g, (mark) => `\\${mark}`)
}

/** A collection as a Markdown file, by category in the order in which categories first occur; names and texts cannot break out of their place. */
export function writeMarkdown(collection: ExportedCollection, items: readonly ExportedItem[]): string {
  const byCategory = new Map<string, { name: string; items: ExportedItem[] }>()
  for (const item of items) {
    const key = item.category.trim().toLowerCase()
    const group = byCategory.get(key) ?? { name: item.category, items: [] }
    group.items.push(item)
    byCategory.set(key, group)
  }
  const head = [
    `# ${escapeMarkdown(collection.name)}`,
    ...(collection.description.trim() === '' ? [] : [escapeMarkdown(collection.description)]),
  ]
  const groups = [...byCategory.values()].map(
    ({ name, items: members }) => `## ${escapeMarkdown(name)}\n\n${members.map(markdownLine).join('\n')}`,
  )
  return `${[...head, ...groups].join('\n\n')}\n`
}

function markdownLine({ name, sourceUrl, description, tags, featured }: ExportedItem): string {
  const labels = tags.length === 0 ? '' : ` (${tags.map(escapeMarkdown).join(', ')})`
  return `- ${featured ? '**' : ''}[${escapeMarkdown(name)}](<${safeUrl(sourceUrl)}>)${featured ? '**' : ''}: ${escapeMarkdown(description)}${labels}`
}

const columns: readonly [title: string, value: (item: ExportedItem) => string][] = [
  ['Name', ({ name }) => name],
  ['Description', ({ description }) => description],
  ['Source', ({ sourceUrl }) => sourceUrl],
  ['Category', ({ category }) => category],
  ['Tags', ({ tags }) => tags.join(', ')],
  ['Featured', ({ featured }) => (featured ? 'yes' : 'no')],
  ['Brand', ({ brand }) => brand],
  ['Also seen at', ({ alsoSeenAt }) => alsoSeenAt.join(' ')],
  ['Text', ({ markdown }) => markdown],
]

/**
 * A collection as CSV (RFC 4180). It begins with a byte order mark, without which Excel reads UTF-8 as something else; every other reader
 * knows to skip it. A cell that a spreadsheet would take for a formula begins with an apostrophe: names and texts come from the web.
 */
export function writeCsv(items: readonly ExportedItem[]): string {
  const lines = [columns.map(([title]) => title), ...items.map((item) => columns.map(([, value]) => value(item)))]
  return `\ufeff${lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')}`
}

function csvCell(text: string): string {
  const guarded = /^[\s\u200b\ufeff]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
