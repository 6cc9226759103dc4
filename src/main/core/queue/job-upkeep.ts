import type { JobStatus } from '../../../shared/entities'
import type { VaultDatabase } from '../db/open-database'
import { createAttemptKeeper } from './attempt-keeper'
import { createDueGates } from './job-gates'
import { type GateOf, type JobChanges, type JobReference, type JobRow, jobReference } from './job-row'
import { MAX_INTERRUPTIONS } from './job-rules'

/** Jobs made due in one transaction; more, as after a server was away for long, would keep the thread for too long. */
export const PROMOTE_LIMIT = 500

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
  /**
   * After the clock was set back: no delayed job waits longer than it was told to wait, and what a person asked for counts as
   * waiting from now on. Returns how many delays it cut.
   */
  clampDelays(now: number): number
  /** Makes due at once what waits for something outside, such as a server that was down, at most PROMOTE_LIMIT. Returns how many. */
  promoteWaiting(): number
  /** Takes an erased item's jobs and their trace out of the table. */
  forgetItem(itemId: string): void
}

export function createJobUpkeep(db: VaultDatabase, gateOf: GateOf = () => ''): JobUpkeep {
  const dueGates = createDueGates(db)
  const one = db.prepare<[string], JobRow>('SELECT * FROM jobs WHERE id = ?')
  const liveByKey = db.prepare<[string], { id: string }>(`SELECT id FROM jobs WHERE dedupe_key = ? AND status IN ('pending', 'running')`)
  const keepAttempt = createAttemptKeeper(db)
  const running = db.prepare<[], JobRow>(`SELECT * FROM jobs WHERE status = 'running'`)
  const interrupt = db.prepare(
    `UPDATE jobs SET status = ?, due = 1, interruptions = interruptions + 1, claim_id = NULL, finished_at = ?, error = ?, error_code = ? WHERE id = ?`,
  )
  const retry = db.prepare(
    `UPDATE jobs SET status = 'pending', due = 1, lane = 0, attempts = 0, interruptions = 0, next_run_at = ?, delay_ms = 0, finished_at = NULL,
       error = NULL, error_code = NULL, waiting_reason = NULL, result_note = NULL, changes = COALESCE(?, changes), gate = ? WHERE id = ? AND status IN ('dead', 'cancelled')`,
  )
  const dead = db.prepare<[number], { id: string }>(`SELECT id FROM jobs WHERE status = 'dead' ORDER BY finished_at, id LIMIT ?`)
  const purgeOf = (status: JobStatus) =>
    db.prepare<[number, number]>(
      `DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE status = '${status}' AND finished_at < ? ORDER BY finished_at, id LIMIT ?)`,
    )
  const purge = { dead: purgeOf('dead'), done: purgeOf('done'), cancelled: purgeOf('cancelled') }
  const remove = db.prepare(`DELETE FROM jobs WHERE id = ? AND status IN ('dead', 'done', 'cancelled')`)
  const nextDelayed = db.prepare<[], { at: number | null }>(`SELECT MIN(next_run_at) AS at FROM jobs WHERE status = 'pending' AND due = 0`)
  const clamp = db.prepare(`UPDATE jobs SET next_run_at = ? + delay_ms WHERE status = 'pending' AND due = 0 AND next_run_at > ? + delay_ms`)
  const clampAsked = db.prepare(
    `UPDATE jobs SET next_run_at = ? WHERE status = 'pending' AND due = 1 AND gate = ? AND lane = 0 AND next_run_at > ?`,
  )
  const promoteWaiting = db.prepare(
    `UPDATE jobs SET due = 1 WHERE id IN (
       SELECT id FROM jobs WHERE status = 'pending' AND due = 0 AND waiting_reason IS NOT NULL ORDER BY next_run_at, id LIMIT ${PROMOTE_LIMIT})`,
  )
  const forgetItem = db.prepare('DELETE FROM jobs WHERE item_id = ?')

  function purgeEnded(status: 'dead' | 'finished', before: number, limit: number): number {
    if (status === 'dead') return purge.dead.run(before, limit).changes
    const done = purge.done.run(before, limit).changes
    return done < limit ? done + purge.cancelled.run(before, limit - done).changes : done
  }

  return {
    recover(now) {
      const died: JobReference[] = []
      for (const row of running.all()) {
        const last = row.interruptions + 1 >= MAX_INTERRUPTIONS
        const message = last
          ? 'Cortexa was ended three times while this job ran, so it was set aside. If this happened by chance, retry it.'
          : null
        interrupt.run(last ? 'dead' : 'pending', last ? now : null, message, last ? 'JOB_INTERRUPTED' : null, row.id)
        keepAttempt(
          row.id,
          'interrupted',
          { message: 'Cortexa was ended while this ran.', code: 'JOB_INTERRUPTED', serverWords: null },
          now,
        )
        if (last) died.push(jobReference(row))
      }
      return died
    },

    retry(id, changes, now) {
      const row = one.get(id)
      if (!row || (row.status !== 'dead' && row.status !== 'cancelled')) return null
      if (row.dedupe_key !== null && liveByKey.get(row.dedupe_key)) return 'conflict'
      const kept: JobChanges | null = row.changes === null ? null : JSON.parse(row.changes)
      retry.run(now, changes === null ? null : JSON.stringify(changes), gateOf({ type: row.type, changes: changes ?? kept }), id)
      return jobReference(row)
    },

    deadIds: (limit) => dead.all(limit).map(({ id }) => id),
    purge: (status, limit) => purgeEnded(status, Number.MAX_SAFE_INTEGER, limit),
    trimFinished: (time, limit) => purgeEnded('finished', time, limit),
    remove: (id) => remove.run(id).changes > 0,
    nextDelayedAt: () => nextDelayed.get()?.at ?? null,
    clampDelays(now) {
      for (const gate of dueGates()) clampAsked.run(now, gate, now)
      return clamp.run(now, now).changes
    },
    promoteWaiting: () => promoteWaiting.run().changes,

    forgetItem(itemId) {
      forgetItem.run(itemId)
    },
  }
}
