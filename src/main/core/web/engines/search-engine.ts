import type { SearchEngineId } from '../../../../shared/contract/network'
import type { EgressPurpose } from '../egress-ledger'

export interface SearchResult {
  title: string
  /** The page itself: no redirect, no advertisement. */
  url: string
  snippet: string
  /** From 0 to 1; by rank where the engine gives none. */
  score: number
  /** ISO 8601 date or moment, where the engine tells it. */
  publishedAt: string | null
}

/** A search that was carried out. Everything else is an error: an empty list never stands for a search that failed. */
export type SearchOutcome = { outcome: 'results'; results: SearchResult[] } | { outcome: 'nothing' }

export interface SearchOptions {
  /** 1 to 20. */
  limit: number
  signal: AbortSignal
  /** What the ledger says it was for; a person's own search when left out. */
  purpose?: Partial<EgressPurpose>
}

export interface SearchEngine {
  id: SearchEngineId
  /**
   * Searches once. Errors: SEARCH_BLOCKED when the engine does not let programs in or was asked too often (`data.retryAfterMs` where it says),
   * SEARCH_NOT_UNDERSTOOD when its answer has another form than it had, SEARCH_KEY_REFUSED, SEARCH_QUOTA_USED_UP, SEARCH_NOT_SET_UP, and the
   * WEB_* codes of the guarded fetch.
   */
  search(query: string, options: SearchOptions): Promise<SearchOutcome>
}

/** A query as it is sent: one line, and no longer than engines take. */
export const MAX_QUERY = 400

export function tidyQuery(query: string): string {
  return query.replace(/\s+/g, ' ').trim().slice(0, MAX_QUERY)
}

export function purposeOf(options: SearchOptions): EgressPurpose {
  return { kind: 'search', jobId: null, jobType: null, itemIds: [], ...options.purpose }
}

/** Clean results, each page once, as many as were wanted; what is no web address is left out. */
export function outcomeOf(found: readonly Partial<Omit<SearchResult, 'url'>>[] & readonly { url: string }[], limit: number): SearchOutcome {
  const results: SearchResult[] = []
  const seen = new Set<string>()
  for (const one of found) {
    const url = webAddress(one.url)
    if (url === null || seen.has(url) || results.length >= limit) continue
    seen.add(url)
    results.push({
      title: plainText(one.title ?? '') || url,
      url,
      snippet: plainText(one.snippet ?? ''),
      score: one.score !== undefined && one.score >= 0 && one.score <= 1 ? one.score : Math.max(0, 1 - results.length / 10),
      publishedAt: one.publishedAt ?? null,
    })
  }
  return results.length > 0 ? { outcome: 'results', results } : { outcome: 'nothing' }
}

function webAddress(text: string): string | null {
  try {
    const url = new URL(text)
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null
  } catch {
    return null
  }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', '#39': "'", '#x27': "'" }

/** Engines mark the words that were found with tags, inside texts that are otherwise escaped. */
function plainText(text: string): string {
  return text
    .replace(/<\/?(?:strong|b|em|i|span|mark)\b[^<>]*>/gi, '')
    .replace(/&(#?\w{2,6});/g, (whole, name: string) => entities[name.toLowerCase()] ?? whole)
    .replace(/\s+/g, ' ')
    .trim()
}
