import { AppError } from '../../../shared/errors'
import { researchRequest } from '../../core/jobs/pipeline'
import type { WriteTransaction } from '../../core/queue/write-transaction'
import { searchEngines } from '../../core/web/engines/all-engines'
import type { SearchEngineStore } from '../network/search-engine-store'
import type { SessionWeb } from '../network/session-web'
import type { ResearchStore } from './research-store'

export interface ReadyEngineDeps {
  web: Pick<SessionWeb, 'isLocalOnly' | 'searchEngine'>
  searchEngines: Pick<SearchEngineStore, 'hasKey' | 'addressOf'>
}

/** The name of the engine that will be asked. Throws before anything is queued when none can be. */
export function readyEngine({ web, searchEngines: stored }: ReadyEngineDeps): string {
  if (web.isLocalOnly())
    throw new AppError(
      'WEB_LOCAL_ONLY',
      '“Local only” is on, so nothing is asked of the web and no research was started. Switch it off in Settings, Network, and start it again.',
    )
  const id = web.searchEngine()
  const engine = searchEngines.find((one) => one.id === id)
  const isReady = engine?.needs === 'nothing' || (engine?.needs === 'key' ? stored.hasKey(id) : stored.addressOf(id) !== '')
  if (!engine || !isReady)
    throw new AppError(
      'SEARCH_NOT_SET_UP',
      `${engine?.name ?? 'The search engine'} lacks what it needs to search. Enter it in Settings, Web search, or choose DuckDuckGo, which needs nothing.`,
    )
  return engine.name
}

export interface StartResearchDeps {
  researchRuns: ResearchStore
  newId: () => string
}

/**
 * Queues the research of a question in the caller's transaction; gives the run that is under way when the same one is. Throws CONFLICT when
 * another question of the same thought is under way: the new one would be lost without a word.
 */
export function startResearch(
  tx: WriteTransaction,
  { researchRuns, newId }: StartResearchDeps,
  { item, question, searchEngine }: { item: { id: string; private: number } | null; question: string; searchEngine: string },
): { researchId: string; jobId: string; created: boolean } {
  const itemId = item?.id ?? null
  const researchId = newId()
  const { jobId, created } = tx.enqueue(researchRequest(researchId, itemId, question))
  if (!created) {
    const runningId = researchRuns.findByJob(jobId)
    const running = runningId === null ? null : researchRuns.find(runningId)
    if (running && running.question !== question) throw isUnderWay(running, item)
    return { jobId, created, researchId: runningId ?? researchId }
  }
  researchRuns.create({ id: researchId, itemId, question, private: item?.private === 1, searchEngine }, tx.now)
  researchRuns.setJob(researchId, jobId)
  tx.emit('research-updated', { researchId, itemId, state: 'pending' })
  return { jobId, created, researchId }
}

/** Quotes the running question, except where it was asked while the thought stayed here: who starts this one may be a program. */
function isUnderWay(running: { question: string; private: boolean }, item: { private: number } | null): AppError {
  const isHidden = running.private && item?.private !== 1
  const quoted = isHidden ? 'This thought is being researched.' : `This thought is being researched: “${running.question}”.`
  return new AppError('CONFLICT', `${quoted} Let it end or stop it, then ask this.`)
}
