import type { JobAttempt } from '../../../shared/entities'
import type { VaultDatabase } from '../db/open-database'

/** What a finished attempt leaves in the trace. */
export interface AttemptError {
  message: string
  code: string
  serverWords: string | null
}

/** Keeps the attempt that a job was in. Called once for each attempt that did not make its job done. */
export type AttemptKeeper = (jobId: string, outcome: JobAttempt['outcome'], error: AttemptError | null, now: number) => void

/**
 * Number, worker and start of the newest attempt are columns of the job, so one that runs, or that made its job done, needs no
 * row of its own: most jobs never write one.
 */
export function createAttemptKeeper(db: VaultDatabase): AttemptKeeper {
  const insert = db.prepare(
    `INSERT INTO job_attempts (job_id, number, worker, started_at, finished_at, outcome, error, error_code, server_words)
     SELECT id, runs, worker, started_at, ?, ?, ?, ?, ? FROM jobs WHERE id = ?`,
  )
  return (jobId, outcome, error, now) => {
    insert.run(now, outcome, error?.message ?? null, error?.code ?? null, error?.serverWords ?? null, jobId)
  }
}
