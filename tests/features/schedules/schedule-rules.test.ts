import { describe, expect, it } from 'vitest'
import { comingSlot, dueSlot, latestSlot, nextSlot, parseWallTime } from '../../../src/main/features/schedules/schedule-rules'
import type { ScheduleRule } from '../../../src/shared/contract/schedules'

const at = (moment: string) => Date.parse(moment)
const shown = (slot: { label: string; at: number } | null) => slot && `${slot.label} = ${new Date(slot.at).toISOString().slice(0, 16)}Z`
const day = (time: string): ScheduleRule => ({ every: 'day', time })
const hours = (count: 1 | 6): ScheduleRule => ({ every: 'hours', hours: count })
const sunday: ScheduleRule = { every: 'week', weekday: 7, time: '18:00' }

describe('the last slot and the next one', () => {
  it.each<[string, ScheduleRule, string, string, string | null, string | null]>([
    [
      'a day like others',
      day('08:00'),
      'Europe/Berlin',
      '2025-09-01T06:00:00Z',
      '2025-09-01T08:00 = 2025-09-01T06:00Z',
      '2025-09-02T08:00 = 2025-09-02T06:00Z',
    ],
    [
      'a second before',
      day('08:00'),
      'Europe/Berlin',
      '2025-09-01T05:59:59Z',
      '2025-08-31T08:00 = 2025-08-31T06:00Z',
      '2025-09-01T08:00 = 2025-09-01T06:00Z',
    ],
    [
      'clocks forward',
      day('02:30'),
      'Europe/Berlin',
      '2025-03-30T00:59:59Z',
      '2025-03-29T02:30 = 2025-03-29T01:30Z',
      '2025-03-30T02:30 = 2025-03-30T01:00Z',
    ],
    [
      'the moment of the jump',
      day('02:30'),
      'Europe/Berlin',
      '2025-03-30T01:00:00Z',
      '2025-03-30T02:30 = 2025-03-30T01:00Z',
      '2025-03-31T02:30 = 2025-03-31T00:30Z',
    ],
    [
      'clocks back, between the two',
      day('02:30'),
      'Europe/Berlin',
      '2025-10-26T01:15:00Z',
      '2025-10-26T02:30 = 2025-10-26T00:30Z',
      '2025-10-27T02:30 = 2025-10-27T01:30Z',
    ],
    [
      'clocks back, after the second',
      day('02:30'),
      'Europe/Berlin',
      '2025-10-26T01:45:00Z',
      '2025-10-26T02:30 = 2025-10-26T00:30Z',
      '2025-10-27T02:30 = 2025-10-27T01:30Z',
    ],
    [
      'half an hour back',
      day('01:45'),
      'Australia/Lord_Howe',
      '2025-04-05T15:16:00Z',
      '2025-04-06T01:45 = 2025-04-05T14:45Z',
      '2025-04-07T01:45 = 2025-04-06T15:15Z',
    ],
    [
      'the day that was left out',
      day('08:00'),
      'Pacific/Apia',
      '2011-12-30T10:00:00Z',
      '2011-12-30T08:00 = 2011-12-30T10:00Z',
      '2011-12-31T08:00 = 2011-12-30T18:00Z',
    ],
    [
      'just before that',
      day('08:00'),
      'Pacific/Apia',
      '2011-12-30T09:59:00Z',
      '2011-12-29T08:00 = 2011-12-29T18:00Z',
      '2011-12-30T08:00 = 2011-12-30T10:00Z',
    ],
    [
      'a week',
      sunday,
      'America/New_York',
      '2025-11-03T12:00:00Z',
      '2025-11-02T18:00 = 2025-11-02T23:00Z',
      '2025-11-09T18:00 = 2025-11-09T23:00Z',
    ],
    [
      'a week, on its day',
      sunday,
      'America/New_York',
      '2025-11-02T20:00:00Z',
      '2025-10-26T18:00 = 2025-10-26T22:00Z',
      '2025-11-02T18:00 = 2025-11-02T23:00Z',
    ],
    [
      'the grid',
      hours(6),
      'Europe/Berlin',
      '2025-09-01T15:00:00Z',
      '2025-09-01T12:00 = 2025-09-01T10:00Z',
      '2025-09-01T18:00 = 2025-09-01T16:00Z',
    ],
    [
      'the grid over midnight',
      hours(6),
      'Europe/Berlin',
      '2025-09-01T20:00:00Z',
      '2025-09-01T18:00 = 2025-09-01T16:00Z',
      '2025-09-02T00:00 = 2025-09-01T22:00Z',
    ],
    [
      'each hour, in the hour that is left out',
      hours(1),
      'Europe/Berlin',
      '2025-03-30T01:00:00Z',
      '2025-03-30T03:00 = 2025-03-30T01:00Z',
      '2025-03-30T04:00 = 2025-03-30T02:00Z',
    ],
    [
      'each hour, in the hour that comes twice',
      hours(1),
      'Europe/Berlin',
      '2025-10-26T01:30:00Z',
      '2025-10-26T02:00 = 2025-10-26T00:00Z',
      '2025-10-26T03:00 = 2025-10-26T02:00Z',
    ],
    [
      'once, to come',
      { every: 'once', at: '2025-12-24T18:00' },
      'Europe/Berlin',
      '2025-12-24T16:59:00Z',
      null,
      '2025-12-24T18:00 = 2025-12-24T17:00Z',
    ],
    [
      'once, long over',
      { every: 'once', at: '2025-12-24T18:00' },
      'Europe/Berlin',
      '2026-12-24T16:59:00Z',
      '2025-12-24T18:00 = 2025-12-24T17:00Z',
      null,
    ],
  ])('%s', (_, rule, zone, now, latest, next) => {
    expect([shown(latestSlot(rule, zone, at(now))), shown(nextSlot(rule, zone, at(now)))]).toEqual([latest, next])
  })

  it.each(['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia'])(
    'has each day of a year once in %s, each later than the one before',
    (zone) => {
      let now = at('2011-01-01T12:00:00Z')
      const labels: string[] = []
      while (labels.length < 400) {
        const slot = nextSlot(day('02:15'), zone, now)
        if (!slot) throw new Error('no slot')
        expect(slot.at).toBeGreaterThan(now)
        // A moment before it the last one is the one before it, and at it, it itself.
        if (labels.length > 0) expect(latestSlot(day('02:15'), zone, slot.at - 1)?.label).toBe(labels.at(-1))
        expect(latestSlot(day('02:15'), zone, slot.at)).toEqual(slot)
        labels.push(slot.label)
        now = slot.at
      }
      const days = labels.map((label) => Date.parse(label.slice(0, 10)) / 86_400_000)
      expect(days.every((value, index) => index === 0 || value === (days[index - 1] ?? 0) + 1)).toBe(true)
    },
  )
})

describe('what is due', () => {
  const daily = day('08:00')
  const planned = (settledUntil: string, ...slots: [string, string][]) => ({
    settledUntil: at(settledUntil),
    plannedAt: (label: string) => {
      const moment = slots.find(([known]) => known === label)?.[1]
      return moment === undefined ? null : at(moment)
    },
  })

  it('is the latest of many missed slots, and nothing that is settled', () => {
    expect(dueSlot(daily, 'Europe/Berlin', at('2025-09-06T10:00:00Z'), planned('2025-09-01T06:00:00Z'))?.label).toBe('2025-09-06T08:00')
    expect(dueSlot(daily, 'Europe/Berlin', at('2025-09-06T10:00:00Z'), planned('2025-09-06T06:00:00Z'))).toBeNull()
    expect(dueSlot(daily, 'Europe/Berlin', at('2025-09-06T10:00:00Z'), planned('2025-09-06T09:00:00Z'))).toBeNull()
  })

  it('is no second run on the day of a flight westwards, and the next day is', () => {
    const flown = planned('2025-09-01T06:00:00Z', ['2025-09-01T08:00', '2025-09-01T06:00:00Z'])
    expect(dueSlot(daily, 'America/New_York', at('2025-09-01T12:00:00Z'), flown)).toBeNull()
    expect(comingSlot(daily, 'America/New_York', at('2025-09-01T09:00:00Z'), flown)?.label).toBe('2025-09-02T08:00')
    expect(dueSlot(daily, 'America/New_York', at('2025-09-02T12:00:00Z'), flown)?.label).toBe('2025-09-02T08:00')
  })

  it('is due at once after a flight eastwards over the time', () => {
    const flown = planned('2025-09-01T12:00:00Z', ['2025-09-01T08:00', '2025-09-01T12:00:00Z'])
    expect(dueSlot(daily, 'Europe/Berlin', at('2025-09-02T06:30:00Z'), flown)?.label).toBe('2025-09-02T08:00')
  })

  it('does not let an hourly rule fall silent for the hours that a flight westwards wins', () => {
    const flown = planned(
      '2025-09-01T10:00:00Z',
      ['2025-09-01T07:00', '2025-09-01T05:00:00Z'],
      ['2025-09-01T12:00', '2025-09-01T10:00:00Z'],
    )
    expect(dueSlot(hours(1), 'America/New_York', at('2025-09-01T11:00:00Z'), flown)?.label).toBe('2025-09-01T07:00')
    // An hour to the west, the noon of the six-hour grid comes again after one hour only.
    expect(dueSlot(hours(6), 'Europe/London', at('2025-09-01T11:00:00Z'), flown)).toBeNull()
  })
})

it.each(['25:00', '08:60', '8:00', '08:00:00', '', 'noon', '24:00'])('takes %j for no time of day', (time) => {
  expect(parseWallTime(`1970-01-01T${time}`)).toBeNaN()
})

it.each(['2025-02-30T08:00', '2025-13-01T08:00', '2025-02-29T08:00'])('takes %s for no day', (label) => {
  expect(parseWallTime(label)).toBeNaN()
})
