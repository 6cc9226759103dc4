import { AppError } from '../../../../shared/errors'

export function searchBlocked(name: string, retryAfterMs: number | null): AppError {
  return new AppError(
    'SEARCH_BLOCKED',
    `${name} does not answer programs just now. Wait a while, or choose another search engine in Settings, Web search.`,
    retryAfterMs === null ? {} : { data: { retryAfterMs } },
  )
}

export function searchNotUnderstood(name: string): AppError {
  return new AppError(
    'SEARCH_NOT_UNDERSTOOD',
    `The answer of ${name} cannot be read; it may have changed its form. Choose another search engine in Settings, Web search.`,
  )
}

export function searchKeyRefused(name: string): AppError {
  return new AppError('SEARCH_KEY_REFUSED', `${name} does not take the key. Enter it again in Settings, Web search.`)
}

export function searchQuotaUsedUp(name: string): AppError {
  return new AppError(
    'SEARCH_QUOTA_USED_UP',
    `The searches that your plan with ${name} allows are used up. Choose another search engine in Settings, Web search, or extend the plan.`,
  )
}

export function searchKeyMissing(name: string): AppError {
  return new AppError('SEARCH_NOT_SET_UP', `${name} needs a key. Enter it in Settings, Web search, or choose DuckDuckGo, which needs none.`)
}

export function searchAddressMissing(name: string): AppError {
  return new AppError('SEARCH_NOT_SET_UP', `${name} needs the address of its server. Enter it in Settings, Web search.`)
}
