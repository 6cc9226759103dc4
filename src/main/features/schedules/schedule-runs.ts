import type { Schedule } from '../../../shared/contract/schedules'
import type { JobExecutorWithCancel } from '../../core/jobs/executor'
import type { JobOutcome } from '../../core/queue/settle-jobs'
import type { WriteTransaction } from '../../core/queue/write-transaction'
import type { ScheduleActions } from './schedule-actions'
import type { RunOutcome, ScheduleStore, StoredRun } from './schedule-store'

/**
 * Writes each start and end of a job that a schedule planned into its run, in the transaction in which the job itself starts or ends. So
 * a run has a start only when its job had one.
 */
export function followScheduledJobs(
  executor: JobExecutorWithCancel,
  schedules: ScheduleStore,
  actions: ScheduleActions,
): JobExecutorWithCancel {
  function ended(tx: WriteTransaction, jobId: string, outcome: RunOutcome, note: string | null): void {
    const kind = schedules.kindOfJob(jobId)
    if (kind === null) return
    const itemId = outcome === 'done' ? (actions[kind]?.made?.(jobId) ?? null) : null
    schedules.ended(jobId, outcome, note, itemId, tx.now)
    tx.emit('schedules-changed', {})
  }

  return {
    ...executor,
    started(tx, job) {
      executor.started(tx, job)
      if (schedules.started(job.id, tx.now)) tx.emit('schedules-changed', {})
    },
    async run(group, signal) {
      const outcomes = await executor.run(group, signal)
      return outcomes.map((outcome, index): JobOutcome => {
        const job = group[index]
        if (!job || 'error' in outcome) return outcome
        return {
          commit(tx) {
            const note = outcome.commit(tx)
            ended(tx, job.id, 'done', note)
            return note
          },
        }
      })
    },
    died(tx, job, message) {
      executor.died(tx, job, message)
      ended(tx, job.id, 'failed', message)
    },
    cancelled(tx, job) {
      executor.cancelled(tx, job)
      ended(tx, job.id, 'cancelled', null)
    },
    retried(tx, job) {
      executor.retried(tx, job)
      if (schedules.reopened(job.id)) tx.emit('schedules-changed', {})
    },
  }
}

/** What came of a schedule so far, for people. */
export function describeRuns(
  schedules: ScheduleStore,
  scheduleId: string,
  waitsFor: (jobId: string) => string | null,
): Pick<Schedule, 'current' | 'lastRun' | 'missed'> {
  const live = schedules.liveRun(scheduleId)
  const last = schedules.lastRun(scheduleId)
  const newest = schedules.newestRun(scheduleId)
  return {
    current: live?.jobId
      ? { jobId: live.jobId, state: live.jobStatus === 'running' ? 'running' : 'waiting', waitingFor: waitsFor(live.jobId) }
      : null,
    lastRun: last === null || last.startedAt === null ? null : describeLast(last, last.startedAt),
    missed:
      newest === null || newest.startedAt !== null || newest.outcome === null
        ? null
        : { at: newest.slotAt ?? newest.plannedAt, reason: newest.note ?? 'It was cancelled before it started.' },
  }
}

function describeLast(
  { outcome, endedAt, note, jobId, itemId, briefingId }: StoredRun,
  startedAt: number,
): NonNullable<Schedule['lastRun']> {
  // A run without an end whose job is gone was deleted in the middle.
  const open = jobId === null ? 'cancelled' : null
  return { startedAt, endedAt, outcome: outcome === 'skipped' ? open : (outcome ?? open), note: note ?? '', jobId, itemId, briefingId }
}
