/** One item as a worker of Collect is asked for it. */
export interface FakeItem {
  name: string
  description: string
  source_url: string
  category: string
  tags: string[]
}

/**
 * Plays the worker of Collect: reads the fenced text of the prompt and takes what it says. Tables with a column of addresses, bullets that
 * begin with a link, headings with an address below them, and prose of the form "X is a … of the kind “Y” … Home page: URL". Nothing else is
 * an item, and nothing is known beforehand.
 */
export function answerExtraction(prompt: string): string {
  const text = fenced(prompt)
  const page = /^Page: (\S+?)(?:, part|$)/m.exec(prompt)?.[1] ?? ''
  const taken = /^Already taken, skip these: (.*)$/m.exec(prompt)?.[1]?.split('; ') ?? []
  const found = /^These are search results/m.test(prompt) ? fromResults(text) : fromPage(text, page)
  const items = uniqueBy(found, ({ name }) => name).filter(({ name }) => !taken.includes(name))
  return JSON.stringify({ about: items.length === 0 ? 'Nothing that belongs to the topic.' : `It names ${items.length} items.`, items })
}

export function fenced(prompt: string): string {
  return /<<<(\w+)\n([\s\S]*?)\n\1>>>/.exec(prompt)?.[2] ?? ''
}

function fromPage(text: string, page: string): FakeItem[] {
  return [...fromProse(text), ...fromTables(text, page), ...fromBullets(text), ...fromHeadings(text)]
}

function fromProse(text: string): FakeItem[] {
  const sentence = /^(?:#+ )?(.{1,80}?) is an? [^.]{0,60}? of the kind [“"'](.{1,40}?)[”"']/mu.exec(text)
  const home = /Home page: (?:\[[^\]]*\]\()?(https?:\/\/[^\s)\]]+)/.exec(text)?.[1]
  if (sentence === null || home === undefined) return []
  const paragraphs = text
    .slice(sentence.index)
    .split(/\n\n+/)
    .slice(0, 3)
    .map((part) => part.replace(/\s+/g, ' ').trim())
  return [item(sentence[1], home, paragraphs.join(' '), sentence[2])]
}

function fromTables(text: string, page: string): FakeItem[] {
  let header: string[] = []
  return text.split('\n').flatMap((line): FakeItem[] => {
    if (!line.startsWith('|')) {
      header = []
      return []
    }
    const cells = line
      .slice(1, -1)
      .split(' | ')
      .map((cell) => cell.trim())
    if (/^[\s|-]+$/.test(line)) return []
    if (header.length === 0) {
      header = cells.map(plain)
      return []
    }
    const addresses = cells.flatMap((cell) => [...cell.matchAll(/\]\((https?:[^)\s]+)\)/g)].map(([, url = '']) => url))
    const home = addresses.find((url) => originOf(url) !== originOf(page)) ?? addresses[0]
    if (home === undefined) return []
    const told = cells
      .map((cell, at) => `${header[at] ?? ''}: ${plain(cell)}`)
      .filter((_cell, at) => at > 0 && !/page|link|url/i.test(header[at] ?? ''))
    const kind = cells[header.findIndex((name) => /kind|category|type/i.test(name))]
    return [item(plain(cells[0] ?? ''), home, `${plain(cells[0] ?? '')} in a list. ${told.join('; ')}.`, kind)]
  })
}

function fromBullets(text: string): FakeItem[] {
  const heading = /^#+ .*: (.{1,40})$/m.exec(text)?.[1]
  return [...text.matchAll(/^(?:[-*]|\d+\.) \[([^\]]+)\]\((https?:[^)\s]+)\): (.{10,})$/gm)].map(([, name, url, words]) =>
    item(name, url ?? '', words ?? '', heading),
  )
}

function fromHeadings(text: string): FakeItem[] {
  return [...text.matchAll(/^## (.{1,80})\n+(https?:\S+) (.*)$/gm)].map(([, name, url, words]) =>
    item(name, url ?? '', `It ${words}`, undefined),
  )
}

/** Only what has a page of its own: a title of the form "Name – Site". */
function fromResults(text: string): FakeItem[] {
  return [...text.matchAll(/^- (.{1,120}?) [–-] .*? \| (https?:\S+)\n {2}(.*)$/gm)].map(([, name, url, words]) =>
    item(name, url ?? '', words ?? '', undefined),
  )
}

function item(name: string | undefined, url: string, description: string, category: string | undefined): FakeItem {
  const kind = plain(category ?? '') || 'Other'
  return {
    name: plain(name ?? ''),
    source_url: url,
    description: plain(description) || 'It is named in a list.',
    category: kind,
    tags: [kind.toLowerCase()],
  }
}

/** Without the marks of Markdown. */
function plain(text: string): string {
  return text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*`\\]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

function originOf(url: string): string {
  try {
    return new URL(url).origin
  } catch {
    return ''
  }
}

function uniqueBy<T>(list: readonly T[], keyOf: (entry: T) => string): T[] {
  return [...new Map(list.map((entry) => [keyOf(entry), entry])).values()]
}
