import type { ScheduleRule } from '../../../shared/contract/schedules'
import { DAY_MS, HOUR_MS } from '../../../shared/timing'
import { momentOf, type WallTime, wallTimeAt } from './zone-time'

/** One time at which a rule has something run. */
export interface Slot {
  /** Its local date and time, "2025-10-26T02:30": what makes it this slot, in whatever zone. */
  label: string
  /** When that is, in milliseconds since 1970 UTC. */
  at: number
}

const labelOf = (wall: WallTime) => new Date(wall).toISOString().slice(0, 16)
/** NaN for what is no date or no time of day; 30 February is none. */
export function parseWallTime(label: string): WallTime {
  const wall = Date.parse(`${label}:00Z`)
  return Number.isNaN(wall) || labelOf(wall) !== label ? Number.NaN : wall
}
const timeOfDay = (time: string) => parseWallTime(`1970-01-01T${time}`)

/** Monday 1 to Sunday 7. */
const weekdayOf = (wall: WallTime) => new Date(wall).getUTCDay() || 7

/** Days before and after today that hold the last slot and the next ones, also where a whole day is left out or comes twice. */
const around = { day: [-2, 3], week: [-8, 15], hours: [-1, 2] } as const

function wallTimes(rule: ScheduleRule, today: WallTime): WallTime[] {
  if (rule.every === 'once') return [parseWallTime(rule.at)]
  const [from, to] = around[rule.every]
  const days = Array.from({ length: to - from + 1 }, (_, index) => today + (from + index) * DAY_MS)
  switch (rule.every) {
    case 'day':
      return days.map((day) => day + timeOfDay(rule.time))
    case 'week':
      return days.filter((day) => weekdayOf(day) === rule.weekday).map((day) => day + timeOfDay(rule.time))
    case 'hours':
      return days.flatMap((day) => Array.from({ length: 24 / rule.hours }, (_, index) => day + index * rule.hours * HOUR_MS))
  }
}

/**
 * The slots of a rule around `now`, in order: the latest that is not later than `now`, if there is one, and several after it, if there
 * are any. A local time that the clock leaves out stands at the moment the clock jumps over it; one that comes twice stands at its first.
 */
function slotsAround(rule: ScheduleRule, zone: string, now: number): Slot[] {
  const wall = wallTimeAt(zone, now)
  const today = wall - (((wall % DAY_MS) + DAY_MS) % DAY_MS)
  return wallTimes(rule, today).map((time) => ({ label: labelOf(time), at: momentOf(zone, time) }))
}

/** The last slot at or before `now`; null when a single time is still to come. */
export function latestSlot(rule: ScheduleRule, zone: string, now: number): Slot | null {
  return slotsAround(rule, zone, now).findLast(({ at }) => at <= now) ?? null
}

/** The first slot after `now`; null when a single time is over. */
export function nextSlot(rule: ScheduleRule, zone: string, now: number): Slot | null {
  return slotsAround(rule, zone, now).find(({ at }) => at > now) ?? null
}

/** So far apart are two slots of a rule. */
function periodOf(rule: ScheduleRule): number {
  switch (rule.every) {
    case 'once':
      return Number.POSITIVE_INFINITY
    case 'day':
      return DAY_MS
    case 'week':
      return 7 * DAY_MS
    case 'hours':
      return rule.hours * HOUR_MS
  }
}

/** What was planned of a rule so far. */
export interface Planned {
  /** Slots up to this moment need nothing any more: they were planned, were missed by others that were planned, or lie before the schedule. */
  settledUntil: number
  /** The moment for which the slot of this local date and time was planned; null when it never was. */
  plannedAt(label: string): number | null
}

/**
 * Whether a slot had its run. After a flight westwards, or a clock set back, the same local time comes again; it is the same slot when it
 * comes within the rule's own period, so that a day has one briefing, while an hourly rule does not fall silent for the length of the flight.
 */
function wasPlanned(rule: ScheduleRule, slot: Slot, planned: Planned): boolean {
  const at = planned.plannedAt(slot.label)
  return at !== null && Math.abs(slot.at - at) < periodOf(rule)
}

/** The one slot to be run now: the latest, when it is not settled. However many were missed before it, they are missed. */
export function dueSlot(rule: ScheduleRule, zone: string, now: number, planned: Planned): Slot | null {
  const slot = latestSlot(rule, zone, now)
  return slot === null || slot.at <= planned.settledUntil || wasPlanned(rule, slot, planned) ? null : slot
}

/** The next slot after `now` that will have a run. */
export function comingSlot(rule: ScheduleRule, zone: string, now: number, planned: Planned): Slot | null {
  return slotsAround(rule, zone, now).find((slot) => slot.at > now && !wasPlanned(rule, slot, planned)) ?? null
}
