import { AppError } from '../../../shared/errors'

/** Waits, in milliseconds. Rejects at once with the signal's reason when that aborts. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>

/** What an aborted signal is thrown as: its own reason where that is an AppError, else CANCELLED. */
export function abortError(signal: AbortSignal): AppError {
  return signal.reason instanceof AppError ? signal.reason : new AppError('CANCELLED', 'The run was cancelled.', { cause: signal.reason })
}

/** Throws `abortError` for an aborted signal. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortError(signal)
}

/**
 * The promise, or a rejection as soon as the signal aborts. What the promise does afterwards is nobody's business any more; its failure is
 * swallowed, so that it cannot end the process.
 */
export function untilAborted<T>(promise: PromiseLike<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return Promise.resolve(promise)
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(abortError(signal))
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
    promise.then(
      (value) => {
        signal.removeEventListener('abort', stop)
        resolve(value)
      },
      (error) => {
        signal.removeEventListener('abort', stop)
        reject(error)
      },
    )
  })
}

/**
 * One signal that aborts with the first of the given ones, and a function that lets go of them. `AbortSignal.any` came with Node 20, and
 * the fallback Electron has 18.
 */
export function joinSignals(...given: (AbortSignal | undefined)[]): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController()
  const signals = given.filter((signal) => signal !== undefined)
  const stop = (event: Event): void => controller.abort((event.target as AbortSignal).reason)
  for (const signal of signals) {
    if (signal.aborted) {
      controller.abort(signal.reason)
      break
    }
    signal.addEventListener('abort', stop, { once: true })
  }
  return { signal: controller.signal, release: () => signals.forEach((signal) => void signal.removeEventListener('abort', stop)) }
}
