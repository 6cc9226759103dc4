import type { Endpoint } from '../../../shared/client'
import type { ApiScope } from '../../../shared/contract/http-api'
import { AppError } from '../../../shared/errors'
import type { Admission } from '../../../shared/http-access'
import { createAllowance } from './allowance'
import type { Exchange } from './answer'
import type { HttpLimits } from './limits'

/** A request that passed the guard. */
export interface HttpCall extends Exchange {
  method: string
  /** Without the query, as it was sent: nothing is decoded. */
  path: string
  /** What follows the question mark; undefined without one. */
  query: string | undefined
  admission: Admission
}

/** What every part of the API is given. */
export interface RouteTools {
  endpoint: Endpoint
  limits: HttpLimits
  appVersion: string
  /** The address of the host, such as http://127.0.0.1:49152. */
  baseUrl: () => string
  /** Throws FORBIDDEN when the token lacks the scope, else TOO_MANY_REQUESTS when its allowance is used up; else counts the request. */
  admit(call: HttpCall, scope: ApiScope | 'any', allowance: 'read' | 'write'): void
}

/** One part of the API. A new one joins the list of `serveHttp`; it has the guard, the tokens and the limits of all others. */
export interface RouteModule {
  /** Whether it answers this request. */
  takes(call: HttpCall): boolean
  /** Answers. What it throws becomes the answer; an AppError keeps its words. */
  handle(call: HttpCall): Promise<void>
  /** Ends what it keeps open, of one token or of all. */
  end?(tokenId?: string): void
}

export type CreateRouteModule = (tools: RouteTools) => RouteModule

function lacksScope(): AppError {
  return new AppError('FORBIDDEN', 'This token may not do that. Make one that may in Settings, under Programs.')
}

function tooMany(most: number, verb: string, ms: number): AppError {
  return new AppError(
    'TOO_MANY_REQUESTS',
    `A token may ${verb} ${most} times a minute. Wait as long as Retry-After says, then try again.`,
    {
      data: { retryAfterSeconds: Math.ceil(ms / 1000) },
    },
  )
}

export function createRouteTools(options: Omit<RouteTools, 'admit'> & { now: () => number }): RouteTools {
  const { limits, now } = options
  const reads = createAllowance({ most: limits.readsPerMinute, now })
  const writes = createAllowance({ most: limits.writesPerMinute, now })
  return {
    ...options,
    admit({ admission }, scope, allowance) {
      if (scope !== 'any' && !admission.may(scope)) throw lacksScope()
      if (!admission.counted) return
      const isRead = allowance === 'read'
      const wait = (isRead ? reads : writes).take(admission.id)
      if (wait > 0) throw tooMany(isRead ? limits.readsPerMinute : limits.writesPerMinute, isRead ? 'read' : 'write', wait)
    },
  }
}
