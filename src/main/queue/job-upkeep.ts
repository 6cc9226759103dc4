import type { VaultDatabase } from '../db/open-database'
import { MAX_INTERRUPTIONS } from '../domain/job-rules'
import { type JobChanges, type JobReference, type JobRow, jobReference } from './job-row'

/** What keeps the job table in order over crashes, clock changes and a person's clearing up. */
export interface JobUpkeep {
  /** Puts jobs of a process that is gone back to pending; those it died under three times go to dead and are returned. */
  recover(now: number): JobReference[]
  /** A dead or cancelled job back to pending, attempts 0, due now; null changes keep earlier ones. 'conflict' when a live job has its key. */
  retry(id: string, changes: JobChanges | null, now: number): JobReference | 'conflict' | null
  deadIds(limit: number): string[]
  /** Deletes at most `limit` jobs of one status with their trace. */
  purge(status: 'dead' | 'finished', limit: number): number
  /** Deletes at most `limit` done and cancelled jobs that ended before `time`. */
  trimFinished(time: number, limit: number): number
  /** Deletes one job that is neither waiting nor running. */
  remove(id: string): boolean
  /** Earliest next_run_at among delayed jobs. */
  nextDelayedAt(): number | null
  /** After the clock was set back: no delayed job waits longer than it was told to wait. */
  clampDelays(now: number): number
  /** Makes due at once what waits for something outside, such as a server that was down. */
  promoteWaiting(): number
  /** Takes an erased item's jobs and their trace out of the table. */
  forgetItem(itemId: string): void
}

export function createJobUpkeep(db: VaultDatabase): JobUpkeep {
  const one = db.prepare<[string], JobRow>('SELECT * FROM jobs WHERE id = ?')
  const liveByKey = db.prepare<[string], { id: string }>(`SELECT id FROM jobs WHERE dedupe_key = ? AND status IN ('pending', 'running')`)
  const endAttempt = db.prepare(
    `UPDATE job_attempts SET finished_at = ?, outcome = ?, error = ?, error_code = ? WHERE job_id = ? AND number = ?`,
  )
  const running = db.prepare<[], JobRow>(`SELECT * FROM jobs WHERE status = 'running'`)
  const interrupt = db.prepare(
    `UPDATE jobs SET status = ?, due = 1, interruptions = interruptions + 1, claim_id = NULL, finished_at = ?, error = ?, error_code = ? WHERE id = ?`,
  )
  const retry = db.prepare(
    `UPDATE jobs SET status = 'pending', due = 1, lane = 0, attempts = 0, interruptions = 0, next_run_at = ?, delay_ms = 0, finished_at = NULL,
       error = NULL, error_code = NULL, result_note = NULL, changes = COALESCE(?, changes) WHERE id = ? AND status IN ('dead', 'cancelled')`,
  )
  const dead = db.prepare<[number], { id: string }>(`SELECT id FROM jobs WHERE status = 'dead' ORDER BY finished_at, id LIMIT ?`)
  const purgeDead = db.prepare(`DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE status = 'dead' ORDER BY finished_at, id LIMIT ?)`)
  const purgeFinished = db.prepare(
    `DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE status IN ('done', 'cancelled') ORDER BY finished_at, id LIMIT ?)`,
  )
  const trimFinished = db.prepare(
    `DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE status IN ('done', 'cancelled') AND finished_at < ? ORDER BY finished_at, id LIMIT ?)`,
  )
  const remove = db.prepare(`DELETE FROM jobs WHERE id = ? AND status IN ('dead', 'done', 'cancelled')`)
  const nextDelayed = db.prepare<[], { at: number | null }>(`SELECT MIN(next_run_at) AS at FROM jobs WHERE status = 'pending' AND due = 0`)
  const clamp = db.prepare(`UPDATE jobs SET next_run_at = ? + delay_ms WHERE status = 'pending' AND due = 0 AND next_run_at > ? + delay_ms`)
  const promoteWaiting = db.prepare(`UPDATE jobs SET due = 1 WHERE status = 'pending' AND due = 0 AND waiting_reason IS NOT NULL`)
  const forgetItem = db.prepare('DELETE FROM jobs WHERE item_id = ?')

  return {
    recover(now) {
      const died: JobReference[] = []
      for (const row of running.all()) {
        const last = row.interruptions + 1 >= MAX_INTERRUPTIONS
        const message = last
          ? 'Cortexa was ended three times while this job ran, so it was set aside. If this happened by chance, retry it.'
          : null
        interrupt.run(last ? 'dead' : 'pending', last ? now : null, message, last ? 'JOB_INTERRUPTED' : null, row.id)
        endAttempt.run(now, 'interrupted', 'Cortexa was ended while this ran.', 'JOB_INTERRUPTED', row.id, row.runs)
        if (last) died.push(jobReference(row))
      }
      return died
    },

    retry(id, changes, now) {
      const row = one.get(id)
      if (!row || (row.status !== 'dead' && row.status !== 'cancelled')) return null
      if (row.dedupe_key !== null && liveByKey.get(row.dedupe_key)) return 'conflict'
      retry.run(now, changes === null ? null : JSON.stringify(changes), id)
      return jobReference(row)
    },

    deadIds: (limit) => dead.all(limit).map(({ id }) => id),
    purge: (status, limit) => (status === 'dead' ? purgeDead : purgeFinished).run(limit).changes,
    trimFinished: (time, limit) => trimFinished.run(time, limit).changes,
    remove: (id) => remove.run(id).changes > 0,
    nextDelayedAt: () => nextDelayed.get()?.at ?? null,
    clampDelays: (now) => clamp.run(now, now).changes,
    promoteWaiting: () => promoteWaiting.run().changes,

    forgetItem(itemId) {
      forgetItem.run(itemId)
    },
  }
}
