import { parentPort } from 'node:worker_threads'
import { AppError } from '../../../shared/errors'
import { type CopyFile, checkCopy } from '../db/open-copy'

/** Reads one copy of the database and tells what is in it. The thread is ended by whoever started it. */
parentPort?.once('message', (copy: CopyFile) => {
  try {
    parentPort?.postMessage({ report: checkCopy(copy) })
  } catch (error) {
    const { code, message } = error instanceof AppError ? error : { code: 'INTERNAL', message: '' }
    parentPort?.postMessage({ failure: { code, message } })
  } finally {
    copy.key.fill(0)
  }
})
