import { AppError } from '../../shared/errors'
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
    // An injected fetch may be slow to notice the abort; the caller is not kept waiting for it.
    const stopped = new Promise<never>((_resolve, reject) => {
      stopper.signal.addEventListener('abort', () => reject(stopper.signal.reason), { once: true })
      if (stopper.signal.aborted) reject(stopper.signal.reason)
    })
    stopped.catch(() => {})

    let response: Response
    try {
      response = await Promise.race([fetch(url, { ...init, signal: stopper.signal }), stopped])
    } catch (error) {
      release()
      throw error
    }
    if (response.body === null) {
      release()
      return response
    }
    const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader()
    const source = {
      pull: async (controller: ReadableStreamDefaultController<Uint8Array>) => {
        try {
          const piece = await Promise.race([reader.read(), stopped])
          clearTimeout(gap)
          if (piece.done) {
            release()
            controller.close()
            return
          }
          gap = startTimer(limits.idleMs, () => stopper.abort(timeoutError('fell silent in the middle of its answer', limits.idleMs)))
          controller.enqueue(piece.value)
        } catch (error) {
          release()
          reader.cancel(error).catch(() => {})
          controller.error(error)
        }
      },
      cancel: async (reason: unknown) => {
        release()
        stopper.abort(reason)
        await reader.cancel(reason).catch(() => {})
      },
    }
    // Nothing waits in this stream, so that a failure cannot throw away a piece that came before it.
    const body = new ReadableStream<Uint8Array>(source, { highWaterMark: 0 })
    return new Response(body, { status: response.status, headers: response.headers })
  }
}

function startTimer(ms: number, run: () => void): NodeJS.Timeout {
  return setTimeout(run, Math.min(ms, longestTimer))
}

function timeoutError(what: string, ms: number): AppError {
  const time = ms >= 1000 ? `${Math.round(ms / 1000)} s` : `${ms} ms`
  return new AppError('MODEL_TIMEOUT', `The model ${what} within ${time}. Raise the time limit in Settings, or choose a smaller model.`)
}
