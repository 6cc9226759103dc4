import { parentPort } from 'node:worker_threads'
import { AppError } from '../../../shared/errors'
import { forgetInSodium, loadSodium } from '../../core/crypto/sodium'
import { fileCode } from '../../core/files/private-files'
import { fillBackup } from '../../features/backups/backup-contents'
import type { BackupReply, BackupRequest } from '../../features/backups/backup-messages'
import { separateOlderBackups } from '../../features/backups/older-backups'

const stopping = new AbortController()

/** Fills and reads back one backup, or separates older ones. Whoever started the thread ends it. */
parentPort?.on('message', (request: BackupRequest) => {
  if (request.kind === 'stop') stopping.abort()
  else void answer(request).then((reply) => parentPort?.postMessage(reply))
})

async function answer(request: Exclude<BackupRequest, { kind: 'stop' }>): Promise<BackupReply> {
  try {
    if (request.kind === 'separate') return { kind: 'separated', separation: await separateOlderBackups(request.folder, stopping.signal) }
    await loadSodium()
    return { kind: 'filled', contents: await fillBackup(request.task, stopping.signal) }
  } catch (error) {
    if (stopping.signal.aborted) return { kind: 'stopped' }
    if (error instanceof AppError) return { kind: 'failed', code: error.code, message: error.message, isFileError: false }
    return { kind: 'failed', code: fileCode(error) ?? '', message: '', isFileError: fileCode(error) !== undefined }
  } finally {
    if (request.kind === 'fill') {
      const { databaseKey, blobsKey } = request.task
      await loadSodium()
      forgetInSodium(Buffer.from(blobsKey.buffer, blobsKey.byteOffset, blobsKey.length))
      databaseKey.fill(0)
      blobsKey.fill(0)
    }
  }
}
