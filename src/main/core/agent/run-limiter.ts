import { abortError } from './abort'

/** Runs a task once a place is free. Rejects with CANCELLED, without running it, when the signal aborts while it waits. */
export type RunLimiter = <T>(task: () => Promise<T>, signal?: AbortSignal) => Promise<T>

/**
 * At most `limit` tasks at once for everybody who holds this limiter; the others wait in the order in which they came. One is made for a
 * run, because all tool calls of a step start together and a limit within each call would multiply.
 */
export function createRunLimiter(limit: number): RunLimiter {
  const waiting: (() => void)[] = []
  let running = 0

  function takePlace(signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted) return Promise.reject(abortError(signal))
    if (running < limit) {
      running += 1
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        signal?.removeEventListener('abort', leave)
        running += 1
        resolve()
      }
      const leave = (): void => {
        const place = waiting.indexOf(enter)
        if (place !== -1) waiting.splice(place, 1)
        if (signal !== undefined) reject(abortError(signal))
      }
      signal?.addEventListener('abort', leave, { once: true })
      waiting.push(enter)
    })
  }

  return async (task, signal) => {
    await takePlace(signal)
    try {
      return await task()
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }
}
