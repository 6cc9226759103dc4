import type { Schedule, ScheduleKind, ScheduleRule } from '../../../shared/contract/schedules'
import { DAY_MS } from '../../../shared/timing'

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

const kindNames: Record<Exclude<ScheduleKind, 'research_question'>, string> = {
  daily_briefing: 'Daily briefing',
  weekly_review: 'Weekly review',
  reflection: 'Reflection',
}

/** The name of a schedule: the person's own question, or what Cortexa calls it. */
export function scheduleName({ kind, question }: Pick<Schedule, 'kind' | 'question'>): string {
  return kind === 'research_question' ? question : kindNames[kind]
}

/** A date without a zone in words: "2025-10-03" is "3 October 2025". */
function dayWords(date: string): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
}

/** "Every day at 08:00", "Every Sunday at 18:00", "Every 6 hours from midnight", "Once, on 3 October 2025 at 09:15". */
export function ruleWords(rule: ScheduleRule): string {
  switch (rule.every) {
    case 'once':
      return `Once, on ${dayWords(rule.at.slice(0, 10))} at ${rule.at.slice(11)}`
    case 'day':
      return `Every day at ${rule.time}`
    case 'week':
      return `Every ${weekdays[rule.weekday - 1]} at ${rule.time}`
    case 'hours':
      return rule.hours === 1 ? 'Every hour' : `Every ${rule.hours} hours from midnight`
  }
}

function partsIn(zone: string, at: number) {
  const text = new Date(at).toLocaleString('sv-SE', { timeZone: zone })
  return { day: Date.parse(`${text.slice(0, 10)}T00:00:00Z`) / DAY_MS, clock: text.slice(11, 16) }
}

/** A moment on the clock of a zone: "Today, 18:00", "Tomorrow, 08:00", "Yesterday, 08:00", "Sun 7 Dec, 18:00"; with the year when it is another. */
export function momentWords(at: number, now: number, zone: string): string {
  const { day, clock } = partsIn(zone, at)
  const days = day - partsIn(zone, now).day
  const near = days === 0 ? 'Today' : days === 1 ? 'Tomorrow' : days === -1 ? 'Yesterday' : undefined
  if (near) return `${near}, ${clock}`
  const date = new Date(day * DAY_MS)
  const isThisYear = date.getUTCFullYear() === new Date(partsIn(zone, now).day * DAY_MS).getUTCFullYear()
  const words = date.toLocaleDateString('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
    ...(isThisYear ? {} : { year: 'numeric' }),
  })
  return `${words.replace(',', '')}, ${clock}`
}

/** How long until then: "in under a minute", "in 20 min", "in 3 h", "in 2 days", "in 5 months", "in 3 years". */
export function untilWords(at: number, now: number): string {
  const minutes = Math.round((at - now) / 60_000)
  if (minutes < 1) return at <= now ? 'now' : 'in under a minute'
  if (minutes < 60) return `in ${minutes} min`
  if (minutes < 48 * 60) return `in ${Math.round(minutes / 60)} h`
  const days = Math.round(minutes / (24 * 60))
  if (days < 60) return `in ${days} days`
  return days < 700 ? `in ${Math.round(days / 30.44)} months` : `in ${Math.round(days / 365.25)} years`
}

/** The whole moment with its zone, for who wants to know exactly: "Sunday, 7 December 2025 at 18:00 GMT+1". */
export function exactWords(at: number, zone: string): string {
  const options = { timeZone: zone, hourCycle: 'h23', minute: '2-digit', hour: '2-digit', timeZoneName: 'short' } as const
  return new Date(at).toLocaleString('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', ...options })
}

/** "Europe/Berlin" with its underscores as spaces. */
export function zoneWords(zone: string): string {
  return zone.replaceAll('_', ' ')
}
