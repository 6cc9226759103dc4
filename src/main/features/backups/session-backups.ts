import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { AppError, type ErrorCode } from '../../../shared/errors'
import type { VaultKeys } from '../../core/crypto/key-ring'
import { type VaultDatabase, vacuumInto } from '../../core/db/open-database'
import { type Backup, createBackups } from './backup'
import type { BackupReply, BackupRequest } from './backup-messages'

interface SessionBackupsDeps {
  db: VaultDatabase
  keys: VaultKeys
  dataDir: string
  workerDir: string
  sqliteBinding: string | undefined
  now: () => number
}

/**
 * Backups of an open vault. The database is copied here, which holds everything up for about 6 ms a MB; files are copied, and all is read
 * back, in a thread. Locking stops a backup that is being made.
 */
export type SessionBackups = ReturnType<typeof createSessionBackups>

export function createSessionBackups({ db, keys, dataDir, workerDir, sqliteBinding, now }: SessionBackupsDeps) {
  const isNamed = db.prepare<[string], number>('SELECT 1 FROM blobs WHERE id = ?').pluck()
  const closing = new AbortController()
  const run = (request: Exclude<BackupRequest, { kind: 'stop' }>) =>
    runInThread(join(workerDir, 'backup-check-worker.js'), request, closing.signal)
  const backups = createBackups({
    dataDir,
    now,
    copyDatabase: (file) => vacuumInto(db, file),
    isNamed: (blobId) => isNamed.get(blobId) === 1,
    async fill(staging) {
      const { vaultId, cipher } = keys
      const databaseKey = Uint8Array.from(keys.database)
      const blobsKey = Uint8Array.from(keys.blobs)
      try {
        const task = { dataDir, staging, vaultId, cipher, databaseKey, blobsKey, nativeBinding: sqliteBinding }
        const reply = await run({ kind: 'fill', task })
        if (reply.kind !== 'filled') throw failure(reply)
        return reply.contents
      } finally {
        databaseKey.fill(0)
        blobsKey.fill(0)
      }
    },
    async separate(folder) {
      // The new backup is there already, so neither a lock nor a fault here takes it back.
      const reply = await run({ kind: 'separate', folder }).catch(() => null)
      return reply?.kind === 'separated' ? reply.separation : { backups: 0, separated: 0, shared: 0 }
    },
  })
  let last: Promise<unknown> = Promise.resolve()
  return {
    make(): Promise<Backup> {
      const making = backups.make()
      last = making.catch(() => undefined)
      return making
    },
    /** Stops a backup that is being made, and waits until nothing is left of it. */
    async close(): Promise<void> {
      closing.abort()
      await last
    },
  }
}

function failure(reply: BackupReply): Error {
  if (reply.kind === 'stopped')
    return new AppError('VAULT_LOCKED', 'The backup was not made: the vault was locked before it was finished. Unlock it, then try again.')
  if (reply.kind === 'failed' && reply.isFileError) return Object.assign(new Error('a file could not be written'), { code: reply.code })
  if (reply.kind === 'failed' && reply.message !== '') return new AppError(reply.code as ErrorCode, reply.message)
  return new AppError('INTERNAL', 'The backup could not be read back, so it was removed. Try again.')
}

/** One task in a thread of its own. When the thread breaks, the reply is a failure without words. */
async function runInThread(workerFile: string, request: BackupRequest, signal: AbortSignal): Promise<BackupReply> {
  if (signal.aborted) return { kind: 'stopped' }
  const worker = new Worker(workerFile, { execArgv: [], env: {} })
  const stop = () => worker.postMessage({ kind: 'stop' } satisfies BackupRequest)
  signal.addEventListener('abort', stop)
  try {
    return await new Promise<BackupReply>((resolve) => {
      const fail = () => resolve({ kind: 'failed', code: '', message: '', isFileError: false })
      worker.once('message', resolve)
      worker.once('error', fail)
      worker.once('exit', fail)
      worker.postMessage(request)
    })
  } finally {
    signal.removeEventListener('abort', stop)
    worker.removeAllListeners()
    await worker.terminate()
  }
}
