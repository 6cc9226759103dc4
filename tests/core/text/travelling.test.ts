import { afterEach, beforeEach, expect, it } from 'vitest'
import { briefingTitle } from '../../../src/main/features/briefings/briefing-title'
import { localDay as dayOfUsage, nextMidnight } from '../../../src/main/features/models/model-budget'
import { localDay, spanWords } from '../../../src/main/features/reflections/builtin/reflection-dates'
import { reflectionReport } from '../../../src/main/features/reflections/reflection-report'

let before: string | undefined
beforeEach(() => {
  before = process.env.TZ
})
afterEach(() => {
  if (before === undefined) Reflect.deleteProperty(process.env, 'TZ')
  else process.env.TZ = before
})

const until = Date.UTC(2025, 9, 3, 11, 30)

it.each([
  ['Pacific/Kiritimati', '4 October 2025', '01:30', '2025-10-04', 'Saturday, 4 October', Date.UTC(2025, 9, 4, 10)],
  ['America/St_Johns', '3 October 2025', '09:00', '2025-10-03', 'Friday, 3 October', Date.UTC(2025, 9, 4, 2, 30)],
  ['Pacific/Pago_Pago', '3 October 2025', '00:30', '2025-10-03', 'Friday, 3 October', Date.UTC(2025, 9, 4, 11)],
])('days and times are those of the place the computer came to: %s', (zone, date, time, day, title, midnight) => {
  process.env.TZ = zone
  const report = reflectionReport({ findings: [], narrative: '', until, itemCount: 3, titleOf: () => '' })
  expect(report.title).toMatch(new RegExp(`^Reflection, ${date}\\W.*${time}$`))
  expect(spanWords(until, until)).toBe(date)
  expect([localDay(until), dayOfUsage(until)]).toEqual([day, day])
  expect(briefingTitle('day', '', until, 1)).toBe(title)
  expect(nextMidnight(until)).toBe(midnight)
})
