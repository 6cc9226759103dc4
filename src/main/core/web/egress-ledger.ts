import type { EgressKind } from '../../../shared/contract/network'

/** Why a request is made, and for what. */
export interface EgressPurpose {
  kind: EgressKind
  /** The job behind it; null when a person waits for it. */
  jobId: string | null
  jobType: string | null
  /** Items whose text, or a question made from it, is the reason for the request. */
  itemIds: readonly string[]
}

/** A request as it is written down before it leaves. */
export interface EgressStart extends EgressPurpose {
  at: number
  host: string
  /** Without the query: it may hold what a person looks for, or a key. */
  path: string
  method: string
}

/** What became of it. Bytes are those on the wire, with heads, as far as they were counted. */
export interface EgressEnd {
  status: number | null
  bytesOut: number
  bytesIn: number
  durationMs: number
  /** Why it was refused or failed, as a code of shared/errors.ts; null for an answer. */
  failure: string | null
  /** What spoke against the address, such as `private`; null unless it was refused. */
  reason: string | null
}

/** Where every outbound request is written down. */
export interface EgressLedger {
  /** Throws when it cannot be written; the request then does not leave. Gives what takes its end. */
  begin(start: EgressStart): (end: EgressEnd) => void
}
