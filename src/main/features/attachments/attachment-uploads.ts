import { createHash } from 'node:crypto'
import { AppError } from '../../../shared/errors'
import type { BlobStore } from '../../core/crypto/blob-store'
import type { BlobWriting } from '../../core/crypto/blob-writing'
import { TYPE_HEAD_BYTES } from '../../core/reading/file-type'

/** A file that has come in whole and lies in the blob store; it still belongs to nobody. */
export interface UploadedFile {
  itemId: string
  name: string
  blobId: string
  wrappedKey: Buffer
  bytes: number
  /** SHA-256, 64 hex digits. */
  contentHash: string
  /** Its first bytes, for telling its type and size. */
  head: Buffer
}

export interface AttachmentUploads {
  /** Makes room for a file of so many bytes and gives the id of the upload. TOO_MANY_REQUESTS when too many are under way. */
  begin(itemId: string, name: string, bytes: number): Promise<string>
  itemOf(uploadId: string): string
  isUnderWay(uploadId: string): boolean
  /** Takes the next part. CONFLICT for a wrong offset or too many bytes; a failed write ends the upload, and nothing of it is kept. */
  append(uploadId: string, offset: number, part: Uint8Array): Promise<number>
  /** The file, durable. CONFLICT when bytes are missing. Whoever has no use for it removes its blob. */
  finish(uploadId: string): Promise<UploadedFile>
  abandon(uploadId: string): Promise<void>
  /** Gives up all uploads, as the vault is closed. */
  close(): Promise<void>
}

export interface UploadDeps {
  blobs: Pick<BlobStore, 'begin'>
  newId: () => string
}

interface Upload {
  itemId: string
  name: string
  bytes: number
  blobId: string
  writing: BlobWriting
  hash: ReturnType<typeof createHash>
  head: Buffer
  received: number
  /** Parts of one upload follow each other, also when a caller does not wait. */
  turn: Promise<unknown>
  timer: NodeJS.Timeout
}

const MAX_UPLOADS = 8
/** An upload that nothing comes for is given up: its window or program is gone. */
const SILENCE_MS = 120_000
/** Enough of an image for its size to stand in it, behind what a camera writes first. */
const HEAD_BYTES = 64 * 1024

const gone = () =>
  new AppError('NOT_FOUND', 'This file is no longer being attached: it was given up, or the vault was locked meanwhile. Attach it again.')

/** Files on their way into the vault. Each part is encrypted and on the disk before the next is asked for, so memory stays flat. */
export function createAttachmentUploads({ blobs, newId }: UploadDeps): AttachmentUploads {
  const uploads = new Map<string, Upload>()
  let closed = false

  function find(uploadId: string): Upload {
    const upload = uploads.get(uploadId)
    if (!upload) throw gone()
    upload.timer.refresh()
    return upload
  }

  async function abandon(uploadId: string): Promise<void> {
    const upload = uploads.get(uploadId)
    if (!upload) return
    uploads.delete(uploadId)
    clearTimeout(upload.timer)
    await upload.turn.catch(() => undefined)
    await upload.writing.abandon()
  }

  function inTurn<T>(uploadId: string, step: (upload: Upload) => Promise<T>): Promise<T> {
    const upload = find(uploadId)
    const done = upload.turn.then(() => {
      if (uploads.get(uploadId) !== upload) throw gone()
      return step(upload)
    })
    upload.turn = done.catch(() => undefined)
    return done
  }

  return {
    async begin(itemId, name, bytes) {
      if (uploads.size >= MAX_UPLOADS)
        throw new AppError(
          'TOO_MANY_REQUESTS',
          `${MAX_UPLOADS} files are being attached already. Wait until one is done, then attach this one.`,
        )
      const [uploadId, blobId] = [newId(), newId()]
      const writing = await blobs.begin(blobId)
      if (closed) {
        await writing.abandon()
        throw gone()
      }
      const timer = setTimeout(() => void abandon(uploadId).catch(() => undefined), SILENCE_MS)
      timer.unref()
      const hash = createHash('sha256')
      uploads.set(uploadId, {
        itemId,
        name,
        bytes,
        blobId,
        writing,
        hash,
        head: Buffer.alloc(0),
        received: 0,
        turn: Promise.resolve(),
        timer,
      })
      return uploadId
    },

    itemOf: (uploadId) => find(uploadId).itemId,

    isUnderWay: (uploadId) => uploads.has(uploadId),

    append: (uploadId, offset, part) =>
      inTurn(uploadId, async (upload) => {
        if (offset !== upload.received || upload.received + part.length > upload.bytes)
          throw new AppError(
            'CONFLICT',
            `This part does not follow on the ${upload.received} bytes that are there. Give the file up and attach it again.`,
          )
        if (upload.head.length < HEAD_BYTES) upload.head = Buffer.concat([upload.head, part.subarray(0, HEAD_BYTES - upload.head.length)])
        upload.hash.update(part)
        try {
          await upload.writing.append(part)
        } catch (error) {
          // Not within its own turn, which it would wait for.
          uploads.delete(uploadId)
          clearTimeout(upload.timer)
          throw error
        }
        upload.received += part.length
        return upload.received
      }),

    finish: (uploadId) =>
      inTurn(uploadId, async (upload) => {
        if (upload.received !== upload.bytes)
          throw new AppError(
            'CONFLICT',
            `${upload.bytes - upload.received} bytes of this file are missing, so it was not kept. Attach it again.`,
          )
        uploads.delete(uploadId)
        clearTimeout(upload.timer)
        const { bytes, wrappedKey } = await upload.writing.finish()
        const { itemId, name, blobId, head } = upload
        return { itemId, name, blobId, wrappedKey, bytes, contentHash: upload.hash.digest('hex'), head }
      }),

    abandon,

    async close() {
      closed = true
      await Promise.allSettled([...uploads.keys()].map(abandon))
    },
  }
}

/** The part of the head that tells the type. */
export function typeHead({ head }: Pick<UploadedFile, 'head'>): Uint8Array {
  return head.subarray(0, TYPE_HEAD_BYTES)
}
