import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { AppError } from '../../../shared/errors'
import { fileCode } from '../files/private-files'

/** Delays in seconds after the fifth, sixth, ... failure in a row; the last one stays. */
const delays = [1, 2, 4, 8, 16, 32, 60]
const freeFailures = 5

export interface UnlockThrottle {
  /** Whole seconds until the next try is allowed; 0 when it is allowed now. */
  retryAfterSeconds(): number
  /**
   * Runs one try to open the vault, and counts it when it fails with WRONG_PASSPHRASE or WRONG_RECOVERY_KEY. Success
   * resets the count, other failures leave it. Throws TOO_MANY_REQUESTS while the delay lasts. Tries wait for each other.
   */
  attempt<T>(run: () => Promise<T>): Promise<T>
}

/**
 * Slows down guessing through the app, for window and programs together. The count is kept in `staging/throttle`, so a restart does
 * not reset it. It holds no content; who can delete it can also copy the vault and guess elsewhere, where only Argon2id slows.
 * `now` gives milliseconds since 1970.
 */
export function createUnlockThrottle({ dataDir, now }: { dataDir: string; now: () => number }): UnlockThrottle {
  const file = join(dataDir, 'staging', 'throttle')
  let { failures, lastFailure } = load(file)
  let last: Promise<unknown> = Promise.resolve()

  function keep(): void {
    try {
      if (failures === 0) {
        rmSync(file, { force: true })
        return
      }
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
      writeFileSync(file, JSON.stringify({ failures, lastFailure }), { mode: 0o600 })
    } catch (error) {
      // On a full or read-only disk the count lives on in memory; opening the vault must not depend on it.
      if (fileCode(error) === undefined) throw error
    }
  }

  function retryAfterSeconds(): number {
    if (failures < freeFailures) return 0
    // A clock that was set back must not lock anybody out: the delay then counts from now.
    if (now() < lastFailure) lastFailure = now()
    const delay = delays[Math.min(failures - freeFailures, delays.length - 1)] ?? 0
    return Math.max(0, Math.ceil((lastFailure + delay * 1000 - now()) / 1000))
  }

  async function tryOnce<T>(run: () => Promise<T>): Promise<T> {
    const wait = retryAfterSeconds()
    if (wait > 0)
      throw new AppError('TOO_MANY_REQUESTS', `Too many wrong tries. Wait ${wait} ${wait === 1 ? 'second' : 'seconds'}, then try again.`, {
        data: { retryAfterSeconds: wait },
      })
    try {
      const result = await run()
      if (failures > 0) {
        failures = 0
        keep()
      }
      return result
    } catch (error) {
      if (error instanceof AppError && (error.code === 'WRONG_PASSPHRASE' || error.code === 'WRONG_RECOVERY_KEY')) {
        failures++
        lastFailure = now()
        keep()
      }
      throw error
    }
  }

  return {
    retryAfterSeconds,
    attempt(run) {
      const turn = last.then(() => tryOnce(run))
      last = turn.catch(() => undefined)
      return turn
    },
  }
}

function load(file: string): { failures: number; lastFailure: number } {
  try {
    const { failures, lastFailure } = JSON.parse(readFileSync(file, 'utf8')) as { failures?: unknown; lastFailure?: unknown }
    if (Number.isSafeInteger(failures) && Number.isFinite(lastFailure) && Number(failures) >= 0)
      return { failures: Number(failures), lastFailure: Number(lastFailure) }
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof TypeError) && fileCode(error) === undefined) throw error
  }
  return { failures: 0, lastFailure: 0 }
}
