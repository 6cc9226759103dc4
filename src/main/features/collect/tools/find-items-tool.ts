import { z } from 'zod'
import { throwIfAborted, untilAborted } from '../../../core/agent/abort'
import type { ToolCircuitBreaker } from '../../../core/agent/circuit-breaker'
import type { AgentLogger } from '../../../core/agent/logger'
import type { AgentTool } from '../../../core/agent/run-tool-loop'
import { isOverTokens } from '../../../core/agent/stop-conditions'
import type { TokenUsageAccumulator } from '../../../core/agent/token-usage'
import { type ExtractedItem, ExtractedItems } from '../collect-item'
import type { ModelPort } from '../ports'
import { createShownUrls, keepShown } from '../shown-urls'
import type { UrlProvenance } from '../url-provenance'
import { addWorkerUsage } from '../url-worker'
import { buildResultsPrompt, buildWorkerSystemPrompt } from '../worker-prompt'
import type { AddedItems, ItemName, WorkingSet } from '../working-set'

/** More would not fit into one call of a small worker. Ours: what five queries of ten results give. */
const MOST_RESULTS = 50

const Result = z.object({ url: z.string().max(2000), title: z.string().max(500).optional(), snippet: z.string().max(2000).optional() })
const Input = z.object({ searchResults: z.array(Result).max(MOST_RESULTS).describe('Results of the search tool') })
type SuppliedResult = z.infer<typeof Result>

export interface FindItemsOutput {
  items: ItemName[]
  count: number
  rejected: AddedItems['rejected']
  error?: string
}

export interface FindItemsToolDeps {
  worker: Pick<ModelPort, 'worker'>
  items: WorkingSet
  usage: TokenUsageAccumulator
  breaker: ToolCircuitBreaker
  logger: AgentLogger
  topic: string
  mark: string
  tokenBudget?: number | undefined
  /** With it, results that no search of this run gave are left out, and what counts is what the search said of the others. */
  provenance?: UrlProvenance | undefined
}

/**
 * Tool `findItems` (docs/collect-pipeline.md, "findItems"): the worker model extracts items from search results, without reading a page. An item
 * counts only with an address that the results show; a model may not invent one.
 */
export function createFindItemsTool(deps: FindItemsToolDeps): AgentTool<z.infer<typeof Input>, FindItemsOutput, 'web' | 'proposal'> {
  const { breaker, logger, provenance } = deps
  return {
    touches: ['web', 'proposal'],
    description: 'Extracts items from search results, without reading their pages.',
    inputSchema: Input,
    execute: async ({ searchResults }, { signal }) => {
      throwIfAborted(signal)
      if (breaker.isTripped('findItems')) return nothing(breaker.getUnavailableMessage('findItems'))
      const supplied = searchResults.flatMap((given) => (provenance === undefined ? given : (provenance.resultOf(given.url) ?? [])))
      if (supplied.length === 0) return searchResults.length === 0 ? nothing() : nothing('these results came from no search of this run')
      if (isOverTokens(deps.tokenBudget, deps.usage.getTotalTokens())) return nothing('the token budget of the run is used up')
      let found: ExtractedItem[]
      try {
        const prompt = buildResultsPrompt({ topic: deps.topic, mark: deps.mark, results: supplied.map(plainResult) })
        const request = { name: 'Find items in search results', system: buildWorkerSystemPrompt(), prompt, schema: ExtractedItems }
        const answer = await untilAborted(deps.worker.worker.model.generate(request, { signal }), signal)
        addWorkerUsage(deps.usage, answer.usage)
        found = answer.value.items
      } catch (error) {
        throwIfAborted(signal)
        logger.warn('The worker could not extract items from search results.')
        const isTripping = breaker.recordFailure('findItems', error)
        return nothing(isTripping ? breaker.getUnavailableMessage('findItems') : `The worker failed: ${messageOf(error)}`)
      }
      breaker.recordSuccess('findItems')
      const text = supplied.map(({ title = '', snippet = '' }) => `${title}\n${snippet}`).join('\n')
      const shownUrls = createShownUrls({ urls: supplied.map(({ url }) => url), text })
      const invented = found.filter(({ source_url }) => shownUrls.find(source_url) === undefined)
      const { added, rejected } = await deps.items.add(found.flatMap((item) => keepShown(item, shownUrls) ?? []))
      return {
        items: added,
        count: added.length,
        rejected: [
          ...invented.map(({ name }) => ({ name: name.slice(0, 120), reason: 'source URL not in the supplied results' })),
          ...rejected,
        ],
      }
    },
  }
}

function plainResult({ url, title, snippet }: SuppliedResult): { url: string; title?: string; snippet?: string } {
  return { url, ...(title === undefined ? {} : { title }), ...(snippet === undefined ? {} : { snippet }) }
}

function nothing(error?: string): FindItemsOutput {
  return { items: [], count: 0, rejected: [], ...(error === undefined ? {} : { error }) }
}

function messageOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message.slice(0, 400) : 'unknown error'
}
