import { dateOf, type JsonService, readList, textOf } from './json-engine'

/** Tavily, search: `POST /search`, key as a bearer. 432 and 433 say that the plan's or the set limit is used up. */
export function tavilyService(base = 'https://api.tavily.com'): JsonService {
  return {
    id: 'tavily',
    name: 'Tavily',
    request: (query, limit, key) => ({
      url: `${base}/search`,
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, max_results: Math.min(limit, 20), search_depth: 'basic' }),
    }),
    read(answer) {
      if (typeof answer !== 'object' || answer === null || !('results' in answer) || !Array.isArray(answer.results)) return null
      return readList(answer.results, (one) => ({
        url: textOf(one.url),
        title: textOf(one.title),
        snippet: textOf(one.content),
        publishedAt: dateOf(one.published_date),
        ...(typeof one.score === 'number' ? { score: one.score } : {}),
      }))
    },
    refusal: (status) => (status === 432 || status === 433 ? 'quota' : null),
  }
}
