import { expect, test } from 'vitest'
import { progressWords, type ReadSections, reviewRows, sumOf, withEntry } from '../../../../src/renderer/features/review/review-rows'
import { question, stale } from './entries'

const none = { entries: [], nextCursor: null }

test('sections without entries have no heading, and one that is not read to its end says so below its entries', () => {
  const sections: ReadSections = {
    stale: { entries: [stale('a'), stale('b')], nextCursor: 'next' },
    gates: none,
    contradictions: none,
    questions: { entries: [question], nextCursor: null },
  }
  expect(reviewRows(sections).map((row) => (row.kind === 'entry' ? [row.index, row.ruled] : [row.kind, row.section]))).toEqual([
    ['group', 'stale'],
    [0, false],
    [1, true],
    ['more', 'stale'],
    ['group', 'questions'],
    [2, false],
  ])
})

test('an entry that comes back twice stands there once, and at the end where its place is gone', () => {
  expect(withEntry([stale('a')], stale('a'), 0)).toHaveLength(1)
  expect(withEntry([stale('a')], stale('b'), 7).map(({ key }) => key)).toEqual(['stale:a', 'stale:b'])
})

test('how far the day is: answered of all, with a plus where there are more than were counted', () => {
  const counts = {
    stale: { count: 1000, more: true },
    gates: { count: 2, more: false },
    contradictions: { count: 0, more: false },
    questions: { count: 7, more: false },
  }
  expect(progressWords(0, sumOf(counts))).toBeUndefined()
  expect(progressWords(3, sumOf(counts))).toBe('3 of 1,012+')
  expect(progressWords(12, { count: 0, more: false })).toBe('12 of 12')
})
