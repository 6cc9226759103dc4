import type { JobStatus, JobType } from '../../../shared/entities'
import type { Lane } from './job-rules'

export interface JobReference {
  id: string
  type: JobType
  itemId: string | null
  payload: unknown
}

/** What a person had this job do differently from Settings; the queue only carries it. */
export interface JobChanges {
  model?: string | undefined
  maxOutputTokens?: number | undefined
  timeoutSeconds?: number | undefined
}

/** Names what a job that begins to wait must find open; '' when nothing. */
export type GateOf = (job: { type: JobType; changes: JobChanges | null }) => string

/** A row of the job table, as far as the queue reads it. */
export interface JobRow {
  id: string
  type: JobType
  payload: string
  item_id: string | null
  lane: Lane
  attempts: number
  max_attempts: number
  runs: number
  interruptions: number
  dedupe_key: string | null
  status: JobStatus
  worker: number | null
  changes: string | null
}

export function jobReference(row: JobRow): JobReference {
  return { id: row.id, type: row.type, itemId: row.item_id, payload: JSON.parse(row.payload) }
}
