import { open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '../../shared/errors'
import { type BlobContext, createBlobReader, createBlobWriter, plainLength, sealedSlice, slice } from './blob-stream'
import { fileCode, makePrivateFolder, syncFolder, writeFailure } from './private-files'
import { moveSecret } from './secret-memory'
import { readySodium } from './sodium'
import { wipeKey } from './vault-keys'

/** What one read may decrypt into memory, in bytes. */
const readLimit = 200 * 1024 * 1024
const nonceLength = 24
const wrappedLength = nonceLength + 48

export interface BlobStore {
  /**
   * Encrypts and stores bytes under a new id; they are on the disk when it resolves. Write the blob first, then its row.
   * Rejects with CONFLICT when the id is taken, DISK_FULL, BAD_INPUT for an id that is none. Gives the plain size and the
   * key of this one file, wrapped (72 bytes), which belongs in the row: without it the file cannot be read.
   */
  write(id: string, bytes: Uint8Array): Promise<{ bytes: number; wrappedKey: Buffer }>
  /**
   * The whole content, or a rejection: BLOB_MISSING, BLOB_DAMAGED (cut, extended, changed, swapped, another blob's key),
   * TOO_LARGE above 200 MB. Never a part.
   */
  read(id: string, wrappedKey: Uint8Array): Promise<Buffer>
  /** Removes the file. Removing what is not there is no error. */
  remove(id: string): Promise<void>
  /** The ids of all stored blobs. */
  list(): Promise<string[]>
  /** Removes what interrupted writes left behind. Call it while nothing is being written. */
  removeUnfinished(): Promise<number>
}

/** Files `blobs/ab/<32 hex>.tvb` in `dir`. `id` is a UUID, with or without dashes. `vaultId` is 32 hex digits, `key` the blobs key. */
export function createBlobStore({ dir, key, vaultId }: { dir: string; key: Buffer; vaultId: string }): BlobStore {
  const pathOf = (id: Buffer) => join(dir, id.toString('hex', 0, 1), `${id.toString('hex')}.tvb`)

  return {
    async write(id, bytes) {
      const context = contextOf(vaultId, id)
      const path = pathOf(context.blobId)
      const unfinished = `${path}.tmp`
      const fileKey = moveSecret(readySodium().randombytes_buf(32))
      try {
        const wrappedKey = wrap(fileKey, key, context)
        await makePrivateFolder(dir)
        await makePrivateFolder(dirname(path))
        // The reservation also stops a second write of the same id that starts meanwhile.
        const file = await open(unfinished, 'wx', 0o600)
        try {
          if (await exists(path)) throw taken()
          await writeEncrypted(file, bytes, fileKey, context)
          await file.sync()
        } catch (error) {
          await file.close()
          await rm(unfinished, { force: true })
          throw error
        }
        await file.close()
        await rename(unfinished, path)
        await syncFolder(dirname(path))
        await syncFolder(dir)
        return { bytes: bytes.length, wrappedKey }
      } catch (error) {
        throw fileCode(error) === 'EEXIST' ? taken() : writeFailure(error, 'The attachment')
      } finally {
        wipeKey(fileKey)
      }
    },

    async read(id, wrappedKey) {
      const context = contextOf(vaultId, id)
      const fileKey = unwrap(wrappedKey, key, context)
      try {
        const file = await open(pathOf(context.blobId), 'r')
        try {
          return await readEncrypted(file, fileKey, context)
        } finally {
          await file.close()
        }
      } catch (error) {
        if (fileCode(error) === 'ENOENT')
          throw new AppError('BLOB_MISSING', 'The file of this attachment is not in the vault folder. A backup may still have it.', {
            cause: error,
          })
        throw error
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

    async removeUnfinished() {
      const unfinished = (await names(dir)).filter(({ name }) => /^[0-9a-f]{32}\.tvb\.tmp$/.test(name))
      for (const { folder, name } of unfinished) await rm(join(folder, name), { force: true })
      return unfinished.length
    },
  }
}

type OpenFile = Awaited<ReturnType<typeof open>>

async function writeEncrypted(file: OpenFile, bytes: Uint8Array, fileKey: Buffer, context: BlobContext): Promise<void> {
  const writer = createBlobWriter(fileKey, context)
  try {
    await file.writeFile(writer.start)
    // The event loop runs at each await: no slice takes longer than a few milliseconds.
    for (let at = 0; at === 0 || at < bytes.length; at += slice) {
      await file.writeFile(writer.push(bytes.subarray(at, at + slice), at + slice >= bytes.length))
    }
  } finally {
    writer.end()
  }
}

async function readEncrypted(file: OpenFile, fileKey: Buffer, context: BlobContext): Promise<Buffer> {
  const { size } = await file.stat()
  const length = plainLength(size)
  if (length === null) throw damaged()
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
      if (bytesRead !== piece.length) throw damaged()
      at += bytesRead
      const added = reader.pull(piece, at === size, result, filled)
      if (added === null) throw damaged()
      filled += added
    }
    if (filled !== length) throw damaged()
    return result
  } catch (error) {
    result.fill(0)
    throw error
  } finally {
    reader.end()
  }
}

function wrap(fileKey: Buffer, key: Buffer, context: BlobContext): Buffer {
  const sodium = readySodium()
  const nonce = sodium.randombytes_buf(nonceLength)
  return Buffer.concat([nonce, sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(fileKey, keyBinding(context), null, nonce, key)])
}

function unwrap(wrapped: Uint8Array, key: Buffer, context: BlobContext): Buffer {
  if (wrapped.length !== wrappedLength) throw damaged()
  try {
    return moveSecret(
      readySodium().crypto_aead_xchacha20poly1305_ietf_decrypt(
        null,
        wrapped.subarray(nonceLength),
        keyBinding(context),
        wrapped.subarray(0, nonceLength),
        key,
      ),
    )
  } catch (error) {
    throw damaged(error)
  }
}

function keyBinding({ vaultId, blobId }: BlobContext): Buffer {
  return Buffer.concat([Buffer.from('tvblobk1'), vaultId, blobId])
}

function contextOf(vaultId: string, id: string): BlobContext {
  const hex = id.replaceAll('-', '').toLowerCase()
  if (!/^[0-9a-f]{32}$/.test(hex)) throw new AppError('BAD_INPUT', 'This is not the id of an attachment.')
  return { vaultId: Buffer.from(vaultId, 'hex'), blobId: Buffer.from(hex, 'hex') }
}

async function exists(path: string): Promise<boolean> {
  return (await readdir(dirname(path))).includes(path.slice(dirname(path).length + 1))
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

function taken(): AppError {
  return new AppError('CONFLICT', 'There is an attachment with this id already. Try again, so that it gets a new one.')
}

function damaged(cause?: unknown): AppError {
  return new AppError(
    'BLOB_DAMAGED',
    'The file of this attachment is damaged, so it is not shown. The item itself is fine. A backup may have a good copy.',
    cause === undefined ? {} : { cause },
  )
}
