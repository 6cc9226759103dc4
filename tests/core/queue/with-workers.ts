import type { GateOf } from '../../../src/main/core/queue/job-row'
import type { ClaimedJob } from '../../../src/main/core/queue/job-store'
import { createWorkers, type JobExecutor, type Workers } from '../../../src/main/core/queue/worker'
import type { UnitOfWork, WriteTransaction } from '../../../src/main/core/queue/write-transaction'
import { openQueue } from '../../support/queue'

export type RunOne = (job: ClaimedJob, signal: AbortSignal) => Promise<(tx: WriteTransaction) => string | null>

export interface WorkerOptions {
  batch?: number
  gateOf?: GateOf
  isClosed?: (gate: string) => boolean
  executor?: Partial<JobExecutor>
  /** Stands between the workers and the database; throws what the disk would. */
  beforeWrite?: () => void
}

/** A real queue with real workers on it. Errors of the loop are collected. */
export function withWorkers(run: RunOne, options: WorkerOptions = {}) {
  const queue = openQueue(options.gateOf)
  const loopErrors: unknown[] = []
  const groups: string[][] = []
  const unitOfWork: UnitOfWork = {
    write(body) {
      options.beforeWrite?.()
      return queue.unitOfWork.write(body)
    },
  }
  const executor: JobExecutor = {
    timeoutMs: () => 60_000,
    started: () => undefined,
    batchLimit: () => options.batch ?? 1,
    run(group, signal) {
      groups.push(group.map((job) => job.id))
      return Promise.all(
        group.map((job) =>
          run(job, signal).then(
            (commit) => ({ commit }),
            (error: unknown) => ({ error }),
          ),
        ),
      )
    },
    died: () => undefined,
    ended: () => undefined,
    ...options.executor,
  }
  const make = (): Workers =>
    createWorkers({
      count: 2,
      jobs: queue.jobs,
      unitOfWork,
      executor,
      ...(options.isClosed ? { isClosed: options.isClosed } : {}),
      now: () => queue.clock.now,
      newId: queue.newId,
      onLoopError: (error) => loopErrors.push(error),
    })
  const workers = make()
  queue.onWake(() => workers.wake())
  const statuses = () => {
    const rows = queue.db.prepare<[], { status: string; n: number }>('SELECT status, COUNT(*) AS n FROM jobs GROUP BY status').all()
    return Object.fromEntries(rows.map(({ status, n }) => [status, n]))
  }
  const commits = () => queue.db.prepare<[], number>(`SELECT value FROM meta WHERE key = 'seq'`).pluck().get()
  return { ...queue, commits, workers, anotherWorkers: make, loopErrors, groups, statuses }
}

/** Writes a row that a second run of the same job could not write again. */
export function effectOf(db: ReturnType<typeof openQueue>['db'], job: ClaimedJob): () => null {
  return () => {
    db.prepare('INSERT INTO settings (key, value) VALUES (?, ?)').run(job.id, 'effect')
    return null
  }
}
