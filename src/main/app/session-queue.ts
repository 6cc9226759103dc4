import type { AppEvent } from '../../shared/contract/events'
import type { VaultDatabase } from '../core/db/open-database'
import type { EndpointRests } from '../core/jobs/endpoint-rest'
import type { JobExecutorWithCancel } from '../core/jobs/executor'
import type { EventLog } from '../core/queue/event-log'
import type { JobReference, JobStore } from '../core/queue/job-store'
import { PROMOTE_LIMIT } from '../core/queue/job-upkeep'
import type { Workers } from '../core/queue/worker'
import type { WriteTransaction } from '../core/queue/write-transaction'
import type { SettingsStore } from '../core/settings/settings-store'

export interface SessionQueueDeps {
  db: VaultDatabase
  jobs: JobStore
  events: EventLog
  settings: SettingsStore
  workers: Workers
  executor: JobExecutorWithCancel
  rests: Pick<EndpointRests, 'forget' | 'tryNow'>
  publish: (event: AppEvent) => void
  now: () => number
  write: <T>(body: (tx: WriteTransaction) => T) => T
  onFault: (where: string, error: unknown) => void
}

export type SessionQueue = ReturnType<typeof createSessionQueue>

/** What a person, or the start of the app, does to the queue of an open vault besides giving it work. */
export function createSessionQueue(deps: SessionQueueDeps) {
  const { db, jobs, events, settings, workers, executor, rests, write, onFault } = deps
  let paused = settings.readFlag('queue-paused') === '1'

  /** Has everything that waits for a server look again: as many as one statement wakes, then the next ones a turn later. */
  function wakeWaiting(): void {
    const woken = write(() => jobs.promoteWaiting())
    workers.wake()
    if (woken < PROMOTE_LIMIT) return
    setImmediate(() => {
      if (!db.open) return
      try {
        wakeWaiting()
      } catch (error) {
        onFault('wake-waiting', error)
      }
    })
  }

  return {
    wakeWaiting,
    /** A person says “Try now”, or the network may be back. */
    tryWaiting(): void {
      rests.tryNow()
      wakeWaiting()
    },
    /** What waiting jobs wait for changed. */
    restChanged(): void {
      deps.publish({ type: 'waiting-changed', seq: null, at: deps.now(), payload: {} })
      workers.wake()
    },
    isPaused: () => paused,
    /** The job's own writes for its end, then the event; the running attempt is told after the commit. */
    announceCancelled(tx: WriteTransaction, job: JobReference): void {
      executor.cancelled(tx, job)
      tx.emit('job-cancelled', { jobId: job.id, type: job.type, itemId: job.itemId })
      tx.afterCommit(() => workers.abort(job.id))
    },
    announceRetried(tx: WriteTransaction, job: JobReference): void {
      rests.forget()
      tx.afterCommit(wakeWaiting) // The person says that it is mended: the others go on too.
      tx.emit('job-enqueued', { jobId: job.id, type: job.type, itemId: job.itemId })
      executor.retried(tx, job)
    },
    setPaused(next: boolean): void {
      paused = next
      write((tx) => {
        settings.writeFlag('queue-paused', next ? '1' : '0')
        tx.emit(next ? 'queue-paused' : 'queue-resumed', {})
      })
      if (next) workers.pause()
      else workers.resume()
    },
    /** Puts back what a process that is gone left running, then lets the workers begin. */
    start(): void {
      write((tx) => {
        for (const job of jobs.recover(tx.now)) {
          const message = 'Cortexa was ended three times while this job ran.'
          tx.emit('job-dead', { jobId: job.id, type: job.type, itemId: job.itemId, error: message })
          executor.died(tx, job, message)
        }
        events.trim()
      })
      if (paused) workers.pause()
      workers.start()
    },
  }
}
