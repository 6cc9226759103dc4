import { ItemKind, ItemSource } from './entities'
import { readDay } from './search-dates'

/** What `is:` knows. */
export const itemStates = ['pinned', 'private', 'stale', 'thesis', 'brief', 'untagged'] as const
export type ItemState = (typeof itemStates)[number]

/** One condition of a query, and where it stands there: [start, end) in UTF-16 units. */
export type SearchFilter =
  /** `typing`: the query ends with it, so the tag may not be written out yet. */
  (
    | { name: 'tag'; value: string; typing: boolean }
    | { name: 'kind'; value: ItemKind }
    | { name: 'source'; value: ItemSource }
    /** Written on, before or since the days [from, to), in milliseconds since 1970; `value` is what was typed. */
    | { name: 'before' | 'after' | 'on'; value: string; from: number; to: number }
    | { name: 'is'; value: ItemState }
    | { name: 'has'; value: 'attachment' }
    | { name: 'title'; value: string; typing: boolean }
    /** These words in this order. */
    | { name: 'phrase'; value: string }
    /** Only ever negated: an item with this word is left out. */
    | { name: 'word'; value: string }
  ) & { negated: boolean; start: number; end: number }

export interface SearchQuery {
  /** What is to be looked for by words and by meaning, the phrases included. Ends with white space when its last word is complete. */
  words: string
  filters: SearchFilter[]
}

/** More conditions than this nobody types: in a pasted page they are words. */
const MAX_FILTERS = 40
const token = /(-?)(?:(\p{L}+)[:：])?(?:"([^"]+)"|“([^“”]+)”|„([^„“”]+)[“”]|«([^«»]+)»)(?=\s|$)|\S+/gu
const named = /^(-?)(\p{L}+)[:：](.+)$/su

/**
 * Takes a query apart: `tag:`, `kind:`, `source:`, `before:`, `after:`, `on:`, `is:`, `has:`, `title:`, quoted phrases, and any of them
 * (or a word) with a minus before it. `before:2024-05` is before that month begins, `after:2024-05` from its beginning on. Values may
 * be quoted. Every string is a query: what is no filter that is known and complete is words. Linear in the length.
 */
export function parseSearchQuery(query: string, now: number): SearchQuery {
  const filters: SearchFilter[] = []
  let words = ''
  for (const match of query.matchAll(token)) {
    const [text, minus = '', name] = match
    const end = match.index + text.length
    const place = { start: match.index, end }
    const quoted = match[3] ?? match[4] ?? match[5] ?? match[6]
    const filter =
      filters.length >= MAX_FILTERS
        ? null
        : quoted !== undefined
          ? readQuoted(name, quoted, minus === '-', place, now)
          : readPlain(text, end === query.length, place, now)
    if (filter === null) words += `${text} `
    else {
      filters.push(filter)
      if (filter.name === 'phrase' && !filter.negated) words += `${filter.value} `
      if (filter.name === 'title' && !filter.negated) words += `${filter.value} `
    }
  }
  // The last word is still being typed unless white space, or a filter, follows.
  const last = filters.at(-1)
  const complete = /\s$/u.test(query) || (last?.end === query.length && !(last.name === 'title' && last.typing))
  return { words: complete ? words : words.trimEnd(), filters }
}

/** The query without one of its filters, for the cross on its chip. */
export function withoutFilter(query: string, { start, end }: { start: number; end: number }): string {
  return `${query.slice(0, start)}${query.slice(end).replace(/^\s+/u, '')}`
}

type Place = { start: number; end: number }

function readQuoted(name: string | undefined, value: string, negated: boolean, place: Place, now: number): SearchFilter | null {
  if (name !== undefined) return readNamed(name, value, { negated, typing: false, ...place }, now)
  return value.trim() === '' ? null : { name: 'phrase', value, negated, ...place }
}

function readPlain(text: string, typing: boolean, place: Place, now: number): SearchFilter | null {
  const [, minus, name, value] = named.exec(text) ?? []
  // An unclosed quote belongs to somebody who is still typing.
  if (name !== undefined && value !== undefined && !/^["“„«]/u.test(value)) {
    const filter = readNamed(name, value, { negated: minus === '-', typing, ...place }, now)
    if (filter !== null) return filter
  }
  // `-draft` leaves out; `--force`, `-5` and `->` are what they are.
  return /^-\p{L}/u.test(text) ? { name: 'word', value: text.slice(1), negated: true, ...place } : null
}

function readNamed(
  typedName: string,
  typedValue: string,
  { negated, typing, start, end }: Place & { negated: boolean; typing: boolean },
  now: number,
): SearchFilter | null {
  const name = typedName.normalize('NFKC').toLowerCase()
  const value = typedValue.trim()
  const known = value.normalize('NFKC').toLowerCase()
  const rest = { negated, start, end }
  if (name === 'tag') return value.replace(/^#+/, '') === '' ? null : { name, value: value.replace(/^#+/, ''), typing, ...rest }
  if (name === 'title') return value === '' ? null : { name, value, typing, ...rest }
  if (name === 'before' || name === 'after' || name === 'on') {
    const day = readDay(known, now)
    return day && { name, value: known, ...day, ...rest }
  }
  if (name === 'kind') {
    const kind = ItemKind.safeParse(known)
    return kind.success ? { name, value: kind.data, ...rest } : null
  }
  if (name === 'source') {
    const source = ItemSource.safeParse(known)
    return source.success ? { name, value: source.data, ...rest } : null
  }
  if (name === 'is') {
    const state = itemStates.find((one) => one === known)
    return state === undefined ? null : { name, value: state, ...rest }
  }
  return name === 'has' && known === 'attachment' ? { name, value: known, ...rest } : null
}
