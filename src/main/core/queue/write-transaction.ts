import type { EventPayload, EventType } from '../../../shared/contract/events'
import type { JobType } from '../../../shared/entities'
import type { Lane } from './job-rules'

export interface EnqueueRequest {
  type: JobType
  payload: Record<string, unknown>
  itemId: string | null
  /** At most one live job has this key. */
  dedupeKey?: string
  replacesWaiting?: boolean
  maxAttempts?: number
  /** Who or what it keeps waiting; 1, short background work, unless said. */
  lane?: Lane
  /** What a person had the job before do differently; it goes on to what follows. */
  changes?: { model?: string | undefined; maxOutputTokens?: number | undefined; timeoutSeconds?: number | undefined } | null
}

/** What code may do while it holds the write transaction. Never kept after the call. */
export interface WriteTransaction {
  now: number
  enqueue(request: EnqueueRequest): { jobId: string; created: boolean }
  emit<T extends EventType>(type: T, payload: EventPayload<T>): void
  /** Runs after COMMIT returned, in order; not when the transaction is rolled back. */
  afterCommit(action: () => void): void
}

export interface UnitOfWork {
  /**
   * One IMMEDIATE transaction under synchronous=FULL: all of `body`, its jobs and its events, or none of it.
   * What it returns is saved once this returns. Disk full becomes DISK_FULL.
   */
  write<T>(body: (tx: WriteTransaction) => T): T
}
