/**
 * What a job may keep waiting. 0: a person asked for it. 1: short background work. 2: background work that may take long,
 * which only the first worker takes, so that one worker is always soon free for 0 (docs/decisions/0004).
 */
export type Lane = 0 | 1 | 2

export const DEFAULT_MAX_ATTEMPTS = 3

/** After this many process deaths under one job it is taken for the cause and goes to dead. */
export const MAX_INTERRUPTIONS = 3

/** Wait before the next attempt, in milliseconds: min(2^attempts, 60) seconds, `attempts` counting the one that failed (seed document). */
export function backoffMs(attempts: number): number {
  return Math.min(2 ** Math.min(Math.max(attempts, 0), 10), 60) * 1000
}

/** Thrown by a job that should run again later without losing an attempt: endpoint down, rate limit. */
export class RetryLater extends Error {
  readonly delayMs: number
  /** What the job waits for, as a sentence for the panel. */
  readonly reason: string
  readonly code: string

  constructor(delayMs: number, reason: string, code: string, cause?: unknown) {
    super(reason, { cause })
    this.name = 'RetryLater'
    // Times are stored as whole milliseconds.
    this.delayMs = Math.ceil(delayMs)
    this.reason = reason
    this.code = code
  }
}

/**
 * What a job fails with when it meets something closed that others wait for too, such as a server that is away. It costs no attempt:
 * the job keeps its place in the queue, behind `gate`, and is not claimed while that is closed (docs/decisions/0015).
 */
export class WaitAtGate extends RetryLater {
  readonly gate: string

  constructor(gate: string, { delayMs, reason, code, cause }: RetryLater) {
    super(delayMs, reason, code, cause)
    this.gate = gate
  }
}

/** Thrown by a job that no further attempt can save; the message says what to fix. */
export class GiveUp extends Error {
  readonly code: string
  readonly serverWords: string | null

  constructor(code: string, message: string, options: { cause?: unknown; serverWords?: string | null } = {}) {
    super(message, { cause: options.cause })
    this.name = 'GiveUp'
    this.code = code
    this.serverWords = options.serverWords ?? null
  }
}
