import type { Endpoint } from '../../../shared/client'
import type { ApiScope } from '../../../shared/contract/http-api'
import type { WireError } from '../../../shared/errors'

/** The program at the other end of a connection. */
export interface McpCaller {
  /** What assistants are served. */
  endpoint: Endpoint
  may(scope: ApiScope): boolean
  /** Counts a request that may write. Throws AppError when that is one too many. */
  countWrite(): void
  /** Counts a call that waits for a job, and returns the way to say that it no longer does. Throws AppError when that is one too many. */
  startWait(): () => void
  /** How long one call may wait for a job, in milliseconds. */
  maxWaitMs: number
  /** Receives what the app refused, for a host that has a status of its own to say it with. */
  onRefused?(error: WireError): void
}
