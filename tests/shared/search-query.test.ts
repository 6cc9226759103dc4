import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseSearchQuery, withoutFilter } from '../../src/shared/search-query'

const now = new Date(2031, 4, 4, 15, 30).getTime()
const parse = (query: string) => parseSearchQuery(query, now)
const short = (query: string) => parse(query).filters.map(({ name, value, negated }) => `${negated ? '-' : ''}${name}:${value}`)
const day = (year: number, month: number, date = 1) => new Date(year, month - 1, date).getTime()

describe('parseSearchQuery', () => {
  it.each<[string, string[], string]>([
    ['plain words', [], 'plain words'],
    ['tag:repair nerve', ['tag:repair'], 'nerve'],
    ['nerve tag:repair', ['tag:repair'], 'nerve '],
    ['TAG:Repair', ['tag:Repair'], ''],
    ['tag:#repair', ['tag:repair'], ''],
    ['-tag:repair -draft rice', ['-tag:repair', '-word:draft'], 'rice'],
    ['tag:"lending library" x', ['tag:lending library'], 'x'],
    ['-tag:"lending library"', ['-tag:lending library'], ''],
    ['kind:Research is:pinned is:STALE has:attachment', ['kind:research', 'is:pinned', 'is:stale', 'has:attachment'], ''],
    ['source:mcp kind:cross-synthesis', ['source:mcp', 'kind:cross-synthesis'], ''],
    ['"dont panic" towel', ['phrase:dont panic'], 'dont panic towel'],
    ['-"old plan"', ['-phrase:old plan'], ''],
    ['“smart quotes” «и эти»', ['phrase:smart quotes', 'phrase:и эти'], 'smart quotes и эти '],
    ['title:Tee', ['title:Tee'], 'Tee'],
    ['tag:料理 東京', ['tag:料理'], '東京'],
    ['tag：料理', ['tag:料理'], ''],
    ['tag:قهوة صباح', ['tag:قهوة'], 'صباح'],
    ['tag:"кофе утром" вода', ['tag:кофе утром'], 'вода'],
    ['tag:confidence:stale', ['tag:confidence:stale'], ''],
  ])('takes %j apart', (query, filters, words) => {
    expect(short(query)).toEqual(filters)
    expect(parse(query).words.trim()).toBe(words.trim())
  })

  it.each([
    'tag:',
    'tag:#',
    'kind:',
    'kind:tho',
    'kind:nonsense',
    'is:',
    'is:blue',
    'has:wings',
    'before:',
    'before:soon',
    'before:2031-13',
    'on:2031-02-30',
    'after:20311',
    'colour:red',
    'https://example.org/a:b',
    '12:30',
    'c++:',
    '"unclosed',
    'tag:"unclosed',
    '"',
    '""',
    '-',
    '--force',
    '-5',
    '->',
    're-read',
    'NOT',
    'NEAR(',
    ':tag',
    ': :',
  ])('takes %j, half-typed or unknown, as words', (query) => {
    expect(parse(query)).toEqual({ words: query, filters: [] })
  })

  it('knows days, months and years, and days ago, in the time zone of the computer', () => {
    const span = (query: string) => {
      const [filter] = parse(query).filters
      return filter && 'from' in filter ? [filter.from, filter.to] : null
    }
    expect(span('on:2031')).toEqual([day(2031, 1), day(2032, 1)])
    expect(span('on:2031-12')).toEqual([day(2031, 12), day(2032, 1)])
    expect(span('on:2028-02-29')).toEqual([day(2028, 2, 29), day(2028, 3)])
    expect(span('on:today')).toEqual([day(2031, 5, 4), day(2031, 5, 5)])
    expect(span('on:yesterday')).toEqual([day(2031, 5, 3), day(2031, 5, 4)])
    expect(span('after:7d')).toEqual([day(2031, 4, 27), day(2031, 4, 28)])
    expect(span('after:2w')).toEqual([day(2031, 4, 20), day(2031, 4, 21)])
    expect(span('after:1y')).toEqual([day(2030, 5, 4), day(2030, 5, 5)])
    expect(span('on:٢٠٣١-٠٥')).toEqual([day(2031, 5), day(2031, 6)])
    const [ago] = parseSearchQuery('on:3m', day(2031, 5, 31)).filters
    expect(ago && 'from' in ago && ago.from).toBe(day(2031, 2, 28))
  })

  it('knows whether the last word, or the last tag, is still being typed', () => {
    expect(parse('tag:a rice').words).toBe('rice')
    expect(parse('tag:a rice ').words).toBe('rice ')
    expect(parse('rice tag:a').words).toBe('rice ')
    expect(parse('tag:rep').filters[0]).toMatchObject({ typing: true })
    expect(parse('tag:rep ').filters[0]).toMatchObject({ typing: false })
  })

  it('finds its filters again where it says they stand, and leaves out one of them', () => {
    const query = 'rice tag:"a b" water is:pinned'
    const [tag, pinned] = parse(query).filters
    expect(tag && query.slice(tag.start, tag.end)).toBe('tag:"a b"')
    expect(tag && withoutFilter(query, tag)).toBe('rice water is:pinned')
    expect(pinned && withoutFilter(query, pinned)).toBe('rice tag:"a b" water ')
  })

  it('takes no more than 40 filters of a pasted page', () => {
    const { filters, words } = parse('tag:a '.repeat(100))
    expect(filters).toHaveLength(40)
    expect(words.split('tag:a')).toHaveLength(61)
  })

  it('never fails, and loses no letter of what it does not take for a filter', () => {
    const pieces = fc.constantFrom(
      'tag:',
      'kind:thought',
      'a',
      ' ',
      '"',
      '-',
      ':',
      'on:2031',
      '“',
      '”',
      '東京',
      '\u202e',
      '\ud800',
      'is:pinned',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(pieces).map((some) => some.join('')),
        ),
        (query) => {
          const { words, filters } = parse(query)
          for (const { start, end } of filters) expect(start).toBeLessThan(end)
          const kept =
            query.replace(/\s/gu, '').length -
            filters.reduce((sum, { start, end }) => sum + query.slice(start, end).replace(/\s/gu, '').length, 0)
          expect(words.replace(/\s/gu, '').length).toBeGreaterThanOrEqual(kept)
        },
      ),
    )
  })

  it('takes 20,000 characters of quotes and colons in no time to speak of', () => {
    for (const piece of ['"', 'a:', '“', '-"', 'tag:"']) expect(parse(piece.repeat(20_000 / piece.length)).words.length).toBeGreaterThan(0)
  })
})
