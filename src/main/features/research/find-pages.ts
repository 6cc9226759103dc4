import { AppError } from '../../../shared/errors'
import { normalizeUrl } from '../../core/text/normalize-url'
import type { FoundPage, ResearchContext, ResearchDeps } from './ports'

/** Results of all queries together. */
const MOST_RESULTS = 8
/** A search engine that names a time up to this many milliseconds is waited for, once a run. */
const LONGEST_REST_MS = 60_000

/** Another query to the same engine would fail for the same reason. */
const endsSearching = new Set([
  'SEARCH_BLOCKED',
  'SEARCH_NOT_UNDERSTOOD',
  'SEARCH_KEY_REFUSED',
  'SEARCH_QUOTA_USED_UP',
  'SEARCH_NOT_SET_UP',
  'WEB_LOCAL_ONLY',
])

/**
 * The pages that the queries find, each once by its normalised address, the best of every query first; empty when none finds any. What some
 * queries found counts although others failed; rejects with the first failure when all failed.
 */
export async function findPages(queries: readonly string[], deps: ResearchDeps, context: ResearchContext): Promise<FoundPage[]> {
  const lists: FoundPage[][] = []
  let failure: AppError | undefined
  let rested = false

  async function ask(query: string): Promise<FoundPage[]> {
    try {
      return await deps.search(query, { limit: MOST_RESULTS, signal: context.signal })
    } catch (error) {
      const restMs = error instanceof AppError && error.code === 'SEARCH_BLOCKED' ? error.data?.retryAfterMs : undefined
      if (rested || typeof restMs !== 'number' || restMs > LONGEST_REST_MS) throw error
      rested = true
      await deps.sleep(restMs, context.signal)
      return deps.search(query, { limit: MOST_RESULTS, signal: context.signal })
    }
  }

  for (const [index, query] of queries.entries()) {
    context.onProgress({ step: 'searching', query, number: index + 1, of: queries.length })
    try {
      lists.push(await ask(query))
    } catch (error) {
      context.signal.throwIfAborted()
      if (!(error instanceof AppError) || error.code === 'WEB_LOCAL_ONLY') throw error
      failure ??= error
      if (endsSearching.has(error.code)) break
    }
  }
  if (failure && lists.length === 0) throw failure
  if (failure) context.warn(`Not every search was answered: ${failure.message}`)
  return bestOfEach(lists)
}

/** In turns from each list, so that one query does not push the others out. */
function bestOfEach(lists: readonly (readonly FoundPage[])[]): FoundPage[] {
  const pages = new Map<string, FoundPage>()
  for (let rank = 0; rank < MOST_RESULTS; rank += 1) {
    for (const list of lists) {
      const page = list[rank]
      const address = page ? normalizeUrl(page.url) : ''
      if (page && address !== '' && !pages.has(address) && pages.size < MOST_RESULTS) pages.set(address, page)
    }
  }
  return [...pages.values()]
}
