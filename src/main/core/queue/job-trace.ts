import type { Job, JobAttempt, JobStatus, JobSummary, ModelCall } from '../../../shared/entities'
import type { VaultDatabase } from '../db/open-database'
import type { Viewer } from '../privacy/viewer'
import { type Closure, createDueGates, createGateCount } from './job-gates'
import { createJobList, type JobFilter, type JobPage, SHOWN_ROWS, type ShownRow, summarise, waitingReason } from './job-list'

export interface ParkedJobs extends Closure {
  count: number
}

export interface JobTrace {
  /** Dead first, then running, waiting in the order they will run, then finished, newest first. */
  list(filter: JobFilter, cursor: string | undefined, limit: number): JobPage
  /** Of all jobs but those of items that the viewer may not see. */
  counts(viewer: Viewer): Record<JobStatus, number>
  /** What jobs wait for behind closed gates, with how many there are; above 10,000 behind a gate are not counted. */
  parked(viewer: Viewer): ParkedJobs[]
  get(id: string): Job | null
  /** What a job waits for, as a sentence; null unless it waits for something other than its turn. */
  waitsFor(id: string): string | null
  /** One job without its attempts. */
  brief(id: string): JobSummary | null
  recordCall(id: string, jobId: string, attempt: number, call: Omit<ModelCall, 'id'>): void
}

/** Reads the job table for people: pages, counts, one job with its attempts and calls. */
export function createJobTrace(
  db: VaultDatabase,
  isPaused: () => boolean,
  closureOf: (gate: string) => Closure | null = () => null,
): JobTrace {
  const dueGates = createDueGates(db)
  const countBehind = createGateCount(db)
  const counts = db.prepare<[], { status: JobStatus; count: number }>(
    `SELECT substr(key, 6) AS status, value AS count FROM meta WHERE key IN ('jobs_pending', 'jobs_running', 'jobs_done', 'jobs_dead', 'jobs_cancelled')`,
  )
  // By the index of such items, and by the index of an item's jobs: no job itself is read.
  const privateCounts = db.prepare<[], { status: JobStatus; count: number }>(
    `SELECT j.status AS status, count(*) AS count FROM items i INDEXED BY items_private
     CROSS JOIN jobs j INDEXED BY jobs_by_item ON j.item_id = i.id WHERE i.private = 1 GROUP BY j.status`,
  )
  const one = db.prepare<[string], ShownRow>(`${SHOWN_ROWS} WHERE j.id = ?`)
  const attempts = db.prepare<
    [string],
    {
      number: number
      worker: number
      started_at: number
      finished_at: number
      outcome: JobAttempt['outcome']
      error: string | null
      error_code: string | null
      server_words: string | null
    }
  >('SELECT * FROM job_attempts WHERE job_id = ? ORDER BY number')
  const calls = db.prepare<
    [string],
    {
      id: string
      attempt: number
      name: string
      endpoint: string
      model: string
      started_at: number
      duration_ms: number
      prompt_tokens: number | null
      output_tokens: number | null
      finish_reason: string | null
      error_code: string | null
      prompt: string
      reply: string
      reasoning: string
    }
  >('SELECT * FROM model_calls WHERE job_id = ? ORDER BY started_at, id')
  const insertCall = db.prepare(
    `INSERT INTO model_calls (id, job_id, attempt, name, endpoint, model, started_at, duration_ms, prompt_tokens, output_tokens, finish_reason, error_code, prompt, reply, reasoning)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )

  return {
    list: createJobList(db, isPaused, closureOf),

    counts(viewer) {
      const result: Record<JobStatus, number> = { pending: 0, running: 0, done: 0, dead: 0, cancelled: 0 }
      for (const row of counts.all()) result[row.status] = row.count
      if (!viewer.seesPrivate) for (const row of privateCounts.all()) result[row.status] = Math.max(0, result[row.status] - row.count)
      return result
    },

    parked(viewer) {
      const found = new Map<string, ParkedJobs>()
      for (const gate of dueGates()) {
        const closure = closureOf(gate)
        const count = closure === null ? 0 : countBehind(gate, viewer)
        if (closure === null || count === 0) continue
        const key = `${closure.code} ${closure.reason}`
        found.set(key, { ...closure, count: count + (found.get(key)?.count ?? 0) })
      }
      return [...found.values()]
    },

    waitsFor(id) {
      const row = one.get(id)
      return row?.status === 'pending' ? waitingReason(row, closureOf) : null
    },

    brief(id) {
      const row = one.get(id)
      return row ? summarise(row, isPaused(), closureOf) : null
    },

    get(id) {
      const row = one.get(id)
      if (!row) return null
      const byAttempt = new Map<number, ModelCall[]>()
      for (const call of calls.all(id)) {
        const list = byAttempt.get(call.attempt) ?? []
        list.push({
          id: call.id,
          name: call.name,
          endpoint: call.endpoint,
          model: call.model,
          startedAt: call.started_at,
          durationMs: call.duration_ms,
          promptTokens: call.prompt_tokens,
          outputTokens: call.output_tokens,
          finishReason: call.finish_reason,
          errorCode: call.error_code,
          prompt: call.prompt,
          reply: call.reply,
          reasoning: call.reasoning,
        })
        byAttempt.set(call.attempt, list)
      }
      return {
        ...summarise(row, isPaused(), closureOf),
        priority: row.priority,
        payload: JSON.parse(row.payload),
        attemptsLog: [
          ...attempts.all(id).map((attempt) => ({
            number: attempt.number,
            worker: attempt.worker,
            startedAt: attempt.started_at,
            finishedAt: attempt.finished_at,
            outcome: attempt.outcome,
            error: attempt.error,
            errorCode: attempt.error_code,
            serverWords: attempt.server_words,
          })),
          ...attemptOfJob(row),
        ].map((attempt) => ({ ...attempt, calls: byAttempt.get(attempt.number) ?? [] })),
      }
    },

    recordCall(id, jobId, attempt, call) {
      insertCall.run(
        id,
        jobId,
        attempt,
        call.name,
        call.endpoint,
        call.model,
        call.startedAt,
        call.durationMs,
        call.promptTokens,
        call.outputTokens,
        call.finishReason,
        call.errorCode,
        call.prompt,
        call.reply,
        call.reasoning,
      )
    },
  }
}

/** An attempt that runs, or that made its job done, is kept in the job's own row. */
function attemptOfJob(row: ShownRow): Omit<JobAttempt, 'calls'>[] {
  if (row.status !== 'running' && row.status !== 'done') return []
  return [
    {
      number: row.runs,
      worker: row.worker ?? 0,
      startedAt: row.started_at ?? 0,
      finishedAt: row.finished_at,
      outcome: row.status,
      error: null,
      errorCode: null,
      serverWords: null,
    },
  ]
}
