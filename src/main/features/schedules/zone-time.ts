import { DAY_MS } from '../../../shared/timing'

const SECOND_MS = 1000
/** Zones and days asked for in one run of the program are few; a caller that tries many must not fill the memory. */
const KEPT_ZONES = 50
const KEPT_DAYS = 1000

const formats = new Map<string, Intl.DateTimeFormat>()
/** How far a clock is ahead of UTC at the UTC midnights of a zone: asking Intl takes some 10 µs, and many schedules ask for the same days. */
const offsets = new Map<string, number>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  if (formats.size >= KEPT_ZONES) formats.clear()
  const made = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(zone, made)
  return made
}

/**
 * A wall clock as a number: the milliseconds that UTC would count if its clock showed the same date and time. Whole seconds. Only
 * differences and calendar fields of such numbers mean something; they are no moments.
 */
export type WallTime = number

/** What the wall clock of a zone shows at a moment. `zone` is an IANA name; an unknown one throws a RangeError. */
export function wallTimeAt(zone: string, at: number): WallTime {
  const field: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
  for (const { type, value } of formatOf(zone).formatToParts(at)) field[type] = Number(value)
  return Date.UTC(field.year ?? 0, (field.month ?? 1) - 1, field.day ?? 1, field.hour ?? 0, field.minute ?? 0, field.second ?? 0)
}

/** How far the wall clock is ahead of UTC at a moment. */
function offsetAt(zone: string, at: number): number {
  return wallTimeAt(zone, at) - Math.floor(at / SECOND_MS) * SECOND_MS
}

function offsetAtMidnight(zone: string, midnight: number): number {
  const key = `${zone} ${midnight}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  if (offsets.size >= KEPT_DAYS) offsets.clear()
  const offset = offsetAt(zone, midnight)
  offsets.set(key, offset)
  return offset
}

/**
 * The moment at which a zone's clock shows `wall`: the first of two where the clock is set back over it, and where it is set forward
 * over it, the moment of the jump. A day that a zone left out altogether (Apia, 30 December 2011) is such a jump.
 */
export function momentOf(zone: string, wall: WallTime): number {
  const midnight = Math.floor(wall / DAY_MS) * DAY_MS
  // Clocks differ from UTC by 14 hours at most, so the moment lies between the two.
  const before = offsetAtMidnight(zone, midnight - DAY_MS)
  const after = offsetAtMidnight(zone, midnight + 2 * DAY_MS)
  if (before === after) return wall - before
  const shown = [wall - before, wall - after].filter((at) => wallTimeAt(zone, at) === wall)
  if (shown.length > 0) return Math.min(...shown)
  let early = wall - Math.max(before, after)
  let late = wall - Math.min(before, after)
  while (late - early > SECOND_MS) {
    const middle = early + Math.floor((late - early) / 2 / SECOND_MS) * SECOND_MS
    if (wallTimeAt(zone, middle) > wall) late = middle
    else early = middle
  }
  return late
}

/** Whether the clock of a zone never shows `wall`, as it is set forward over it. */
export function isSkipped(zone: string, wall: WallTime): boolean {
  return wallTimeAt(zone, momentOf(zone, wall)) !== wall
}
