import { AppError } from '../../../shared/errors'
import { GiveUp, RetryLater } from '../queue/job-rules'

/** How long a job waits before it looks whether an unreachable server is back. */
const OFFLINE_RETRY_MS = 15_000
const RATE_LIMIT_MS = 30_000

/** What an error of the model client means for the job: wait without cost, give up at once, or an ordinary retry. */
export function jobErrorOf(error: unknown): unknown {
  if (!(error instanceof AppError)) return error
  const words = typeof error.data?.serverWords === 'string' ? error.data.serverWords : null
  switch (error.code) {
    case 'MODEL_UNREACHABLE':
      return new RetryLater(OFFLINE_RETRY_MS, error.message, error.code, error)
    case 'MODEL_RATE_LIMITED': {
      const told = error.data?.retryAfterMs
      return new RetryLater(typeof told === 'number' && told > 0 ? told : RATE_LIMIT_MS, error.message, error.code, error)
    }
    case 'MODEL_QUOTA_USED_UP':
    case 'MODEL_KEY_REFUSED':
    case 'MODEL_UNKNOWN':
    case 'MODEL_REFUSED':
    case 'MODEL_CONTEXT_TOO_LONG':
      return new GiveUp(error.code, error.message, { cause: error, serverWords: words })
    case 'MODEL_SERVER_ERROR':
      return isPlainRefusal(error.data?.status)
        ? new GiveUp('MODEL_NOT_ACCEPTED', error.message, { cause: error, serverWords: words })
        : error
    default:
      return error
  }
}

/** A 4xx that says nothing of waiting: the same request is refused again. */
function isPlainRefusal(status: unknown): boolean {
  return typeof status === 'number' && status >= 400 && status < 500 && ![408, 409, 425, 429].includes(status)
}
