import { DAY_MS } from '../../shared/timing'
import { embedRequest } from '../core/jobs/pipeline'
import type { SettingsStore } from '../core/settings/settings-store'
import type { Embedder } from '../features/embeddings/embedding'
import type { EmbeddingChangeStore } from '../features/embeddings/embedding-change-store'
import type { CoveragePage, EmbeddingCoverageStore } from '../features/embeddings/embedding-coverage-store'
import { createSessionRelink } from '../features/embeddings/session-relink'
import { createSessionConfidence, type SessionConfidenceDeps } from '../features/items/session-confidence'
import { createSessionHistory } from '../features/items/session-history'
import type { VersionStore } from '../features/items/version-store'
import type { EgressStore } from '../features/network/egress-store'
import { createSessionTags, type SessionTagsDeps } from '../features/tags/session-tags'
import type { DigestStore } from '../features/thinking/digest-store'
import { createSessionTrash, type SessionTrashDeps } from './session-trash'

/** With what erasing takes. */
export interface UpkeepDeps
  extends Omit<SessionTrashDeps, 'inTurn' | 'signal'>,
    SessionConfidenceDeps,
    Omit<SessionTagsDeps, 'inTurn' | 'items' | 'textIndex'> {
  digests: DigestStore
  egress: Pick<EgressStore, 'trim'>
  versions: VersionStore
  vectorIndex: { load(): Promise<void>; remove(id: string): void }
  vectors: { models(): string[]; removeSome(modelId: string, limit: number): number }
  coverage: EmbeddingCoverageStore
  changes: EmbeddingChangeStore
  embedder: Embedder
  settings: SettingsStore
  onFault: (where: string, error: unknown) => void
}

/** So long a digest of a part stays that no job asked for; it could be made anew. */
const DIGEST_DAYS = 30
const TIDY_EVERY_MS = 6 * 3600 * 1000
/** Rows in one write, so that no turn of the event loop is long. */
const STEP_ROWS = 100

/** What an open vault does for itself in the background, in small steps: fill the indexes, clear what is old, embed what is missing. */
export function createUpkeep(deps: UpkeepDeps) {
  const { write, now, jobs, digests, textIndex, vectorIndex, vectors, coverage, changes, embedder, settings } = deps
  const stopping = new AbortController()
  let work: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let indexedModel = embedder.modelId()

  /** One step after the other; a fault ends its own step only. */
  function inTurn(where: string, step: () => Promise<unknown> | unknown): void {
    work = work
      .then(() => (stopping.signal.aborted ? undefined : step()))
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) deps.onFault(where, error)
      })
  }
  const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

  /** Background work of others that share this order; its signal ends with the vault. */
  const later = (where: string, step: (signal: AbortSignal) => Promise<void>) => inTurn(where, () => step(stopping.signal))
  const trash = createSessionTrash({ ...deps, inTurn, signal: stopping.signal })
  const history = createSessionHistory({ versions: deps.versions, write, now, inTurn: later })

  const relink = createSessionRelink({ write, settings, coverage, embedder, later })

  const staleMarks = createSessionConfidence(deps)
  const tagChanges = createSessionTags({ ...deps, inTurn: (step) => later('tags', step) })

  /** Deletes finished jobs, with their traces, that are older than the settings keep them. */
  async function trimJobs(): Promise<void> {
    const before = now() - settings.read().keepJobsDays * DAY_MS
    while (!stopping.signal.aborted && write(() => jobs.trimFinished(before, STEP_ROWS)) > 0) await pause(0)
  }

  async function trimDigests(): Promise<void> {
    const before = now() - DIGEST_DAYS * DAY_MS
    while (!stopping.signal.aborted && write(() => digests.trim(before, STEP_ROWS)) === STEP_ROWS) await pause(0)
  }

  async function trimEgress(): Promise<void> {
    while (!stopping.signal.aborted && write(() => deps.egress.trim(now(), STEP_ROWS)) === STEP_ROWS) await pause(0)
  }

  /** Asks for vectors of the model in force that are missing. */
  async function embedMissing(): Promise<void> {
    const model = embedder.modelId()
    let after: string | null = ''
    while (after !== null && !stopping.signal.aborted && embedder.modelId() === model) {
      const page: CoveragePage = coverage.unasked(model, after)
      const sendable = page.items.filter((item) => !(item.private && embedder.leavesComputer()))
      for (let start = 0; start < sendable.length && !stopping.signal.aborted; start += STEP_ROWS) {
        write((tx) => {
          for (const { id, contentHash, length } of sendable.slice(start, start + STEP_ROWS))
            tx.enqueue(embedRequest(id, contentHash, length))
        })
        await pause(50)
      }
      after = page.last
      await pause(5)
    }
  }

  /** Deletes vectors of models that are neither in force, nor being changed to, nor kept so that a change can be taken back. */
  async function forgetVectors(): Promise<void> {
    write((tx) => changes.forgetOld(tx.now))
    for (const model of vectors.models()) {
      const isKept = () => model === embedder.modelId() || changes.keptModels(now()).has(model)
      while (!stopping.signal.aborted && write(() => (isKept() ? 0 : vectors.removeSome(model, STEP_ROWS))) > 0) await pause(20)
    }
  }

  /** Brings the rest of long bodies into the text index. */
  const indexRest = () => inTurn('text-index', () => textIndex.indexRemaining(stopping.signal))

  const recalculateConfidence = () => inTurn('confidence', () => staleMarks.recalculate(stopping.signal))

  function tidy(): void {
    recalculateConfidence()
    inTurn('trash', trash.eraseOld)
    inTurn('trim', trimJobs)
    inTurn('digests', trimDigests)
    inTurn('egress', trimEgress)
    inTurn('forget-vectors', forgetVectors)
    history.thinLater()
  }

  return {
    eraseItems: trash.eraseItems,
    emptyTrash: trash.empty,
    history,
    staleMarks,
    recalculateConfidence,
    tagChanges,
    indexRest,
    later,
    start(): void {
      inTurn('vector-index', () => vectorIndex.load())
      indexRest()
      history.packLater()
      tagChanges.start()
      tidy()
      inTurn('embed-missing', embedMissing)
      relink.relinkLater()
      timer = setInterval(tidy, TIDY_EVERY_MS)
      timer.unref()
    },
    /** After a change of settings: another embedding model gets its index, and the vectors it lacks. */
    followEmbedder(): void {
      if (embedder.modelId() === indexedModel) return
      indexedModel = embedder.modelId()
      inTurn('vector-index', () => vectorIndex.load())
      inTurn('embed-missing', embedMissing)
      relink.relinkLater()
    },
    async stop(): Promise<void> {
      stopping.abort()
      clearInterval(timer)
      await tagChanges.stop()
      await work
    },
  }
}
