import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import type { CollectedFacts, CollectRun } from '../../../shared/contract/collect'
import type { AppEvent } from '../../../shared/contract/events'
import type { JobStatus } from '../../../shared/entities'
import { AppError } from '../../../shared/errors'
import { defineJob, type JobContext } from '../../core/jobs/define-job'
import { jobErrorOf } from '../../core/jobs/job-error'
import { theVault } from '../../core/privacy/viewer'
import { GiveUp, RetryLater } from '../../core/queue/job-rules'
import { STOPPED } from '../../core/queue/run-group'
import type { UnitOfWork, WriteTransaction } from '../../core/queue/write-transaction'
import type { CollectItem, ExistingItem } from './collect-item'
import type { CollectProposalStore } from './collect-proposal-store'
import type { CollectRunStore } from './collect-run-store'
import { createRunWriter, type RunWriter } from './collect-writer'
import type { CollectionStore } from './collection-store'
import { pictureOf, toCollectItem, toFacts } from './facts'
import type { CollectPorts, StorePort } from './ports'
import { runCollect } from './run-collect'
import type { CollectResult } from './run-request'
import { URL_HISTORY_TTL_MS } from './url-history'
import type { LedgerEntry } from './url-ledger'

/** How what a run works with can end it before its time. */
export interface RunControl {
  /** Aborts with the run. */
  signal: AbortSignal
  /** The run waits without an attempt lost; what it found stays. */
  pause(reason: RetryLater): void
  /** Nothing more can come of it, such as when the server refuses the key. */
  giveUp(reason: GiveUp): void
  addTokens: RunWriter['addTokens']
}

export interface CollectDeps {
  collections: CollectionStore
  collectRuns: CollectRunStore
  collectProposals: CollectProposalStore
  jobs: { find(id: string): { status: JobStatus } | null }
  /** The web, the models and the camera of one run; `close` gives them up. */
  openCollectPorts(run: CollectRun, context: JobContext, control: RunControl): Omit<CollectPorts, 'store'> & { close(): Promise<void> }
  publish: (event: AppEvent) => void
  now: () => number
  write: UnitOfWork['write']
  /** Deletes files of the blob store, after a commit. */
  removeBlobs: (blobIds: readonly string[]) => void
}

const CollectPayload = z.object({ runId: z.string(), collectionId: z.string(), pages: z.number() })
type CollectPayload = z.infer<typeof CollectPayload>

/** Half an hour for the agent, and four minutes per page: two pages are read at once (docs/collect-pipeline.md, "Reading a page"). */
const BASE_MS = 30 * 60_000
const PAGE_MS = 4 * 60_000
const MEMBERS_STEP = 500

interface Finished {
  result: CollectResult
  /** The collection's items as the run read them. */
  before: ReadonlyMap<string, { facts: CollectedFacts; itemId: string; contentHash: string }>
  progress: ReturnType<RunWriter['state']>
}

/** `collect`: one run of the pipeline in `collect/`, over the vault's staging. What it found becomes proposals, however it ends. */
export function collectJob(deps: CollectDeps) {
  const { collections, collectRuns: runs, collectProposals: proposals } = deps

  return defineJob<CollectPayload, Finished>({
    type: 'collect',
    payload: CollectPayload,
    timeoutMs: (payload) => BASE_MS + (CollectPayload.safeParse(payload).data?.pages ?? 0) * PAGE_MS,
    started(tx, { runId, collectionId }) {
      runs.begin(runId, tx.now)
      tx.emit('collect-run-updated', { runId, collectionId, status: 'running' })
    },
    async run({ runId }, context) {
      const run = runs.find(runId)
      const collection = run && collections.row(run.collectionId)
      if (!run || !collection) throw new GiveUp('NOT_FOUND', 'The collection of this run was deleted, so there is nothing to collect for.')
      const writer = createRunWriter({ ...deps, runs }, run, context)
      const controller = new AbortController()
      const follow = () => controller.abort(abortReason(context.signal))
      if (context.signal.aborted) follow()
      else context.signal.addEventListener('abort', follow, { once: true })
      const control: RunControl = {
        signal: controller.signal,
        pause: (reason) => controller.abort(reason),
        giveUp: (reason) => controller.abort(reason),
        addTokens: writer.addTokens,
      }
      const before: Finished['before'] = new Map()
      let ports: ReturnType<CollectDeps['openCollectPorts']> | undefined
      try {
        ports = deps.openCollectPorts(run, context, control)
        const result = await runCollect(
          {
            mode: run.mode,
            collection: { name: collection.name, description: collection.description },
            prompt: run.prompt,
            config: run.config,
            signal: controller.signal,
            onProgress: writer.progress,
            onLogEntry: writer.log,
          },
          { ...ports, store: storeOf(run, writer, before as Map<string, { facts: CollectedFacts; itemId: string; contentHash: string }>) },
        )
        return settle(run, result, writer, before, controller.signal, context)
      } finally {
        writer.stop()
        context.signal.removeEventListener('abort', follow)
        await ports?.close()
      }
    },
    commit(tx, { runId, collectionId }, { result, before, progress }) {
      const { newItems, changedItems, proposedRemovals } = result.outputs
      const add = (kind: 'new' | 'changed' | 'removal') => (item: CollectItem) => {
        const old = before.get(item.slug)
        if (kind !== 'new' && old === undefined) return
        proposals.add(runId, {
          slug: item.slug,
          kind,
          item: toFacts(item),
          before: old?.facts ?? null,
          baseHash: old?.contentHash ?? null,
          itemId: old?.itemId ?? null,
          pictureId: pictureOf(item),
        })
      }
      newItems.forEach(add('new'))
      changedItems.forEach(add('changed'))
      proposedRemovals.forEach(add('removal'))
      const found = newItems.length
      runs.setProgress(runId, { ...progress, percent: 100, found })
      runs.setWarnings(runId, result.warnings)
      // A page that could not be had is worth another try with the next run.
      for (const { url, status } of runs.ledger(runId)) {
        if (status === 'created' || status === 'empty') runs.remember(collectionId, url, status === 'created' ? 'success' : 'empty', tx.now)
      }
      runs.clearLedger(runId)
      const words = summaryOf(found, changedItems.length, proposedRemovals.length)
      end(tx, runId, collectionId, 'completed', words, null)
      return { note: words }
    },
    retried(tx, { runId, collectionId }) {
      for (const { slug, kind, decision, item } of proposals.ofRun(runId, theVault)) {
        if (decision === null && kind === 'new') runs.stage(runId, slug, JSON.stringify(toCollectItem(item)))
      }
      proposals.removeUndecided(runId)
      const isEmpty = collections.members(collectionId, '', 1).length === 0
      runs.again(runId, isEmpty ? 'CREATE' : 'CREATE_UPDATE', 'Waiting')
      tx.emit('collect-run-updated', { runId, collectionId, status: 'waiting' })
    },
    ended(tx, { runId, collectionId }, message) {
      const run = runs.find(runId)
      if (!run) return
      const isCancelled = deps.jobs.find(run.jobId)?.status === 'cancelled'
      // Changes of items of the collection are not offered: those are as they were.
      for (const json of runs.staged(runId)) {
        const item = JSON.parse(json) as CollectItem
        if (collections.bySlug(collectionId, item.slug) === null)
          proposals.add(runId, {
            slug: item.slug,
            kind: 'new',
            item: toFacts(item),
            before: null,
            baseHash: null,
            itemId: null,
            pictureId: null,
          })
      }
      end(tx, runId, collectionId, isCancelled ? 'cancelled' : 'failed', message, isCancelled ? null : message)
    },
  })

  /** What every end has in common. The ledger of one that did not complete stays, so that it can go on. */
  function end(
    tx: WriteTransaction,
    runId: string,
    collectionId: string,
    status: CollectRun['status'],
    words: string,
    error: string | null,
  ): void {
    runs.clearStaging(runId)
    const unused = proposals.forgetUnused(runId)
    runs.finish(runId, status, words, error, tx.now)
    tx.emit('collect-run-updated', { runId, collectionId, status })
    tx.emit('collection-changed', { collectionId })
    if (unused.length > 0) tx.afterCommit(() => deps.removeBlobs(unused))
  }

  function storeOf(
    run: CollectRun,
    writer: RunWriter,
    before: Map<string, { facts: CollectedFacts; itemId: string; contentHash: string }>,
  ): StorePort {
    return {
      async existingItems() {
        const existing: ExistingItem[] = []
        for (let after = ''; ; ) {
          const page = collections.members(run.collectionId, after, MEMBERS_STEP)
          for (const { itemId, facts, contentHash, isPrivate, isTrashed } of page) {
            before.set(facts.slug, { facts, itemId, contentHash })
            // What is in the trash is known and not found anew, but no model hears of it.
            existing.push({ ...toCollectItem(facts), ...(isPrivate || isTrashed ? { isPrivate: true } : {}) })
          }
          const last = page.at(-1)
          if (last === undefined || page.length < MEMBERS_STEP) break
          after = last.itemId
          await nextTurn()
        }
        writer.setKnown([...before.keys()])
        return existing
      },
      async staged() {
        writer.flush()
        return runs.staged(run.id)
      },
      putStaged: async (slug, json) => writer.stage(slug, json),
      removeStaged: async (slug) => writer.unstage(slug),
      ledger: async () => runs.ledger(run.id) as LedgerEntry[],
      putLedger: async (entry) => writer.settle(entry),
      urlHistory: async () =>
        runs.history(run.collectionId, deps.now() - URL_HISTORY_TTL_MS).map(({ url, status, visitedAt }) => ({
          url,
          status: status === 'success' ? 'success' : 'empty',
          visitedAt: new Date(visitedAt).toISOString(),
          error: null,
        })),
      // Goes with what the run is committed as: between here and there the program may end.
      clear: async () => {},
    }
  }

  /** What came of the run for its job: the result to commit, or the error that says why there is none. */
  function settle(
    run: CollectRun,
    result: CollectResult,
    writer: RunWriter,
    before: Finished['before'],
    signal: AbortSignal,
    context: JobContext,
  ): Finished {
    if (result.outcome === 'completed') return { result, before, progress: writer.state() }
    if (result.outcome === 'paused' && signal.reason instanceof RetryLater) {
      writer.flush()
      throw signal.reason
    }
    if (result.outcome === 'paused') throw signal.reason
    if (result.outcome === 'cancelled') {
      keepTrace(run.id, writer)
      throw new AppError('CANCELLED', 'The run was cancelled.')
    }
    const message = result.error ?? 'The run failed for an unknown reason.'
    const code = result.errorCode
    // Nothing was done yet, so waiting for the server costs nothing.
    if (result.metrics.steps === 0 && (code === 'MODEL_UNREACHABLE' || code === 'MODEL_RATE_LIMITED'))
      throw jobErrorOf(new AppError(code, message))
    writer.flush()
    context.write(() => runs.setWarnings(run.id, result.warnings))
    throw new GiveUp(code ?? 'INTERNAL', message)
  }

  /** A cancelled job's run writes nothing any more, save how much it had used. */
  function keepTrace(runId: string, writer: RunWriter): void {
    try {
      deps.write(() => {
        const run = runs.find(runId)
        if (run?.status === 'cancelled') runs.setProgress(runId, { ...writer.state(), message: run.message, found: run.proposals.new })
      })
    } catch {
      // The vault is being closed, or damaged; the run itself is told elsewhere.
    }
  }
}

/** In a form that the pipeline tells a pause by. */
function abortReason(signal: AbortSignal): unknown {
  // The reason that the queue gives when it is stopped, which is when the vault is locked.
  return signal.reason === STOPPED
    ? new AppError('VAULT_LOCKED', 'The vault was locked; the run goes on when it is open again.')
    : signal.reason
}

function summaryOf(found: number, changed: number, removed: number): string {
  const parts = [`${found} new`, ...(changed === 0 ? [] : [`${changed} changed`]), ...(removed === 0 ? [] : [`${removed} to remove`])]
  return found + changed + removed === 0 ? 'Nothing new was found' : `${parts.join(', ')}, waiting for your decision`
}
