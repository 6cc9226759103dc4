import { lookup } from 'node:dns/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../../../shared/errors'
import { bareHost, blockReason, isDowngrade, readUrl } from './address-rules'
import { type ContentType, isAllowed, PAGE_TYPES, readContentType, typeOf } from './content-type'
import type { EgressEnd, EgressLedger, EgressPurpose } from './egress-ledger'
import { guardedRequest, type Resolve } from './guarded-request'
import { createHostTurns } from './host-turns'
import { readRetryAfter } from './retry-time'
import { badStatus, badType, blockedAddress, failureCode, localOnly, stopped, timedOut, tooManyRedirects } from './web-failure'

export interface WebRequest {
  purpose: EgressPurpose
  signal: AbortSignal
  method?: 'GET' | 'POST'
  /** Sent to the first origin only: a key never travels on with a redirect. */
  headers?: Record<string, string>
  body?: string
  /** Types that are taken; PAGE_TYPES unless given. */
  types?: readonly string[]
  /** Gives answers of any status and type, for services that say in them what is wrong. */
  anyAnswer?: boolean
  /** One origin that a person entered in Settings: the address rules do not hold for it, and hold for all it leads to. */
  exemptOrigin?: string
  /** The least time between the starts of two requests to the same host. */
  paceMs?: number
}

export interface WebAnswer {
  /** Where the redirects ended. */
  url: string
  status: number
  /** By the first bytes where the server says nothing or sends a PDF as something else. */
  contentType: ContentType
  /** Unpacked. */
  bytes: Buffer
  /** Milliseconds after which the server wants to be asked again; null when it does not say. */
  retryAfterMs: number | null
}

export interface WebLimits {
  /** Unpacked as well as on the wire. */
  maxBytes: number
  /** From the first connection to the last byte, redirects and all; waiting for a turn does not count. */
  totalMs: number
  maxRedirects: number
  perHost: number
  paceMs: number
}

const usualLimits: WebLimits = { maxBytes: 5 * 1024 * 1024, totalMs: 15_000, maxRedirects: 5, perHost: 2, paceMs: 500 }

export interface GuardedFetchDeps {
  ledger: EgressLedger
  isLocalOnly: () => boolean
  appVersion: string
  now: () => number
  /** Milliseconds, from a clock that is not set back. */
  elapsed: () => number
  /** For tests only: origins that the address rules do not hold for. */
  exemptOrigins?: readonly string[]
  /** For tests only. */
  resolve?: Resolve
  sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** For tests only; `paceMs` then holds for every request, also where it asks for another. */
  limits?: Partial<WebLimits>
}

/**
 * The one way out besides model servers. Opens public http and https addresses only, judged on what is connected and anew at every redirect;
 * takes no more than a page has, sends no cookie, no referrer and no name but the app's. Every request is written in the ledger before it
 * leaves. Errors: AppError with a WEB_* code; CANCELLED, or the signal's reason when that is an AppError, for an aborted signal.
 */
export type GuardedFetch = (url: string, request: WebRequest) => Promise<WebAnswer>

export function createGuardedFetch(deps: GuardedFetchDeps): GuardedFetch {
  const limits = { ...usualLimits, ...deps.limits }
  const resolve: Resolve = deps.resolve ?? ((host) => lookup(host, { all: true, verbatim: true }))
  const sleep = deps.sleep ?? ((milliseconds, signal) => delay(milliseconds, undefined, { signal }))
  const takeTurn = createHostTurns({ elapsed: deps.elapsed, sleep, perHost: limits.perHost })
  const always = {
    'user-agent': `Mozilla/5.0 (compatible; Cortexa/${deps.appVersion})`,
    'accept-encoding': 'gzip, deflate, br',
    'accept-language': 'en;q=0.8, *;q=0.5',
  }

  return async function guardedFetch(address, request) {
    const types = request.types ?? PAGE_TYPES
    const exempt = new Set([...(deps.exemptOrigins ?? []), ...(request.exemptOrigin === undefined ? [] : [request.exemptOrigin])])
    let leftMs = limits.totalMs
    let url = readUrl(address)
    const firstOrigin = url?.origin
    let previous: URL | null = null

    for (let hop = 0; ; hop += 1) {
      const entry = writeDown(request, url)
      let answer: WebAnswer & { location: string | null }
      try {
        if (deps.isLocalOnly()) throw localOnly()
        if (url === null) throw blockedAddress('address')
        if (isDowngrade(previous, url)) throw blockedAddress('downgrade')
        const reason = blockReason(url, exempt)
        if (reason !== null) throw blockedAddress(reason)
        if (hop > limits.maxRedirects) throw tooManyRedirects(bareHost(url))
        answer = await ask(url, leftMs, {
          request,
          exempt: exempt.has(url.origin),
          types,
          headers: url.origin === firstOrigin ? (request.headers ?? {}) : {},
          counted: entry.counted,
          started: entry.started,
        })
        leftMs = Math.max(1, leftMs - entry.end({ status: answer.status }))
      } catch (error) {
        entry.end({ failure: failureCode(error), ...(error instanceof AppError ? fromData(error) : {}) })
        throw error
      }
      if (answer.location === null) return answer
      previous = url
      url = readUrl(answer.location, url)
    }
  }

  /** The request's line in the ledger, and what completes it. */
  function writeDown(request: WebRequest, url: URL | null) {
    const { kind, jobId, jobType, itemIds } = request.purpose
    const finish = deps.ledger.begin({
      at: deps.now(),
      host: url === null ? '' : bareHost(url),
      path: url?.pathname ?? '',
      method: request.method ?? 'GET',
      kind,
      jobId,
      jobType,
      itemIds,
    })
    const sum = { bytesOut: 0, bytesIn: 0 }
    let startedAt = deps.elapsed()
    return {
      started(): void {
        startedAt = deps.elapsed()
      },
      counted(bytesOut: number, bytesIn: number): void {
        sum.bytesOut = bytesOut
        sum.bytesIn = bytesIn
      },
      end(end: Partial<Pick<EgressEnd, 'status' | 'failure' | 'reason'>>): number {
        const durationMs = Math.max(0, Math.round(deps.elapsed() - startedAt))
        finish({ status: null, failure: null, reason: null, ...end, ...sum, durationMs })
        return durationMs
      },
    }
  }

  /** One request within the time that is left; a redirect comes back as its location. */
  async function ask(
    url: URL,
    leftMs: number,
    options: {
      request: WebRequest
      exempt: boolean
      types: readonly string[]
      headers: Record<string, string>
      counted: (bytesOut: number, bytesIn: number) => void
      started: () => void
    },
  ): Promise<WebAnswer & { location: string | null }> {
    const { request, types } = options
    const { signal } = request
    const host = bareHost(url)
    const method = request.method ?? 'GET'
    const done = await takeTurn(url.host, deps.limits?.paceMs ?? request.paceMs ?? limits.paceMs, signal).catch((error: unknown) => {
      throw error instanceof AppError ? error : stopped()
    })
    options.started()
    const clock = new AbortController()
    const timer = setTimeout(() => clock.abort(timedOut(host, limits.totalMs)), leftMs)
    const stop = () => clock.abort(signal.reason instanceof AppError ? signal.reason : stopped())
    signal.addEventListener('abort', stop, { once: true })
    try {
      const { status, headers, body } = await guardedRequest({
        url,
        method,
        headers: { accept: types.join(', '), ...always, ...(request.body === undefined ? {} : formHeader), ...options.headers },
        body: request.body ?? null,
        exempt: options.exempt,
        signal: clock.signal,
        maxBytes: limits.maxBytes,
        resolve,
        counted: options.counted,
        wantsBody(answered, head) {
          if (redirectOf(method, answered, head) !== null) return false
          if (request.anyAnswer) return true
          if (answered < 200 || answered > 299) throw badStatus(host, answered, readRetryAfter(head['retry-after'], deps.now()))
          const { type } = readContentType(head['content-type'])
          if (type !== '' && type !== 'application/octet-stream' && !isAllowed(type, types)) throw badType(host, type)
          return true
        },
      })
      const named = readContentType(headers['content-type'])
      const contentType = { ...named, type: typeOf(named.type, body) }
      const location = redirectOf(method, status, headers)
      if (location === null && !request.anyAnswer && !isAllowed(contentType.type, types)) throw badType(host, contentType.type)
      return { url: url.href, status, contentType, bytes: body, retryAfterMs: readRetryAfter(headers['retry-after'], deps.now()), location }
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      done()
    }
  }
}

const formHeader = { 'content-type': 'application/x-www-form-urlencoded' }
const redirects = new Set([301, 302, 303, 307, 308])

/** Where an answer leads; null when it does not. What was posted is not sent anywhere else. */
function redirectOf(method: string, status: number, headers: IncomingHttpHeaders): string | null {
  const location = headers.location ?? ''
  if (method !== 'GET' || !redirects.has(status) || location === '') return null
  // Node reads heads as Latin-1; servers write them in UTF-8.
  const text = Buffer.from(location, 'latin1').toString('utf8')
  return text.includes('\ufffd') ? location : text
}

function fromData(error: AppError): { status?: number; reason?: string } {
  const { status, reason } = error.data ?? {}
  return { ...(typeof status === 'number' ? { status } : {}), ...(typeof reason === 'string' ? { reason } : {}) }
}
