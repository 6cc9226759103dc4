import type { Endpoint } from '../../../shared/client'
import type { AppEvent } from '../../../shared/contract/events'
import { AppError } from '../../../shared/errors'
import { CANCELLED } from './connection'

/** Work in the background that a call waits for. */
export interface Work {
  /** Looks at its state: whether it has ended. */
  hasEnded(): Promise<boolean>
  /** Whether the event may be its end. */
  concerns(event: AppEvent): boolean
  /** How far it is, in words of the app; null where the event does not say. */
  describe(event: AppEvent): string | null
  /** Stops it. Absent for work that the call did not start. */
  stop?(): Promise<unknown>
}

export interface FollowOptions {
  endpoint: Endpoint
  /** Aborted with CANCELLED when the client does not want the answer, with anything else when it is gone. */
  signal: AbortSignal
  report(message: string): void
  maxMs: number
  /** How often to look without an event: they end with a lock and with a broken connection. */
  lookMs?: number
}

const LOOK_MS = 15_000

/**
 * Waits for the end of `work` by its events, reporting them. Resolves with whether it has ended; false after `maxMs`, when the vault is locked, and when
 * the call is over. A cancelled call stops the work. Rejects with AppError when its state cannot be read.
 */
export async function followWork(work: Work, { endpoint, signal, report, maxMs, lookMs = LOOK_MS }: FollowOptions): Promise<boolean> {
  let reported = ''
  let isLooking = false
  let mustLookAgain = false
  let settle: (hasEnded: boolean) => void = () => {}
  let fail: (error: unknown) => void = () => {}
  const outcome = new Promise<boolean>((resolve, reject) => {
    settle = resolve
    fail = reject
  })

  async function look(): Promise<void> {
    mustLookAgain = isLooking
    if (isLooking) return
    isLooking = true
    try {
      do {
        mustLookAgain = false
        if (await work.hasEnded()) settle(true)
      } while (mustLookAgain)
    } catch (error) {
      if (error instanceof AppError && error.code === 'VAULT_LOCKED') settle(false)
      // INTERNAL: the connection broke; the next look opens another.
      else if (!(error instanceof AppError && error.code === 'INTERNAL')) fail(error)
    } finally {
      isLooking = false
    }
  }

  const unsubscribe = endpoint.subscribe((event) => {
    if (event.type === 'vault-locked') return settle(false)
    const message = work.describe(event)
    if (message !== null && message !== reported) {
      reported = message
      report(message)
    }
    if (work.concerns(event)) void look()
  })
  const onAbort = () => {
    settle(false)
    if (signal.reason === CANCELLED) void work.stop?.().catch(() => {})
  }
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort)
  const looks = setInterval(() => {
    report(reported === '' ? 'Waiting' : reported)
    void look()
  }, lookMs)
  const deadline = setTimeout(() => settle(false), maxMs)
  try {
    report('Waiting')
    void look()
    return await outcome
  } finally {
    clearTimeout(deadline)
    clearInterval(looks)
    signal.removeEventListener('abort', onAbort)
    unsubscribe()
  }
}
