import { type Site, startSite } from '../web-site'
import { duckDuckGoPages, resultPage } from './duckduckgo-pages'

export interface FrontResult {
  title: string
  url: string
  snippet: string
}

export interface SearchFront extends Site {
  /** What was searched for, in order. */
  queries: string[]
}

/** A search service that answers each query by itself, as DuckDuckGo's page without scripts; set it as `searchBases.duckduckgo`. */
export async function startSearchFront(find: (query: string) => readonly FrontResult[]): Promise<SearchFront> {
  const queries: string[] = []
  const site = await startSite({
    '/html/': (_request, response, body) => {
      const query = new URLSearchParams(body).get('q') ?? ''
      queries.push(query)
      const results = find(query)
      response.writeHead(200, { 'content-type': 'text/html; charset=UTF-8' })
      response.end(results.length === 0 ? duckDuckGoPages.nothing : resultPage(query, results))
    },
  })
  return { ...site, queries }
}

/** The pages that share words with the query, most shared words first, then in their order. At most ten. */
export function findByWords(pages: readonly (FrontResult & { text?: string })[], query: string): FrontResult[] {
  const wanted = new Set(wordsOf(query))
  return pages
    .map(({ text = '', ...result }) => {
      const title = wordsOf(result.title).filter((word) => wanted.has(word)).length
      const body = new Set(wordsOf(`${result.snippet} ${text}`).filter((word) => wanted.has(word))).size
      return { result, score: title * 2 + body }
    })
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, 10)
    .map(({ result }) => result)
}

function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length > 2)
}
