import type { JobStatus, JobType } from '../../../shared/entities'
import type { VaultDatabase } from '../db/open-database'
import { type AttemptError, createAttemptKeeper } from './attempt-keeper'
import { type ClaimedJob, createJobClaims, type JobClaims } from './job-claims'
import { type GateOf, type JobChanges, type JobReference, type JobRow, jobReference } from './job-row'
import { backoffMs, type Lane } from './job-rules'
import { createJobUpkeep, type JobUpkeep, PROMOTE_LIMIT } from './job-upkeep'

export type { AttemptError } from './attempt-keeper'
export type { ClaimedJob, ClaimScope } from './job-claims'
export type { JobChanges, JobReference } from './job-row'

export interface NewJob {
  id: string
  type: JobType
  payload: Record<string, unknown>
  itemId: string | null
  /** At most one pending or running job has a given key. */
  dedupeKey: string | null
  priority: number
  lane: Lane
  maxAttempts: number
  /** Cancel waiting jobs of this type on this item first: they were made for an older content. */
  replacesWaiting: boolean
  changes?: JobChanges | null
}

export interface JobStore extends JobUpkeep, JobClaims {
  /**
   * Returns the id of the new job, or of the live one that has the same key, which then goes into the better lane of the two.
   * Cancelled ones are named so that events can be told.
   */
  enqueue(job: NewJob, now: number): { id: string; created: boolean; replaced: JobReference[] }
  /** Makes delayed jobs due whose time has come, at most PROMOTE_LIMIT at once. Returns how many. */
  promote(now: number): number
  /** These five: false or null when the claim is no longer this one's, and then nothing was written. */
  complete(job: ClaimedJob, now: number): boolean
  /** A few words on the result, for the panel. */
  setResultNote(id: string, note: string): void
  fail(job: ClaimedJob, error: AttemptError, giveUp: boolean, now: number): { status: 'pending' | 'dead'; nextRunAt: number } | null
  retryLater(job: ClaimedJob, error: AttemptError, delayMs: number, now: number): boolean
  /**
   * The job met something closed: it keeps its place, behind `gate`, and the attempt costs nothing. It leaves a row in the trace only when a
   * model was called in it, so that a server that stays away for months leaves nothing.
   */
  park(job: ClaimedJob, gate: string, error: AttemptError, now: number): boolean
  release(job: ClaimedJob, now: number): boolean
  /** True while the job is still running under this claim. */
  holds(job: ClaimedJob): boolean
  cancel(id: string, now: number): JobReference | null
  cancelForItem(itemId: string, now: number): JobReference[]
  /** The pending or running job of this type on an item. */
  liveJob(itemId: string, type: JobType): string | null
  find(id: string): (JobReference & { status: JobStatus; worker: number | null }) | null
}

export const PROMOTE_SQL = `UPDATE jobs SET due = 1 WHERE id IN (
  SELECT id FROM jobs INDEXED BY jobs_delayed WHERE status = 'pending' AND due = 0 AND next_run_at <= ? ORDER BY next_run_at, id LIMIT ${PROMOTE_LIMIT})`

/** The job table's writes. Each runs inside the caller's transaction and knows no job type; `gateOf` names the gate of a job that begins to wait. */
export function createJobStore(db: VaultDatabase, gateOf: GateOf = () => ''): JobStore {
  const columns =
    '(id, type, payload, item_id, dedupe_key, priority, lane, status, due, max_attempts, next_run_at, created_at, changes, gate)'
  const insert = db.prepare(`INSERT INTO jobs ${columns} VALUES (?, ?, ?, ?, ?, ?, ?, 'pending', 1, ?, ?, ?, ?, ?)`)
  const liveByKey = db.prepare<[string], { id: string; lane: Lane }>(
    `SELECT id, lane FROM jobs WHERE dedupe_key = ? AND status IN ('pending', 'running')`,
  )
  const raiseLane = db.prepare<[Lane, string]>(`UPDATE jobs SET lane = ? WHERE id = ? AND status = 'pending'`)
  const cancelWaiting = db.prepare<unknown[], JobRow>(
    `UPDATE jobs SET status = 'cancelled', finished_at = ?, error = NULL, waiting_reason = NULL, result_note = 'Replaced by a newer version'
     WHERE item_id = ? AND type = ? AND status = 'pending' RETURNING *`,
  )
  const promote = db.prepare<[number]>(PROMOTE_SQL)
  const complete = db.prepare(
    `UPDATE jobs SET status = 'done', finished_at = ?, claim_id = NULL, error = NULL, error_code = NULL
     WHERE id = ? AND claim_id = ? AND status = 'running'`,
  )
  const back = db.prepare(
    `UPDATE jobs SET status = 'pending', due = ?, attempts = ?, next_run_at = ?, delay_ms = ?, claim_id = NULL, error = ?, error_code = ?,
       waiting_reason = ? WHERE id = ? AND claim_id = ? AND status = 'running'`,
  )
  const park = db.prepare(
    `UPDATE jobs SET status = 'pending', due = 1, attempts = attempts - 1, runs = runs - ?, gate = ?, claim_id = NULL, error = NULL,
       error_code = ?, waiting_reason = ? WHERE id = ? AND claim_id = ? AND status = 'running'`,
  )
  const hasCalls = db.prepare<[string, number]>('SELECT 1 FROM model_calls WHERE job_id = ? AND attempt = ? LIMIT 1')
  const die = db.prepare(
    `UPDATE jobs SET status = 'dead', finished_at = ?, claim_id = NULL, error = ?, error_code = ? WHERE id = ? AND claim_id = ? AND status = 'running'`,
  )
  const resultNote = db.prepare('UPDATE jobs SET result_note = ? WHERE id = ?')
  const held = db.prepare<[string, string]>(`SELECT 1 FROM jobs WHERE id = ? AND claim_id = ? AND status = 'running'`)
  const cancelOne = db.prepare(
    `UPDATE jobs SET status = 'cancelled', finished_at = ?, claim_id = NULL, waiting_reason = NULL, result_note = NULL
     WHERE id = ? AND status IN ('pending', 'running')`,
  )
  const liveOfItem = db.prepare<[string], { id: string }>(`SELECT id FROM jobs WHERE item_id = ? AND status IN ('pending', 'running')`)
  const liveOfType = db.prepare<[string, string], { id: string }>(
    `SELECT id FROM jobs WHERE item_id = ? AND type = ? AND status IN ('pending', 'running') LIMIT 1`,
  )
  const one = db.prepare<[string], JobRow>('SELECT * FROM jobs WHERE id = ?')

  const keepAttempt = createAttemptKeeper(db)

  function cancelById(id: string, now: number): JobReference | null {
    const row = one.get(id)
    if (!row || cancelOne.run(now, id).changes === 0) return null
    if (row.status === 'running') keepAttempt(id, 'cancelled', null, now)
    return jobReference(row)
  }

  return {
    ...createJobClaims(db),
    ...createJobUpkeep(db, gateOf),

    enqueue(job, now) {
      if (job.dedupeKey !== null) {
        const live = liveByKey.get(job.dedupeKey)
        if (live) {
          if (job.lane < live.lane) raiseLane.run(job.lane, live.id)
          return { id: live.id, created: false, replaced: [] }
        }
      }
      const replaced = job.replacesWaiting && job.itemId !== null ? cancelWaiting.all(now, job.itemId, job.type) : []
      insert.run(
        job.id,
        job.type,
        JSON.stringify(job.payload),
        job.itemId,
        job.dedupeKey,
        job.priority,
        // What a person asked for stays asked for when a newer version takes its place.
        Math.min(job.lane, ...replaced.map((old) => old.lane)),
        job.maxAttempts,
        now,
        now,
        job.changes ? JSON.stringify(job.changes) : null,
        gateOf({ type: job.type, changes: job.changes ?? null }),
      )
      return { id: job.id, created: true, replaced: replaced.map(jobReference) }
    },

    promote: (now) => promote.run(now).changes,

    complete: (job, now) => complete.run(now, job.id, job.claimId).changes > 0,

    setResultNote(id, note) {
      resultNote.run(note, id)
    },

    fail(job, error, giveUp, now) {
      if (!giveUp && job.attempts < job.maxAttempts) {
        const delay = backoffMs(job.attempts)
        const changes = back.run(0, job.attempts, now + delay, delay, error.message, error.code, null, job.id, job.claimId).changes
        if (changes === 0) return null
        keepAttempt(job.id, 'failed', error, now)
        return { status: 'pending', nextRunAt: now + delay }
      }
      if (die.run(now, error.message, error.code, job.id, job.claimId).changes === 0) return null
      keepAttempt(job.id, 'failed', error, now)
      return { status: 'dead', nextRunAt: now }
    },

    retryLater(job, error, delayMs, now) {
      const { changes } = back.run(0, job.attempts - 1, now + delayMs, delayMs, null, error.code, error.message, job.id, job.claimId)
      if (changes === 0) return false
      keepAttempt(job.id, 'retry-later', error, now)
      return true
    },

    park(job, gate, error, now) {
      const called = hasCalls.get(job.id, job.run) !== undefined
      if (park.run(called ? 0 : 1, gate, error.code, error.message, job.id, job.claimId).changes === 0) return false
      if (called) keepAttempt(job.id, 'retry-later', error, now)
      return true
    },

    release(job, now) {
      if (back.run(1, job.attempts - 1, now, 0, null, null, null, job.id, job.claimId).changes === 0) return false
      keepAttempt(job.id, 'interrupted', null, now)
      return true
    },

    holds: (job) => held.get(job.id, job.claimId) !== undefined,

    cancel: cancelById,

    cancelForItem(itemId, now) {
      return liveOfItem.all(itemId).flatMap(({ id }) => cancelById(id, now) ?? [])
    },

    liveJob: (itemId, type) => liveOfType.get(itemId, type)?.id ?? null,

    find(id) {
      const row = one.get(id)
      return row ? { ...jobReference(row), status: row.status, worker: row.worker } : null
    },
  }
}
