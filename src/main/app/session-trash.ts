import { AppError } from '../../shared/errors'
import { DAY_MS } from '../../shared/timing'
import type { BlobStore } from '../core/crypto/blob-store'
import type { JobReference, JobStore } from '../core/queue/job-store'
import type { UnitOfWork, WriteTransaction } from '../core/queue/write-transaction'
import type { TextIndex } from '../core/search/text-index'
import type { AttachmentStore } from '../features/attachments/attachment-store'
import type { BriefingStore } from '../features/briefings/briefing-store'
import type { ItemStore } from '../features/items/item-store'

export interface SessionTrashDeps {
  write: UnitOfWork['write']
  now: () => number
  elapsed: () => number
  jobs: JobStore
  items: ItemStore
  briefings: BriefingStore
  attachments: AttachmentStore
  blobs: BlobStore
  textIndex: TextIndex
  vectorIndex: { remove(id: string): void }
  announceCancelled: (tx: WriteTransaction, job: JobReference) => void
  /** Wraps the erasing of an item's row, for names in other texts that stand for it. */
  erasing: (tx: WriteTransaction, itemId: string, erase: () => boolean) => boolean
  /** Puts a step of background work behind what waits already. */
  inTurn: (where: string, step: () => Promise<unknown> | unknown) => void
  /** Ends with the vault. */
  signal: AbortSignal
}

const TRASH_DAYS = 30
/** So long items are erased before something else may run: about as many as one frame of a window has time for. */
const TURN_MS = 12
/** The ids that are asked for at once. */
const ITEMS_A_STEP = 50

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** How items leave the vault for good. */
export function createSessionTrash(deps: SessionTrashDeps) {
  const { write, now, elapsed, jobs, items, briefings, attachments, blobs, textIndex, vectorIndex, inTurn, signal } = deps

  /** With its jobs, theses, briefings, files and earlier versions. */
  function eraseItem(id: string): void {
    const attached = attachments.idsOfItem(id)
    // A briefing of many is erased with what it speaks of: its script and its sound tell what the item said.
    const speaking = briefings.speakingOf(id)
    const spoken = speaking.flatMap((one) => briefings.blobsOf(one.id))
    const blobIds = [...briefings.blobsOfItem(id), ...spoken, ...attached.map(({ blobId }) => blobId)]
    write((tx) => {
      for (const job of jobs.cancelForItem(id, tx.now)) deps.announceCancelled(tx, job)
      jobs.forgetItem(id)
      textIndex.remove(id)
      for (const one of attached) textIndex.removeAttachment(one.id)
      if (!deps.erasing(tx, id, () => items.erase(id))) return
      for (const one of speaking) {
        const job = one.jobId === null ? null : jobs.cancel(one.jobId, tx.now)
        if (job) deps.announceCancelled(tx, job)
        briefings.erase(one.id)
      }
      for (const blobId of blobIds) briefings.removeBlobRow(blobId)
      tx.emit('item-changed', { itemId: id, change: 'erased' })
      tx.afterCommit(() => {
        vectorIndex.remove(id)
        for (const blobId of blobIds) inTurn('blob-remove', () => blobs.remove(blobId))
      })
    })
  }

  /** Takes the erased words out of the index's file. It rewrites all of it, so it follows an erasing, not a saving. */
  const forgetWords = () => inTurn('text-index', () => textIndex.compact(signal))

  /** Erases what was put into the trash before this moment, in turns. Returns how many items; fewer than there are when the vault is locked. */
  async function eraseTrashed(before: number, restMs: number): Promise<number> {
    let erased = 0
    try {
      while (!signal.aborted) {
        const ids = items.trashedBefore(before, ITEMS_A_STEP)
        if (ids.length === 0) break
        const started = elapsed()
        for (const id of ids) {
          eraseItem(id)
          erased += 1
          if (elapsed() - started > TURN_MS) break
        }
        await pause(restMs)
      }
    } finally {
      if (erased > 0) forgetWords()
    }
    return erased
  }

  return {
    eraseItems(ids: readonly string[]): void {
      for (const id of ids) eraseItem(id)
      if (ids.length > 0) forgetWords()
    },
    eraseOld: () => eraseTrashed(now() - TRASH_DAYS * DAY_MS, 20),
    /** Erases all that is in the trash now; what is put there meanwhile stays. */
    async empty(): Promise<number> {
      const erased = await eraseTrashed(now() + 1, 0)
      if (signal.aborted)
        throw new AppError('VAULT_LOCKED', 'The vault was locked before the trash was empty. Unlock it, then empty the trash again.')
      return erased
    },
  }
}
