import type { JobStatus, JobType } from '../../shared/entities'
import type { VaultDatabase } from '../db/open-database'
import { backoffMs, type Lane } from '../domain/job-rules'
import { type JobChanges, type JobReference, type JobRow, jobReference } from './job-row'
import { createJobUpkeep, type JobUpkeep } from './job-upkeep'

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

export interface ClaimedJob {
  id: string
  type: JobType
  payload: unknown
  itemId: string | null
  lane: Lane
  /** Counts this attempt; 1 for the first. */
  attempts: number
  maxAttempts: number
  /** Number of this run over the whole life of the job, also across retries by hand. */
  run: number
  claimId: string
  changes: JobChanges | null
}

/** What a finished attempt leaves in the trace. */
export interface AttemptError {
  message: string
  code: string
  serverWords: string | null
}

/** `all`: every due job. `short`: none of lane 2. `asked`: only lane 0, the longest waiting first. */
export type ClaimScope = 'all' | 'short' | 'asked'

export interface JobStore extends JobUpkeep {
  /** Returns the id of the new job, or of the live one that has the same key. Cancelled ones are named so that events can be told. */
  enqueue(job: NewJob, now: number): { id: string; created: boolean; replaced: JobReference[] }
  /** Makes delayed jobs due whose time has come. Returns how many. */
  promote(now: number): number
  /** Whether `claim` would find a job; reads only. */
  hasDue(scope: ClaimScope): boolean
  /** Takes the due job with the smallest priority number, then the earliest next_run_at, and starts its attempt. */
  claim(claimId: string, worker: number, scope: ClaimScope, now: number): ClaimedJob | null
  /** Whether the next job `claim` would take is of this type and lane; reads only. */
  nextIs(scope: ClaimScope, type: JobType, lane: Lane): boolean
  /** When the longest waiting job that a person asked for became due. */
  oldestAskedAt(): number | null
  /** These four: false or null when the claim is no longer this one's, and then nothing was written. */
  complete(job: ClaimedJob, now: number): boolean
  /** A few words on the result, for the panel. */
  setResultNote(id: string, note: string): void
  fail(job: ClaimedJob, error: AttemptError, giveUp: boolean, now: number): { status: 'pending' | 'dead'; nextRunAt: number } | null
  retryLater(job: ClaimedJob, error: AttemptError, delayMs: number, now: number): boolean
  release(job: ClaimedJob, now: number): boolean
  /** True while the job is still running under this claim. */
  holds(job: ClaimedJob): boolean
  cancel(id: string, now: number): JobReference | null
  cancelForItem(itemId: string, now: number): JobReference[]
  /** The pending or running job of this type on an item. */
  liveJob(itemId: string, type: JobType): string | null
  find(id: string): (JobReference & { status: JobStatus; worker: number | null }) | null
}

/** The index is named because the planner would as soon walk over every pending job. */
const dueJobs: Record<ClaimScope, string> = {
  all: `jobs INDEXED BY jobs_due WHERE status = 'pending' AND due = 1 ORDER BY priority, next_run_at, id LIMIT 1`,
  short: `jobs INDEXED BY jobs_due_short WHERE status = 'pending' AND due = 1 AND lane < 2 ORDER BY priority, next_run_at, id LIMIT 1`,
  asked: `jobs INDEXED BY jobs_due_asked WHERE status = 'pending' AND due = 1 AND lane = 0 ORDER BY next_run_at LIMIT 1`,
}

/** The claim's statement, exported so that a test can look at its query plan. */
export const claimSql = (scope: ClaimScope) => `
  UPDATE jobs SET status = 'running', attempts = attempts + 1, runs = runs + 1, claim_id = ?, worker = ?, started_at = ?,
    finished_at = NULL, waiting_reason = NULL
  WHERE id = (SELECT id FROM ${dueJobs[scope]}) AND status = 'pending'
  RETURNING *`

export const PROMOTE_SQL = `UPDATE jobs SET due = 1 WHERE status = 'pending' AND due = 0 AND next_run_at <= ?`

/** The job table's writes. Each runs inside the caller's transaction and knows no job type. */
export function createJobStore(db: VaultDatabase): JobStore {
  const columns = '(id, type, payload, item_id, dedupe_key, priority, lane, status, due, max_attempts, next_run_at, created_at, changes)'
  const insert = db.prepare(`INSERT INTO jobs ${columns} VALUES (?, ?, ?, ?, ?, ?, ?, 'pending', 1, ?, ?, ?, ?)`)
  const liveByKey = db.prepare<[string], { id: string }>(`SELECT id FROM jobs WHERE dedupe_key = ? AND status IN ('pending', 'running')`)
  const cancelWaiting = db.prepare<unknown[], JobRow>(
    `UPDATE jobs SET status = 'cancelled', finished_at = ?, claim_id = NULL, error = NULL, result_note = 'Replaced by a newer version'
     WHERE item_id = ? AND type = ? AND status = 'pending' RETURNING *`,
  )
  const promote = db.prepare<[number]>(PROMOTE_SQL)
  const scopes = (make: (scope: ClaimScope) => string) => ({
    all: db.prepare(make('all')),
    short: db.prepare(make('short')),
    asked: db.prepare(make('asked')),
  })
  const due = scopes((scope) => `SELECT type, lane FROM ${dueJobs[scope]}`) as Record<
    ClaimScope,
    { get(): { type: JobType; lane: Lane } | undefined }
  >
  const oldestAsked = db.prepare<[], { at: number | null }>(
    `SELECT MIN(next_run_at) AS at FROM jobs WHERE status = 'pending' AND due = 1 AND lane = 0`,
  )
  const claim = scopes(claimSql) as Record<ClaimScope, { get(claimId: string, worker: number, now: number): JobRow | undefined }>
  const startAttempt = db.prepare(`INSERT INTO job_attempts (job_id, number, worker, started_at, outcome) VALUES (?, ?, ?, ?, 'running')`)
  const endAttempt = db.prepare(
    `UPDATE job_attempts SET finished_at = ?, outcome = ?, error = ?, error_code = ?, server_words = ? WHERE job_id = ? AND number = ?`,
  )
  const complete = db.prepare(
    `UPDATE jobs SET status = 'done', finished_at = ?, claim_id = NULL, error = NULL, error_code = NULL
     WHERE id = ? AND claim_id = ? AND status = 'running'`,
  )
  const back = db.prepare(
    `UPDATE jobs SET status = 'pending', due = ?, attempts = ?, next_run_at = ?, delay_ms = ?, claim_id = NULL, error = ?, error_code = ?,
       waiting_reason = ? WHERE id = ? AND claim_id = ? AND status = 'running'`,
  )
  const die = db.prepare(
    `UPDATE jobs SET status = 'dead', finished_at = ?, claim_id = NULL, error = ?, error_code = ? WHERE id = ? AND claim_id = ? AND status = 'running'`,
  )
  const resultNote = db.prepare('UPDATE jobs SET result_note = ? WHERE id = ?')
  const held = db.prepare<[string, string]>(`SELECT 1 FROM jobs WHERE id = ? AND claim_id = ? AND status = 'running'`)
  const cancelOne = db.prepare<unknown[], JobRow>(
    `UPDATE jobs SET status = 'cancelled', finished_at = ?, claim_id = NULL, waiting_reason = NULL, result_note = NULL
     WHERE id = ? AND status IN ('pending', 'running') RETURNING *`,
  )
  const liveOfItem = db.prepare<[string], { id: string }>(`SELECT id FROM jobs WHERE item_id = ? AND status IN ('pending', 'running')`)
  const liveOfType = db.prepare<[string, string], { id: string }>(
    `SELECT id FROM jobs WHERE item_id = ? AND type = ? AND status IN ('pending', 'running') LIMIT 1`,
  )
  const one = db.prepare<[string], JobRow>('SELECT * FROM jobs WHERE id = ?')

  const closeAttempt = (job: ClaimedJob, outcome: string, error: AttemptError | null, now: number) =>
    endAttempt.run(now, outcome, error?.message ?? null, error?.code ?? null, error?.serverWords ?? null, job.id, job.run)

  function cancelById(id: string, now: number): JobReference | null {
    const row = cancelOne.get(now, id)
    if (!row) return null
    endAttempt.run(now, 'cancelled', null, null, null, id, row.runs)
    return jobReference(row)
  }

  return {
    ...createJobUpkeep(db),

    enqueue(job, now) {
      if (job.dedupeKey !== null) {
        const live = liveByKey.get(job.dedupeKey)
        if (live) return { id: live.id, created: false, replaced: [] }
      }
      const replaced = job.replacesWaiting && job.itemId !== null ? cancelWaiting.all(now, job.itemId, job.type).map(jobReference) : []
      insert.run(
        job.id,
        job.type,
        JSON.stringify(job.payload),
        job.itemId,
        job.dedupeKey,
        job.priority,
        job.lane,
        job.maxAttempts,
        now,
        now,
        job.changes ? JSON.stringify(job.changes) : null,
      )
      return { id: job.id, created: true, replaced }
    },

    promote: (now) => promote.run(now).changes,
    hasDue: (scope) => due[scope].get() !== undefined,
    nextIs(scope, type, lane) {
      const next = due[scope].get()
      return next?.type === type && next.lane === lane
    },
    oldestAskedAt: () => oldestAsked.get()?.at ?? null,

    claim(claimId, worker, scope, now) {
      const row = claim[scope].get(claimId, worker, now)
      if (!row) return null
      startAttempt.run(row.id, row.runs, worker, now)
      return {
        id: row.id,
        type: row.type,
        payload: JSON.parse(row.payload),
        itemId: row.item_id,
        lane: row.lane,
        attempts: row.attempts,
        maxAttempts: row.max_attempts,
        run: row.runs,
        claimId,
        changes: row.changes === null ? null : JSON.parse(row.changes),
      }
    },

    complete(job, now) {
      if (complete.run(now, job.id, job.claimId).changes === 0) return false
      closeAttempt(job, 'done', null, now)
      return true
    },

    setResultNote(id, note) {
      resultNote.run(note, id)
    },

    fail(job, error, giveUp, now) {
      if (!giveUp && job.attempts < job.maxAttempts) {
        const delay = backoffMs(job.attempts)
        const changes = back.run(0, job.attempts, now + delay, delay, error.message, error.code, null, job.id, job.claimId).changes
        if (changes === 0) return null
        closeAttempt(job, 'failed', error, now)
        return { status: 'pending', nextRunAt: now + delay }
      }
      if (die.run(now, error.message, error.code, job.id, job.claimId).changes === 0) return null
      closeAttempt(job, 'failed', error, now)
      return { status: 'dead', nextRunAt: now }
    },

    retryLater(job, error, delayMs, now) {
      const { changes } = back.run(0, job.attempts - 1, now + delayMs, delayMs, null, error.code, error.message, job.id, job.claimId)
      if (changes === 0) return false
      closeAttempt(job, 'retry-later', error, now)
      return true
    },

    release(job, now) {
      if (back.run(1, job.attempts - 1, now, 0, null, null, null, job.id, job.claimId).changes === 0) return false
      closeAttempt(job, 'interrupted', null, now)
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
