import { constants } from 'node:fs'
import { copyFile, link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../../shared/errors'
import { fileCode, makePrivateFolder, syncFolder, writeFailure } from '../../core/files/private-files'

export interface Backup {
  /** The folder of the copy, a vault folder by itself. */
  path: string
  bytes: number
  items: number
  jobs: number
  files: number
}

export interface BackupDeps {
  dataDir: string
  now: () => number
  /** Writes an encrypted copy of the database to this new file and syncs it. */
  copyDatabase: (file: string) => void
  /** Opens the copy and counts. Throws when it is not whole. */
  checkDatabase: (file: string) => Promise<{ items: number; jobs: number }>
}

/** A copy that was not finished; never taken for a backup, and removed by the next one. */
const unfinished = '.unfinished'

/**
 * Copies the vault into `backups/<time>`: header, database, encrypted files. It is there only when it was read back whole. Two at the same
 * time are one. The files of attachments never change, so they are linked where the disk can do that, and copied elsewhere.
 */
export function createBackups(deps: BackupDeps): { make(): Promise<Backup> } {
  const folder = join(deps.dataDir, 'backups')
  let running: Promise<Backup> | null = null

  async function make(): Promise<Backup> {
    await makePrivateFolder(folder)
    for (const name of await readdir(folder)) {
      if (name.endsWith(unfinished)) await rm(join(folder, name), { recursive: true, force: true })
    }
    const path = await freeName(folder, deps.now())
    const staging = `${path}${unfinished}`
    try {
      await mkdir(staging, { mode: 0o700 })
      // Before and after the database: what was removed or added meanwhile is in the copy all the same.
      await takeBlobs(deps.dataDir, staging)
      const database = join(staging, 'vault.db')
      deps.copyDatabase(database)
      await copyFile(join(deps.dataDir, 'vault.hdr'), join(staging, 'vault.hdr'), constants.COPYFILE_EXCL)
      const blobs = await takeBlobs(deps.dataDir, staging)
      const counted = await deps.checkDatabase(database)
      const { size } = await stat(database)
      await syncFolder(staging)
      await rename(staging, path)
      await syncFolder(folder)
      return { path, bytes: size + blobs.bytes, files: blobs.files, ...counted }
    } catch (error) {
      await rm(staging, { recursive: true, force: true }).catch(() => undefined)
      throw writeFailure(error, 'The backup')
    }
  }

  return {
    make() {
      running ??= make().finally(() => {
        running = null
      })
      return running
    },
  }
}

/** The time as a folder's name, in UTC; a second one in the same second gets a number. */
async function freeName(folder: string, at: number): Promise<string> {
  const stamp = `${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z`
  const taken = new Set(await readdir(folder))
  for (let number = 1; number < 1000; number += 1) {
    const name = number === 1 ? stamp : `${stamp}-${number}`
    if (!taken.has(name)) return join(folder, name)
  }
  throw new AppError('CONFLICT', 'Too many backups were made in this second. Wait a moment, then try again.')
}

/** Puts every finished file of `blobs` into the copy that is not there yet, and tells how many are there. */
async function takeBlobs(dataDir: string, copy: string): Promise<{ files: number; bytes: number }> {
  let files = 0
  let bytes = 0
  const source = join(dataDir, 'blobs')
  for (const group of await names(source)) {
    if (!/^[0-9a-f]{2}$/.test(group)) continue
    const target = join(copy, 'blobs', group)
    await mkdir(target, { recursive: true, mode: 0o700 })
    for (const name of await names(join(source, group)))
      if (name.endsWith('.tvb')) await linkOrCopy(join(source, group, name), join(target, name))
    for (const name of await names(target)) {
      files += 1
      bytes += (await stat(join(target, name))).size
    }
    await syncFolder(target)
  }
  return { files, bytes }
}

async function linkOrCopy(source: string, target: string): Promise<void> {
  try {
    await link(source, target)
  } catch (error) {
    const code = fileCode(error)
    // There already, or removed since the folder was read.
    if (code === 'EEXIST' || code === 'ENOENT') return
    if (code === 'ENOSPC' || code === 'EDQUOT') throw error
    await copyFile(source, target, constants.COPYFILE_EXCL)
  }
}

async function names(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (fileCode(error) === 'ENOENT') return []
    throw error
  }
}
