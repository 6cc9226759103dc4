import { AppError } from '../../../../shared/errors'
import { readUrl } from '../address-rules'
import { JSON_TYPES } from '../content-type'
import type { GuardedFetch } from '../guarded-fetch'
import { badStatus } from '../web-failure'
import { dateOf, parseJson, readList, textOf } from './json-engine'
import { outcomeOf, purposeOf, type SearchEngine, tidyQuery } from './search-engine'
import { searchAddressMissing, searchBlocked, searchNotUnderstood } from './search-failure'

export interface SearxngDeps {
  fetch: GuardedFetch
  /** As a person entered it; '' without one. May be on this computer: the address rules do not hold for its own origin. */
  address: () => string
}

/** A SearXNG server of one's own: `GET /search?format=json`, which its settings must allow (a 403 otherwise). */
export function createSearxng({ fetch, address }: SearxngDeps): SearchEngine {
  return {
    id: 'searxng',
    async search(query, options) {
      const base = readUrl(address())
      if (base === null) throw searchAddressMissing('SearXNG')
      const url = new URL(`${base.pathname.replace(/\/(?:search\/?)?$/, '')}/search`, base.origin)
      url.search = new URLSearchParams({ q: tidyQuery(query), format: 'json', safesearch: '0' }).toString()
      const answer = await fetch(url.href, {
        types: JSON_TYPES,
        anyAnswer: true,
        paceMs: 0,
        exemptOrigin: base.origin,
        signal: options.signal,
        purpose: purposeOf(options),
      })
      if (answer.status === 403) throw formatNotAllowed()
      if (answer.status === 429) throw searchBlocked('SearXNG', answer.retryAfterMs)
      if (answer.status < 200 || answer.status > 299) throw badStatus(base.hostname, answer.status, answer.retryAfterMs)
      const body = parseJson(answer)
      if (typeof body !== 'object' || body === null || !('results' in body) || !Array.isArray(body.results))
        throw searchNotUnderstood('SearXNG')
      const found = readList(body.results, (one) => ({
        url: textOf(one.url),
        title: textOf(one.title),
        snippet: textOf(one.content),
        publishedAt: dateOf(one.publishedDate),
      }))
      const outcome = outcomeOf(found, options.limit)
      const silent = 'unresponsive_engines' in body && Array.isArray(body.unresponsive_engines) ? body.unresponsive_engines : []
      // The engines behind it were blocked or late: that is no empty result.
      if (outcome.outcome === 'nothing' && silent.length > 0) throw searchBlocked('SearXNG', null)
      return outcome
    },
  }
}

function formatNotAllowed(): AppError {
  return new AppError(
    'SEARCH_NOT_SET_UP',
    'This SearXNG server does not give its results to programs. Add “json” to search.formats in its settings.yml, or choose another search engine.',
  )
}
