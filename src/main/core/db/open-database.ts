import { closeSync, existsSync, fsyncSync, openSync, readSync, renameSync, rmSync } from 'node:fs'
import { dirname, isAbsolute } from 'node:path'
import type Database from 'better-sqlite3'
import { AppError } from '../../../shared/errors'
import { applyContract, type Cipher, selectCipher } from './connection-contract'
import { assertAllowedPragma, assertAllowedSql } from './guarded-sql'
import { rawKey } from './raw-key'
import { type Connection, connect, sqliteCode } from './sqlite-driver'

export type { Cipher } from './connection-contract'

export type VaultTransaction<A extends unknown[], R> = ((...args: A) => R) &
  Record<'default' | 'deferred' | 'immediate' | 'exclusive', (...args: A) => R>

/**
 * The open vault database: what stores need of a connection, and no way to get its content out as plain text.
 * `ATTACH`, `VACUUM INTO` and the pragmas of the connection contract are refused.
 */
export interface VaultDatabase {
  readonly open: boolean
  readonly inTransaction: boolean
  // biome-ignore lint/complexity/noBannedTypes: `{}` is how the driver's own type says "an object with named parameters".
  prepare<P extends unknown[] | {} = unknown[], R = unknown>(sql: string): Database.Statement<P, R>
  exec(sql: string): void
  transaction<A extends unknown[], R>(run: (...args: A) => R): VaultTransaction<A, R>
  pragma(source: string, options?: { simple?: boolean }): unknown
  /** Refreshes the planner's statistics, writes the WAL back and closes. Closing twice is harmless. */
  close(): void
}

export interface OpenDatabaseOptions {
  file: string
  /** 32 bytes. Stays the caller's: it is neither kept nor wiped here. */
  key: Uint8Array
  cipher: Cipher
  nativeBinding?: string | undefined
  /** Refuse to make a new file. For the caller who knows that there was one. */
  mustExist?: boolean
}

const connections = new WeakMap<VaultDatabase, Connection>()

/**
 * Opens the encrypted database, and makes it (0600) when the file is missing. Every rule of the connection is set, read
 * back and asserted before anything else runs. Throws VAULT_DAMAGED for a wrong key, a wrong cipher, damage, an empty
 * or an unencrypted file; DISK_FULL; VAULT_IN_USE when another program holds the file. Nothing is changed on failure.
 */
export function openDatabase(options: OpenDatabaseOptions): VaultDatabase {
  if (!existsSync(options.file)) {
    if (options.mustExist === true) throw damaged('The vault database is missing.')
    createFile(options)
  }
  return inSentences(() => wrap(openConnection(options.file, options)))
}

/** Writes an encrypted, compact copy under the same key to a new file (0600) and syncs it. Blocks: about 6 ms per MB. */
export function vacuumInto(db: VaultDatabase, path: string): void {
  if (!isAbsolute(path)) throw new RangeError('The copy needs an absolute path')
  inSentences(() => {
    closeSync(openSync(path, 'wx', 0o600))
    try {
      connectionOf(db).prepare('VACUUM INTO ?').run(path)
      assertEncrypted(path)
      // SQLite does not sync the target of VACUUM INTO.
      syncFile(path)
      syncDirectory(dirname(path))
    } catch (error) {
      rmSync(path, { force: true })
      throw error
    }
  })
}

/** Writes the WAL back into the database and cuts it to zero bytes. False when a reader or an open transaction prevents it. */
export function checkpoint(db: VaultDatabase): boolean {
  const connection = connectionOf(db)
  if (connection.inTransaction) return false
  try {
    const [result] = connection.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[]
    return result?.busy === 0
  } catch (error) {
    // With an unfinished iteration on this connection the driver itself refuses, as a TypeError.
    if (error instanceof TypeError && connection.open) return false
    const code = sqliteCode(error)
    if (code?.startsWith('SQLITE_BUSY') || code?.startsWith('SQLITE_LOCKED')) return false
    throw inWords(error)
  }
}

/** A new database is made beside its place and renamed, so that an empty `vault.db` can only mean damage. */
function createFile(options: OpenDatabaseOptions): void {
  const unfinished = `${options.file}.new`
  inSentences(() => {
    for (const suffix of ['', '-journal']) rmSync(unfinished + suffix, { force: true })
    closeSync(openSync(unfinished, 'wx', 0o600))
    const connection = connect(unfinished, { nativeBinding: options.nativeBinding, busyTimeoutMs: 0, mustExist: true })
    try {
      giveKey(connection, options)
      connection.pragma('temp_store=MEMORY')
      connection.pragma('synchronous=FULL')
      connection.exec('VACUUM') // forces the first page onto the disk
    } finally {
      connection.close()
    }
    assertEncrypted(unfinished)
    renameSync(unfinished, options.file)
    syncDirectory(dirname(options.file))
  })
}

function openConnection(file: string, options: OpenDatabaseOptions): Connection {
  // Only now: closing any descriptor of an open database drops the locks that SQLite holds on it.
  assertEncrypted(file)
  const connection = connect(file, { nativeBinding: options.nativeBinding, busyTimeoutMs: 5000, mustExist: true })
  try {
    giveKey(connection, options)
    connection.prepare('SELECT count(*) FROM sqlite_schema').get()
    applyContract(connection, options.cipher)
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

function giveKey(connection: Connection, { key, cipher }: OpenDatabaseOptions): void {
  const raw = rawKey(key)
  try {
    selectCipher(connection, cipher)
    if (connection.key(raw) !== 0) throw damaged('The vault database did not take its key.')
  } finally {
    raw.fill(0)
  }
}

function wrap(connection: Connection): VaultDatabase {
  const refused = () => {
    throw new TypeError('The vault connection does not do this: its result would leave the vault unencrypted')
  }
  // A statement carries its connection as a property, so the connection itself must be harmless too.
  for (const name of ['serialize', 'backup', 'loadExtension', 'key', 'rekey', 'unsafeMode'])
    Object.defineProperty(connection, name, { value: refused })
  const db: VaultDatabase = {
    get open() {
      return connection.open
    },
    get inTransaction() {
      return connection.inTransaction
    },
    prepare(sql) {
      assertAllowedSql(sql)
      return connection.prepare(sql)
    },
    exec(sql) {
      assertAllowedSql(sql)
      connection.exec(sql)
    },
    transaction<A extends unknown[], R>(run: (...args: A) => R) {
      return connection.transaction(run) as VaultTransaction<A, R>
    },
    pragma(source, options) {
      assertAllowedPragma(source)
      return connection.pragma(source, options)
    },
    close() {
      if (!connection.open) return
      try {
        connection.pragma('optimize')
      } catch (error) {
        // Statistics are a comfort. A full disk or damage that shows here was, or will be, reported where it matters.
        if (sqliteCode(error) === undefined) throw error
      } finally {
        connection.close()
      }
    },
  }
  connections.set(db, connection)
  return db
}

function connectionOf(db: VaultDatabase): Connection {
  const connection = connections.get(db)
  if (connection === undefined) throw new TypeError('Not a database that openDatabase opened')
  return connection
}

/** An encrypted file starts with random bytes. Plain SQLite, an empty or a cut file in its place is refused. */
function assertEncrypted(file: string): void {
  const start = Buffer.alloc(16)
  const descriptor = openSync(file, 'r')
  try {
    if (readSync(descriptor, start, 0, 16, 0) < 16) throw damaged('The vault database is empty or cut off.')
  } finally {
    closeSync(descriptor)
  }
  if (start.equals(Buffer.from('SQLite format 3\0')))
    throw damaged('The vault database is not encrypted, so it is not the one this app wrote.')
}

function inSentences<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw inWords(error)
  }
}

function inWords(error: unknown): unknown {
  const code = sqliteCode(error) ?? (error instanceof Error && 'code' in error ? String(error.code) : '')
  if (error instanceof AppError || error instanceof TypeError || error instanceof RangeError || code === '') return error
  if (code === 'SQLITE_FULL' || code === 'ENOSPC')
    return new AppError(
      'DISK_FULL',
      'The disk is full, so the vault database could not be written. What was saved before is intact. Free some space and try again.',
      { cause: error },
    )
  if (code.startsWith('SQLITE_BUSY'))
    return new AppError('VAULT_IN_USE', 'Another program is using the vault database. Close it, then try again.', { cause: error })
  if (code.startsWith('SQLITE_NOTADB') || code.startsWith('SQLITE_CORRUPT') || code.startsWith('SQLITE_IOERR'))
    return damaged('The vault database is damaged, or it belongs to another vault.', error)
  return new AppError(
    'INTERNAL',
    `The vault database could not be opened or written (${code}). Check that the data folder exists and belongs to you, then try again.`,
    { cause: error },
  )
}

function damaged(what: string, cause?: unknown): AppError {
  return new AppError(
    'VAULT_DAMAGED',
    `${what} It was left as it is. If you have a copy of the vault folder, put its files back; keep the damaged ones until you are sure.`,
    cause === undefined ? {} : { cause },
  )
}

function syncFile(path: string): void {
  const descriptor = openSync(path, 'r+')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Makes a rename or a new name durable. Windows cannot sync a directory and does not need it. */
function syncDirectory(path: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
