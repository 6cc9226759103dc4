import { DAY_MS } from '../../../shared/timing'
import { isRecord, parseOrUndefined } from './json-values'

/** The response headers that `readRetryAfter` looks at; a transport has to keep them. */
export const retryHeaders = [
  'retry-after',
  'retry-after-ms',
  'x-ratelimit-reset',
  'x-ratelimit-remaining-requests',
  'x-ratelimit-remaining-tokens',
  'x-ratelimit-reset-requests',
  'x-ratelimit-reset-tokens',
]

const longestWait = DAY_MS

/**
 * Milliseconds until a refused request may be made again, at most a day; null when the server does not say. In this order:
 * `retry-after-ms`; Retry-After in seconds, as a duration or a date; what OpenAI and Groq say of the limit that is used up
 * (`x-ratelimit-reset-tokens: 7.66s`); and OpenRouter's `X-RateLimit-Reset`, a point in time, as a header or inside the error body. The limits
 * that stand in every answer count only where the status speaks of one.
 */
export function readRetryAfter(answer: { status: number; headers: Headers; body: string }, now: number): number | null {
  const { status, headers, body } = answer
  const isLimited = status === 429 || status === 503 || status === 529
  const found =
    numberOf(headers.get('retry-after-ms')) ??
    readDelay(headers.get('retry-after'), now) ??
    (isLimited ? (usedUpLimit(headers) ?? readMoment(headers.get('x-ratelimit-reset') ?? resetInBody(body), now)) : null)
  return found === null ? null : Math.min(Math.max(0, Math.round(found)), longestWait)
}

/** The reset of the limit with nothing left; where neither says so, that of the tokens, which a long text runs into first. */
function usedUpLimit(headers: Headers): number | null {
  const [requests, tokens] = ['requests', 'tokens'].map((kind) => ({
    isUsedUp: numberOf(headers.get(`x-ratelimit-remaining-${kind}`)) === 0,
    resetMs: readDuration(headers.get(`x-ratelimit-reset-${kind}`)),
  }))
  const usedUp = [requests, tokens].flatMap((limit) => (limit?.isUsedUp && limit.resetMs !== null ? [limit.resetMs] : []))
  return usedUp.length > 0 ? Math.max(...usedUp) : (tokens?.resetMs ?? requests?.resetMs ?? null)
}

function readDelay(value: string | null, now: number): number | null {
  if (value === null) return null
  const duration = readDuration(value)
  if (duration !== null) return duration
  const date = Date.parse(value)
  return Number.isFinite(date) ? date - now : null
}

/** `7`, `7.66s`, `2m59.56s`, `1h0m0s`, `20ms`: milliseconds; a bare number means seconds. */
function readDuration(value: string | null): number | null {
  const text = value?.trim() ?? ''
  const seconds = numberOf(text)
  if (seconds !== null) return seconds * 1000
  const parts = /^(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+(?:\.\d+)?)s)?(?:(\d+(?:\.\d+)?)ms)?$/.exec(text)
  if (parts === null || text === '') return null
  const [, days, hours, minutes, rest, ms] = parts.map((part) => Number(part ?? 0))
  return (((days ?? 0) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60_000 + (rest ?? 0) * 1000 + (ms ?? 0)
}

/** A point in time as milliseconds or seconds since 1970, or seconds from now, told apart by their size. */
function readMoment(value: string | null, now: number): number | null {
  const number = numberOf(value)
  if (number === null) return readDelay(value, now)
  if (number > 1e12) return number - now
  return number > 1e9 ? number * 1000 - now : number * 1000
}

/** OpenRouter puts the headers of the provider behind it into `error.metadata.headers`. */
function resetInBody(body: string): string | null {
  const answer = parseOrUndefined(body)
  const error = isRecord(answer) ? answer.error : undefined
  const metadata = isRecord(error) ? error.metadata : undefined
  const headers = isRecord(metadata) ? metadata.headers : undefined
  const reset = isRecord(headers) ? Object.entries(headers).find(([name]) => name.toLowerCase() === 'x-ratelimit-reset')?.[1] : undefined
  return reset === undefined || reset === null ? null : String(reset)
}

function numberOf(value: string | null): number | null {
  return value !== null && /^\s*\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) : null
}
