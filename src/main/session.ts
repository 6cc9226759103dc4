import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { AppEvent } from '../shared/contract/events'
import type { JobType } from '../shared/entities'
import { AppError } from '../shared/errors'
import { isDamage } from './db/damage'
import type { WriteTransaction } from './db/write-transaction'
import { createAllJobs } from './jobs/all-jobs'
import { createExecutor } from './jobs/executor'
import type { Voice } from './jobs/voice-briefing'
import { parseCapabilities } from './llm/capability-ladder'
import { countTokens } from './llm/count-tokens'
import { createModelBudget } from './model-budget'
import { damagedVault, type OpenVault, openVault, type VaultWarning } from './open-vault'
import { createEventLog } from './queue/event-log'
import { createJobStore, type JobReference } from './queue/job-store'
import { createJobTrace } from './queue/job-trace'
import { PROMOTE_LIMIT } from './queue/job-upkeep'
import { createLiveProgress } from './queue/live-progress'
import { createWorkers } from './queue/worker'

import { createTextIndex } from './search/text-index'

import { createVectorStore } from './search/vector-store'
import type { TextEmbedder } from './selected-embedder'
import { createSessionEngines, createSessionSearch } from './session-engines'
import { createUpkeep } from './session-upkeep'
import { createUnitOfWork } from './unit-of-work'
import { createBlobStore } from './vault/blob-store'
import { createBriefingStore } from './vault/briefing-store'
import { createCapabilityStore } from './vault/capability-store'
import { createItemListStore } from './vault/item-list-store'
import { createItemStore } from './vault/item-store'
import type { VaultKeys } from './vault/key-ring'
import { createLinkStore } from './vault/link-store'
import { createSecretBox } from './vault/secret-box'
import { createSettingsStore } from './vault/settings-store'
import { createTagStore } from './vault/tag-store'
import { createThesisStore } from './vault/thesis-store'
import { createUsageStore } from './vault/usage-store'

export interface SessionDeps {
  dataDir: string
  workerDir: string
  sqliteBinding: string | undefined
  now: () => number
  newId: () => string
  publish: (event: AppEvent) => void
  /** Outlives sessions: the model stays loaded over a short lock. */
  builtinEmbedder: TextEmbedder
  voice: Voice
  /** Faults nobody waits for: code and kind only. */
  onFault: (where: string, error: unknown) => void
}

/** An open vault with everything that works on it. Made at unlock, gone at lock. */
export type Session = Awaited<ReturnType<typeof openSession>>

/** So long a refused key or model is believed when a person asks again. */
const REFUSAL_REST_MS = 5000
/** Decrypted audio kept for the next part of the same file. */
const BLOB_CACHE_MS = 60_000

/** Opens the vault and starts the queue. Throws with everything closed again. */
export async function openSession(keys: VaultKeys, deps: SessionDeps) {
  const { now } = deps
  const vault = await openVault(keys, { dataDir: deps.dataDir, sqliteBinding: deps.sqliteBinding, now, onFault: deps.onFault })
  try {
    return await startSession(keys, vault, deps)
  } catch (error) {
    vault.close()
    throw isDamage(error) ? new AppError('VAULT_DAMAGED', damagedVault.message, { cause: error }) : error
  }
}

async function startSession(keys: VaultKeys, vault: OpenVault, deps: SessionDeps) {
  const { now, newId, publish } = deps
  const { db } = vault
  let warning = vault.warning
  const settings = createSettingsStore(db, createSecretBox(keys.secrets, randomBytes))
  const events = createEventLog(db)
  const jobs = createJobStore(db)
  const live = createLiveProgress(publish, now)
  const items = createItemStore(db)
  const itemLists = createItemListStore(db)
  const tags = createTagStore(db)
  const links = createLinkStore(db)
  const theses = createThesisStore(db)
  const briefings = createBriefingStore(db)
  const blobs = createBlobStore({ dir: join(deps.dataDir, 'blobs'), key: keys.blobs, vaultId: keys.vaultId })
  await blobs.removeUnfinished()
  const textIndex = createTextIndex(db)
  const vectors = createVectorStore(db)
  let paused = settings.readFlag('queue-paused') === '1'
  const trace = createJobTrace(db, () => paused)

  const unitOfWork = createUnitOfWork({
    db,
    jobs,
    events,
    now,
    newId,
    publish,
    wakeWorkers: () => workers.wake(),
    committed: vault.committed,
    assertWritable() {
      if (warning?.code === 'VAULT_DAMAGED') throw new AppError('VAULT_DAMAGED', warning.message)
    },
  })
  const { write } = unitOfWork

  const engines = createSessionEngines({
    settings,
    items,
    vectors,
    ladder: createCapabilityStore(db, parseCapabilities),
    builtinEmbedder: deps.builtinEmbedder,
    workerDir: deps.workerDir,
  })
  const { engine, embedder, vectorIndex, relatedItems } = engines
  const timeoutMs = () => settings.read().settings.modelTimeoutSeconds * 1000 + 60_000
  const budget = createModelBudget({ usage: createUsageStore(db), settings, now, countTokens, write })
  const executor = createExecutor({
    definitions: createAllJobs({
      items,
      links,
      theses,
      briefings,
      embedder,
      vectors,
      engine,
      relatedItems,
      blobs,
      newId,
      timeoutMs,
      voice: deps.voice,
      index: (dimensions) => vectorIndex.ensure(dimensions),
    }),
    unitOfWork,
    jobs,
    trace,
    live,
    budget,
    newId,
  })
  const workers = createWorkers({ count: 2, jobs, unitOfWork, executor, now, newId, onLoopError: (error) => deps.onFault('worker', error) })

  const search = createSessionSearch({ textIndex, vectorIndex, embedder, itemLists })

  let cached: { id: string; bytes: Uint8Array; timer: NodeJS.Timeout } | null = null
  function dropCached(): void {
    if (cached) clearTimeout(cached.timer)
    cached = null
  }

  /** The job's own writes for its end, then the event; the running attempt is told after the commit. */
  function announceCancelled(tx: WriteTransaction, job: JobReference): void {
    executor.cancelled(tx, job)
    tx.emit('job-cancelled', { jobId: job.id, type: job.type, itemId: job.itemId })
    tx.afterCommit(() => workers.abort(job.id))
  }

  const upkeep = createUpkeep({
    db,
    write,
    now,
    jobs,
    items,
    briefings,
    blobs,
    textIndex,
    vectorIndex,
    embedder,
    settings,
    announceCancelled,
    onFault: deps.onFault,
  })
  const { eraseItems, indexRest } = upkeep

  /** Has everything that waits for a server look again: as many as one statement wakes, then the next ones a turn later. */
  function wakeWaiting(): void {
    const woken = write(() => jobs.promoteWaiting())
    workers.wake()
    if (woken < PROMOTE_LIMIT) return
    setImmediate(() => {
      if (!db.open) return
      try {
        wakeWaiting()
      } catch (error) {
        deps.onFault('wake-waiting', error)
      }
    })
  }

  const session = {
    keys,
    items,
    itemLists,
    tags,
    links,
    theses,
    briefings,
    settings,
    textIndex,
    vectorIndex,
    jobs,
    trace,
    live,
    workers,
    events,
    newId,
    write,
    announceCancelled,
    eraseItems,
    get warning(): VaultWarning | null {
      return warning
    },
    /** A page could not be read while at work: from now on nothing is written. */
    markDamaged(): void {
      if (warning?.code === 'VAULT_DAMAGED') return
      warning = damagedVault
      void workers.stop().catch((error: unknown) => deps.onFault('stop', error))
      publish({ type: 'vault-damaged', seq: null, at: now(), payload: {} })
    },
    recordGeneration: vault.recordGeneration,
    search,
    liveJobOf: (itemId: string, type: JobType) => jobs.liveJob(itemId, type),
    announceRetried(tx: WriteTransaction, job: JobReference): void {
      engine.forgetRefusal()
      tx.afterCommit(wakeWaiting) // The person says that it is mended: the others go on too.
      tx.emit('job-enqueued', { jobId: job.id, type: job.type, itemId: job.itemId })
      executor.retried(tx, job)
    },
    setPaused(next: boolean): void {
      paused = next
      write((tx) => {
        settings.writeFlag('queue-paused', next ? '1' : '0')
        tx.emit(next ? 'queue-paused' : 'queue-resumed', {})
      })
      if (next) workers.pause()
      else workers.resume()
    },
    /** After a change of engine: what waited for a server looks again, and another embedding model gets its vectors. */
    settingsChanged(): void {
      engine.forgetRefusal()
      wakeWaiting()
      workers.wake()
      upkeep.followEmbedder()
    },
    testEndpoint: engines.testEndpoint,
    usesModel: () => engine.contextTokens() !== Number.POSITIVE_INFINITY,
    /** A person asks anew: what a server refused a while ago is worth another try. */
    forgetOldRefusal: () => engine.forgetRefusal(REFUSAL_REST_MS),
    usage: budget.report,
    async readBlob(blobId: string, wrappedKey: Buffer): Promise<Uint8Array> {
      if (cached?.id === blobId) {
        cached.timer.refresh()
        return cached.bytes
      }
      const bytes = await blobs.read(blobId, wrappedKey)
      dropCached()
      cached = { id: blobId, bytes, timer: setTimeout(dropCached, BLOB_CACHE_MS) }
      cached.timer.unref()
      return bytes
    },
    indexRest,
    async close(): Promise<void> {
      await Promise.all([workers.stop(), upkeep.stop()])
      dropCached()
      live.clear()
      vectorIndex.close()
      try {
        vault.close()
      } finally {
        keys.wipe()
      }
    },
  }

  // A damaged vault is shown, not worked on.
  if (warning?.code === 'VAULT_DAMAGED') return session
  // What a process that is gone left running, then the work itself.
  write((tx) => {
    for (const job of jobs.recover(tx.now)) {
      const message = 'Cortexa was ended three times while this job ran.'
      tx.emit('job-dead', { jobId: job.id, type: job.type, itemId: job.itemId, error: message })
      executor.died(tx, job, message)
    }
    events.trim()
  })
  if (paused) workers.pause()
  workers.start()
  upkeep.start()
  return session
}

export function requireSession(session: Session | null): Session {
  if (!session) throw new AppError('VAULT_LOCKED', 'The vault is locked. Unlock it in the Cortexa window, then try again.')
  return session
}
