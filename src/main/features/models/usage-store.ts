import type { ModelRole, UsageRow } from '../../../shared/contract/usage'
import type { JobType } from '../../../shared/entities'
import type { VaultDatabase } from '../../core/db/open-database'

export interface UsageEntry {
  /** Local date, YYYY-MM-DD. */
  day: string
  endpoint: string
  model: string
  role: ModelRole
  jobType: JobType
  promptTokens: number
  outputTokens: number
  /** The server gave no count, so ours stands in. */
  estimated: boolean
}

export interface UsageStore {
  add(entry: UsageEntry): void
  /** Rows from `fromDay` on, newest day first. */
  since(fromDay: string): Omit<UsageRow, 'cost'>[]
  /** Prompt and output tokens of one day, of all jobs or of one type. */
  tokensOn(day: string, jobType?: JobType): number
}

interface Row {
  day: string
  endpoint: string
  model: string
  role: ModelRole
  job_type: JobType
  calls: number
  prompt_tokens: number
  output_tokens: number
  estimated_calls: number
}

/** Tokens spent, summed by day, server, model, role and job type. */
export function createUsageStore(db: VaultDatabase): UsageStore {
  const add = db.prepare(
    `INSERT INTO usage (day, endpoint, model, role, job_type, calls, prompt_tokens, output_tokens, estimated_calls) VALUES (?, ?, ?, ?, ?, 1, ?, ?, ?)
     ON CONFLICT (day, endpoint, model, role, job_type) DO UPDATE SET calls = calls + 1, prompt_tokens = prompt_tokens + excluded.prompt_tokens,
       output_tokens = output_tokens + excluded.output_tokens, estimated_calls = estimated_calls + excluded.estimated_calls`,
  )
  const since = db.prepare<[string], Row>('SELECT * FROM usage WHERE day >= ? ORDER BY day DESC, model, role, job_type')
  const onDay = db.prepare<[string], { tokens: number | null }>(
    'SELECT SUM(prompt_tokens + output_tokens) AS tokens FROM usage WHERE day = ?',
  )
  const onDayOfType = db.prepare<[string, string], { tokens: number | null }>(
    'SELECT SUM(prompt_tokens + output_tokens) AS tokens FROM usage WHERE day = ? AND job_type = ?',
  )

  return {
    add(entry) {
      add.run(
        entry.day,
        entry.endpoint,
        entry.model,
        entry.role,
        entry.jobType,
        entry.promptTokens,
        entry.outputTokens,
        entry.estimated ? 1 : 0,
      )
    },
    since: (fromDay) =>
      since.all(fromDay).map((row) => ({
        day: row.day,
        endpoint: row.endpoint,
        model: row.model,
        role: row.role,
        type: row.job_type,
        calls: row.calls,
        promptTokens: row.prompt_tokens,
        outputTokens: row.output_tokens,
        estimatedCalls: row.estimated_calls,
      })),
    tokensOn: (day, jobType) => (jobType === undefined ? onDay.get(day) : onDayOfType.get(day, jobType))?.tokens ?? 0,
  }
}
