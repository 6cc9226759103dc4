import { dateOf, type JsonService, readList, textOf } from './json-engine'

/**
 * SerpApi, Google: `GET /search.json`, key in the query. A search without results is a success whose `error` says so; a 429 means too fast or,
 * by its words, used up.
 */
export function serpapiService(base = 'https://serpapi.com'): JsonService {
  return {
    id: 'serpapi',
    name: 'SerpApi',
    request: (query, limit, key) => ({
      url: `${base}/search.json?${new URLSearchParams({ engine: 'google', q: query, num: String(Math.min(limit, 20)), api_key: key })}`,
    }),
    read(answer) {
      if (typeof answer !== 'object' || answer === null || !('search_metadata' in answer || 'search_information' in answer)) return null
      if ('organic_results' in answer && Array.isArray(answer.organic_results)) {
        return readList(answer.organic_results, (one) => ({
          url: textOf(one.link),
          title: textOf(one.title),
          snippet: textOf(one.snippet),
          publishedAt: dateOf(one.date),
        }))
      }
      return isEmpty(answer) ? [] : null
    },
    refusal: (status, answer) => (status === 429 && /run out of searches/i.test(JSON.stringify(answer ?? '')) ? 'quota' : null),
  }
}

function isEmpty(answer: object): boolean {
  const information = 'search_information' in answer ? answer.search_information : undefined
  const state =
    typeof information === 'object' && information !== null && 'organic_results_state' in information
      ? textOf(information.organic_results_state)
      : ''
  const error = 'error' in answer ? textOf(answer.error) : ''
  return /fully empty/i.test(state) || /hasn't returned any results/i.test(error)
}
