import type { z } from 'zod'
import type { ModelRole } from '../../../shared/contract/usage'
import type { JobType, ModelCall } from '../../../shared/entities'
import type { WriteTransaction } from '../queue/write-transaction'

/** What a running job may use. It reads through its own dependencies and writes only in `commit` or through `write`. */
export interface JobContext {
  jobId: string
  itemId: string | null
  attempt: number
  /** What a person had this job do differently from Settings. */
  changes: { model?: string | undefined; maxOutputTokens?: number | undefined; timeoutSeconds?: number | undefined }
  /** Aborted when the job is cancelled, runs over its time, or the vault is locked. */
  signal: AbortSignal
  /** Text the person sees while it is written. */
  append(delta: string): void
  /** A few words on what the job does now. */
  note(text: string): void
  /** A sentence for the person that stands beside the result, such as that the model read a part of the text only. */
  warn(sentence: string): void
  /** Keeps a model call in the trace at once, so that it is there even if the job dies. `role` when it is not the usual one of the job's type. */
  recordCall(call: Omit<ModelCall, 'id'>, role?: ModelRole): void
  /** To be called before a request leaves for a model server. Throws RetryLater when today's ceiling is reached. */
  beforeModelCall(): void
  /** A write in the middle of a job, such as a status. Throws CANCELLED, and writes nothing, when the job is no longer this run's. */
  write(body: (tx: WriteTransaction) => void): void
}

export interface CommitOutcome {
  /** A few words on the result for the panel, such as "3 links". */
  note: string | null
  /** False when the follow-ups of the pipeline make no sense after this result. */
  goOn?: boolean
}

export interface BatchRun<P = unknown, R = unknown> {
  limit: number
  run: (payloads: readonly P[], contexts: readonly JobContext[]) => Promise<R[]>
}

/**
 * One job type. `run` is asynchronous and reads; `commit` is synchronous and writes. Commit, completion, follow-up jobs
 * and events are one transaction, and none of it happens when the claim was lost meanwhile.
 */
export interface JobDefinition<P = unknown, R = unknown> {
  type: JobType
  payload: z.ZodType<P>
  /** Hard limit of one attempt, in milliseconds. The payload is as it was stored: nobody has parsed it. */
  timeoutMs: (payload: unknown) => number
  /** The items whose texts the work sends out, where they are not the one that its job is about. */
  itemsOf?: (payload: P) => readonly string[]
  started?: (tx: WriteTransaction, payload: P, jobId: string) => void
  run: (payload: P, context: JobContext) => Promise<R>
  /** For work that is cheaper together: several jobs at once, a result for each, in order. A failure makes each run alone. */
  batch?: BatchRun<P, R>
  commit: (tx: WriteTransaction, payload: P, result: R) => CommitOutcome
  /** The person had a dead or cancelled job run again; it now waits. */
  retried?: (tx: WriteTransaction, payload: P) => void
  /** The job is dead or was cancelled; `message` says why. */
  ended?: (tx: WriteTransaction, payload: P, message: string) => void
}

/** A job definition with its types closed over, as the executor handles it. */
export type AnyJob = JobDefinition<never, never>

export function defineJob<P, R>(definition: JobDefinition<P, R>): AnyJob {
  return definition as unknown as AnyJob
}
