import { describe, expect, it } from 'vitest'
import { formOf, ruleOf } from '../../../../src/renderer/features/schedules/schedule-form'
import { exactWords, momentWords, ruleWords, untilWords } from '../../../../src/renderer/features/schedules/schedule-words'
import type { ScheduleRule } from '../../../../src/shared/contract/schedules'

const rules: [ScheduleRule, string][] = [
  [{ every: 'once', at: '2025-10-03T09:15' }, 'Once, on 3 October 2025 at 09:15'],
  [{ every: 'day', time: '08:00' }, 'Every day at 08:00'],
  [{ every: 'week', weekday: 7, time: '18:00' }, 'Every Sunday at 18:00'],
  [{ every: 'week', weekday: 1, time: '06:30' }, 'Every Monday at 06:30'],
  [{ every: 'hours', hours: 6 }, 'Every 6 hours from midnight'],
  [{ every: 'hours', hours: 1 }, 'Every hour'],
]

describe('a rule', () => {
  it.each(rules)('%j is "%s"', (rule, words) => {
    expect(ruleWords(rule)).toBe(words)
  })

  it.each(rules)('%j comes out of the dialog as it went in', (rule) => {
    const schedule = {
      id: 'a',
      kind: 'research_question',
      rule,
      question: 'q',
      paused: false,
      nextAt: null,
      current: null,
      lastRun: null,
      missed: null,
    } as const
    expect(ruleOf(formOf(schedule, 0))).toEqual(rule)
  })
})

describe('a moment is told on the clock of the vault’s zone, whatever zone the window runs in', () => {
  const now = Date.parse('2025-12-31T22:30:00Z')
  it.each([
    ['Europe/Berlin', '2025-12-31T22:45:00Z', 'Today, 23:45'],
    ['Europe/Berlin', '2025-12-31T23:15:00Z', 'Tomorrow, 00:15'],
    ['Asia/Tokyo', '2025-12-31T23:15:00Z', 'Today, 08:15'],
    ['Asia/Tokyo', '2025-12-31T06:00:00Z', 'Yesterday, 15:00'],
    ['Europe/Berlin', '2025-12-25T07:00:00Z', 'Thu 25 Dec, 08:00'],
    ['Europe/Berlin', '2026-01-04T17:00:00Z', 'Sun 4 Jan 2026, 18:00'],
  ])('%s: %s is "%s"', (zone, at, words) => {
    expect(momentWords(Date.parse(at), now, zone)).toBe(words)
  })

  it('and exactly with its offset, on both sides of a change', () => {
    expect(exactWords(Date.parse('2025-10-26T00:30:00Z'), 'Europe/Berlin')).toMatch(/Sunday.*26 October 2025.*02:30.*(GMT\+2|CEST)/)
    expect(exactWords(Date.parse('2025-10-26T01:30:00Z'), 'Europe/Berlin')).toMatch(/Sunday.*26 October 2025.*02:30.*(GMT\+1|CET)/)
  })
})

it.each([
  [-5, 'now'],
  [0, 'now'],
  [20_000, 'in under a minute'],
  [60_000, 'in 1 min'],
  [59 * 60_000, 'in 59 min'],
  [3 * 3_600_000, 'in 3 h'],
  [47 * 3_600_000, 'in 47 h'],
  [3 * 86_400_000, 'in 3 days'],
  [90 * 86_400_000, 'in 3 months'],
  [26_605 * 86_400_000, 'in 73 years'],
])('%d ms from now is "%s"', (ms, words) => {
  expect(untilWords(ms, 0)).toBe(words)
})
