import { lstat, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { copyBytes } from '../../core/files/copy-bytes'
import { fileCode, syncFolder } from '../../core/files/private-files'

/** What became of older backups whose files were links to those of the vault. */
export interface Separation {
  /** Backups in which a link was found. */
  backups: number
  /** Links that are files of their own now. */
  separated: number
  /** Links that remain, because there was no room or they could not be read. */
  shared: number
}

/** A finished backup, whole or not. */
export const backupName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ(-\d+)?(-incomplete)?$/

/**
 * Earlier versions linked the files of attachments into their backups, so that one damaged byte was damaged everywhere. Replaces every file
 * with a second name by a copy, each at once: written next to it, synced, renamed. What cannot be copied stays as it is and is counted.
 */
export async function separateOlderBackups(folder: string, signal: AbortSignal): Promise<Separation> {
  const result: Separation = { backups: 0, separated: 0, shared: 0 }
  for (const backup of (await subfolders(folder)).filter((name) => backupName.test(name))) {
    const before = result.separated + result.shared
    const blobs = join(folder, backup, 'blobs')
    for (const group of await subfolders(blobs)) await separateFolder(join(blobs, group), result, signal)
    if (result.separated + result.shared > before) result.backups += 1
  }
  return result
}

async function separateFolder(folder: string, result: Separation, signal: AbortSignal): Promise<void> {
  let changed = false
  for (const name of await readdir(folder)) {
    signal.throwIfAborted()
    const path = join(folder, name)
    if (name.endsWith('.tmp')) await rm(path, { force: true })
    if (!name.endsWith('.tvb') || (await stat(path)).nlink < 2) continue
    const unfinished = `${path}.tmp`
    try {
      await rm(unfinished, { force: true })
      await copyBytes(path, unfinished, signal)
      await rename(unfinished, path)
      result.separated += 1
      changed = true
    } catch {
      signal.throwIfAborted()
      await rm(unfinished, { force: true }).catch(() => undefined)
      result.shared += 1
    }
  }
  if (changed) await syncFolder(folder)
}

/** Folders only: a link to somewhere else is left alone. */
async function subfolders(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder)
    const kinds = await Promise.all(names.map((name) => lstat(join(folder, name))))
    return names.filter((_, nth) => kinds[nth]?.isDirectory()).sort()
  } catch (error) {
    if (fileCode(error) === 'ENOENT' || fileCode(error) === 'ENOTDIR') return []
    throw error
  }
}
