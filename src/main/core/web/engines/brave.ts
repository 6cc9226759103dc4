import { dateOf, type JsonService, readList, textOf } from './json-engine'

/** Brave Search API, web search: `GET /res/v1/web/search`, key in X-Subscription-Token. A wrong key is a 422 as well as a 401. */
export function braveService(base = 'https://api.search.brave.com'): JsonService {
  return {
    id: 'brave',
    name: 'Brave Search',
    request: (query, limit, key) => ({
      url: `${base}/res/v1/web/search?${new URLSearchParams({ q: query, count: String(Math.min(limit, 20)), text_decorations: 'false' })}`,
      headers: { 'x-subscription-token': key },
    }),
    read(answer) {
      if (typeof answer !== 'object' || answer === null || !('query' in answer || 'web' in answer)) return null
      // Without web results the part is left out.
      const web = 'web' in answer ? answer.web : undefined
      if (web === undefined || web === null) return []
      const results = typeof web === 'object' && 'results' in web ? web.results : undefined
      if (!Array.isArray(results)) return null
      return readList(results, (one) => ({
        url: textOf(one.url),
        title: textOf(one.title),
        snippet: textOf(one.description),
        publishedAt: dateOf(one.page_age),
      }))
    },
    refusal: (status, answer) => (status === 422 && JSON.stringify(answer ?? '').includes('SUBSCRIPTION_TOKEN') ? 'key' : null),
  }
}
