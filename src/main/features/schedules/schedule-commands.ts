import { type ScheduleKind, type ScheduleRule, scheduleRules } from '../../../shared/contract/schedules'
import { AppError } from '../../../shared/errors'
import { DAY_MS } from '../../../shared/timing'
import type { Handlers } from '../../core/commands/dispatch'
import type { UnitOfWork } from '../../core/queue/write-transaction'
import { nextSlot, parseWallTime } from './schedule-rules'
import type { ScheduleStore, StoredSchedule } from './schedule-store'
import type { SessionSchedules } from './session-schedules'
import { isSkipped, momentOf } from './zone-time'

export interface ScheduleCommandDeps {
  write: UnitOfWork['write']
  now: () => number
  newId: () => string
  schedules: ScheduleStore
  scheduler: Omit<SessionSchedules, 'follow' | 'start' | 'stop'>
}

type ScheduleCommands = Pick<
  Handlers,
  'list-schedules' | 'save-schedule' | 'delete-schedule' | 'run-schedule-now' | 'pause-schedule' | 'resume-schedule'
>

/** More standing questions nobody reads the answers of, and each look at the clock goes over all of them. */
const MOST_SCHEDULES = 100

/** How far ahead a single time may lie: five years, so that a slip in the year is told and not kept. */
const LATEST_MS = 5 * 365.25 * DAY_MS

function bad(message: string): AppError {
  return new AppError('BAD_INPUT', message)
}

function assertTime(time: string): void {
  if (Number.isNaN(parseWallTime(`1970-01-01T${time}`)))
    throw bad(`There is no time “${time}”. Write hours and minutes, such as 08:00 or 18:30.`)
}

/** Throws in words what a rule asks for that there is not. */
function assertRule(kind: ScheduleKind, rule: ScheduleRule, zone: string, now: number): void {
  if (!scheduleRules[kind].includes(rule.every)) throw bad('This schedule cannot run at such times. Choose one of the times it offers.')
  if (rule.every === 'day' || rule.every === 'week') assertTime(rule.time)
  if (rule.every !== 'once') return
  const wall = parseWallTime(rule.at)
  if (Number.isNaN(wall)) throw bad('There is no such day or time. Choose a day of the calendar, and a time such as 08:00.')
  if (isSkipped(zone, wall))
    throw bad(`On this day the clocks go forward and leave out ${rule.at.slice(11)}. Choose a time an hour earlier or later.`)
  if (momentOf(zone, wall) <= now) throw bad('This time is over. Choose one that is still to come.')
  if (momentOf(zone, wall) > now + LATEST_MS)
    throw bad('This time is more than five years away, which is likely a mistake in the year. Choose an earlier one.')
}

function tidyQuestion(typed: string): string {
  const question = typed.replace(/\s+/g, ' ').trim()
  if (question === '') throw bad('There is no question yet. Write what is to be researched.')
  return question
}

export function scheduleCommands(s: ScheduleCommandDeps): ScheduleCommands {
  function requireSchedule(s: ScheduleCommandDeps, id: string, options: { deleted?: boolean } = {}): StoredSchedule {
    const schedule = s.schedules.find(id)
    if (!schedule || (schedule.deleted && !options.deleted))
      throw new AppError('NOT_FOUND', 'There is no schedule with this id. It may have been deleted. Look at the list again.')
    return schedule
  }

  function answer(s: ScheduleCommandDeps, id: string) {
    return s.scheduler.describe(requireSchedule(s, id))
  }

  function add(s: ScheduleCommandDeps, rule: ScheduleRule | undefined, question: string | undefined): string {
    if (rule === undefined) throw bad('It is not said when this should run. Choose once, every day or every week.')
    const asked = tidyQuestion(question ?? '')
    assertRule('research_question', rule, s.scheduler.zone(), s.now())
    if (!s.scheduler.kinds().includes('research_question'))
      throw new AppError('CONFLICT', 'This version of Cortexa cannot research. Update it, then try again.')
    if (s.schedules.list().length >= MOST_SCHEDULES)
      throw new AppError('CONFLICT', `There are ${MOST_SCHEDULES} schedules, which is the most. Delete one first.`)
    const id = s.newId()
    s.write((tx) => {
      s.schedules.add({ id, kind: 'research_question', rule, question: asked, enabled: true, settledUntil: tx.now }, tx.now)
      s.scheduler.changed(tx)
    })
    return id
  }

  function change(s: ScheduleCommandDeps, id: string, rule: ScheduleRule | undefined, question: string | undefined): void {
    const stored = requireSchedule(s, id, { deleted: true })
    const isOwn = stored.kind === 'research_question'
    if (question !== undefined && !isOwn) throw bad('This schedule has no question. Change only its times.')
    const asked = question === undefined ? stored.question : tidyQuestion(question)
    const isNewRule = rule !== undefined && JSON.stringify(rule) !== JSON.stringify(stored.rule)
    if (isNewRule) assertRule(stored.kind, rule, s.scheduler.zone(), s.now())
    s.write((tx) => {
      // A new time counts from now on: one of today that is over is not made up for.
      const settledUntil = isNewRule || stored.deleted ? tx.now : stored.settledUntil
      s.schedules.update({ ...stored, rule: rule ?? stored.rule, question: asked, settledUntil })
      s.scheduler.changed(tx)
    })
  }

  return {
    'list-schedules': () => {
      return {
        schedules: s.scheduler.list().map(s.scheduler.describe),
        zone: s.scheduler.zone(),
        kinds: s.scheduler.kinds(),
      }
    },

    'save-schedule': ({ id, rule, question }) => {
      if (id === undefined) return answer(s, add(s, rule, question))
      change(s, id, rule, question)
      return answer(s, id)
    },

    'delete-schedule': ({ id }) => {
      const { kind } = requireSchedule(s, id)
      if (kind !== 'research_question')
        throw new AppError('CONFLICT', 'This schedule belongs to Cortexa and cannot be deleted. Pause it instead.')
      s.write((tx) => {
        s.schedules.markDeleted(id, tx.now)
        s.scheduler.cancelWaiting(tx, id)
        s.scheduler.changed(tx)
      })
      return {}
    },

    'run-schedule-now': ({ id }) => {
      return s.scheduler.runNow(requireSchedule(s, id))
    },

    'pause-schedule': ({ id }) => {
      const schedule = requireSchedule(s, id)
      s.write((tx) => {
        s.schedules.update({ ...schedule, enabled: false })
        s.scheduler.changed(tx)
      })
      return answer(s, id)
    },

    'resume-schedule': ({ id }) => {
      const schedule = requireSchedule(s, id)
      if (schedule.rule.every === 'once' && nextSlot(schedule.rule, s.scheduler.zone(), s.now()) === null)
        throw new AppError('CONFLICT', 'The time of this schedule is over. Choose another one, or run it now.')
      s.write((tx) => {
        s.schedules.update({ ...schedule, enabled: true, settledUntil: schedule.enabled ? schedule.settledUntil : tx.now })
        s.scheduler.changed(tx)
      })
      return answer(s, id)
    },
  }
}
