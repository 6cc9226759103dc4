import { Worker } from 'node:worker_threads'
import { AppError } from '../../../shared/errors'
import type { ReadingFailure, ReadingMessage, ReadingTask } from './reading-messages'

/** What was read, and why it is not all where it is not. */
export interface DocumentText {
  /** One text a page, as far as it was read; one for a file without pages. */
  pages: string[]
  /** Pages of the file; null when it could not be opened. */
  totalPages: number | null
  end: 'whole' | 'pages' | 'length' | 'time' | 'memory' | ReadingFailure
}

export interface ReadOptions {
  signal: AbortSignal
  /** After each page. */
  onPage?: (done: number, total: number) => void
}

export interface DocumentReader {
  /**
   * Reads a PDF or a text file in a thread of its own, which is given the bytes. A file that cannot be read is an answer, not an error; rejects
   * with the signal's reason, and with INTERNAL when the thread does not start or breaks off.
   */
  read(kind: ReadingTask['kind'], bytes: Uint8Array, options: ReadOptions): Promise<DocumentText>
}

export const MAX_PAGES = 2000
/** UTF-16 units kept of one file, about 1,500 full pages: writing them takes the main thread 45 ms. */
export const MAX_TEXT_LENGTH = 3_000_000
/** A file that takes longer is kept as far as it was read. */
const MAX_MS = 90_000
/** A file can be made so that reading it fills any memory. */
const MAX_MEMORY_MB = 768

function brokeOff(cause?: unknown): AppError {
  return new AppError(
    'INTERNAL',
    'The part of Cortexa that reads files broke off. The file itself is kept. Try again; if it stays, start Cortexa anew.',
    {
      cause,
    },
  )
}

/** `workerFile` is the built attachment-text-worker.js. `maxMs` is for tests. */
export function createDocumentReader({ workerFile, maxMs = MAX_MS }: { workerFile: string; maxMs?: number }): DocumentReader {
  return {
    async read(kind, bytes, { signal, onPage }) {
      signal.throwIfAborted()
      const task: ReadingTask = { kind, bytes, maxPages: MAX_PAGES, maxLength: MAX_TEXT_LENGTH }
      const own = bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer
      const worker = new Worker(workerFile, {
        workerData: task,
        transferList: own ? [bytes.buffer as ArrayBuffer] : [],
        execArgv: [],
        env: {},
        resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
      })
      const pages: string[] = []
      let totalPages: number | null = null
      let timer: NodeJS.Timeout | undefined
      let stop = () => {}
      try {
        const end = await new Promise<DocumentText['end']>((resolve, reject) => {
          timer = setTimeout(() => resolve('time'), maxMs)
          stop = () => reject(signal.reason)
          signal.addEventListener('abort', stop)
          worker.on('message', (message: ReadingMessage) => {
            if (message.kind === 'begun') totalPages = message.pages
            else if (message.kind === 'page') {
              pages.push(message.text)
              onPage?.(pages.length, totalPages ?? pages.length)
            } else resolve(message.kind === 'failed' ? message.reason : (message.cut ?? 'whole'))
          })
          worker.once('error', (error) =>
            'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve('memory') : reject(brokeOff(error)),
          )
          worker.once('exit', () => reject(brokeOff()))
        })
        return { pages, totalPages, end }
      } finally {
        clearTimeout(timer)
        signal.removeEventListener('abort', stop)
        await worker.terminate()
      }
    },
  }
}
