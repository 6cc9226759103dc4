import { describe, expect, test } from 'vitest'
import { formatDuration, formatGroup, formatMoment, formatWhen } from '../../../src/renderer/ui/format-time'

const at = (year: number, month: number, day: number, hour = 12, minute = 0) => new Date(year, month - 1, day, hour, minute).getTime()
/** A Wednesday. */
const now = at(2025, 10, 1, 15, 30)

describe('formatWhen', () => {
  test.each([
    [at(2025, 10, 1, 9, 4), '09:04'],
    [at(2025, 9, 30, 23, 59), 'Yesterday'],
    [at(2025, 9, 29), 'Mon'],
    [at(2025, 9, 25), 'Thu'],
    [at(2025, 9, 24), '24 Sep'],
    [at(2023, 9, 22), '22 Sep 2023'],
  ])('names %d the shortest way (a weekday a week ago would be read as this week)', (when, words) => {
    expect(formatWhen(when, now)).toBe(words)
  })

  test('counts calendar days, not spans of 24 hours', () => {
    expect(formatWhen(at(2025, 9, 30, 23, 59), at(2025, 10, 1, 0, 1))).toBe('Yesterday')
    expect(formatWhen(at(2025, 10, 1, 0, 1), at(2025, 10, 1, 23, 59))).toBe('00:01')
  })
})

test('formatMoment says the day inside a sentence', () => {
  expect(formatMoment(at(2025, 10, 1, 9, 14), now)).toBe('today, 09:14')
  expect(formatMoment(at(2025, 9, 30, 17, 20), now)).toBe('yesterday, 17:20')
  expect(formatMoment(at(2025, 9, 22), now)).toBe('22 September')
  expect(formatMoment(at(2024, 3, 12), now)).toBe('12 March 2024')
})

describe('formatGroup', () => {
  test('puts yesterday into this week, unless today is a Monday', () => {
    expect(formatGroup(at(2025, 9, 30), now)).toBe('Earlier this week')
    expect(formatGroup(at(2025, 9, 28), at(2025, 9, 29))).toBe('Yesterday')
  })
  test('then last week, the month, and the month with its year', () => {
    expect(formatGroup(at(2025, 9, 28), now)).toBe('Last week')
    expect(formatGroup(at(2025, 9, 22), now)).toBe('Last week')
    expect(formatGroup(at(2025, 9, 21), now)).toBe('September')
    expect(formatGroup(at(2024, 12, 31), now)).toBe('December 2024')
  })
  test('keeps a clock that runs ahead in today instead of giving it a group of its own', () => {
    expect(formatGroup(at(2025, 10, 2), now)).toBe('Today')
  })
})

test.each([
  [400, 'under 1 s'],
  [41_000, '41 s'],
  [59_600, '1 min 00 s'],
  [126_000, '2 min 06 s'],
  [3_840_000, '1 h 04 min'],
])('formatDuration(%d) is "%s"', (ms, words) => {
  expect(formatDuration(ms)).toBe(words)
})
