import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Attachment } from '../../../shared/attachment'
import { AppError } from '../../../shared/errors'
import type { BlobStore } from '../../core/crypto/blob-store'
import { defineJob, type JobContext } from '../../core/jobs/define-job'
import { AttachmentPayload } from '../../core/jobs/pipeline'
import { GiveUp } from '../../core/queue/job-rules'
import type { WriteTransaction } from '../../core/queue/write-transaction'
import type { DocumentReader, DocumentText } from '../../core/reading/document-reader'
import { readItem } from '../items/item-reader'
import type { ItemStore } from '../items/item-store'
import type { AttachmentStore, AttachmentText } from './attachment-store'

export interface ReadAttachmentDeps {
  items: ItemStore
  attachments: AttachmentStore
  blobs: BlobStore
  documentReader: DocumentReader
  /** Puts what was read into the text index, and has what follows from the item's text done anew. */
  attachedTextChanged: (tx: WriteTransaction, itemId: string, attachmentId: string, text: string) => void
}

/** A larger file is kept, but not searched: a thread is given all of it at once. */
const MAX_READ_BYTES = 150 * 1024 * 1024
/** Stands between two pages, so that no word runs into the next page. */
const pageBreak = '\n\n'

const notes: Record<Exclude<DocumentText['end'], 'whole'>, string> = {
  pages: 'This file is very long: its first 2,000 pages can be found by search, the others cannot.',
  length: 'This file is very long: its first three million characters can be found by search, the rest cannot.',
  time: 'Reading this file took too long, so only the pages that were read can be found by search. The file itself is kept whole.',
  memory:
    'Reading this file needed too much memory, so only the pages that were read can be found by search. The file itself is kept whole.',
  encrypted: 'This PDF is locked with a password, so its text cannot be read or searched. The file itself is kept.',
  broken: 'This file could not be read; it may be damaged. It is kept as it is, and its text cannot be searched.',
}

/** `read_attachment`: the text of a PDF or a text file, by page, for search and for whoever thinks about the item. */
export function readAttachmentJob(deps: ReadAttachmentDeps) {
  async function read({ attachment, blobId, wrappedKey }: NonNullable<ReturnType<AttachmentStore['file']>>, context: JobContext) {
    if (attachment.bytes > MAX_READ_BYTES) {
      const note = `This file has ${Math.round(attachment.bytes / 1e6)} MB; text is read from files up to 150 MB. It is kept, and its text cannot be searched.`
      return { text: '', pageStarts: [], pages: null, state: 'unreadable' as const, note }
    }
    const kind = attachment.kind === 'pdf' ? 'pdf' : 'text'
    const bytes = await deps.blobs.read(blobId, wrappedKey)
    const found = await deps.documentReader.read(kind, bytes, {
      signal: context.signal,
      onPage: (done, total) => total > 1 && context.note(`Page ${done} of ${total}`),
    })
    return toText(attachment, found)
  }

  return defineJob<{ itemId: string; attachmentId: string }, AttachmentText | null>({
    type: 'read_attachment',
    payload: AttachmentPayload,
    timeoutMs: () => 10 * 60_000,
    async run({ itemId, attachmentId }, context) {
      readItem(deps.items, itemId)
      const file = deps.attachments.file(attachmentId)
      if (!file) return null
      try {
        const result = await read(file, context)
        // A text of millions of characters is written in a turn of its own; until the commit nothing points at it.
        await nextTurn()
        context.write(() => deps.attachments.putText(attachmentId, result))
        await nextTurn()
        return result
      } catch (error) {
        if (error instanceof AppError && (error.code === 'BLOB_DAMAGED' || error.code === 'BLOB_MISSING'))
          throw new GiveUp(error.code, error.message, { cause: error })
        throw error
      }
    },
    commit(tx, { itemId, attachmentId }, result) {
      if (result === null || !deps.attachments.find(attachmentId)) return { note: 'The file was removed' }
      deps.attachments.setRead(attachmentId, result)
      deps.attachedTextChanged(tx, itemId, attachmentId, result.text)
      tx.emit('attachments-changed', { itemId })
      if (result.state === 'unreadable') return { note: 'No text' }
      return { note: result.pages === null ? null : `${result.pages} ${result.pages === 1 ? 'page' : 'pages'}` }
    },
    ended(tx, { itemId, attachmentId }, message) {
      deps.attachments.setWaitingEnd(attachmentId, message)
      tx.emit('attachments-changed', { itemId })
    },
  })
}

function toText({ kind }: Pick<Attachment, 'kind'>, { pages, totalPages, end }: DocumentText): AttachmentText {
  const pageStarts: number[] = []
  let length = 0
  for (const page of pages) {
    pageStarts.push(length)
    length += page.length + pageBreak.length
  }
  const isBlank = pages.every((page) => page.trim() === '')
  const text = isBlank ? '' : pages.join(pageBreak)
  const isPdf = kind === 'pdf'
  const note =
    end !== 'whole' ? notes[end] : isBlank && isPdf ? 'This PDF holds no text; it may be a scan. It can be found by its name.' : ''
  return {
    text,
    pageStarts,
    pages: isPdf ? totalPages : null,
    state: end === 'encrypted' || end === 'broken' || (isBlank && isPdf) ? 'unreadable' : end === 'whole' ? 'read' : 'partly',
    note,
  }
}
