import { ItemKind, ItemSource } from '../../../shared/entities'
import { itemStates, parseSearchQuery } from '../../../shared/search-query'
import { currentTime } from '../../ui/clock'

const written = /(?:^|\s)-?(kind|source|is|has|before|after|on)[:：](?:"([^"]+)"|([^\s"“”„«»]+))(?=\s|$)/giu
/** More than these nobody reads. */
const MOST = 3

const values: Record<string, readonly string[]> = {
  kind: ItemKind.options,
  source: ItemSource.options,
  is: itemStates,
  has: ['attachment'],
}

export interface KnownNames {
  /** The vault's tags; undefined until they are read. */
  tags: readonly { name: string }[] | undefined
  /** The query is still being typed: what it ends with may become something that is known. */
  typing: boolean
}

/**
 * What to say of the filters in a query whose value is not known: a tag that no thought has lets nothing through, and the others are looked
 * for as words. One sentence each, none for a query whose filters are all known.
 */
export function unknownFilters(query: string, { tags, typing }: KnownNames): string[] {
  const { filters } = parseSearchQuery(query, currentTime())
  const known = new Set(filters.map(({ start }) => start))
  const said: { at: number; words: string }[] = []
  for (const filter of filters) {
    if (filter.name !== 'tag' || tags === undefined || (typing && filter.end === query.length)) continue
    const wanted = fold(filter.value)
    // What a query ends with stands for the tags that begin so.
    const isOne = tags.some(({ name }) => (filter.typing ? fold(name).startsWith(wanted) : fold(name) === wanted))
    if (!isOne) said.push({ at: filter.start, words: `There is no tag “${filter.value}”.` })
  }
  for (const match of query.matchAll(written)) {
    const text = match[0].trimStart()
    const at = match.index + match[0].length - text.length
    const [, name = '', quoted, plain] = match
    const value = (quoted ?? plain ?? '').trim()
    if (value === '' || known.has(at) || (typing && at + text.length === query.length)) continue
    said.push({ at, words: sentence(name.toLowerCase(), value, text) })
  }
  return said
    .sort((a, b) => a.at - b.at)
    .map(({ words }) => words)
    .slice(0, MOST)
}

function sentence(name: string, value: string, text: string): string {
  const asWords = `“${text}” is looked for as words`
  const some = values[name]
  if (some) return `${asWords}: ${name}: knows ${list(some)}, not “${value}”.`
  return `${asWords}: “${value}” is no date. Write 2024, 2024-05, 2024-05-17, today or 7d.`
}

function list(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`
}

const fold = (text: string) => text.trim().replace(/\s+/gu, ' ').normalize('NFKC').toLowerCase()
