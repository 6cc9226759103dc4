import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { Readable } from 'node:stream'
import { createUnzip } from 'node:zlib'
import { retryHeaders } from './retry-after'

/** The few things a request to a model server needs. A subset of the web's `fetch`, so that `fetch` itself fits. */
export interface FetchInit {
  method?: string
  headers?: Record<string, string>
  body?: string
  signal?: AbortSignal
}
export type Fetch = (url: string, init: FetchInit) => Promise<Response>

/** The connection failed. `connected` says whether the server had been reached, which decides whether waiting helps. */
export class ConnectionFailure extends Error {
  readonly reason: string
  readonly connected: boolean

  constructor(reason: string, connected: boolean, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'ConnectionFailure'
    this.reason = reason
    this.connected = connected
  }
}

/** Finding the name, connecting and the TLS handshake together; a server that is there answers in well under a second. */
const connectLimitMs = 15_000

/** Only what a caller reads later: other headers of a server may hold anything. */
const keptHeaders = ['content-type', 'location', ...retryHeaders]

/**
 * `fetch` over node:http and node:https. Not the global one: that runs on undici, whose own limits (300 s to the headers, 300 s between
 * two pieces) cannot be changed without adding undici itself, in Node 18 as in Node 24; node:http has no limit of its own. Follows no
 * redirect, asks no proxy, sends no cookie, and leaves no connection open behind an answer. Aborting the signal destroys the socket.
 */
export const nodeFetch: Fetch = (address, init) =>
  new Promise((resolve, reject) => {
    const url = new URL(address)
    const signal = init.signal
    const options: RequestOptions & { autoSelectFamily: boolean } = {
      method: init.method ?? 'GET',
      headers: {
        ...init.headers,
        'accept-encoding': 'identity',
        ...(init.body === undefined ? {} : { 'content-length': Buffer.byteLength(init.body) }),
      },
      agent: false,
      // "localhost" may mean ::1 or 127.0.0.1, and most local servers listen on one of them only. Node 18 does not try both by itself.
      autoSelectFamily: true,
    }
    const request = url.protocol === 'https:' ? requestHttps(url, options) : requestHttp(url, options)
    let connected = false
    let answer: IncomingMessage | undefined

    const connectTimer = setTimeout(() => {
      request.destroy(new ConnectionFailure('ETIMEDOUT', false, `no connection within ${connectLimitMs / 1000} s`))
    }, connectLimitMs)
    const stop = (): void => {
      request.destroy(signal?.reason instanceof Error ? signal.reason : new Error('aborted'))
    }
    const release = (): void => {
      clearTimeout(connectTimer)
      signal?.removeEventListener('abort', stop)
    }

    request.on('socket', (socket) => {
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        connected = true
        clearTimeout(connectTimer)
      })
    })
    request.on('error', (error) => {
      // Once there is an answer, its body carries the failure.
      if (answer === undefined) release()
      reject(signal?.aborted === true ? signal.reason : toConnectionFailure(error, connected))
    })
    request.on('response', (response) => {
      answer = response
      response.once('close', release)
      resolve(
        toResponse(
          response,
          () => request.destroy(),
          (error) => (signal?.aborted === true ? signal.reason : toConnectionFailure(error, true)),
        ),
      )
    })

    if (signal?.aborted === true) stop()
    else signal?.addEventListener('abort', stop, { once: true })
    request.end(init.body)
  })

function toResponse(message: IncomingMessage, destroy: () => void, toError: (error: Error) => unknown): Response {
  const status = message.statusCode ?? 0
  const headers: [string, string][] = keptHeaders.flatMap((name): [string, string][] => {
    const value = message.headers[name]
    return typeof value === 'string' ? [[name, value.replace(/[^\x20-\x7e]/g, '?')]] : []
  })
  // Numbers outside of 200-599, and bodies where HTTP allows none, are refused by `Response`; such a server is broken all the same.
  const isUsual = status >= 200 && status <= 599
  if (status === 204 || status === 205 || status === 304) {
    message.resume()
    return new Response(null, { status, headers })
  }
  const zipped = /^(?:x-)?gzip$|^deflate$/i.test(message.headers['content-encoding'] ?? '')
  const source = zipped ? message.pipe(createUnzip()) : message
  return new Response(toWebStream(source, message, destroy, toError), { status: isUsual ? status : 502, headers })
}

/** So many pieces wait to be read before the socket is paused. */
const mostWaiting = 64

/** The body as a web stream. What came before a failure is handed out first, so that a half answer can be kept for the trace. */
function toWebStream(
  source: Readable,
  message: IncomingMessage,
  destroy: () => void,
  toError: (error: Error) => unknown,
): ReadableStream<Uint8Array> {
  const waiting: Buffer[] = []
  let ended = false
  let failure: Error | undefined
  let wake = (): void => {}
  source.on('data', (chunk: Buffer) => {
    waiting.push(chunk)
    if (waiting.length >= mostWaiting) source.pause()
    wake()
  })
  source.once('end', () => {
    ended = true
    wake()
  })
  const fail = (error: Error): void => {
    failure ??= error
    wake()
  }
  source.on('error', fail)
  if (source !== message) message.on('error', fail)
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        if (waiting.length < mostWaiting) source.resume()
        while (waiting.length === 0 && !ended && failure === undefined) {
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        }
        // All that came meanwhile goes on as one piece: Node hands over every chunk of a stream, which is every token, by itself.
        const [piece] = waiting
        if (piece !== undefined) controller.enqueue(waiting.length === 1 ? piece : new Uint8Array(Buffer.concat(waiting)))
        waiting.length = 0
        if (piece !== undefined) return
        if (failure !== undefined) controller.error(toError(failure))
        else controller.close()
      },
      cancel: destroy,
    },
    { highWaterMark: 0 },
  )
}

function toConnectionFailure(error: Error, connected: boolean): ConnectionFailure {
  if (error instanceof ConnectionFailure) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : firstInnerCode(error)
  return new ConnectionFailure(code ?? 'UNKNOWN', connected, error.message === '' ? (code ?? 'unknown failure') : error.message, error)
}

/** Where both addresses of a name were tried, Node wraps the failures in one error without a message. */
function firstInnerCode(error: Error): string | undefined {
  const inner: unknown = 'errors' in error && Array.isArray(error.errors) ? error.errors[0] : undefined
  return inner instanceof Error && 'code' in inner && typeof inner.code === 'string' ? inner.code : undefined
}
