import { constants } from 'node:fs'
import { lstat, open, readdir, rename, rm } from 'node:fs/promises'
import { isAbsolute, join, relative } from 'node:path'
import { MOST_HIVE_BYTES } from '../../../shared/contract/hive'
import { AppError } from '../../../shared/errors'

/** A file of a feed folder as the folder tells of it. */
export interface FeedFile {
  name: string
  size: number
  /** Milliseconds. */
  modified: number
}

/** Files of one folder that are looked at. Who shares that much cleans up. */
export const MOST_FEED_FILES = 2000
const ENDING = '.hive'

/** The regular files that may be shared thoughts, newest first. Links, folders and unfinished files are passed over. Throws AppError. */
export async function listFeed(folder: string): Promise<FeedFile[]> {
  let names: string[]
  try {
    names = await readdir(folder)
  } catch (cause) {
    throw new AppError('NOT_FOUND', 'The feed folder cannot be read. Look whether its disk and its sync program are there.', { cause })
  }
  const files: FeedFile[] = []
  for (const name of names) {
    if (!name.endsWith(ENDING) || name.startsWith('.')) continue
    const found = await lstat(join(folder, name)).catch(() => null)
    if (found?.isFile()) files.push({ name, size: found.size, modified: Math.round(found.mtimeMs) })
  }
  return files.sort((a, b) => b.modified - a.modified || (a.name < b.name ? -1 : 1)).slice(0, MOST_FEED_FILES)
}

/** The first bytes of a file, or all of it up to the most that a shared thought has, and one more. Null when it is gone or is a link. */
export async function readFeedFile(folder: string, name: string, limit = MOST_HIVE_BYTES + 1): Promise<Buffer | null> {
  const file = await open(join(folder, name), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(() => null)
  if (file === null) return null
  try {
    const bytes = Buffer.alloc(Math.min(limit, (await file.stat()).size))
    let length = 0
    while (length < bytes.length) {
      const { bytesRead } = await file.read(bytes, length, bytes.length - length, length)
      if (bytesRead === 0) break
      length += bytesRead
    }
    return bytes.subarray(0, length)
  } catch {
    return null
  } finally {
    await file.close()
  }
}

/** Puts a whole file into the folder: under another name first, which no reader takes, then by one rename. Throws AppError. */
export async function writeFeedFile(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  const unfinished = join(folder, `.${name}.part`)
  try {
    const file = await open(unfinished, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, join(folder, name))
  } catch (cause) {
    await rm(unfinished, { force: true }).catch(() => undefined)
    throw new AppError(
      'FOLDER_NOT_WRITABLE',
      'The thought could not be put into the feed folder, so nothing was shared. Look whether the folder is there and can be written, or save it as a file.',
      { cause },
    )
  }
}

/** Refuses a folder that cannot be shared: not there, not a folder, or one in which the vault lies. Throws AppError. */
export async function assertFeedFolder(folder: string, dataDir: string, realPath: (path: string) => Promise<string>): Promise<void> {
  if (!isAbsolute(folder)) throw new AppError('BAD_INPUT', 'Write the whole path of the folder, from the beginning of the disk.')
  const found = await lstat(folder).catch(() => null)
  if (!found?.isDirectory()) throw new AppError('NOT_FOUND', 'There is no folder at this path. Make it first, or choose another one.')
  const inside = (path: string, of: string) => {
    const way = relative(of, path)
    return way === '' || (!way.startsWith('..') && !isAbsolute(way))
  }
  const [real, vault] = [await realPath(folder), await realPath(dataDir)]
  if (inside(real, vault) || inside(vault, real))
    throw new AppError(
      'BAD_INPUT',
      'Your vault lies in this folder or around it, and a sync program must not carry the vault. Choose a folder of its own.',
    )
}
