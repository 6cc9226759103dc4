import { dateOf, type JsonService, readList, textOf } from './json-engine'

const SNIPPET_CHARACTERS = 400

/** Exa, search: `POST /search`, key in x-api-key. Results have text only when it is asked for. */
export function exaService(base = 'https://api.exa.ai'): JsonService {
  return {
    id: 'exa',
    name: 'Exa',
    request: (query, limit, key) => ({
      url: `${base}/search`,
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({
        query,
        numResults: Math.min(limit, 20),
        type: 'auto',
        contents: { text: { maxCharacters: SNIPPET_CHARACTERS } },
      }),
    }),
    read(answer) {
      if (typeof answer !== 'object' || answer === null || !('results' in answer) || !Array.isArray(answer.results)) return null
      return readList(answer.results, (one) => ({
        url: textOf(one.url),
        title: textOf(one.title),
        snippet: textOf(one.text).slice(0, SNIPPET_CHARACTERS),
        publishedAt: dateOf(one.publishedDate),
        ...(typeof one.score === 'number' ? { score: one.score } : {}),
      }))
    },
  }
}
