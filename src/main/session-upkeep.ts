import type { VaultDatabase } from './db/open-database'
import type { UnitOfWork, WriteTransaction } from './db/write-transaction'
import type { Embedder } from './jobs/embedding'
import { embedRequest } from './jobs/pipeline'
import type { JobReference, JobStore } from './queue/job-store'
import type { TextIndex } from './search/text-index'
import type { BlobStore } from './vault/blob-store'
import type { BriefingStore } from './vault/briefing-store'
import type { ItemStore } from './vault/item-store'
import type { SettingsStore } from './vault/settings-store'

export interface UpkeepDeps {
  db: VaultDatabase
  write: UnitOfWork['write']
  now: () => number
  jobs: JobStore
  items: ItemStore
  briefings: BriefingStore
  blobs: BlobStore
  textIndex: TextIndex
  vectorIndex: { load(): Promise<void>; remove(id: string): void }
  embedder: Embedder
  settings: SettingsStore
  announceCancelled: (tx: WriteTransaction, job: JobReference) => void
  onFault: (where: string, error: unknown) => void
}

const TRASH_DAYS = 30
const DAY_MS = 86_400_000
const TIDY_EVERY_MS = 6 * 3600 * 1000
/** Rows in one write, so that no turn of the event loop is long. */
const STEP_ROWS = 100

/** What an open vault does for itself in the background, in small steps: fill the indexes, clear what is old, embed what is missing. */
export function createUpkeep(deps: UpkeepDeps) {
  const { db, write, now, jobs, items, briefings, blobs, textIndex, vectorIndex, embedder, settings } = deps
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

  /** Deletes items of the trash for good, with their jobs, theses, briefings and audio. */
  function eraseItems(ids: readonly string[]): void {
    for (const id of ids) {
      const blobIds = briefings.blobsOfItem(id)
      write((tx) => {
        for (const job of jobs.cancelForItem(id, tx.now)) deps.announceCancelled(tx, job)
        jobs.forgetItem(id)
        textIndex.remove(id)
        if (!items.erase(id)) return
        for (const blobId of blobIds) briefings.removeBlobRow(blobId)
        tx.emit('item-changed', { itemId: id, change: 'erased' })
        tx.afterCommit(() => {
          vectorIndex.remove(id)
          for (const blobId of blobIds) inTurn('blob-remove', () => blobs.remove(blobId))
        })
      })
    }
    // Takes the erased words out of the index's file. It rewrites all of it, so it follows an erasing, not a saving.
    if (ids.length > 0) inTurn('text-index', () => textIndex.compact(stopping.signal))
  }

  async function emptyOldTrash(): Promise<void> {
    for (;;) {
      const old = items.trashedBefore(now() - TRASH_DAYS * DAY_MS, 20)
      if (old.length === 0 || stopping.signal.aborted) return
      eraseItems(old)
      await pause(20)
    }
  }

  /** Deletes finished jobs, with their traces, that are older than the settings keep them. */
  async function trimJobs(): Promise<void> {
    const before = now() - settings.read().settings.keepJobsDays * DAY_MS
    while (!stopping.signal.aborted && write(() => jobs.trimFinished(before, STEP_ROWS)) > 0) await pause(0)
  }

  /** Asks for vectors of the model in force that are missing. */
  async function embedMissing(): Promise<void> {
    const model = embedder.modelId()
    let after = ''
    while (db.open && !stopping.signal.aborted && embedder.modelId() === model) {
      const missing = items.withoutVector(model, after, STEP_ROWS)
      const last = missing.at(-1)
      if (!last) return
      after = last.id
      const sendable = missing.filter((item) => item.private === 0 || !embedder.leavesComputer())
      if (sendable.length > 0) {
        write((tx) => {
          for (const item of sendable) tx.enqueue(embedRequest(item.id, item.content_hash, item.length))
        })
      }
      await pause(50)
    }
  }

  /** Brings the rest of long bodies into the text index. */
  const indexRest = () => inTurn('text-index', () => textIndex.indexRemaining(stopping.signal))

  function tidy(): void {
    inTurn('trash', emptyOldTrash)
    inTurn('trim', trimJobs)
  }

  return {
    eraseItems,
    indexRest,
    start(): void {
      inTurn('vector-index', () => vectorIndex.load())
      indexRest()
      tidy()
      inTurn('embed-missing', embedMissing)
      timer = setInterval(tidy, TIDY_EVERY_MS)
      timer.unref()
    },
    /** After a change of settings: another embedding model gets its index, and the vectors it lacks. */
    followEmbedder(): void {
      if (embedder.modelId() === indexedModel) return
      indexedModel = embedder.modelId()
      inTurn('vector-index', () => vectorIndex.load())
      inTurn('embed-missing', embedMissing)
    },
    async stop(): Promise<void> {
      stopping.abort()
      clearInterval(timer)
      await work
    },
  }
}
