import { describe, expect, test } from 'vitest'
import { describeFilter, suggestFilters, takeFilters } from '../../../../src/renderer/features/search/filter-words'
import { countHits } from '../../../../src/renderer/features/search/hit-words'
import { parseSearchQuery } from '../../../../src/shared/search-query'

const now = new Date(2031, 4, 4).getTime()
const words = (query: string) => parseSearchQuery(query, now).filters.map(describeFilter)
const tags = [
  { name: 'repair', count: 2 },
  { name: 'prepare', count: 1 },
  { name: 'lending library', count: 1 },
]

test('a chip says what was understood', () => {
  expect(words('tag:repair -tag:draft kind:research is:untagged -is:pinned')).toEqual([
    '#repair',
    'not #draft',
    'kind research',
    'without tags',
    'not pinned',
  ])
  expect(words('before:2031 after:2031-05 on:2031-05-04 on:yesterday')).toEqual([
    'before 2031',
    'since May 2031',
    'on 4 May 2031',
    'on 3 May 2031',
  ])
  expect(words('"exact words" -word title:tea has:attachment')).toEqual(['“exact words”', 'not word', 'title tea', 'with attachment'])
})

describe('suggestFilters', () => {
  test('offers tags that begin as typed before those that hold it, and quotes names with spaces', () => {
    expect(suggestFilters('nerve tag:pa', tags).map(({ text }) => text)).toEqual(['tag:repair', 'tag:prepare'])
    expect(suggestFilters('nerve tag:PRE', tags)).toEqual([{ query: 'nerve tag:prepare ', text: 'tag:prepare', note: '1 thought' }])
    expect(suggestFilters('-tag:"lending l', tags)).toEqual([
      { query: '-tag:"lending library" ', text: '-tag:"lending library"', note: '1 thought' },
    ])
  })
  test('offers all values of a kind before one is typed, and none once the value is over', () => {
    expect(suggestFilters('kind:', []).map(({ text }) => text)).toEqual([
      'kind:thought',
      'kind:research',
      'kind:reflection',
      'kind:cross-synthesis',
      'kind:collected',
    ])
    expect(suggestFilters('kind:thought ', [])).toEqual([])
    expect(suggestFilters('kindness', tags)).toEqual([])
  })
  test('what it offers is a filter', () => {
    for (const { query } of [...suggestFilters('tag:', tags), ...suggestFilters('source:', []), ...suggestFilters('is:', [])])
      expect(parseSearchQuery(query, now).filters).toHaveLength(1)
  })
})

test('takeFilters takes out what is complete and leaves what is typed', () => {
  const take = (typed: string) => takeFilters(typed, parseSearchQuery(typed, now).filters)
  expect(take('tag:repair nerve is:pinned')).toEqual({ chips: ['tag:repair'], rest: 'nerve is:pinned' })
  expect(take('nerve tag:"a b" -x more')).toEqual({ chips: ['tag:"a b"', '-x'], rest: 'nerve more' })
  expect(take('tag:rep')).toEqual({ chips: [], rest: 'tag:rep' })
})

test('countHits', () => {
  expect([countHits(1, false), countHits(12, false), countHits(100, true)]).toEqual(['1 thought', '12 thoughts', 'More than 100 thoughts'])
})
