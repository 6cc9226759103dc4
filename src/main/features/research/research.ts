import type { JobStatus } from '../../../shared/entities'
import { AppError } from '../../../shared/errors'
import { defineJob, type JobContext } from '../../core/jobs/define-job'
import type { TextRole } from '../../core/jobs/engine'
import { ResearchPayload } from '../../core/jobs/pipeline'
import { GiveUp } from '../../core/queue/job-rules'
import type { WriteTransaction } from '../../core/queue/write-transaction'
import { assertMayBeSent, readItem } from '../items/item-reader'
import type { ItemStore, NewItem } from '../items/item-store'
import type { LinkStore } from '../links/link-store'
import type { Gathered, ResearchProgress } from './ports'
import { nothingRead, type ResearchPortsDeps, researchPorts, webJobError } from './research-ports'
import type { ResearchStore, StoredResearch } from './research-store'
import { type ResearchOutcome, runResearch } from './run-research'

export interface ResearchJobDeps extends ResearchPortsDeps {
  researchRuns: ResearchStore
  items: ItemStore
  links: LinkStore
  jobs: { find(id: string): { status: JobStatus } | null }
  /** Adds an item with all that follows from a new one. */
  addItem: (tx: WriteTransaction, item: Omit<NewItem, 'contentHash'>) => void
  /** The name of the engine that is asked now. */
  searchEngineName: () => string
  timeoutOf: (role: TextRole) => number
}

/** Three searches at the pace of the engine, and six pages two at a time, each at its limit. */
const WEB_MS = 240_000
/** Runs whose pages stay in memory, so that another attempt to write does not ask the web again. */
const KEPT_RUNS = 4

/**
 * `research`: a question to a report with sources. The run sees the question and the web, never a thought (docs/security.md H30). Of a thought that
 * stays here only what the person typed leaves, for the search engine alone: no model on another computer takes part.
 */
export function researchJob(deps: ResearchJobDeps) {
  const { researchRuns, items } = deps
  const kept = new Map<string, Gathered>()

  function keep(id: string, gathered: Gathered): void {
    kept.delete(id)
    kept.set(id, gathered)
    for (const old of [...kept.keys()].slice(0, -KEPT_RUNS)) kept.delete(old)
  }

  function readRun(id: string): StoredResearch {
    const run = researchRuns.find(id)
    if (!run) throw new GiveUp('ITEM_NOT_FOUND', 'The thought of this research was deleted for good, so there is nothing to do.')
    return run
  }

  function isPrivate(run: StoredResearch): boolean {
    return run.private || (run.itemId !== null && items.find(run.itemId)?.private === 1)
  }

  function assertMayLeave(run: StoredResearch): void {
    if (run.itemId !== null) readItem(items, run.itemId)
    const leavesComputer = () => deps.engineOf('thinker').leavesComputer() || deps.engineOf('worker').leavesComputer()
    assertMayBeSent({ private: isPrivate(run) ? 1 : 0 }, { leavesComputer })
  }

  function setState(tx: WriteTransaction, id: string, state: StoredResearch['state'], error: string | null = null): void {
    const run = researchRuns.find(id)
    if (!run) return
    researchRuns.setState(id, state, error, tx.now)
    tx.emit('research-updated', { researchId: id, itemId: run.itemId, state })
  }

  function takeProgress(id: string, itemId: string | null, progress: ResearchProgress, context: JobContext): void {
    context.note(noteOf(progress))
    const { step } = progress
    const seen = step === 'reading' ? { queries: progress.queries, pages: progress.pages } : {}
    context.write((tx) => {
      researchRuns.setProgress(id, { state: step, ...seen }, tx.now)
      tx.emit('research-updated', { researchId: id, itemId, state: step })
    })
  }

  /** A search that gave no answer is a state of its own; it is kept before the job gives up. */
  function failed(id: string, error: unknown, context: JobContext): unknown {
    context.signal.throwIfAborted()
    if (error instanceof AppError && error.code === 'SEARCH_BLOCKED') context.write((tx) => setState(tx, id, 'blocked', error.message))
    if (error instanceof AppError && error.code === 'SEARCH_NOT_UNDERSTOOD')
      context.write((tx) => setState(tx, id, 'not-understood', error.message))
    return webJobError(error)
  }

  return defineJob<{ researchId: string }, ResearchOutcome>({
    type: 'research',
    payload: ResearchPayload,
    timeoutMs: () => deps.timeoutOf('thinker') + deps.timeoutOf('worker') + WEB_MS,
    async run({ researchId }, context) {
      const run = readRun(researchId)
      assertMayLeave(run)
      const ports = researchPorts(deps, context, () => assertMayLeave(readRun(researchId)))
      const outcome = await runResearch(run.question, ports, {
        signal: context.signal,
        onProgress: (progress) => takeProgress(researchId, run.itemId, progress, context),
        onText: context.append,
        warn: context.warn,
        gathered: kept.get(researchId),
        onGathered: (gathered) => keep(researchId, gathered),
      }).catch((error: unknown) => {
        throw failed(researchId, error, context)
      })
      if (outcome.kind === 'nothing-read') throw nothingRead(outcome.pages.length)
      return outcome
    },
    commit(tx, { researchId }, outcome) {
      kept.delete(researchId)
      if (outcome.kind !== 'report') {
        researchRuns.setProgress(researchId, { state: 'nothing-found', queries: outcome.queries }, tx.now)
        setState(tx, researchId, 'nothing-found')
        return { note: 'Nothing found' }
      }
      const run = readRun(researchId)
      const { report, read, engine } = outcome
      const reportId = deps.newId()
      deps.addItem(tx, {
        id: reportId,
        kind: 'research',
        source: 'collect',
        givenTitle: report.title,
        body: outcome.body,
        private: isPrivate(run),
      })
      if (run.itemId !== null) {
        deps.links.add({ id: deps.newId(), fromId: reportId, toId: run.itemId, kind: 'research', reason: '' }, tx.now)
        tx.emit('links-changed', { itemId: run.itemId })
        tx.emit('links-changed', { itemId: reportId })
      }
      researchRuns.finish(
        researchId,
        {
          reportId,
          engine,
          sources: read.map(({ url, title, host, fetchedAt }, index) => ({
            n: index + 1,
            url,
            title,
            host,
            fetchedAt,
            passages: report.passages.get(index + 1) ?? [],
          })),
          unsupported: report.unsupported,
          droppedCitations: report.dropped,
        },
        tx.now,
      )
      tx.emit('research-updated', { researchId, itemId: run.itemId, state: 'done' })
      return { note: `${report.passages.size} of ${read.length} ${read.length === 1 ? 'page' : 'pages'} cited` }
    },
    retried(tx, { researchId }) {
      researchRuns.restart(researchId, deps.searchEngineName(), tx.now)
      setState(tx, researchId, 'pending')
    },
    ended(tx, { researchId }, message) {
      const run = researchRuns.find(researchId)
      if (!run) return
      if (run.jobId !== null && deps.jobs.find(run.jobId)?.status === 'cancelled') {
        kept.delete(researchId)
        setState(tx, researchId, 'cancelled', message)
      } else setState(tx, researchId, run.state === 'blocked' || run.state === 'not-understood' ? run.state : 'failed', message)
    },
  })
}

function noteOf(progress: ResearchProgress): string {
  switch (progress.step) {
    case 'asking':
      return 'Makes the queries'
    case 'searching':
      return `Searches, ${progress.number} of ${progress.of}`
    case 'reading': {
      const over = progress.pages.filter(({ state }) => state === 'read' || state === 'failed').length
      const hosts = progress.pages.filter(({ state }) => state === 'reading').map(({ host }) => host)
      return `Read ${over} of ${progress.pages.length}${hosts.length === 0 ? '' : `, now ${hosts.join(' and ')}`}`
    }
    case 'writing':
      return 'Writes the report'
  }
}
