import { join } from 'node:path'
import type { JobType } from '../../shared/entities'
import { createBlobCache } from '../core/crypto/blob-cache'
import { createBlobStore } from '../core/crypto/blob-store'
import type { VaultKeys } from '../core/crypto/key-ring'
import { createExecutor } from '../core/jobs/executor'
import { createJobScope } from '../core/jobs/job-scope'
import { countTokens } from '../core/llm/count-tokens'
import { createJobTrace } from '../core/queue/job-trace'
import { createLiveProgress } from '../core/queue/live-progress'
import { createWorkers } from '../core/queue/worker'
import { createSessionAttachments } from '../features/attachments/session-attachments'
import { createSessionBackups } from '../features/backups/session-backups'
import { createSessionBriefings } from '../features/briefings/session-briefings'
import { createSessionCollect } from '../features/collect/session-collect'
import { createEmbeddingChange } from '../features/embeddings/embedding-change'
import { createSessionHive } from '../features/hive/session-hive'
import { createFollowNames } from '../features/links/follow-names'
import { createSessionNames, type SessionNames } from '../features/links/session-names'
import { createModelBudget } from '../features/models/model-budget'
import { createUsageStore } from '../features/models/usage-store'
import { createSessionWeb } from '../features/network/session-web'
import { createSessionReflections } from '../features/reflections/session-reflections'
import { createSessionResearch } from '../features/research/session-research'
import { createSessionSchedules } from '../features/schedules/session-schedules'
import { createSessionSearch } from '../features/search/session-search'
import { createAllJobs } from './all-jobs'
import type { OpenVault, VaultWarning } from './open-vault'
import type { SessionDeps } from './session-deps'
import { createSessionEngines } from './session-engines'
import { createSessionQueue, type SessionQueue } from './session-queue'
import { createSessionStores } from './session-stores'
import { createSessionTelegram } from './session-telegram'
import { createUpkeep } from './session-upkeep'
import { createUnitOfWork } from './unit-of-work'
import { createVaultState } from './vault-state'

/** An open vault with everything that works on it. Made at unlock, gone at lock. */
export type Session = Awaited<ReturnType<typeof startSession>>

/** How long a refusal is cached before an explicit retry asks the server again. */
const REFUSAL_REST_MS = 5000

/** Starts everything that works on an open vault. A damaged one is shown, not worked on. */
export async function startSession(keys: VaultKeys, vault: OpenVault, deps: SessionDeps) {
  const { now, newId, publish } = deps
  const { db } = vault
  const elapsed = () => performance.now()
  const state = createVaultState(vault.warning, () => {
    void workers.stop().catch((error: unknown) => deps.onFault('stop', error))
    publish({ type: 'vault-damaged', seq: null, at: now(), payload: {} })
  })
  const stores = createSessionStores(db, keys)
  const { settings, events, jobs, items, links, titles, wikilinks } = stores
  const live = createLiveProgress(publish, now)
  const blobs = createBlobStore({ dir: join(deps.dataDir, 'blobs'), key: keys.blobs, vaultId: keys.vaultId })
  await blobs.removeUnfinished()
  const closureOf = (gate: string) => engines.gates.closureOf(gate)
  const trace = createJobTrace(db, () => queue.isPaused(), closureOf)
  const announceCancelled: SessionQueue['announceCancelled'] = (tx, job) => queue.announceCancelled(tx, job)

  const unitOfWork = createUnitOfWork({
    db,
    jobs,
    events,
    now,
    newId,
    publish,
    wakeWorkers: () => workers.wake(),
    asked: () => rests.tryNow(),
    claimInto: (tx) => workers.claimInto(tx),
    committed: vault.committed,
    onFault: (error) => deps.onFault('after-commit', error),
    assertWritable: state.assertWritable,
  })
  const { write } = unitOfWork

  const files = createSessionAttachments({
    ...stores,
    blobs,
    write,
    now,
    newId,
    workerDir: deps.workerDir,
    later: (where, step) => upkeep.later(where, step),
    indexRest: () => upkeep.indexRest(),
  })
  const scope = createJobScope()
  const web = createSessionWeb({ ...stores, ...deps, write, elapsed, scope })
  const budget = createModelBudget({ usage: createUsageStore(db), settings, now, countTokens, write })
  const engines = createSessionEngines({
    ...stores,
    budget,
    now,
    elapsed,
    watch: web.watch,
    items: files.itemTexts,
    builtinEmbedder: deps.builtinEmbedder,
    builtinVoice: deps.voice,
    workerDir: deps.workerDir,
    onRestChange: () => queue.restChanged(),
  })
  const { roles, rests, embedder, vectorIndex } = engines
  const collect = createSessionCollect({ ...stores, ...deps, engines, sessionWeb: web, blobs, write })
  const briefs = createSessionBriefings({ ...stores, ...deps, ...engines, blobs, write, announceCancelled })
  const reflecting = createSessionReflections({ ...stores, ...deps, ...engines })
  const scheduler = createSessionSchedules({
    ...stores,
    ...deps,
    web,
    briefs,
    reflecting,
    write,
    announceCancelled,
    waitsFor: trace.waitsFor,
  })
  const plainExecutor = createExecutor({
    definitions: createAllJobs({
      ...stores,
      ...engines,
      ...files.jobDeps,
      ...collect.jobDeps,
      ...createSessionResearch({ ...stores, ...engines, web, newId, now, names: () => names, indexRest: () => upkeep.indexRest() }),
      spans: reflecting,
      recalculateConfidence: () => upkeep.recalculateConfidence(),
      blobs,
      newId,
      index: vectorIndex,
      changeOver: (tx, change) => embeddingChange.changeOver(tx, change),
      elapsed,
    }),
    unitOfWork,
    jobs,
    trace,
    live,
    budget,
    scope,
    gates: engines.gates,
    newId,
  })
  const executor = scheduler.follow(plainExecutor)
  const onLoopError = (error: unknown) => deps.onFault('worker', error)
  const { isClosed } = engines.gates
  const workers = createWorkers({ count: 2, jobs, unitOfWork, executor, isClosed, now, newId, onLoopError })

  const search = createSessionSearch({ ...stores, db, now, vectorIndex, embedder, itemTexts: files.itemTexts })

  const blobCache = createBlobCache((blobId, wrappedKey) => blobs.read(blobId, wrappedKey))

  const queue: SessionQueue = createSessionQueue({
    ...stores,
    db,
    workers,
    executor,
    ...deps,
    rests,
    write,
    onFault: deps.onFault,
  })

  const upkeep = createUpkeep({
    ...stores,
    write,
    now,
    newId,
    elapsed,
    blobs,
    vectorIndex,
    embedder,
    announceCancelled,
    erasing: (tx, itemId, erase) => names.erasing(tx, itemId, erase),
    onFault: deps.onFault,
  })
  const { eraseItems, emptyTrash, history, indexRest, followEmbedder } = upkeep
  const embeddingChange = createEmbeddingChange({
    ...stores,
    ...engines,
    trace,
    countTokens,
    elapsed,
    isPaused: queue.isPaused,
    write,
    now,
    newId,
    announceCancelled,
    forgetRefusals: () => rests.forget(REFUSAL_REST_MS),
    followEmbedder,
  })
  const names: SessionNames = createSessionNames({
    write,
    items,
    follow: createFollowNames({ titles, wikilinks, links, newId }),
    inTurn: (step) => upkeep.later('names', step),
  })

  const backups = createSessionBackups({ ...deps, db, keys })

  const hive = createSessionHive({ ...stores, ...deps, write, elapsed })

  const { staleMarks } = upkeep
  const removeBlob = blobs.remove
  const telegramEffects = { write, announceCancelled, names, vectorIndex, files, removeBlob, history, indexRest, staleMarks }
  const telegram = createSessionTelegram(stores, telegramEffects, deps)

  const session = {
    keys,
    hive,
    backups,
    ...stores,
    telegramHost: telegram,
    isOpen: state.isOpen,
    assertOpen: state.assertOpen,
    assertWritable: state.assertWritable,
    markDamaged: state.markDamaged,
    names,
    vectorIndex,
    trace,
    live,
    workers,
    now,
    newId,
    write,
    announceCancelled,
    scheduler,
    briefs,
    reflecting,
    eraseItems,
    emptyTrash,
    history,
    staleMarks,
    tagChanges: upkeep.tagChanges,
    nearItems: engines.nearItems,
    get warning(): VaultWarning | null {
      return state.warning()
    },
    recordGeneration: vault.recordGeneration,
    search,
    liveJobOf: (itemId: string, type: JobType) => jobs.liveJob(itemId, type),
    announceRetried: queue.announceRetried,
    setPaused: queue.setPaused,
    /** After a change of engine: what waited for a server looks again, and another embedding model gets its vectors. */
    settingsChanged(): void {
      rests.forget()
      queue.wakeWaiting()
      workers.wake()
      followEmbedder()
    },
    /** A person says “Try now”, or the network may be back. */
    tryWaiting: queue.tryWaiting,
    clientFor: engines.clientFor,
    embeddingChange,
    collect,
    usesModel: () => roles.text('thinker') !== null,
    /** A person asks anew: what a server refused a while ago is worth another try. */
    forgetOldRefusal: () => rests.forget(REFUSAL_REST_MS),
    usage: budget.report,
    web,
    readBlob: blobCache.read,
    removeBlob,
    files,
    indexRest,
    async close(): Promise<void> {
      state.lock()
      await telegram.stop()
      rests.stop()
      await Promise.all([
        backups.close(),
        briefs.stop(),
        hive.stop(),
        scheduler.stop(),
        workers.stop(),
        upkeep.stop(),
        files.close(),
        web.close(),
      ])
      blobCache.drop()
      engines.voice.forget()
      live.clear()
      vectorIndex.close()
      try {
        vault.close()
      } finally {
        keys.wipe()
      }
    },
  }

  if (state.isDamaged()) return session
  queue.start()
  scheduler.start()
  upkeep.start()
  files.start()
  hive.start()
  embeddingChange.resume()
  names.readLater()
  return session
}
