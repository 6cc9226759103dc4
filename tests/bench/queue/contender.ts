/** WAL with the given `synchronous`: NORMAL survives the death of the process, FULL also a power cut. */
export type Durability = 'NORMAL' | 'FULL'

/** What an enqueue of our job store consists of; each with all before it (docs/decisions/0007). */
export type EnqueuePart = 'row' | 'counted' | 'transaction' | 'event' | 'number'

/** How a contender is opened for one measurement. */
export interface Setting {
  file: string
  /** null means a plain file. */
  key: Buffer | null
  durability: Durability
  /** Short background jobs taken together in one transaction; the peers know only 1. */
  batch: number
  /** How many job types take turns, and with them priorities; the peers know one type. */
  types: number
  /** Jobs carry an item and a dedupe key, as most of ours do. */
  keyed: boolean
  /** With what the open vault does after each commit: the sequence file, and the policy that keeps the WAL short. */
  hooks: boolean
  part: EnqueuePart
  /** Claims inside one open transaction, so that a claim is its statements alone. */
  noCommit: boolean
  /** Milliseconds between two looks of a peer's worker. */
  pollMs: number
}

/** A queue as the bench sees it. Every job has the same payload of about 120 bytes and a handler that does nothing. */
export interface Contender {
  /** One job, saved when this returns or resolves. */
  enqueue(): void | Promise<void>
  /** Many jobs in as few transactions as the queue offers. */
  enqueueMany(count: number): void | Promise<void>
  /** Puts jobs in that are not due for an hour, before all others where the queue has priorities. */
  enqueueDelayed(count: number): void | Promise<void>
  /** Marks the next job as taken; false when there is none. */
  claim(): boolean | Promise<boolean>
  /** Starts two workers; each job that is completed, and saved as such, is told. */
  start(on: { started(): void; completed(): void }): void
  stop(): Promise<void>
  /** Pages in the WAL. */
  walPages?(): number
  close(): void
}

export type OpenContender = (setting: Setting) => Contender | Promise<Contender>

/** About 120 bytes of JSON. */
export const payload = {
  itemId: '01930d2e-7b7a-7cc0-8a53-6a1f0c7f3b21',
  contentHash: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca',
}
