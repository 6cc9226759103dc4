import { parentPort, workerData } from 'node:worker_threads'
import { readPdf } from '../reading/pdf-text'
import { readPlainFile } from '../reading/plain-file'
import type { ReadingMessage, ReadingTask } from '../reading/reading-messages'

const task = workerData as ReadingTask
const tell = (message: ReadingMessage) => parentPort?.postMessage(message)

/** Reads one file; the thread is ended by whoever started it. */
async function read(): Promise<void> {
  try {
    if (task.kind === 'pdf') await readPdf(task, tell)
    else readPlainFile(task, tell)
  } catch {
    tell({ kind: 'failed', reason: 'broken' })
  }
}

void read()
