import { AppError } from '../../../shared/errors'
import type { Fetch } from './node-fetch'

/** The only limits on a model call, in milliseconds. */
export interface TimeLimits {
  /** Until the first piece of the answer's body. Loading a big model and reading a long prompt happen in this time. */
  firstByteMs: number
  /** Between two pieces of the answer. */
  idleMs: number
  /** From sending to the last piece. */
  totalMs: number
}

/** The largest delay a Node timer takes; a longer one would fire at once. */
const longestTimer = 2_147_483_647

/**
 * Wraps a fetch so that its answer, body included, keeps to the limits. Past one, the request is aborted and MODEL_TIMEOUT is the error.
 */
export function limitFetch(fetch: Fetch, limits: TimeLimits): Fetch {
  return async (url, init) => {
    const stopper = new AbortController()
    const outer = init.signal
    const follow = (): void => stopper.abort(outer?.reason)
    if (outer?.aborted === true) follow()
    else outer?.addEventListener('abort', follow, { once: true })

    const total = startTimer(limits.totalMs, () => stopper.abort(timeoutError('did not finish', limits.totalMs)))
    let gap = startTimer(limits.firstByteMs, () => stopper.abort(timeoutError('did not begin to answer', limits.firstByteMs)))
    const release = (): void => {
      clearTimeout(total)
      clearTimeout(gap)
      outer?.removeEventListener('abort', follow)
    }
    let response: Response
    try {
      response = await untilAborted(fetch(url, { ...init, signal: stopper.signal }), stopper.signal)
    } catch (error) {
      release()
      throw error
    }
    if (response.body === null) {
      release()
      return response
    }
    const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader()
    let hasBegun = false
    let isOver = false
    const end = (): void => {
      isOver = true
      release()
    }
    const source = {
      start: (controller: ReadableStreamDefaultController<Uint8Array>) => {
        // The fetch may be slow to notice an abort; whoever reads is not kept waiting for it.
        const stop = (): void => {
          if (isOver) return
          end()
          reader.cancel(stopper.signal.reason).catch(() => {})
          controller.error(stopper.signal.reason)
        }
        stopper.signal.addEventListener('abort', stop, { once: true })
        if (stopper.signal.aborted) stop()
      },
      pull: async (controller: ReadableStreamDefaultController<Uint8Array>) => {
        try {
          const piece = await reader.read()
          if (isOver) return
          if (piece.done) {
            end()
            controller.close()
            return
          }
          if (hasBegun) gap.refresh()
          else {
            clearTimeout(gap)
            gap = startTimer(limits.idleMs, () => stopper.abort(timeoutError('fell silent in the middle of its answer', limits.idleMs)))
          }
          hasBegun = true
          controller.enqueue(piece.value)
        } catch (error) {
          if (isOver) return
          end()
          controller.error(error)
        }
      },
      cancel: async (reason: unknown) => {
        end()
        stopper.abort(reason)
        await reader.cancel(reason).catch(() => {})
      },
    }
    // Nothing waits in this stream, so that a failure cannot throw away a piece that came before it.
    const body = new ReadableStream<Uint8Array>(source, { highWaterMark: 0 })
    return new Response(body, { status: response.status, headers: response.headers })
  }
}

/** The promise, or the reason of the signal if that aborts first. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

function startTimer(ms: number, run: () => void): NodeJS.Timeout {
  return setTimeout(run, Math.min(ms, longestTimer))
}

function timeoutError(what: string, ms: number): AppError {
  const time = ms >= 1000 ? `${Math.round(ms / 1000)} s` : `${ms} ms`
  return new AppError('MODEL_TIMEOUT', `The model ${what} within ${time}. Raise the time limit in Settings, or choose a smaller model.`)
}
