import { closeSync, openSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../../shared/errors'
import { connect, sqliteCode } from '../db/sqlite-driver'
import { fileCode } from './private-files'

export interface Ownership {
  release(): void
}

/**
 * Makes this process the only one that may open the vault in `dataDir`, until `release` or its end, however it ends: the
 * lock is the kernel's, on `lock.db`, an empty SQLite file. Throws VAULT_IN_USE when another process, or another part of
 * this one, has it. The folder must exist. Nobody may open lock.db as a plain file: closing it would drop the lock.
 */
export function takeOwnership(dataDir: string, nativeBinding?: string): Ownership {
  const file = join(dataDir, 'lock.db')
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if (fileCode(error) !== 'EEXIST') throw notWritable(error)
  }
  try {
    return hold(file, nativeBinding)
  } catch (error) {
    if (sqliteCode(error) !== 'SQLITE_NOTADB') throw inWords(error)
    // Its content means nothing, and whoever held the lock would have made us fail earlier.
    truncateSync(file)
  }
  try {
    return hold(file, nativeBinding)
  } catch (error) {
    throw inWords(error)
  }
}

function hold(file: string, nativeBinding: string | undefined): Ownership {
  const connection = connect(file, { nativeBinding, busyTimeoutMs: 0, mustExist: true })
  try {
    connection.exec('BEGIN EXCLUSIVE')
    connection.prepare('SELECT count(*) FROM sqlite_schema').get()
  } catch (error) {
    connection.close()
    throw error
  }
  return {
    release() {
      if (!connection.open) return
      connection.exec('ROLLBACK')
      connection.close()
    },
  }
}

function inWords(error: unknown): unknown {
  const code = sqliteCode(error)
  if (code?.startsWith('SQLITE_BUSY'))
    return new AppError('VAULT_IN_USE', 'Cortexa is already running with this vault. Use that window, or close it and try again.', {
      cause: error,
    })
  return code === undefined ? error : notWritable(error)
}

function notWritable(error: unknown): AppError {
  const code = sqliteCode(error) ?? fileCode(error) ?? 'unknown reason'
  return new AppError(
    'INTERNAL',
    `The data folder cannot be used (${code}). Check that it exists, belongs to you and is not read-only, then try again.`,
    { cause: error },
  )
}
