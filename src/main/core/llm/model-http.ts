import { AppError } from '../../../shared/errors'
import type { Fetch } from './node-fetch'
import { readRetryAfter } from './retry-after'
import type { ServerAddress } from './server-address'
import { noOpenAiAnswer, ServerFailure } from './server-failure'
import { limitFetch, type TimeLimits } from './time-limits'

/** No answer of a model server is larger than this; more is a runaway server. */
const largestAnswer = 128 * 1024 * 1024
const largestErrorBody = 64 * 1024

/**
 * A fetch for one model server: adds the key and the query of the base URL, goes to that server's origin only, keeps to the time limits,
 * and throws ServerFailure for every status but 2xx. Redirects are not followed, so the key never travels on.
 */
export function createModelHttp(deps: {
  fetch: Fetch
  address: ServerAddress
  apiKey: string
  headers?: Readonly<Record<string, string>> | undefined
  limits: TimeLimits
  now: () => number
}): Fetch {
  const { address } = deps
  const fetch = limitFetch(deps.fetch, deps.limits)
  const key = deps.apiKey.trim()
  const authorization = key === '' ? address.basicAuth : `Bearer ${key}`
  if (/[^\x20-\x7e]/.test(key)) {
    throw new AppError(
      'MODEL_KEY_REFUSED',
      'The API key holds characters that no key has, such as a line break. Copy it again, without anything around it, into Settings.',
    )
  }
  return async (url, init) => {
    const target = new URL(url)
    if (target.origin !== address.origin)
      throw new AppError('INTERNAL', 'A model request was about to leave its own server, and was stopped.')
    for (const [name, value] of new URLSearchParams(address.query)) target.searchParams.set(name, value)
    const headers = {
      accept: init.headers?.accept ?? (init.method === 'POST' ? 'application/json, text/event-stream' : 'application/json'),
      ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(authorization === null ? {} : { authorization }),
      'user-agent': 'Cortexa',
      ...deps.headers,
    }
    const response = await fetch(target.href, { ...init, headers })
    if (response.status >= 200 && response.status < 300) return response
    const location = response.headers.get('location')
    const body = await readText(response, largestErrorBody, 'cut')
    throw new ServerFailure(
      response.status,
      location === null ? body : `${body} Location: ${location}`,
      readRetryAfter({ status: response.status, headers: response.headers, body }, deps.now()),
    )
  }
}

/** Asks for JSON and gives it parsed, unchecked. An error object in a 200 counts as the failure it names. */
export async function requestJson(http: Fetch, url: string, body: unknown, signal: AbortSignal): Promise<unknown> {
  const init = body === undefined ? { method: 'GET' } : { method: 'POST', body: JSON.stringify(body) }
  const response = await http(url, { ...init, signal })
  const text = await readText(response, largestAnswer, 'refuse')
  let parsed: unknown
  try {
    // Servers in Python write NaN and Infinity, which are no JSON; null is what a reader can refuse by name.
    parsed = JSON.parse(/NaN|Infinity/.test(text) ? text.replace(/(?<=[[,:\s])(?:NaN|-?Infinity)(?=[\],}\s])/g, 'null') : text)
  } catch {
    throw new ServerFailure(noOpenAiAnswer, text === '' ? 'an empty answer' : `not JSON: ${text.slice(0, 300)}`)
  }
  const failure = failureInAnswer(parsed, text)
  if (failure !== undefined) throw failure
  return parsed
}

/**
 * The failure that a 200 hides: an object with `error` instead of an answer, or one that calls itself an error. Its own status number is
 * believed; without one it counts as what its words say, else as 500.
 */
export function failureInAnswer(answer: unknown, text: string): ServerFailure | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined
  const { error, object, type } = answer as { error?: unknown; object?: unknown; type?: unknown }
  const isError = (error !== null && error !== undefined && error !== false && error !== '') || object === 'error' || type === 'error'
  if (!isError) return undefined
  const status = [statusOf(error), statusOf(answer)].find((number) => number !== undefined)
  return new ServerFailure(status ?? statusFromWords(text), text.slice(0, largestErrorBody))
}

/** Reads a body as text, up to a number of bytes; then it is cut off or refused, and the connection closed. */
export async function readText(response: Response, limit: number, beyond: 'cut' | 'refuse'): Promise<string> {
  return (await readBytes(response, limit, beyond)).toString('utf8').replace(/^\ufeff/, '')
}

/** The same as bytes. */
export async function readBytes(response: Response, limit: number, beyond: 'cut' | 'refuse'): Promise<Buffer> {
  if (response.body === null) return Buffer.alloc(0)
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader()
  const pieces: Uint8Array[] = []
  let bytes = 0
  for (;;) {
    const piece = await reader.read()
    if (piece.done) break
    pieces.push(piece.value)
    bytes += piece.value.byteLength
    if (bytes <= limit) continue
    await reader.cancel().catch(() => {})
    if (beyond === 'refuse') throw new ServerFailure(noOpenAiAnswer, `an answer of more than ${limit} bytes`)
    break
  }
  return Buffer.concat(pieces).subarray(0, limit)
}

function statusOf(holder: unknown): number | undefined {
  if (typeof holder !== 'object' || holder === null) return undefined
  const { status, code } = holder as { status?: unknown; code?: unknown }
  return [status, code].map((value) => (typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : value)).find(isErrorStatus)
}

function isErrorStatus(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 400 && value <= 599
}

function statusFromWords(text: string): number {
  if (/rate[_ ]?limit|too many requests/i.test(text)) return 429
  if (/insufficient_quota|quota/i.test(text)) return 429
  if (/invalid[_ ]api[_ ]key|unauthori[sz]ed|authentication/i.test(text)) return 401
  return 500
}
