import { createHash } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'

const PIECE_BYTES = 1024 * 1024

/** The file that was to be copied could not be read; `cause` is the error of the file system. A failed write keeps its own error. */
export class SourceUnreadable extends Error {}

/**
 * Copies a file to a new name (0600) and syncs it. Bytes are read and written, never linked or cloned: a link shares every change, and a
 * clone, which `copyFile` may make on its own through copy_file_range, shares the disk block that goes bad. Holds 1 MiB in memory. After a
 * failure, or the signal's abort, there is no target. Throws SourceUnreadable, EEXIST and other errors of the file system.
 */
export async function copyBytes(source: string, target: string, signal?: AbortSignal): Promise<number> {
  const from = await reading(() => open(source, 'r'))
  try {
    const to = await open(target, 'wx', 0o600)
    try {
      const bytes = await pump(from, to, signal)
      await to.sync()
      await to.close()
      return bytes
    } catch (error) {
      await to.close().catch(() => undefined)
      await rm(target, { force: true }).catch(() => undefined)
      throw error
    }
  } finally {
    await from.close()
  }
}

async function pump(from: FileHandle, to: FileHandle, signal: AbortSignal | undefined): Promise<number> {
  const piece = Buffer.allocUnsafe(PIECE_BYTES)
  for (let at = 0; ; ) {
    signal?.throwIfAborted()
    const { bytesRead } = await reading(() => from.read(piece, 0, PIECE_BYTES, at))
    if (bytesRead === 0) return at
    await to.writeFile(piece.subarray(0, bytesRead))
    at += bytesRead
  }
}

async function reading<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    throw new SourceUnreadable('The source of a copy could not be read', { cause: error })
  }
}

/** Whether two files have the same bytes. Holds one piece of each in memory. */
export async function haveSameBytes(one: string, other: string): Promise<boolean> {
  return (await digest(one)).equals(await digest(other))
}

async function digest(path: string): Promise<Buffer> {
  const hash = createHash('sha256')
  const file = await open(path, 'r')
  try {
    const piece = Buffer.allocUnsafe(PIECE_BYTES)
    for (let at = 0; ; ) {
      const { bytesRead } = await file.read(piece, 0, PIECE_BYTES, at)
      if (bytesRead === 0) return hash.digest()
      hash.update(piece.subarray(0, bytesRead))
      at += bytesRead
    }
  } finally {
    await file.close()
  }
}
