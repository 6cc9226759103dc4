import { describe, expect, it } from 'vitest'
import {
  editSize,
  MOST_VERSIONS,
  reasonToKeep,
  type SaveInTime,
  type VersionReason,
  versionsToDrop,
} from '../../../src/main/features/items/version-rules'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const now = 1_000 * DAY

function reason(
  before: string,
  after: string,
  more: Partial<SaveInTime> & { by?: string; titles?: [string, string] } = {},
): VersionReason | null {
  const { by = 'manual', titles = ['', ''], ...time } = more
  const { removed } = editSize(before, after)
  return reasonToKeep({ givenTitle: titles[0], body: before, by: 'manual' }, { givenTitle: titles[1], body: after, by }, removed, {
    now,
    writtenAt: now - MINUTE,
    lastVersionAt: now - 5 * MINUTE,
    hasNewWords: true,
    ...time,
  })
}

describe('the size of an edit', () => {
  it('is what lies between the ends that stayed, also where both texts repeat themselves', () => {
    expect(editSize('one two three', 'one 2 three')).toEqual({ removed: 3, added: 1 })
    expect(editSize('aaaa', 'aaa')).toEqual({ removed: 1, added: 0 })
    expect(editSize('', 'new')).toEqual({ removed: 0, added: 3 })
    const long = 'x'.repeat(20_000)
    expect(editSize(`${long}${long}`, `${long}yy${long}`)).toEqual({ removed: 0, added: 2 })
    expect(editSize(`${long}a${long}`, `${long}b${long}`)).toEqual({ removed: 1, added: 1 })
  })
})

describe('what a save replaces is', () => {
  it('not kept again within one sitting', () => expect(reason('some words here', 'some more words here')).toBeNull())

  it('kept when a new sitting begins, when another way in writes, and from hour to hour', () => {
    expect(reason('some words', 'some words more', { writtenAt: now - 11 * MINUTE })).toBe('sitting')
    expect(reason('some words', 'some words more', { by: 'api' })).toBe('sitting')
    expect(reason('some words', 'some words more', { lastVersionAt: now - 61 * MINUTE })).toBe('sitting')
  })

  it('kept before much goes, once for a text that is only taken from', () => {
    const long = 'word '.repeat(200)
    expect(reason(long, long.slice(300))).toBe('loss')
    expect(reason('a short thought of mine', 'a sh')).toBe('loss')
    expect(reason('short', '')).toBe('loss')
    expect(reason(long, long.slice(300), { hasNewWords: false })).toBeNull()
    expect(reason(long, long.slice(300), { hasNewWords: false, writtenAt: now - HOUR })).toBe('loss')
  })

  it('kept before the first change of a saved thought, but not while that is still being written', () => {
    expect(reason('Rice', 'Rice and salt', { lastVersionAt: null })).toBeNull()
    expect(reason('Rice', 'Rise', { lastVersionAt: null })).toBe('sitting')
    expect(reason('Rice', 'Rice and salt', { lastVersionAt: null, writtenAt: now - HOUR })).toBe('sitting')
    expect(reason('Rice', 'Rice', { lastVersionAt: null, titles: ['A', 'B'] })).toBe('sitting')
  })

  it('not kept when there was nothing', () => expect(reason('  \n', 'words', { writtenAt: now - HOUR })).toBeNull())
})

describe('old versions', () => {
  const versions = (ats: number[], reason: VersionReason = 'sitting') => ats.map((at) => ({ at, reason }))

  it('all stay for a day, then one an hour, one a day, one a week; the newest of each span stays', () => {
    const recent = [1, 2, 3, 20, 23].map((hours) => now - hours * HOUR)
    const hourly = [50, 40, 10].map((minutes) => now - 3 * DAY + minutes * MINUTE)
    const daily = [20, 15, 2].map((hours) => now - 20 * DAY + hours * HOUR)
    const weekly = [6, 3, 1].map((days) => now - (now % (7 * DAY)) - 70 * DAY + days * DAY)
    const dropped = versionsToDrop(versions([...recent, ...hourly, ...daily, ...weekly]), now)
    expect(dropped).toEqual([...hourly.slice(1), ...daily.slice(1), ...weekly.slice(1)])
  })

  it('are dropped no further when they are looked at again, as time passes', () => {
    let kept = versions(Array.from({ length: 90 }, (_, place) => now - place * 7 * HOUR))
    const counts = [0, 1, 2, 3].map((days) => {
      const dropped = new Set(versionsToDrop(kept, now + days * DAY))
      kept = kept.filter(({ at }) => !dropped.has(at))
      expect(versionsToDrop(kept, now + days * DAY)).toEqual([])
      return kept.length
    })
    expect(counts[0]).toBeGreaterThan(25)
    expect(counts[3]).toBeGreaterThan(15)
  })

  it('from before a loss stay whatever their age, and are the last to go when there are too many', () => {
    const losses = versions([now - 41 * DAY, now - 41 * DAY - MINUTE], 'loss')
    expect(versionsToDrop([...versions([now - HOUR]), ...losses], now)).toEqual([])
    const many = versions(Array.from({ length: MOST_VERSIONS + 5 }, (_, place) => now - (place + 1) * MINUTE))
    const dropped = versionsToDrop([...many, ...losses], now)
    expect(dropped).toEqual(
      many
        .slice(-7)
        .reverse()
        .map(({ at }) => at),
    )
    const onlyLosses = versions(
      Array.from({ length: MOST_VERSIONS + 3 }, (_, place) => now - (place + 1) * MINUTE),
      'loss',
    )
    expect(versionsToDrop(onlyLosses, now)).toHaveLength(3)
  })
})
