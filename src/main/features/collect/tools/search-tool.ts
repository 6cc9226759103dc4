import { z } from 'zod'
import { plainLine } from '../../../../shared/untrusted-text'
import { throwIfAborted, untilAborted } from '../../../core/agent/abort'
import type { ToolCircuitBreaker } from '../../../core/agent/circuit-breaker'
import type { AgentLogger } from '../../../core/agent/logger'
import type { AgentTool } from '../../../core/agent/run-tool-loop'
import { normalizeUrl } from '../../../core/text/normalize-url'
import type { FoundPage, SearchPort } from '../ports'
import type { UrlProvenance } from '../url-provenance'

/** Results of one query (docs/collect-pipeline.md, "search"). */
const RESULTS_PER_QUERY = 10
/** Of a query (docs/security.md H32). */
const LONGEST_QUERY = 200

const Input = z.object({ queries: z.array(z.string().min(1).max(LONGEST_QUERY)).min(1).max(5).describe('1 to 5 different queries') })

export interface SearchOutput {
  results: (FoundPage & { query: string })[]
  errors: { query: string; error: string }[]
  /** Only when nothing at all could be searched. */
  error?: string
}

export interface SearchToolDeps {
  search: SearchPort
  breaker: ToolCircuitBreaker
  logger: AgentLogger
  provenance?: UrlProvenance | undefined
}

/** Tool `search` (docs/collect-pipeline.md, "search"). Never throws for a provider's failure; one success among several queries is a success. */
export function createSearchTool({
  search,
  breaker,
  logger,
  provenance,
}: SearchToolDeps): AgentTool<z.infer<typeof Input>, SearchOutput, 'web'> {
  return {
    touches: ['web'],
    description: 'Searches the web. Returns titles, addresses and snippets.',
    inputSchema: Input,
    execute: async ({ queries }, { signal }) => {
      throwIfAborted(signal)
      if (breaker.isTripped('search')) return { results: [], errors: [], error: breaker.getUnavailableMessage('search') }
      const answers = await Promise.all(
        queries.map(async (query) => {
          try {
            return { query, pages: await untilAborted(search.search(query, { limit: RESULTS_PER_QUERY, signal }), signal) }
          } catch (error) {
            return { query, error }
          }
        }),
      )
      throwIfAborted(signal)
      const failures = answers.flatMap((answer) => ('error' in answer ? [answer] : []))
      const errors = failures.map(({ query, error }) => ({ query, error: errorText(error) }))
      if (failures.length > 0) logger.warn(`${failures.length} of ${queries.length} queries failed.`)
      if (failures.length === queries.length) {
        const isTripping = breaker.recordFailure('search', failures[0]?.error)
        return { results: [], errors, error: isTripping ? breaker.getUnavailableMessage('search') : (errors[0]?.error ?? '') }
      }
      breaker.recordSuccess('search')
      return {
        results: uniqueResults(
          answers.flatMap(({ query, pages }) => (pages === undefined ? [] : [{ query, pages }])),
          provenance,
        ),
        errors,
      }
    },
  }
}

function uniqueResults(answers: { query: string; pages: FoundPage[] }[], provenance: UrlProvenance | undefined): SearchOutput['results'] {
  const seen = new Set<string>()
  return answers.flatMap(({ query, pages }) =>
    pages.slice(0, RESULTS_PER_QUERY).flatMap(({ title, url, snippet, score, publishedDate }) => {
      const key = normalizeUrl(url)
      if (key === '' || seen.has(key)) return []
      seen.add(key)
      provenance?.admit(url, { title: plainLine(title, 200), url, ...(snippet === undefined ? {} : { snippet: plainLine(snippet, 500) }) })
      return [
        {
          query,
          title: plainLine(title, 200),
          url,
          ...(snippet === undefined ? {} : { snippet: plainLine(snippet, 500) }),
          ...(score === undefined ? {} : { score }),
          ...(publishedDate === undefined ? {} : { publishedDate: plainLine(publishedDate, 40) }),
        },
      ]
    }),
  )
}

function errorText(error: unknown): string {
  const words = error instanceof Error && error.message !== '' ? error.message : 'unknown error'
  return `The search failed: ${plainLine(words, 400)}. You may try it once more. Do not write items from memory.`
}
