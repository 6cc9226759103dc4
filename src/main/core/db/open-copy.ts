import { AppError } from '../../../shared/errors'
import { type Cipher, selectCipher } from './connection-contract'
import { rawKey } from './raw-key'
import { type Connection, connect, sqliteCode } from './sqlite-driver'

export interface CopyFile {
  file: string
  /** 32 bytes. Stays the caller's. */
  key: Uint8Array
  cipher: Cipher
  nativeBinding?: string | undefined
}

/** What reading a copy tells. */
export interface CopyReport {
  items: number
  jobs: number
}

/**
 * Opens a copy of the database without changing a byte of it, reads every page and counts. Throws VAULT_DAMAGED for a wrong key or a copy
 * that is not whole. Blocks: about 10 ms for each MB.
 */
export function checkCopy({ file, key, cipher, nativeBinding }: CopyFile): CopyReport {
  const connection = connect(file, { nativeBinding, busyTimeoutMs: 0, mustExist: true, readOnly: true })
  try {
    giveKey(connection, key, cipher)
    if (connection.pragma('integrity_check(1)', { simple: true }) !== 'ok') throw damaged()
    const count = (table: 'items' | 'jobs') => Number(connection.prepare(`SELECT COUNT(*) FROM ${table}`).pluck().get())
    return { items: count('items'), jobs: count('jobs') }
  } catch (error) {
    throw sqliteCode(error) === undefined ? error : damaged(error)
  } finally {
    connection.close()
  }
}

function giveKey(connection: Connection, key: Uint8Array, cipher: Cipher): void {
  const raw = rawKey(key)
  try {
    selectCipher(connection, cipher)
    if (connection.key(raw) !== 0) throw damaged()
  } finally {
    raw.fill(0)
  }
}

function damaged(cause?: unknown): AppError {
  return new AppError(
    'VAULT_DAMAGED',
    'The copy of the vault could not be read back whole, so it was removed. The vault itself was not changed. Look whether the disk is healthy, then try again.',
    cause === undefined ? {} : { cause },
  )
}
