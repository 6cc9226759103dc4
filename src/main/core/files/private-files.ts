import { chmod, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { AppError } from '../../../shared/errors'
import { copyBytes, haveSameBytes, SourceUnreadable } from './copy-bytes'

/** Makes a folder that only its owner may enter (0700), also when it was there with wider rights. */
export async function makePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  await chmod(path, 0o700)
}

/**
 * Replaces a file so that after a crash or a power cut the old or the new content is there, never a mix: write beside it
 * (0600), sync, rename, sync the folder, read again and compare. Throws DISK_FULL with the old file intact.
 */
export async function replaceFile(path: string, bytes: Uint8Array): Promise<void> {
  const unfinished = `${path}.tmp`
  try {
    await rm(unfinished, { force: true })
    const file = await open(unfinished, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
    await syncFolder(dirname(path))
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined)
    throw writeFailure(error, basename(path))
  }
  const written = await readFile(path)
  if (!written.equals(bytes))
    throw new AppError(
      'INTERNAL',
      `${basename(path)} reads back differently from what was written. The disk may be failing. Make a copy of the data folder on another disk.`,
    )
}

/** Makes new names in a folder durable. Windows cannot sync a folder and does not need it. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/**
 * Copies a file, as it is, into the quarantine folder under a new name, compares, and gives back that path. Never overwrites. The caller
 * may replace the original afterwards, so the copy is on the disk and shares nothing with it.
 */
export async function copyToQuarantine(file: string, quarantine: string, at: number): Promise<string> {
  await makePrivateFolder(quarantine)
  const stamp = new Date(at).toISOString().replaceAll(':', '-')
  for (let attempt = 0; ; attempt++) {
    const target = join(quarantine, `${stamp}${attempt === 0 ? '' : `-${attempt}`}-${basename(file)}`)
    try {
      await copyBytes(file, target)
      await syncFolder(quarantine)
    } catch (error) {
      if (fileCode(error) === 'EEXIST' && attempt < 1000) continue
      throw writeFailure(error instanceof SourceUnreadable ? error.cause : error, basename(file))
    }
    if (await haveSameBytes(file, target)) return target
    await rm(target, { force: true })
    throw new AppError(
      'INTERNAL',
      `A copy of ${basename(file)} reads back differently from what was written, so nothing was changed. The disk may be failing. Make a copy of the data folder on another disk.`,
    )
  }
}

/** The whole file, at most `limit` bytes and one more; null when there is none. */
export async function readSmallFile(path: string, limit: number): Promise<Buffer | null> {
  try {
    const file = await open(path, 'r')
    try {
      const bytes = Buffer.alloc(limit + 1)
      let length = 0
      while (length <= limit) {
        const { bytesRead } = await file.read(bytes, length, limit + 1 - length, length)
        if (bytesRead === 0) break
        length += bytesRead
      }
      return bytes.subarray(0, length)
    } finally {
      await file.close()
    }
  } catch (error) {
    if (fileCode(error) === 'ENOENT') return null
    throw error
  }
}

export function fileCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** The failure of a write, in words. */
export function writeFailure(error: unknown, name: string): unknown {
  const code = fileCode(error)
  if (error instanceof AppError || code === undefined) return error
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG')
    return new AppError(
      'DISK_FULL',
      `There is no room left to write ${name.replace(/^The /, 'the ')}. What was saved before is intact. Free some space and try again.`,
      { cause: error },
    )
  return new AppError(
    'INTERNAL',
    `${name} could not be written (${code}). Check that the data folder belongs to you and is not read-only, then try again.`,
    { cause: error },
  )
}
