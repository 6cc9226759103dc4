import { HTML_TYPES } from '../content-type'
import type { GuardedFetch, WebAnswer } from '../guarded-fetch'
import type { DuckDuckGoPage, PageBytes } from '../page-messages'
import { badStatus } from '../web-failure'
import { outcomeOf, purposeOf, type SearchEngine, tidyQuery } from './search-engine'
import { searchBlocked, searchNotUnderstood } from './search-failure'

const NAME = 'DuckDuckGo'
/** Asked faster, it shows a challenge. */
const PACE_MS = 1500
/** What it answers with when it takes the asker for a robot; 202 has no results in it, however much it looks like a success. */
const refusals = new Set([202, 403, 418, 429])

export interface DuckDuckGoDeps {
  fetch: GuardedFetch
  /** Reads a result page outside of the main thread. */
  readPage: (page: PageBytes, signal: AbortSignal) => Promise<DuckDuckGoPage>
  base?: string
}

/** DuckDuckGo's page for browsers without scripts, html.duckduckgo.com. Needs no key. */
export function createDuckDuckGo({ fetch, readPage, base = 'https://html.duckduckgo.com' }: DuckDuckGoDeps): SearchEngine {
  return {
    id: 'duckduckgo',
    async search(query, options) {
      const answer = await fetch(`${base}/html/`, {
        method: 'POST',
        body: new URLSearchParams({ q: tidyQuery(query), b: '' }).toString(),
        types: HTML_TYPES,
        anyAnswer: true,
        paceMs: PACE_MS,
        signal: options.signal,
        purpose: purposeOf(options),
      })
      const page = await readPage(
        { bytes: answer.bytes, type: 'text/html', charset: answer.contentType.charset, url: 'https://html.duckduckgo.com/html/' },
        options.signal,
      )
      return outcome(page, answer, options.limit)
    },
  }
}

function outcome(page: DuckDuckGoPage, { status, url, retryAfterMs }: WebAnswer, limit: number) {
  if (page.kind === 'results') return outcomeOf(page.results, limit)
  if (page.kind === 'challenge' || refusals.has(status)) throw searchBlocked(NAME, retryAfterMs)
  if (status < 200 || status > 299) throw badStatus(new URL(url).hostname, status, retryAfterMs)
  if (page.kind === 'nothing') return outcomeOf([], limit)
  throw searchNotUnderstood(NAME)
}
