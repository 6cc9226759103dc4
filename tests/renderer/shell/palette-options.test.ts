import { describe, expect, test } from 'vitest'
import { matchWords } from '../../../src/renderer/base/match-words'
import { paletteGroups } from '../../../src/renderer/shell/palette-options'
import type { SearchHit } from '../../../src/shared/contract/search'

const hit: SearchHit = {
  id: 'h',
  title: 'Repair',
  summary: '',
  passage: '',
  marks: [],
  titleMarks: [],
  at: 0,
  why: 'words',
  score: 1,
  createdAt: 0,
}
const commands = [{ name: 'Lock the vault' }, { name: 'Go to Trash' }]
const tags = [{ name: 'repair', count: 2 }]
const names = (typed: string, hits: SearchHit[] = [hit]) =>
  paletteGroups(typed, hits, commands, tags).map((group) => [group.name, group.options.map((option) => option.kind)])

describe('paletteGroups', () => {
  test('lists the newest thoughts and all commands before anything is typed', () => {
    expect(names('')).toEqual([
      ['Newest thoughts', ['thought']],
      ['Commands', ['command', 'command']],
    ])
    expect(names('', [])).toEqual([['Commands', ['command', 'command']]])
  })
  test('lists what a filter keeps, and no command, when only filters are asked for', () => {
    const groups = paletteGroups('', [hit], commands, tags, { query: 'tag:repair', suggestions: [] })
    expect(groups.map(({ name }) => name)).toEqual(['Thoughts'])
  })
  test('lists values for a filter that is typed before all else', () => {
    const suggestions = [{ query: 'tag:repair ', text: 'tag:repair', note: '2 thoughts' }]
    const groups = paletteGroups('tag:rep', [hit], commands, tags, { query: 'tag:rep', suggestions })
    expect(groups.map(({ name }) => name)).toEqual(['Filters', 'Thoughts'])
  })
  test('lists thoughts with the way to all results, then tags', () => {
    expect(names('rep')).toEqual([
      ['Thoughts', ['thought', 'results']],
      ['Tags', ['tag']],
    ])
  })
  test('offers no results page when nothing was found', () => {
    expect(names('lock', [])).toEqual([['Commands', ['command']]])
  })
  test('">" leaves commands only, also when thoughts were found a moment ago', () => {
    expect(names('> tr')).toEqual([['Commands', ['command']]])
  })
  test('a # finds the tag', () => {
    expect(names('#rep', [])).toEqual([['Tags', ['tag']]])
  })
})

test('matchWords prefers the start of a word and marks the right letters', () => {
  expect(matchWords('Prepare a report', 'rep')).toEqual([10, 13])
  expect(matchWords('Prepare', 'REP')).toEqual([1, 4])
  expect(matchWords('Prepare', 'x')).toBeUndefined()
  expect(matchWords('Prepare', '  ')).toBeUndefined()
  // "İ" grows by one unit in lower case: marks after it would be off by one.
  expect(matchWords('İstanbul map', 'map')).toBeUndefined()
})
