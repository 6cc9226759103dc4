import { Worker } from 'node:worker_threads'
import { AppError } from '../../../shared/errors'
import { isPdf } from './content-type'
import type { DuckDuckGoPage, PageBytes, PageFault, PageReply, PageTask, ReadPage } from './page-messages'

/** A page of 5 MB takes about a second; what takes longer is made to. PDFs of hundreds of pages take their time. */
const PAGE_MS = 10_000
const PDF_MS = 45_000
const MAX_MEMORY_MB = 512
/** An idle thread keeps some 60 MB; the next page starts another one. */
const IDLE_MS = 60_000

export interface PageReader {
  /** Reads what was fetched. Errors: PAGE_UNREADABLE, or the signal's reason. */
  read(page: PageBytes, signal: AbortSignal): Promise<ReadPage>
  /** Reads a result page of DuckDuckGo. */
  readDuckDuckGo(page: PageBytes, signal: AbortSignal): Promise<DuckDuckGoPage>
  close(): Promise<void>
}

const faultWords: Record<PageFault | 'time' | 'memory', string> = {
  encrypted: 'The PDF is protected by a password, so it cannot be read. Use another source.',
  broken: 'The page is damaged, or not what it says, so it cannot be read. Use another source.',
  time: 'Reading the page took too long, so it was left. Use another source.',
  memory: 'Reading the page took too much memory, so it was left. Use another source.',
}

function unreadable(fault: keyof typeof faultWords): AppError {
  return new AppError('PAGE_UNREADABLE', faultWords[fault], { data: { fault } })
}

/**
 * Reads pages in one thread, one at a time, with limits of time and memory; a thread that hangs or dies is ended and the next page gets a
 * fresh one. `workerFile` is the built page-reader-worker.js; `pageMs` is for tests.
 */
export function createPageReader(options: { workerFile: string; pageMs?: number }): PageReader {
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  let turn: Promise<unknown> = Promise.resolve()
  let count = 0

  function thread(): Worker {
    clearTimeout(idle)
    worker ??= new Worker(options.workerFile, {
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    })
    return worker
  }

  async function end(): Promise<void> {
    clearTimeout(idle)
    const ending = worker
    worker = null
    await ending?.terminate()
  }

  function rest(): void {
    idle = setTimeout(() => void end(), IDLE_MS)
    idle.unref()
    worker?.unref()
  }

  async function run(kind: PageTask['kind'], page: PageBytes, signal: AbortSignal): Promise<PageReply> {
    signal.throwIfAborted()
    count += 1
    const id = count
    const current = thread()
    current.ref()
    const limit = options.pageMs ?? (isPdf(page.bytes) ? PDF_MS : PAGE_MS)
    let forget = () => {}
    let timer: NodeJS.Timeout | undefined
    let stop = () => {}
    let isWell = false
    try {
      const reply = await new Promise<PageReply>((resolve, reject) => {
        const take = (message: PageReply) => {
          if (message.id === id) resolve(message)
        }
        const fail = (error: Error) =>
          reject(unreadable('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'broken'))
        const gone = () => reject(unreadable('broken'))
        current.on('message', take).on('error', fail).on('exit', gone)
        forget = () => void current.off('message', take).off('error', fail).off('exit', gone)
        timer = setTimeout(() => reject(unreadable('time')), limit)
        stop = () => reject(signal.reason)
        signal.addEventListener('abort', stop, { once: true })
        current.postMessage({ id, kind, page } satisfies PageTask)
      })
      isWell = true
      return reply
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      forget()
      if (isWell) rest()
      else {
        current.on('error', () => {})
        await end()
      }
    }
  }

  /** One page at a time; each waits for those before it. */
  function inTurn(kind: PageTask['kind'], page: PageBytes, signal: AbortSignal): Promise<PageReply> {
    const next = turn.then(() => run(kind, page, signal))
    turn = next.catch(() => {})
    return next
  }

  return {
    async read(page, signal) {
      const reply = await inTurn('page', page, signal)
      if (reply.kind === 'page') return reply.page
      throw unreadable(reply.kind === 'fault' ? reply.fault : 'broken')
    },
    async readDuckDuckGo(page, signal) {
      const reply = await inTurn('duckduckgo', page, signal)
      return reply.kind === 'duckduckgo' ? reply.page : { kind: 'unknown' }
    },
    close: end,
  }
}
