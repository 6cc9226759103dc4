import { type FileHandle, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../../shared/errors'
import { fileCode } from '../files/private-files'
import { damagedBlob, unwrapBlobKey } from './blob-keys'
import { type BlobContext, createBlobReader, plainLength, sealedSlice } from './blob-stream'
import { type BlobWriting, beginBlob } from './blob-writing'
import { wipeKey } from './vault-keys'

/** What one read may decrypt into memory, in bytes. */
const readLimit = 200 * 1024 * 1024

export interface BlobStore {
  /**
   * Encrypts and stores bytes under a new id; they are on the disk when it resolves. Write the blob first, then its row.
   * Rejects with CONFLICT when the id is taken, DISK_FULL, BAD_INPUT for an id that is none. Gives the plain size and the
   * key of this one file, wrapped (72 bytes), which belongs in the row: without it the file cannot be read.
   */
  write(id: string, bytes: Uint8Array): Promise<{ bytes: number; wrappedKey: Buffer }>
  /**
   * The same for bytes that come bit by bit, held in memory one piece at a time. `finish` resolves when all is on the disk; until then
   * there is only an unfinished file, which `abandon` removes.
   */
  begin(id: string): Promise<BlobWriting>
  /**
   * The whole content, or a rejection: BLOB_MISSING, BLOB_DAMAGED (cut, extended, changed, swapped, another blob's key),
   * TOO_LARGE above 200 MB. Never a part.
   */
  read(id: string, wrappedKey: Uint8Array): Promise<Buffer>
  /**
   * The content in pieces of at most 256 KiB, of any size of file. Each piece is what was written, but that the file is whole is known
   * only at the end: BLOB_DAMAGED may come after pieces. Throws the signal's reason when aborted.
   */
  stream(id: string, wrappedKey: Uint8Array, signal?: AbortSignal): AsyncGenerator<Buffer>
  /** Removes the file. Removing what is not there is no error. */
  remove(id: string): Promise<void>
  /** The ids of all stored blobs, 32 hex digits each. */
  list(): Promise<string[]>
  /** When a blob's file was written, in milliseconds; null when it is not there. */
  writtenAt(id: string): Promise<number | null>
  /** Removes what interrupted writes left behind. Call it while nothing is being written. */
  removeUnfinished(): Promise<number>
}

/** Files `blobs/ab/<32 hex>.tvb` in `dir`. `id` is a UUID, with or without dashes. `vaultId` is 32 hex digits, `key` the blobs key. */
export function createBlobStore({ dir, key, vaultId }: { dir: string; key: Buffer; vaultId: string }): BlobStore {
  const pathOf = (id: Buffer) => join(dir, id.toString('hex', 0, 1), `${id.toString('hex')}.tvb`)

  async function begin(id: string): Promise<BlobWriting> {
    const context = contextOf(vaultId, id)
    return beginBlob({ dir, path: pathOf(context.blobId), key, context })
  }

  return {
    async write(id, bytes) {
      const writing = await begin(id)
      try {
        await writing.append(bytes)
        return await writing.finish()
      } catch (error) {
        await writing.abandon()
        throw error
      }
    },

    begin,

    async read(id, wrappedKey) {
      const context = contextOf(vaultId, id)
      const fileKey = unwrapBlobKey(wrappedKey, key, context)
      try {
        const file = await openBlob(pathOf(context.blobId))
        try {
          return await readEncrypted(file, fileKey, context)
        } finally {
          await file.close()
        }
      } finally {
        wipeKey(fileKey)
      }
    },

    async *stream(id, wrappedKey, signal) {
      const context = contextOf(vaultId, id)
      const fileKey = unwrapBlobKey(wrappedKey, key, context)
      try {
        const file = await openBlob(pathOf(context.blobId))
        try {
          yield* streamEncrypted(file, fileKey, context, signal)
        } finally {
          await file.close()
        }
      } finally {
        wipeKey(fileKey)
      }
    },

    async remove(id) {
      const path = pathOf(contextOf(vaultId, id).blobId)
      await rm(path, { force: true })
    },

    async list() {
      return (await names(dir)).flatMap(({ name }) => /^([0-9a-f]{32})\.tvb$/.exec(name)?.[1] ?? [])
    },

    async writtenAt(id) {
      try {
        return (await stat(pathOf(contextOf(vaultId, id).blobId))).mtimeMs
      } catch (error) {
        if (fileCode(error) === 'ENOENT') return null
        throw error
      }
    },

    async removeUnfinished() {
      const unfinished = (await names(dir)).filter(({ name }) => /^[0-9a-f]{32}\.tvb\.tmp$/.test(name))
      for (const { folder, name } of unfinished) await rm(join(folder, name), { force: true })
      return unfinished.length
    },
  }
}

/** The pieces of a file, each opened before the next is read. */
async function* streamEncrypted(
  file: FileHandle,
  fileKey: Buffer,
  context: BlobContext,
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer> {
  const { size } = await file.stat()
  if (plainLength(size) === null) throw damagedBlob()
  const reader = createBlobReader(fileKey, context)
  try {
    for (let at = 0; at < size; ) {
      signal?.throwIfAborted()
      const piece = Buffer.alloc(Math.min(size - at, reader.wanted()))
      const { bytesRead } = await file.read(piece, 0, piece.length, at)
      if (bytesRead !== piece.length) throw damagedBlob()
      at += bytesRead
      const opened = Buffer.alloc(piece.length)
      const length = reader.pull(piece, at === size, opened, 0)
      if (length === null) throw damagedBlob()
      if (length > 0) yield opened.subarray(0, length)
    }
  } finally {
    reader.end()
  }
}

async function openBlob(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r')
  } catch (error) {
    if (fileCode(error) === 'ENOENT')
      throw new AppError('BLOB_MISSING', 'The file of this attachment is not in the vault folder. A backup may still have it.', {
        cause: error,
      })
    throw error
  }
}

async function readEncrypted(file: FileHandle, fileKey: Buffer, context: BlobContext): Promise<Buffer> {
  const { size } = await file.stat()
  const length = plainLength(size)
  if (length === null) throw damagedBlob()
  if (length > readLimit)
    throw new AppError(
      'TOO_LARGE',
      `This attachment has ${Math.round(length / 1e6)} MB; at most ${readLimit / 1024 / 1024} MB can be shown. Export it instead.`,
    )
  const result = Buffer.alloc(length)
  const reader = createBlobReader(fileKey, context)
  const space = Buffer.alloc(Math.min(size, sealedSlice))
  let filled = 0
  try {
    for (let at = 0; at < size; ) {
      const piece = space.subarray(0, Math.min(size - at, reader.wanted()))
      const { bytesRead } = await file.read(piece, 0, piece.length, at)
      if (bytesRead !== piece.length) throw damagedBlob()
      at += bytesRead
      const added = reader.pull(piece, at === size, result, filled)
      if (added === null) throw damagedBlob()
      filled += added
    }
    if (filled !== length) throw damagedBlob()
    return result
  } catch (error) {
    result.fill(0)
    throw error
  } finally {
    reader.end()
  }
}

function contextOf(vaultId: string, id: string): BlobContext {
  const hex = id.replaceAll('-', '').toLowerCase()
  if (!/^[0-9a-f]{32}$/.test(hex)) throw new AppError('BAD_INPUT', 'This is not the id of an attachment.')
  return { vaultId: Buffer.from(vaultId, 'hex'), blobId: Buffer.from(hex, 'hex') }
}

async function names(dir: string): Promise<{ folder: string; name: string }[]> {
  const found: { folder: string; name: string }[] = []
  for (const entry of await entries(dir)) {
    if (!entry.isDirectory() || !/^[0-9a-f]{2}$/.test(entry.name)) continue
    const folder = join(dir, entry.name)
    for (const { name } of await entries(folder)) if (name.startsWith(entry.name)) found.push({ folder, name })
  }
  return found
}

async function entries(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    if (fileCode(error) === 'ENOENT') return []
    throw error
  }
}
