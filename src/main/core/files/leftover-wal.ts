import { rm, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { copyToQuarantine, fileCode } from './private-files'

/** The copy of a WAL that a crash left behind. */
export interface LeftoverWal {
  path: string
  /** The database proved complete: the copy is not needed. */
  discard(): Promise<void>
}

/**
 * Before the database is opened after a crash: copies its WAL into the quarantine, because opening takes what it can from a
 * damaged WAL and throws the rest away. Keep the copy when the sequence check then finds lost commits, else discard it.
 * null after a clean end, when there is no WAL.
 */
export async function keepLeftoverWal({
  databaseFile,
  quarantineDir,
  now,
}: {
  databaseFile: string
  quarantineDir: string
  now: () => number
}): Promise<LeftoverWal | null> {
  const wal = `${databaseFile}-wal`
  try {
    if ((await stat(wal)).size === 0) return null
  } catch (error) {
    if (fileCode(error) === 'ENOENT') return null
    throw error
  }
  const path = await copyToQuarantine(wal, quarantineDir, now())
  return { path, discard: () => rm(path, { force: true }) }
}

/** The name a kept WAL of this database ends with. For showing what is in the quarantine. */
export function isKeptWal(name: string, databaseFile: string): boolean {
  return name.endsWith(`-${basename(databaseFile)}-wal`)
}
