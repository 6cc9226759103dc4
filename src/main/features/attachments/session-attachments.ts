import { join } from 'node:path'
import { DAY_MS } from '../../../shared/timing'
import { createBlobReading } from '../../core/crypto/blob-reading'
import type { BlobStore } from '../../core/crypto/blob-store'
import { embedRequest, summarizeRequest } from '../../core/jobs/pipeline'
import type { UnitOfWork, WriteTransaction } from '../../core/queue/write-transaction'
import { createDocumentReader } from '../../core/reading/document-reader'
import type { TextIndex } from '../../core/search/text-index'
import type { SettingsStore } from '../../core/settings/settings-store'
import { itemHash } from '../../core/text/content-hash'
import type { ItemStore } from '../items/item-store'
import { createItemsWithAttached } from './attached-text'
import type { AttachmentStore } from './attachment-store'
import { createAttachmentUploads } from './attachment-uploads'
import type { ReadAttachmentDeps } from './read-attachment'

export interface SessionAttachmentsDeps {
  attachments: AttachmentStore
  items: ItemStore
  textIndex: TextIndex
  settings: Pick<SettingsStore, 'read'>
  blobs: BlobStore
  write: UnitOfWork['write']
  now: () => number
  newId: () => string
  workerDir: string
  /** Puts a step of background work behind what waits already. */
  later: (where: string, step: (signal: AbortSignal) => Promise<void>) => void
  indexRest: () => void
}

/** So long an attachment that was taken off can be put back; then its file is deleted. */
const UNDO_MS = 60_000
/** A file in the folder that no row names is deleted after this: before that, a backup that is put back may still name it. */
const ORPHAN_MS = 7 * DAY_MS
const STEP_ROWS = 50

/** The files of an open vault: on their way in, being read, taken off, and cleared away. */
export type SessionAttachments = ReturnType<typeof createSessionAttachments>

export function createSessionAttachments(deps: SessionAttachmentsDeps) {
  const { attachments, items, textIndex, settings, blobs, write, now, later } = deps
  const uploads = createAttachmentUploads({ blobs, newId: deps.newId })
  const reading = createBlobReading(blobs)
  const timers = new Set<NodeJS.Timeout>()

  /** Deletes for good what was taken off a while ago. */
  async function purge(signal: AbortSignal): Promise<void> {
    for (;;) {
      const gone = attachments.removedBefore(now() - UNDO_MS, STEP_ROWS)
      if (gone.length === 0 || signal.aborted) return
      write(() => {
        for (const one of gone) attachments.forget(one)
      })
      for (const { blobId } of gone) await blobs.remove(blobId)
    }
  }

  /** Deletes files that were written but never got a row, or outlived it. Without a row nobody has the key to them. */
  async function removeOrphans(signal: AbortSignal): Promise<void> {
    const found = await blobs.list()
    const known = new Set(attachments.blobIds())
    for (const id of found) {
      if (signal.aborted) return
      if (known.has(id)) continue
      const writtenAt = await blobs.writtenAt(id)
      if (writtenAt !== null && writtenAt < now() - ORPHAN_MS) await blobs.remove(id)
    }
  }

  /** Brings the text index and the item's hash in step with its files, and asks for what follows from another text. */
  function textChanged(tx: WriteTransaction, itemId: string, attachmentId: string, known?: string): void {
    const attachment = attachments.find(attachmentId)
    if (attachment === null) textIndex.removeAttachment(attachmentId)
    else {
      textIndex.indexAttachment({ attachmentId, itemId, name: attachment.name, text: known ?? attachments.text(attachmentId)?.text ?? '' })
      tx.afterCommit(deps.indexRest)
    }
    const item = items.find(itemId)
    if (!item) return
    const hash = itemHash(item.given_title, item.body, attachments.textMark(itemId))
    if (hash === item.content_hash) return
    items.update(itemId, { contentHash: hash }, tx.now)
    if (item.deleted_at !== null) return
    tx.enqueue(embedRequest(itemId, hash, Number.POSITIVE_INFINITY))
    if (settings.read().autoSummary) tx.enqueue(summarizeRequest(itemId, hash, false))
  }

  const itemTexts = createItemsWithAttached(items, attachments)
  const jobDeps: Pick<ReadAttachmentDeps, 'items' | 'documentReader' | 'attachedTextChanged'> = {
    items: itemTexts,
    documentReader: createDocumentReader({ workerFile: join(deps.workerDir, 'attachment-text-worker.js') }),
    attachedTextChanged: textChanged,
  }

  return {
    uploads,
    /** The items as work in the background reads them. */
    itemTexts,
    jobDeps,
    readBlobPart: reading.read,
    textChanged,
    /** After an attachment was taken off: its file goes once it can no longer be put back. */
    purgeLater(): void {
      const timer = setTimeout(() => {
        timers.delete(timer)
        later('attachments', purge)
      }, UNDO_MS + 1000)
      timer.unref()
      timers.add(timer)
    },
    start(): void {
      later('attachments', purge)
      later('orphans', removeOrphans)
    },
    async close(): Promise<void> {
      for (const timer of timers) clearTimeout(timer)
      reading.close()
      await uploads.close()
    },
  }
}
