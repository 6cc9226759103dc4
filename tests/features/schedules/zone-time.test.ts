import { describe, expect, it } from 'vitest'
import { isSkipped, momentOf, wallTimeAt } from '../../../src/main/features/schedules/zone-time'

const wall = (label: string) => Date.parse(`${label}:00Z`)
const utc = (at: number) => new Date(at).toISOString()

describe('momentOf', () => {
  it.each([
    // Clocks forward: what is left out stands at the moment of the jump.
    ['Europe/Berlin', '2025-03-30T01:59', '2025-03-30T00:59:00.000Z'],
    ['Europe/Berlin', '2025-03-30T02:00', '2025-03-30T01:00:00.000Z'],
    ['Europe/Berlin', '2025-03-30T02:30', '2025-03-30T01:00:00.000Z'],
    ['Europe/Berlin', '2025-03-30T03:00', '2025-03-30T01:00:00.000Z'],
    ['America/New_York', '2025-03-09T02:30', '2025-03-09T07:00:00.000Z'],
    ['Australia/Lord_Howe', '2025-10-05T02:15', '2025-10-04T15:30:00.000Z'],
    ['Australia/Lord_Howe', '2025-10-05T02:30', '2025-10-04T15:30:00.000Z'],
    // Clocks back: of the two the first.
    ['Europe/Berlin', '2025-10-26T02:30', '2025-10-26T00:30:00.000Z'],
    ['Europe/Berlin', '2025-10-26T03:00', '2025-10-26T02:00:00.000Z'],
    ['America/New_York', '2025-11-02T01:30', '2025-11-02T05:30:00.000Z'],
    ['Australia/Lord_Howe', '2025-04-06T01:45', '2025-04-05T14:45:00.000Z'],
    ['Australia/Lord_Howe', '2025-04-06T02:00', '2025-04-05T15:30:00.000Z'],
    // At midnight, where the day itself begins late or twice.
    ['America/Santiago', '2025-09-07T00:00', '2025-09-07T04:00:00.000Z'],
    ['America/Santiago', '2025-09-07T00:30', '2025-09-07T04:00:00.000Z'],
    ['America/Santiago', '2025-04-05T23:30', '2025-04-06T02:30:00.000Z'],
    // A whole day left out, and the two beside it.
    ['Pacific/Apia', '2011-12-29T08:00', '2011-12-29T18:00:00.000Z'],
    ['Pacific/Apia', '2011-12-30T08:00', '2011-12-30T10:00:00.000Z'],
    ['Pacific/Apia', '2011-12-31T00:00', '2011-12-30T10:00:00.000Z'],
    ['Pacific/Apia', '2011-12-31T08:00', '2011-12-30T18:00:00.000Z'],
    // A year without a change, and the ends of the map.
    ['Asia/Kathmandu', '2025-07-01T08:00', '2025-07-01T02:15:00.000Z'],
    ['Pacific/Kiritimati', '2025-07-01T08:00', '2025-06-30T18:00:00.000Z'],
    ['Etc/GMT+12', '2025-07-01T08:00', '2025-07-01T20:00:00.000Z'],
    // Ramadan: back for a month, forward again.
    ['Africa/Casablanca', '2025-02-23T02:30', '2025-02-23T01:30:00.000Z'],
    ['Africa/Casablanca', '2025-04-06T02:30', '2025-04-06T02:00:00.000Z'],
  ])('%s at %s is %s', (zone, label, moment) => {
    expect(utc(momentOf(zone, wall(label)))).toBe(moment)
  })

  it('goes back and forth for every hour and a half of a year in which the clocks change, in every kind of zone', () => {
    for (const zone of ['Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Tokyo', 'Pacific/Apia']) {
      let last = Number.NEGATIVE_INFINITY
      for (let time = wall('2011-01-01T00:00'); time < wall('2012-01-03T00:00'); time += 5_400_000) {
        const at = momentOf(zone, time)
        expect(at).toBeGreaterThanOrEqual(last)
        last = at
        // Either the clock shows it then, or it jumps over it then: it showed less a second before.
        if (wallTimeAt(zone, at) !== time) {
          expect(wallTimeAt(zone, at)).toBeGreaterThan(time)
          expect(wallTimeAt(zone, at - 1000)).toBeLessThan(time)
        }
      }
    }
  })
})

it.each([
  ['Europe/Berlin', '2025-03-30T02:30', true],
  ['Europe/Berlin', '2025-03-30T03:00', false],
  ['Europe/Berlin', '2025-10-26T02:30', false],
  ['Pacific/Apia', '2011-12-30T23:59', true],
  ['Pacific/Apia', '2011-12-31T00:00', false],
])('isSkipped: %s leaves out %s: %s', (zone, label, skipped) => {
  expect(isSkipped(zone, wall(label))).toBe(skipped)
})

it('reads the clock before 1970 as well, and refuses a zone that there is not', () => {
  expect(utc(wallTimeAt('Europe/Berlin', Date.parse('1969-12-31T23:30:00Z')))).toBe('1970-01-01T00:30:00.000Z')
  expect(() => wallTimeAt('Mars/Olympus', 0)).toThrow(RangeError)
})
