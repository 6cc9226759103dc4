/**
 * Every error code of the product with its HTTP status. A code is for programs, the message that travels
 * with it is for people: it says what happened and what to do next.
 */
export const errorCodes = {
  BAD_INPUT: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  VAULT_LOCKED: 423,
  TOO_MANY_REQUESTS: 429,
  INTERNAL: 500,
  DISK_FULL: 507,
  FOLDER_NOT_WRITABLE: 507,
  VAULT_ABSENT: 409,
  VAULT_EXISTS: 409,
  VAULT_IN_USE: 409,
  WEAK_PASSPHRASE: 400,
  WRONG_PASSPHRASE: 401,
  BAD_RECOVERY_KEY: 400,
  WRONG_RECOVERY_KEY: 401,
  HEADER_DAMAGED: 500,
  HEADER_TAMPERED: 500,
  HEADER_UNSUPPORTED: 500,
  HEADER_MISSING: 500,
  HEADER_ROLLBACK: 409,
  VAULT_TOO_NEW: 409,
  VAULT_DAMAGED: 500,
  COMMITS_LOST: 500,
  BLOB_DAMAGED: 500,
  BLOB_MISSING: 404,
  ITEM_NOT_FOUND: 404,
  ITEM_PRIVATE: 403,
  JOB_NOT_FOUND: 404,
  MODEL_UNREACHABLE: 502,
  MODEL_TIMEOUT: 504,
  MODEL_RATE_LIMITED: 429,
  MODEL_QUOTA_USED_UP: 402,
  MODEL_KEY_REFUSED: 401,
  MODEL_UNKNOWN: 404,
  MODEL_CONTEXT_TOO_LONG: 413,
  MODEL_REFUSED: 422,
  MODEL_ONLY_THINKING: 502,
  MODEL_CUT_OFF: 502,
  MODEL_EMPTY: 502,
  MODEL_BAD_OUTPUT: 502,
  MODEL_SERVER_ERROR: 502,
  MODEL_NOT_ACCEPTED: 422,
  WEB_LOCAL_ONLY: 403,
  WEB_BLOCKED_ADDRESS: 403,
  WEB_UNREACHABLE: 502,
  WEB_TIMEOUT: 504,
  WEB_TOO_LARGE: 502,
  WEB_BAD_TYPE: 502,
  WEB_TOO_MANY_REDIRECTS: 502,
  WEB_STATUS: 502,
  PAGE_UNREADABLE: 422,
  SEARCH_BLOCKED: 429,
  SEARCH_NOT_UNDERSTOOD: 502,
  SEARCH_KEY_REFUSED: 401,
  SEARCH_QUOTA_USED_UP: 402,
  SEARCH_NOT_SET_UP: 409,
  TELEGRAM_REFUSED: 401,
  TELEGRAM_TAKEN: 409,
  TELEGRAM_UNREACHABLE: 502,
  TELEGRAM_NOT_ACCEPTED: 422,
  VOICE_UNAVAILABLE: 501,
  VOICE_FAILED: 500,
  JOB_TIMEOUT: 504,
  JOB_INTERRUPTED: 500,
  CANCELLED: 499,
} as const

export type ErrorCode = keyof typeof errorCodes

/** An error a person or a client may see. `message` names what happened and the next step; `data` holds plain JSON only. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly data: Record<string, unknown> | undefined

  constructor(code: ErrorCode, message: string, options: { data?: Record<string, unknown>; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.data = options.data
  }
}

/** The plain form of an error that crosses a process border. */
export interface WireError {
  code: ErrorCode
  message: string
  data?: Record<string, unknown> | undefined
}

export type WireResult<T = unknown> = { ok: true; data: T } | { ok: false; error: WireError }
