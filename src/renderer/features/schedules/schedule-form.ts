import { type Schedule, type ScheduleKind, type ScheduleRule, scheduleRules } from '../../../shared/contract/schedules'

type Hours = Extract<ScheduleRule, { every: 'hours' }>['hours']

/** What the dialog holds: every field it may show, whichever is chosen. */
export interface ScheduleForm {
  kind: ScheduleKind
  question: string
  every: ScheduleRule['every']
  /** "2025-10-03" */
  date: string
  /** "08:00"; empty while a person types it. */
  time: string
  weekday: number
  hours: Hours
}

export const hourChoices: readonly Hours[] = [1, 2, 3, 4, 6, 8, 12]

/** How many years ahead a single time may lie; the vault refuses a later one. */
const YEARS_AHEAD = 5

/** The last local date that the field of a single time offers. */
export function latestDate(now: number): string {
  const date = new Date(now)
  date.setFullYear(date.getFullYear() + YEARS_AHEAD)
  return localDate(date)
}

/** The local date a day from now. */
function tomorrow(now: number): string {
  const date = new Date(now)
  date.setDate(date.getDate() + 1)
  return localDate(date)
}

function localDate(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The fields of a schedule, or of a new question. */
export function formOf(schedule: Schedule | 'new', now: number): ScheduleForm {
  const form: ScheduleForm = {
    kind: 'research_question',
    question: '',
    every: 'day',
    date: tomorrow(now),
    time: '08:00',
    weekday: 1,
    hours: 6,
  }
  if (schedule === 'new') return form
  const { kind, question, rule } = schedule
  const stored = { ...form, kind, question, every: rule.every }
  switch (rule.every) {
    case 'once':
      return { ...stored, date: rule.at.slice(0, 10), time: rule.at.slice(11) }
    case 'day':
      return { ...stored, time: rule.time }
    case 'week':
      return { ...stored, time: rule.time, weekday: rule.weekday }
    case 'hours':
      return { ...stored, hours: rule.hours }
  }
}

/** The ways of repeating that a kind has, as the dialog offers them. */
export function everyChoices(kind: ScheduleKind): readonly (readonly [ScheduleRule['every'], string])[] {
  const names: Record<ScheduleRule['every'], string> = { once: 'Once', day: 'Every day', week: 'Every week', hours: 'Every few hours' }
  return scheduleRules[kind].map((every) => [every, names[every]] as const)
}

export function ruleOf({ every, date, time, weekday, hours }: ScheduleForm): ScheduleRule {
  switch (every) {
    case 'once':
      return { every, at: `${date}T${time}` }
    case 'day':
      return { every, time }
    case 'week':
      return { every, weekday, time }
    case 'hours':
      return { every, hours }
  }
}
