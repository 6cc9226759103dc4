import { APICallError, RetryError } from 'ai'
import { AppError } from '../../../shared/errors'

/**
 * Errors of connections that another attempt may heal: resets, refusals, names that do not resolve (docs/collect-pipeline.md, "Retries and repair").
 */
const networkCodes = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
])
/** Codes of our own model client that stand for the same. MODEL_SERVER_ERROR depends on its status. */
const transientAppCodes = new Set(['MODEL_UNREACHABLE', 'MODEL_RATE_LIMITED'])
/**
 * The longest wait that a server may ask for, in milliseconds; beyond it the job's own waiting is right (docs/collect-pipeline.md, "Retries and
 * repair").
 */
export const LONGEST_RETRY_AFTER_MS = 60_000

/** The error that a chain of retries ended with. */
export function lastErrorOf(error: unknown): unknown {
  return RetryError.isInstance(error) ? lastErrorOf(error.lastError) : error
}

/** The AppError that an error is, wraps or ended with; undefined when there is none. */
export function findAppError(error: unknown): AppError | undefined {
  let current = lastErrorOf(error)
  for (let depth = 0; depth < 8 && current instanceof Error; depth += 1) {
    if (current instanceof AppError) return current
    current = lastErrorOf(current.cause)
  }
  return undefined
}

/**
 * Whether the same request may well succeed in a moment: status 408, 409, 429 or 5xx, a lost or refused connection, an error that calls
 * itself retryable. An error without a code or status, such as a bare "Network timeout", is not; nor is any other 4xx.
 */
export function isTransient(error: unknown): boolean {
  const last = lastErrorOf(error)
  if (typeof last !== 'object' || last === null) return false
  if (last instanceof AppError) return isTransientAppError(last)
  const status = statusOf(last)
  if (status !== undefined) return status === 408 || status === 409 || status === 429 || status >= 500
  const cause = 'cause' in last ? last.cause : undefined
  if (cause instanceof AppError) return isTransientAppError(cause)
  if ('isRetryable' in last && typeof last.isRetryable === 'boolean') return last.isRetryable
  return hasNetworkCode(last) || hasNetworkCode(cause)
}

/** How long the server asked to wait, in milliseconds; undefined when it did not, or asked for more than a minute. */
export function retryAfterMs(error: unknown, now: number): number | undefined {
  const last = lastErrorOf(error)
  const asked = findAppError(last)?.data?.retryAfterMs ?? fromHeaders(last, now)
  return typeof asked === 'number' && asked >= 0 && asked <= LONGEST_RETRY_AFTER_MS ? asked : undefined
}

function isTransientAppError(error: AppError): boolean {
  if (transientAppCodes.has(error.code)) return true
  if (error.code !== 'MODEL_SERVER_ERROR') return false
  const status = error.data?.status
  // A connection that broke off in the middle of an answer has no status, but the words of the connection.
  return typeof status === 'number' ? status === 408 || status === 409 || status === 429 || status >= 500 : brokeOff(error)
}

function brokeOff(error: AppError): boolean {
  const words = error.data?.serverWords
  return typeof words === 'string' && [...networkCodes].some((code) => words.startsWith(code))
}

function statusOf(error: object): number | undefined {
  const status = 'statusCode' in error ? error.statusCode : 'status' in error ? error.status : undefined
  return typeof status === 'number' ? status : undefined
}

function hasNetworkCode(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' && networkCodes.has(error.code)
}

function fromHeaders(error: unknown, now: number): number | undefined {
  const headers = APICallError.isInstance(error) ? error.responseHeaders : undefined
  const inMs = Number.parseFloat(headers?.['retry-after-ms'] ?? '')
  if (Number.isFinite(inMs)) return inMs
  const value = headers?.['retry-after']
  if (value === undefined) return undefined
  const seconds = Number.parseFloat(value)
  if (Number.isFinite(seconds)) return seconds * 1000
  const date = Date.parse(value)
  return Number.isFinite(date) ? date - now : undefined
}
