import { MAX_ATTACHMENTS } from '../../../shared/contract/attachments'
import { AppError } from '../../../shared/errors'
import { readAttachmentRequest } from '../../core/jobs/pipeline'
import type { UnitOfWork, WriteTransaction } from '../../core/queue/write-transaction'
import { fileTypeOf, TYPE_HEAD_BYTES } from '../../core/reading/file-type'
import { imageSizeOf } from '../../core/reading/image-size'
import type { TextIndex } from '../../core/search/text-index'
import type { AttachmentStore } from './attachment-store'
import type { UploadedFile } from './attachment-uploads'

export interface KeepFileDeps {
  attachments: AttachmentStore
  textIndex: TextIndex
  write: UnitOfWork['write']
}

/** TOO_LARGE when the item holds as many files as it can. */
export function requireRoom(s: KeepFileDeps, itemId: string): void {
  if (s.attachments.count(itemId) >= MAX_ATTACHMENTS)
    throw new AppError(
      'TOO_LARGE',
      `This thought has ${MAX_ATTACHMENTS} files, which is all it can hold. Attach this one to another thought.`,
    )
}

/**
 * Makes an uploaded file the item's own: rows, search and what reads it, in one transaction, with `also` in it. A file that the item has already
 * is not kept twice; its blob is then the caller's to remove.
 */
export function keepFile(s: KeepFileDeps, uploadId: string, file: UploadedFile, also?: (tx: WriteTransaction) => void) {
  const { itemId, name, blobId, wrappedKey, bytes, contentHash, head } = file
  const existing = s.attachments.same(itemId, contentHash)
  const known = existing === null ? null : s.attachments.find(existing)
  if (known) {
    s.write((tx) => {
      s.attachments.forgetUpload(uploadId)
      also?.(tx)
    })
    return { attachment: known, isDuplicate: true }
  }
  requireRoom(s, itemId)
  const { kind, mime } = fileTypeOf(head.subarray(0, TYPE_HEAD_BYTES))
  const size = kind === 'image' ? imageSizeOf(head, mime) : null
  const isRead = kind === 'pdf' || kind === 'text'
  const id = uploadId
  s.write((tx) => {
    s.attachments.forgetUpload(uploadId)
    s.attachments.insert({ id, itemId, blobId, wrappedKey, name, kind, mime, bytes, contentHash, size, isRead }, tx.now)
    s.textIndex.indexAttachment({ attachmentId: id, itemId, name, text: '' })
    if (isRead) tx.enqueue(readAttachmentRequest(itemId, id, bytes))
    tx.emit('attachments-changed', { itemId })
    also?.(tx)
  })
  const attachment = s.attachments.find(id)
  if (!attachment) throw new AppError('INTERNAL', 'The file was kept but cannot be found. Lock the vault and open it again.')
  return { attachment, isDuplicate: false }
}
