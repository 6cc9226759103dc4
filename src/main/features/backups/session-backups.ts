import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { AppError, type ErrorCode } from '../../../shared/errors'
import type { VaultKeys } from '../../core/crypto/key-ring'
import type { CopyFile, CopyReport } from '../../core/db/open-copy'
import { type VaultDatabase, vacuumInto } from '../../core/db/open-database'
import { type Backup, createBackups } from './backup'

interface SessionBackupsDeps {
  db: VaultDatabase
  keys: VaultKeys
  dataDir: string
  workerDir: string
  sqliteBinding: string | undefined
  now: () => number
}

/** Backups of an open vault: the database is copied here, which holds everything up for about 6 ms a MB, and read back in a thread. */
export function createSessionBackups({ db, keys, dataDir, workerDir, sqliteBinding, now }: SessionBackupsDeps) {
  const backups = createBackups({
    dataDir,
    now,
    copyDatabase: (file) => vacuumInto(db, file),
    checkDatabase: (file) =>
      checkInThread(join(workerDir, 'backup-check-worker.js'), {
        file,
        key: Uint8Array.from(keys.database),
        cipher: keys.cipher,
        nativeBinding: sqliteBinding,
      }),
  })
  let last: Promise<unknown> = Promise.resolve()
  return {
    make(): Promise<Backup> {
      const making = backups.make()
      last = making.catch(() => undefined)
      return making
    },
    /** Waits for a backup that is being made. */
    async close(): Promise<void> {
      await last
    },
  }
}

async function checkInThread(workerFile: string, copy: CopyFile): Promise<CopyReport> {
  const worker = new Worker(workerFile, { execArgv: [], env: {} })
  try {
    return await new Promise<CopyReport>((resolve, reject) => {
      const fail = () => reject(new AppError('INTERNAL', 'The backup could not be read back, so it was removed. Try again.'))
      worker.once('message', ({ report, failure }: { report?: CopyReport; failure?: { code: string; message: string } }) => {
        if (report) resolve(report)
        else if (failure && failure.message !== '') reject(new AppError(failure.code as ErrorCode, failure.message))
        else fail()
      })
      worker.once('error', fail)
      worker.once('exit', fail)
      worker.postMessage(copy)
    })
  } finally {
    copy.key.fill(0)
    worker.removeAllListeners()
    await worker.terminate()
  }
}
