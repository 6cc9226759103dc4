import { ItemKind, ItemSource } from '../../../shared/entities'
import { itemStates, type SearchFilter } from '../../../shared/search-query'
import { DAY_MS } from '../../../shared/timing'

const dateWords = { before: 'before', after: 'since', on: 'on' } as const

/** What a chip says of a filter: "#repair", "not pinned", "since 1 May 2031". */
export function describeFilter(filter: SearchFilter): string {
  const words = positiveWords(filter)
  return filter.negated ? `not ${words}` : words
}

function positiveWords(filter: SearchFilter): string {
  switch (filter.name) {
    case 'tag':
      return `#${filter.value}`
    case 'before':
    case 'after':
    case 'on':
      return `${dateWords[filter.name]} ${formatSpan(filter)}`
    case 'kind':
    case 'source':
    case 'title':
      return `${filter.name} ${filter.value}`
    case 'has':
      return `with ${filter.value}`
    case 'phrase':
      return `“${filter.value}”`
    case 'is':
      return stateWords[filter.value]
    case 'word':
      return filter.value
  }
}

const stateWords: Record<Extract<SearchFilter, { name: 'is' }>['value'], string> = {
  pinned: 'pinned',
  private: 'stays here',
  stale: 'stale',
  thesis: 'with a thesis',
  brief: 'with a briefing',
  untagged: 'without tags',
}

/** A year, a month or a day, whichever was typed. */
function formatSpan({ from, to, name }: { from: number; to: number; name: 'before' | 'after' | 'on' }): string {
  const days = Math.round((to - from) / DAY_MS)
  const date = new Date(from)
  if (days > 31) return String(date.getFullYear())
  const month = date.toLocaleDateString('en-GB', { month: name === 'on' && days > 1 ? 'long' : 'short' })
  return days > 1 ? `${month} ${date.getFullYear()}` : `${date.getDate()} ${month} ${date.getFullYear()}`
}

export interface FilterSuggestion {
  /** What the query becomes when it is taken. */
  query: string
  /** The filter as it will stand there, such as `tag:"lending library"`. */
  text: string
  note: string
}

const MAX_SUGGESTIONS = 6
const openToken = /(^|\s)(-?)(tag|kind|source|is|has):(["“]?)([^"“”]*)$/iu
const values: Record<string, readonly string[]> = {
  kind: ItemKind.options,
  source: ItemSource.options,
  is: itemStates,
  has: ['attachment'],
}

/** Values for the filter that the query ends with, those that begin as typed before those that hold it somewhere. */
export function suggestFilters(query: string, tags: readonly { name: string; count: number }[]): FilterSuggestion[] {
  const match = openToken.exec(query)
  if (!match) return []
  const [whole, space = '', minus = '', typedName = '', quote = '', typed = ''] = match
  // Without a quote a space ends the value.
  if (quote === '' && /\s/u.test(typed)) return []
  const name = typedName.toLowerCase()
  const wanted = fold(typed.replace(/^#/, ''))
  const known: { value: string; note: string }[] =
    name === 'tag'
      ? tags.map((tag) => ({ value: tag.name, note: thoughts(tag.count) }))
      : (values[name] ?? []).map((value) => ({ value, note: '' }))
  const matching = known.filter(({ value }) => fold(value).includes(wanted))
  const begins = (value: string) => (fold(value).startsWith(wanted) ? 0 : 1)
  const before = query.slice(0, query.length - whole.length)
  return matching
    .sort((a, b) => begins(a.value) - begins(b.value))
    .slice(0, MAX_SUGGESTIONS)
    .map((one) => {
      const text = `${minus}${name}:${quoted(one.value)}`
      return { query: `${before}${space}${text} `, text, note: one.note }
    })
}

const fold = (text: string) => text.normalize('NFKC').toLowerCase()
const thoughts = (count: number) => (count === 1 ? '1 thought' : `${count} thoughts`)

function quoted(value: string): string {
  if (!/[\s"“”„«»]/u.test(value)) return value
  return value.includes('"') ? `“${value}”` : `"${value}"`
}

/** Filters that are complete, taken out of what is typed: they become chips, the rest stays to be typed on. */
export function takeFilters(typed: string, filters: readonly SearchFilter[]): { chips: string[]; rest: string } {
  const complete = filters.filter(({ end }) => end < typed.length)
  const chips = complete.map(({ start, end }) => typed.slice(start, end))
  let rest = typed
  for (const { start, end } of [...complete].reverse()) rest = rest.slice(0, start) + rest.slice(end).replace(/^\s+/u, '')
  return { chips, rest }
}
