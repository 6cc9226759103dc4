import { type FileHandle, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { fileCode, makePrivateFolder, syncFolder, writeFailure } from '../files/private-files'
import { takenBlob, wrapBlobKey } from './blob-keys'
import { type BlobContext, createBlobWriter, sealedAtOnce, slice } from './blob-stream'
import { moveSecret } from './secret-memory'
import { readySodium } from './sodium'
import { wipeKey } from './vault-keys'

/** A blob that is being written. Its calls follow each other: one is begun when the last one has settled. */
export interface BlobWriting {
  /** Rejects with DISK_FULL; the file is then removed, and nothing more can be done with it. */
  append(bytes: Uint8Array): Promise<void>
  /** The plain size and the wrapped key, once all of it is durable under its own name. */
  finish(): Promise<{ bytes: number; wrappedKey: Buffer }>
  /** Removes what was written. After `finish`, or twice, it does nothing. */
  abandon(): Promise<void>
}

export interface BlobPlace {
  dir: string
  path: string
  key: Buffer
  context: BlobContext
}

/** See `BlobStore.begin`. Rejects with CONFLICT when the id is taken. */
export async function beginBlob({ dir, path, key, context }: BlobPlace): Promise<BlobWriting> {
  const unfinished = `${path}.tmp`
  const fileKey = moveSecret(readySodium().randombytes_buf(32))
  const wrappedKey = wrapBlobKey(fileKey, key, context)
  const writer = createBlobWriter(fileKey, context)
  let file: FileHandle | null = null
  let held: Uint8Array = new Uint8Array(0)
  let bytes = 0

  async function end(): Promise<void> {
    writer.end()
    wipeKey(fileKey)
    const open = file
    file = null
    await open?.close()
  }

  async function abandon(): Promise<void> {
    if (file === null) return
    await end()
    await rm(unfinished, { force: true })
  }

  async function attempt<T>(step: (file: FileHandle) => Promise<T>): Promise<T> {
    if (file === null) throw new Error('this blob is no longer being written')
    try {
      return await step(file)
    } catch (error) {
      await abandon().catch(() => undefined)
      throw writeFailure(error, 'The attachment')
    }
  }

  try {
    await makePrivateFolder(dir)
    await makePrivateFolder(dirname(path))
    // The reservation also stops a second write of the same id that starts meanwhile.
    file = await open(unfinished, 'wx', 0o600)
    if ((await readdir(dirname(path))).includes(basename(path))) throw takenBlob()
    await file.writeFile(writer.start)
  } catch (error) {
    // Without a file of our own, the one in the way is somebody else's.
    if (file !== null) await abandon()
    else await end()
    throw fileCode(error) === 'EEXIST' ? takenBlob() : writeFailure(error, 'The attachment')
  }

  return {
    abandon,
    append: (added) =>
      attempt(async (file) => {
        bytes += added.length
        let rest = held.length === 0 ? added : Buffer.concat([held, added])
        // What comes last carries the final mark, so some bytes are held back. The event loop runs at each await.
        for (let ready = sealedAtOnce(rest.length); ready > 0; ready = sealedAtOnce(rest.length)) {
          const some = Math.min(ready, slice)
          await file.writeFile(writer.push(rest.subarray(0, some), false))
          rest = rest.subarray(some)
        }
        // A copy, so that a caller may use its bytes again and a long part is not kept for its end.
        held = Uint8Array.prototype.slice.call(rest)
      }),
    finish: () =>
      attempt(async (file) => {
        await file.writeFile(writer.push(held, true))
        await file.sync()
        await end()
        await rename(unfinished, path)
        await syncFolder(dirname(path))
        await syncFolder(dir)
        return { bytes, wrappedKey }
      }),
  }
}
