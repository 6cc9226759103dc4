import type { Endpoint } from '../../shared/client'
import type { ApiScope } from '../../shared/contract/http-api'

/** The program that a message came from. */
export interface McpCaller {
  /** What assistants are served. */
  endpoint: Endpoint
  may(scope: ApiScope): boolean
  /** Counts a request that may write. Throws AppError when that is one too many. */
  countWrite(): void
}
