import type { Job, JobAttempt, JobStatus, JobSummary, JobType, ModelCall } from '../../shared/entities'
import type { VaultDatabase } from '../db/open-database'

export interface JobFilter {
  status?: JobStatus | undefined
  type?: JobType | undefined
  itemId?: string | undefined
}

export interface JobPage {
  jobs: JobSummary[]
  nextCursor: string | null
}

export interface JobTrace {
  /** Dead first, then running, waiting in the order they will run, then finished, newest first. */
  list(filter: JobFilter, cursor: string | undefined, limit: number): JobPage
  counts(): Record<JobStatus, number>
  get(id: string): Job | null
  /** One job without its attempts. */
  brief(id: string): JobSummary | null
  recordCall(id: string, jobId: string, attempt: number, call: Omit<ModelCall, 'id'>): void
}

interface Row {
  id: string
  type: JobType
  status: JobStatus
  item_id: string | null
  item_title: string | null
  attempts: number
  max_attempts: number
  next_run_at: number
  due: number
  created_at: number
  started_at: number | null
  finished_at: number | null
  error: string | null
  error_code: string | null
  waiting_reason: string | null
  result_note: string | null
  changes: string | null
  priority: number
  payload: string
}

interface Segment {
  statuses: readonly JobStatus[]
  where: string
  order: string
  /** The condition "comes after the cursor's row", and the columns whose values the cursor holds. */
  after: string
  keys: (row: Row) => (string | number)[]
}

const newestFirst = {
  order: 'j.finished_at DESC, j.id DESC',
  after: '(j.finished_at, j.id) < (?, ?)',
  keys: (row: Row) => [row.finished_at ?? 0, row.id],
}

export const jobSegments: readonly Segment[] = [
  { statuses: ['dead'], where: `j.status = 'dead'`, ...newestFirst },
  {
    statuses: ['running'],
    where: `j.status = 'running'`,
    order: 'j.started_at, j.id',
    after: '(j.started_at, j.id) > (?, ?)',
    keys: (row) => [row.started_at ?? 0, row.id],
  },
  {
    statuses: ['pending'],
    where: `j.status = 'pending'`,
    order: 'j.priority, j.next_run_at, j.id',
    after: '(j.priority, j.next_run_at, j.id) > (?, ?, ?)',
    keys: (row) => [row.priority, row.next_run_at, row.id],
  },
  { statuses: ['done', 'cancelled'], where: `j.status IN ('done', 'cancelled')`, ...newestFirst },
]

const SELECT = 'SELECT j.*, i.title AS item_title FROM jobs j LEFT JOIN items i ON i.id = j.item_id'

function summarise(row: Row, paused: boolean): JobSummary {
  const pending = row.status === 'pending'
  const waitingFor = !pending
    ? null
    : (row.waiting_reason ?? (row.due === 0 ? 'Tries again after a wait.' : paused ? 'The queue is paused.' : 'Waits for its turn.'))
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    itemId: row.item_id,
    itemTitle: row.item_title,
    attempts: row.attempts,
    maxAttempts: row.max_attempts,
    nextRunAt: row.next_run_at,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    error: row.error,
    errorCode: row.error_code,
    waitingFor,
    changes: row.changes === null ? null : JSON.parse(row.changes),
    resultNote: row.result_note,
  }
}

/** Reads the job table for people: pages, counts, one job with its attempts and calls. */
export function createJobTrace(db: VaultDatabase, isPaused: () => boolean): JobTrace {
  const counts = db.prepare<[], { status: JobStatus; count: number }>('SELECT status, count FROM job_counts')
  const one = db.prepare<[string], Row>(`${SELECT} WHERE j.id = ?`)
  const attempts = db.prepare<
    [string],
    {
      number: number
      worker: number
      started_at: number
      finished_at: number | null
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
    list(filter, cursor, limit) {
      const at = parseCursor(cursor)
      const rows: { row: Row; segment: number }[] = []
      for (let index = at?.segment ?? 0; index < jobSegments.length && rows.length <= limit; index++) {
        const segment = jobSegments[index]
        if (!segment || (filter.status !== undefined && !segment.statuses.includes(filter.status))) continue
        const conditions = [segment.where]
        const values: (string | number)[] = []
        if (filter.status !== undefined && segment.statuses.length > 1) {
          conditions.push('j.status = ?')
          values.push(filter.status)
        }
        if (filter.type !== undefined) {
          conditions.push('j.type = ?')
          values.push(filter.type)
        }
        if (filter.itemId !== undefined) {
          conditions.push('j.item_id = ?')
          values.push(filter.itemId)
        }
        if (at?.segment === index) {
          conditions.push(segment.after)
          values.push(...at.keys)
        }
        const wanted = limit + 1 - rows.length
        const found = db
          .prepare<unknown[], Row>(`${SELECT} WHERE ${conditions.join(' AND ')} ORDER BY ${segment.order} LIMIT ?`)
          .all(...values, wanted)
        for (const row of found) rows.push({ row, segment: index })
      }
      const page = rows.slice(0, limit)
      const last = page.at(-1)
      const more = rows.length > limit && last
      return {
        jobs: page.map(({ row }) => summarise(row, isPaused())),
        nextCursor: more ? JSON.stringify([last.segment, ...(jobSegments[last.segment]?.keys(last.row) ?? [])]) : null,
      }
    },

    counts() {
      const result: Record<JobStatus, number> = { pending: 0, running: 0, done: 0, dead: 0, cancelled: 0 }
      for (const row of counts.all()) result[row.status] = row.count
      return result
    },

    brief(id) {
      const row = one.get(id)
      return row ? summarise(row, isPaused()) : null
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
        ...summarise(row, isPaused()),
        priority: row.priority,
        payload: JSON.parse(row.payload),
        attemptsLog: attempts.all(id).map((attempt) => ({
          number: attempt.number,
          worker: attempt.worker,
          startedAt: attempt.started_at,
          finishedAt: attempt.finished_at,
          outcome: attempt.outcome,
          error: attempt.error,
          errorCode: attempt.error_code,
          serverWords: attempt.server_words,
          calls: byAttempt.get(attempt.number) ?? [],
        })),
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

function parseCursor(cursor: string | undefined): { segment: number; keys: (string | number)[] } | null {
  if (cursor === undefined) return null
  try {
    const parsed: unknown = JSON.parse(cursor)
    if (!Array.isArray(parsed) || typeof parsed[0] !== 'number') return null
    const keys = parsed.slice(1).filter((key): key is string | number => typeof key === 'string' || typeof key === 'number')
    const expected = jobSegments[parsed[0]]?.after.match(/\?/g)?.length
    return keys.length === expected ? { segment: parsed[0], keys } : null
  } catch {
    return null
  }
}
