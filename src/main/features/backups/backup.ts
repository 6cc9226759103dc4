import { lstat, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../../shared/errors'
import { fileCode, makePrivateFolder, syncFolder, writeFailure } from '../../core/files/private-files'
import type { BackupContents } from './backup-contents'
import type { Separation } from './older-backups'

export interface Backup extends BackupContents {
  /** The folder of the copy, a vault folder by itself. Its name ends with `-incomplete` when a file is not whole. */
  path: string
  /** Whether everything was read back whole. */
  complete: boolean
  older: Separation
}

export interface BackupDeps {
  dataDir: string
  now: () => number
  /** Writes an encrypted copy of the database to this new file and syncs it. */
  copyDatabase: (file: string) => void
  /** Copies what belongs to the database in this folder, and reads all back. Throws when there can be no backup. */
  fill: (staging: string) => Promise<BackupContents>
  /** Whether the vault still has a row for this file. */
  isNamed: (blobId: string) => boolean
  /** Gives older backups in this folder files of their own. */
  separate: (folder: string) => Promise<Separation>
}

/** A copy that was not finished; never taken for a backup, and removed by the next one. */
const UNFINISHED = '.unfinished'
/** How often the database is copied again because a file it names was deleted meanwhile. */
const MAX_ROUNDS = 3

/**
 * Copies the vault into `backups/<time>`: header, database, encrypted files. The copy shares no bytes with the vault and gets its name once
 * it was read back. Two at the same time are one.
 */
export function createBackups(deps: BackupDeps): { make(): Promise<Backup> } {
  const folder = join(deps.dataDir, 'backups')
  let running: Promise<Backup> | null = null

  /** The files of one moment: when a file was deleted for good since the database was copied, both are copied again. */
  async function fill(staging: string): Promise<BackupContents> {
    for (let round = 1; ; round += 1) {
      await mkdir(staging, { mode: 0o700 })
      deps.copyDatabase(join(staging, 'vault.db'))
      const contents = await deps.fill(staging)
      const isStale = contents.problems.some(({ fault, blobId }) => fault === 'missing' && !deps.isNamed(blobId))
      if (!isStale || round === MAX_ROUNDS) return contents
      await rm(staging, { recursive: true })
    }
  }

  async function make(): Promise<Backup> {
    await prepareFolder(folder)
    const name = await freeName(folder, deps.now())
    const staging = join(folder, `${name}${UNFINISHED}`)
    try {
      const contents = await fill(staging)
      const complete = contents.problemCount === 0
      const path = join(folder, complete ? name : `${name}-incomplete`)
      await rename(staging, path)
      await syncFolder(folder)
      return { path, complete, ...contents, older: await deps.separate(folder) }
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

/** Makes the folder of backups when it is missing, and clears what a backup that was cut off left in it. */
async function prepareFolder(folder: string): Promise<void> {
  try {
    await makePrivateFolder(folder)
    for (const name of await readdir(folder)) if (name.endsWith(UNFINISHED)) await rm(join(folder, name), { recursive: true, force: true })
  } catch (error) {
    const code = fileCode(error)
    if (code === 'ENOSPC' || code === 'EDQUOT') throw writeFailure(error, 'The backup')
    const found = await lstat(folder).catch(() => null)
    const isInTheWay = found !== null && !found.isDirectory()
    throw new AppError(
      'FOLDER_NOT_WRITABLE',
      isInTheWay
        ? `The backup was not made: ${folder} is not a folder, or is a link to a folder that is missing. Move it away or restore the folder, then try again.`
        : `The backup was not made: the folder ${folder} cannot be written (${code ?? 'unknown reason'}). Check that it belongs to you and is not read-only, then try again.`,
      { cause: error },
    )
  }
}

/** The time as a folder's name, in UTC; a second one in the same second gets a number. */
async function freeName(folder: string, at: number): Promise<string> {
  const stamp = `${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z`
  const taken = new Set((await readdir(folder)).map((name) => name.replace(/-incomplete$/, '')))
  for (let number = 1; number < 1000; number += 1) {
    const name = number === 1 ? stamp : `${stamp}-${number}`
    if (!taken.has(name)) return name
  }
  throw new AppError('CONFLICT', 'Too many backups were made in this second. Wait a moment, then try again.')
}
