import { ATTACHMENT_PART_BYTES, MAX_ATTACHMENT_BYTES, MAX_PREVIEW_BYTES } from '../../../shared/contract/attachments'
import { AppError } from '../../../shared/errors'
import type { Caller, Handlers } from '../../core/commands/dispatch'
import { readAttachmentRequest } from '../../core/jobs/pipeline'
import { fileTypeOf } from '../../core/reading/file-type'
import { safeFileName } from '../../core/text/file-name'
import { type ItemLookup, requireItem } from '../items/item-commands'
import type { StoredFile } from './attachment-store'
import { type KeepFileDeps, keepFile, requireRoom } from './keep-file'
import type { SessionAttachments } from './session-attachments'

export interface AttachmentCommandDeps extends ItemLookup, KeepFileDeps {
  files: Pick<SessionAttachments, 'uploads' | 'readBlobPart' | 'textChanged' | 'purgeLater'>
  removeBlob: (blobId: string) => Promise<void>
  isOpen: () => boolean
  assertWritable: () => void
}

type AttachmentCommands = Pick<
  Handlers,
  | 'list-attachments'
  | 'begin-attachment'
  | 'append-attachment'
  | 'finish-attachment'
  | 'abandon-attachment'
  | 'list-cut-attachments'
  | 'read-attachment'
  | 'read-attachment-preview'
  | 'set-attachment-preview'
  | 'read-attachment-text'
  | 'remove-attachment'
  | 'restore-attachment'
>

const previewTypes = new Set(['image/webp', 'image/jpeg', 'image/png'])

export function attachmentCommands(s: AttachmentCommandDeps): AttachmentCommands {
  /** The attachment with its file, if this caller may see its item. */
  function requireFile(s: AttachmentCommandDeps, id: string, caller: Caller): StoredFile {
    const file = s.attachments.file(id)
    if (!file) throw new AppError('NOT_FOUND', 'This file is not attached any more. It may have been removed, or deleted with its thought.')
    requireItem(s, file.attachment.itemId, caller, { deleted: caller.viewer.seesTrash })
    return file
  }

  function requireUpload(s: AttachmentCommandDeps, uploadId: string, caller: Caller): void {
    requireItem(s, s.files.uploads.itemOf(uploadId), caller)
  }

  return {
    'list-attachments': ({ itemId }, caller) => {
      requireItem(s, itemId, caller, { deleted: caller.viewer.seesTrash })
      return { attachments: s.attachments.ofItem(itemId) }
    },

    'begin-attachment': async ({ itemId, name, bytes }, caller) => {
      requireItem(s, itemId, caller)
      s.assertWritable()
      const shown = safeFileName(name)
      if (bytes === 0) throw new AppError('BAD_INPUT', `"${shown}" is empty, so there is nothing to attach.`)
      if (bytes > MAX_ATTACHMENT_BYTES)
        throw new AppError(
          'TOO_LARGE',
          `"${shown}" has ${Math.ceil(bytes / 1024 / 1024)} MB, and a file may have ${MAX_ATTACHMENT_BYTES / 1024 / 1024} MB at most. Attach a smaller copy or a part of it.`,
        )
      requireRoom(s, itemId)
      const uploadId = await s.files.uploads.begin(itemId, shown, bytes)
      try {
        s.write((tx) => s.attachments.noteUpload(uploadId, itemId, shown, tx.now))
      } catch (error) {
        await s.files.uploads.abandon(uploadId)
        throw error
      }
      return { uploadId, partBytes: ATTACHMENT_PART_BYTES }
    },

    'list-cut-attachments': () => {
      return { cut: s.attachments.notedUploads().filter(({ id }) => !s.files.uploads.isUnderWay(id)) }
    },

    'append-attachment': async ({ uploadId, offset, base64 }, caller) => {
      requireUpload(s, uploadId, caller)
      const part = decodeBase64(base64)
      if (part.length > ATTACHMENT_PART_BYTES)
        throw new AppError('TOO_LARGE', `A part may have ${ATTACHMENT_PART_BYTES} bytes at most. Send the file in smaller parts.`)
      return { received: await s.files.uploads.append(uploadId, offset, part) }
    },

    'finish-attachment': async ({ uploadId }, caller) => {
      requireUpload(s, uploadId, caller)
      const file = await s.files.uploads.finish(uploadId)
      try {
        // The vault may have been locked, or the thought deleted, while the last bytes were written.
        if (!s.isOpen()) throw new AppError('VAULT_LOCKED', 'The vault was locked before the file was in it. Attach it again.')
        requireItem(s, file.itemId, caller)
        const kept = keepFile(s, uploadId, file)
        if (kept.isDuplicate) await s.removeBlob(file.blobId)
        return kept
      } catch (error) {
        await s.removeBlob(file.blobId)
        throw error
      }
    },

    'abandon-attachment': async ({ uploadId }) => {
      await s.files.uploads.abandon(uploadId)
      s.write(() => s.attachments.forgetUpload(uploadId))
      return {}
    },

    'read-attachment': async ({ id, offset }, caller) => {
      const { attachment, blobId, wrappedKey } = requireFile(s, id, caller)
      const { bytes, done } = await s.files.readBlobPart(blobId, wrappedKey, offset, ATTACHMENT_PART_BYTES)
      const { name, kind, mime } = attachment
      return { name, kind, mime, bytes: attachment.bytes, offset, base64: bytes.toString('base64'), done }
    },

    'read-attachment-preview': ({ id }, caller) => {
      requireFile(s, id, caller)
      const preview = s.attachments.preview(id)
      return { preview: preview && { mime: preview.mime, base64: preview.bytes.toString('base64') } }
    },

    'set-attachment-preview': ({ id, base64 }, caller) => {
      const { attachment } = requireFile(s, id, caller)
      const bytes = decodeBase64(base64)
      const { mime } = fileTypeOf(bytes)
      if (attachment.kind !== 'image' || bytes.length > MAX_PREVIEW_BYTES || !previewTypes.has(mime))
        throw new AppError('BAD_INPUT', 'This is no small picture of an attached image, so it was not kept.')
      if (attachment.preview) return {}
      s.write((tx) => {
        s.attachments.setPreview(id, mime, bytes)
        tx.emit('attachments-changed', { itemId: attachment.itemId })
      })
      return {}
    },

    'read-attachment-text': ({ id, page }, caller) => {
      requireFile(s, id, caller)
      const stored = s.attachments.text(id)
      if (!stored) throw new AppError('NOT_FOUND', 'No text was read out of this file.')
      const { text, pageStarts } = stored
      const start = pageStarts[page - 1]
      if (start === undefined) throw new AppError('NOT_FOUND', `This file has ${pageStarts.length} pages that were read.`)
      return { text: text.slice(start, pageStarts[page] ?? text.length).trimEnd(), page, pages: pageStarts.length }
    },

    'remove-attachment': ({ id }, caller) => {
      const { itemId } = requireFile(s, id, caller).attachment
      s.write((tx) => {
        s.attachments.remove(id, tx.now)
        s.files.textChanged(tx, itemId, id)
        tx.emit('attachments-changed', { itemId })
        tx.afterCommit(s.files.purgeLater)
      })
      return {}
    },

    'restore-attachment': ({ id }) => {
      s.write((tx) => {
        const itemId = s.attachments.restore(id)
        if (itemId === null)
          throw new AppError(
            'NOT_FOUND',
            'This file can no longer be put back: it was deleted, or the same file was attached again meanwhile.',
          )
        s.files.textChanged(tx, itemId, id)
        const attachment = s.attachments.find(id)
        if (attachment?.text === 'waiting') tx.enqueue(readAttachmentRequest(itemId, id, attachment.bytes))
        tx.emit('attachments-changed', { itemId })
      })
      return {}
    },
  }
}

/** Refuses what is no base64: a part that lost characters on its way must not shift all that follows. */
function decodeBase64(base64: string): Buffer {
  const bytes = Buffer.from(base64, 'base64')
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  if (base64.length % 4 !== 0 || bytes.length !== (base64.length / 4) * 3 - padding)
    throw new AppError('BAD_INPUT', 'This part is not in base64, or some of it is missing. Nothing of it was kept.')
  return bytes
}
