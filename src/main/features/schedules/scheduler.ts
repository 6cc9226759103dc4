import type { Schedule, ScheduleKind, ScheduleRule } from '../../../shared/contract/schedules'
import { AppError } from '../../../shared/errors'
import { DAY_MS } from '../../../shared/timing'
import type { JobExecutorWithCancel } from '../../core/jobs/executor'
import type { JobReference, JobStore } from '../../core/queue/job-store'
import type { UnitOfWork, WriteTransaction } from '../../core/queue/write-transaction'
import { refusalOf, type ScheduleActions } from './schedule-actions'
import { comingSlot, dueSlot, type Planned, type Slot } from './schedule-rules'
import { describeRuns, followScheduledJobs } from './schedule-runs'
import type { ScheduleStore, StoredSchedule } from './schedule-store'

export interface SchedulerDeps {
  schedules: ScheduleStore
  jobs: Pick<JobStore, 'find' | 'cancel'>
  actions: ScheduleActions
  write: UnitOfWork['write']
  now: () => number
  /** The time zone of this computer at the moment of asking. */
  zone: () => string
  /** What a waiting job waits for, as the list of jobs says it. */
  waitsFor: (jobId: string) => string | null
  announceCancelled: (tx: WriteTransaction, job: JobReference) => void
  onFault: (where: string, error: unknown) => void
}

/** The clock is looked at this often, as it may be set, the zone may change, and a timer stands still while the computer sleeps. */
const LOOK_EVERY_MS = 30_000
/** A deleted schedule can be brought back for this long. */
const UNDO_MS = DAY_MS

const defaults: readonly { kind: ScheduleKind; rule: ScheduleRule; enabled: boolean }[] = [
  { kind: 'daily_briefing', rule: { every: 'day', time: '08:00' }, enabled: false },
  { kind: 'weekly_review', rule: { every: 'week', weekday: 7, time: '18:00' }, enabled: false },
  { kind: 'reflection', rule: { every: 'hours', hours: 6 }, enabled: true },
]

/**
 * Starts what is due. A slot is settled, and its job enqueued, in one transaction, so that a kill leaves both or neither. Of several
 * missed slots the latest has its run, and a slot that comes while a run still waits is covered by that one.
 */
export function createScheduler(deps: SchedulerDeps) {
  const { schedules, actions, write, now } = deps
  let timer: NodeJS.Timeout | undefined
  let isOpen = false
  /** What the last look found: until the clock, the zone or a schedule changes, nothing is due before `nextAt`. */
  let seen: { at: number; zone: string; nextAt: number } | null = null

  const planned = (schedule: StoredSchedule): Planned => ({
    settledUntil: schedule.settledUntil,
    plannedAt: (label) => schedules.plannedAt(schedule.id, label),
  })
  const isActive = (schedule: StoredSchedule) => schedule.enabled && actions[schedule.kind] !== undefined
  const coming = (schedule: StoredSchedule, zone: string, time: number) =>
    isActive(schedule) ? comingSlot(schedule.rule, zone, time, planned(schedule)) : null

  /** Enqueues a run and writes it down; null where this program cannot start such a thing. Throws what the action throws. */
  function start(tx: WriteTransaction, schedule: StoredSchedule, slot: Slot | null): string | null {
    const key = `schedule:${schedule.id}:${slot?.label ?? 'asked'}`
    const lane = slot === null ? 0 : 2
    const made = actions[schedule.kind]?.start({ ...tx, enqueue: (request) => tx.enqueue({ dedupeKey: key, ...request, lane }) }, schedule)
    if (!made) return null
    const { jobId, created } = made
    schedules.addRun(schedule.id, slot, { jobId }, tx.now)
    // The same work was asked for elsewhere and is under way: it does for this slot.
    if (!created && deps.jobs.find(jobId)?.status === 'running') schedules.started(jobId, tx.now)
    return jobId
  }

  /** Has the slot run, or be over with the reason why it cannot: in one transaction, so that nothing of it happens twice. */
  function plan(schedule: StoredSchedule, slot: Slot): void {
    write((tx) => {
      schedules.settle(schedule.id, slot.at)
      const live = schedules.liveRun(schedule.id)
      if (live?.jobStatus === 'pending') schedules.moveRun(live.id, slot)
      else
        try {
          start(tx, schedule, slot)
        } catch (error) {
          const reason = refusalOf(error)
          if (reason === null) throw error
          schedules.addRun(schedule.id, slot, { reason }, tx.now)
        }
      tx.emit('schedules-changed', {})
    })
  }

  /** After the clock was set back: what lies before the new time is over, and what comes after it counts again unless it had its run. */
  function lowerMarks(all: readonly StoredSchedule[], time: number): void {
    const ahead = all.filter(({ settledUntil }) => settledUntil > time)
    if (ahead.length === 0) return
    write(() => {
      for (const schedule of ahead) schedules.settle(schedule.id, time)
    })
  }

  function lookNow(): void {
    const time = now()
    const zone = deps.zone()
    if (seen && seen.zone === zone && time >= seen.at && time < seen.nextAt) return
    seen = null
    lowerMarks(schedules.list(), time)
    let failed = false
    for (const schedule of schedules.list().filter(isActive)) {
      const slot = dueSlot(schedule.rule, zone, time, planned(schedule))
      try {
        if (slot) plan(schedule, slot)
      } catch (error) {
        // It is still due at the next look. One that cannot be planned must not keep the others waiting.
        failed = true
        deps.onFault('schedules', error)
      }
    }
    if (failed) return
    const next = schedules.list().flatMap((schedule) => coming(schedule, zone, time)?.at ?? [])
    seen = { at: time, zone, nextAt: Math.min(...next) }
  }

  function look(): void {
    if (!isOpen) return
    clearTimeout(timer)
    try {
      lookNow()
    } catch (error) {
      deps.onFault('schedules', error)
    }
    const wait = seen ? Math.min(Math.max(seen.nextAt - now(), 0), LOOK_EVERY_MS) : LOOK_EVERY_MS
    timer = setTimeout(look, wait)
    timer.unref()
  }

  /** After a schedule was changed: the next time may be another. */
  function changed(tx: WriteTransaction): void {
    tx.emit('schedules-changed', {})
    tx.afterCommit(() => {
      seen = null
      look()
    })
  }

  return {
    describe: ({ id, kind, rule, question, enabled, ...schedule }: StoredSchedule): Schedule => ({
      id,
      kind,
      rule,
      question,
      paused: !enabled,
      nextAt: coming({ id, kind, rule, question, enabled, ...schedule }, deps.zone(), now())?.at ?? null,
      ...describeRuns(schedules, id, deps.waitsFor),
    }),
    list: () => schedules.list().filter(({ kind }) => actions[kind] !== undefined),
    /** The kinds that can be started. */
    kinds: () => Object.keys(actions) as ScheduleKind[],
    zone: deps.zone,
    changed,
    /** Starts a run besides the times; the one that waits or runs when there is one. Throws why it cannot start. */
    runNow(schedule: StoredSchedule): { jobId: string; already: boolean } {
      const live = schedules.liveRun(schedule.id)
      if (live?.jobId) return { jobId: live.jobId, already: true }
      return write((tx) => {
        const jobId = start(tx, schedule, null)
        if (jobId === null) throw new AppError('NOT_FOUND', 'This version of Cortexa cannot start this. Update it, then try again.')
        tx.emit('schedules-changed', {})
        return { jobId, already: false }
      })
    },
    /** In the caller's transaction: a run that waits is not wanted any more. */
    cancelWaiting(tx: WriteTransaction, id: string): void {
      const live = schedules.liveRun(id)
      const job = live?.jobStatus === 'pending' && live.jobId ? deps.jobs.cancel(live.jobId, tx.now) : null
      if (job) deps.announceCancelled(tx, job)
    },
    /** The executor, with each start and end of a scheduled job written down in the same transaction. */
    follow: (executor: JobExecutorWithCancel) => followScheduledJobs(executor, schedules, actions),
    /** The clock, the zone or the computer's sleep may have changed: looks at once. */
    look,
    start(): void {
      isOpen = true
      const time = now()
      write(() => {
        schedules.forgetDeleted(time - UNDO_MS)
        for (const { kind, rule, enabled } of defaults) {
          if (actions[kind]) schedules.add({ id: kind, kind, rule, question: '', enabled, settledUntil: time }, time)
        }
      })
      look()
    },
    stop(): void {
      isOpen = false
      clearTimeout(timer)
    },
  }
}
