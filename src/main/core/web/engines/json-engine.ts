import type { SearchEngineId } from '../../../../shared/contract/network'
import { JSON_TYPES } from '../content-type'
import type { GuardedFetch, WebAnswer, WebRequest } from '../guarded-fetch'
import { badStatus } from '../web-failure'
import { outcomeOf, purposeOf, type SearchEngine, type SearchResult, tidyQuery } from './search-engine'
import { searchBlocked, searchKeyMissing, searchKeyRefused, searchNotUnderstood, searchQuotaUsedUp } from './search-failure'

export type Found = Partial<Omit<SearchResult, 'url'>> & { url: string }

/** What is particular to a search service with a key that answers in JSON. */
export interface JsonService {
  id: SearchEngineId
  name: string
  request(query: string, limit: number, key: string): { url: string } & Pick<WebRequest, 'method' | 'headers' | 'body'>
  /** The results of a 200; [] when it says that there are none, null when it is not what the service documents. */
  read(answer: unknown): Found[] | null
  /** What a status that is no 200 means, where it is not what HTTP says; null for what HTTP says. */
  refusal?(status: number, answer: unknown): 'key' | 'quota' | 'blocked' | null
}

export interface JsonEngineDeps {
  fetch: GuardedFetch
  /** '' without one. Read anew for every search. */
  apiKey: () => string
}

/** Services are asked at their own pace; their answers say when it was too fast. */
const PACE_MS = 0

/** A search engine over a JSON service. */
export function createJsonEngine(service: JsonService, { fetch, apiKey }: JsonEngineDeps): SearchEngine {
  return {
    id: service.id,
    async search(query, options) {
      const key = apiKey()
      if (key === '') throw searchKeyMissing(service.name)
      if (/[^\x21-\x7e]/.test(key)) throw searchKeyRefused(service.name)
      const { url, ...request } = service.request(tidyQuery(query), options.limit, key)
      const answer = await fetch(url, {
        ...request,
        types: JSON_TYPES,
        anyAnswer: true,
        paceMs: PACE_MS,
        signal: options.signal,
        purpose: purposeOf(options),
      })
      const body = parseJson(answer)
      assertAnswered(service, answer, body)
      const found = body === undefined ? null : service.read(body)
      if (found === null) throw searchNotUnderstood(service.name)
      return outcomeOf(found, options.limit)
    },
  }
}

function assertAnswered(service: JsonService, { status, url, retryAfterMs }: WebAnswer, body: unknown): void {
  if (status >= 200 && status <= 299) return
  const meant = service.refusal?.(status, body) ?? null
  if (meant === 'quota' || (meant === null && status === 402)) throw searchQuotaUsedUp(service.name)
  if (meant === 'key' || (meant === null && (status === 401 || status === 403))) throw searchKeyRefused(service.name)
  if (meant === 'blocked' || status === 429) throw searchBlocked(service.name, retryAfterMs)
  if (status >= 500) throw badStatus(new URL(url).hostname, status, retryAfterMs)
  throw searchNotUnderstood(service.name)
}

/** Undefined for what is no JSON. */
export function parseJson({ bytes }: WebAnswer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8').replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
}

/** The parts of a list that have an address. */
export function readList(list: readonly unknown[], read: (one: Record<string, unknown>) => Partial<Found>): Found[] {
  return list.flatMap((one) => {
    if (typeof one !== 'object' || one === null) return []
    const { url, ...rest } = read(one as Record<string, unknown>)
    return url === undefined || url === '' ? [] : [{ ...rest, url }]
  })
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** A date as services write it, from a plain one to a moment with its zone; null for words such as "3 days ago". */
export function dateOf(value: unknown): string | null {
  const text = textOf(value).trim()
  if (/^\d{4}-\d{2}-\d{2}/.test(text)) return Number.isFinite(Date.parse(text)) ? text : null
  const time = /\d{4}/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isFinite(time) ? new Date(time).toISOString() : null
}
