import { Worker } from 'node:worker_threads'
import { AppError } from '../../../shared/errors'

/** What the worker is told; it answers each request, also a cancelled one. One that is urgent goes before the next piece of one that is not. */
export type EmbeddingRequest = { id: number; texts: string[]; urgent: boolean } | { cancel: number }
export type EmbeddingReply = { id: number; vectors: Float32Array[] } | { id: number; error: string }

export interface BuiltinEmbedder {
  readonly modelId: 'use-lite-512'
  readonly dimensions: 512
  /**
   * One vector of 512 numbers and length 1 for each text, in their order. Made on this computer from data in an npm package, without any
   * network: the Universal Sentence Encoder (lite, English), mixed with hashed words where a text has letters the encoder does not know.
   * Texts over 1,500 characters are read in pieces (at most 24, spread over the text) and averaged. A call with many texts lets other
   * calls in between its batches. An `urgent` one, which somebody waits for, waits for one piece of the others at most (80 to 160 ms). Errors: BAD_INPUT for a blank text, CANCELLED after an abort or `close`, INTERNAL when the worker fails.
   */
  embed(texts: string[], options?: { signal?: AbortSignal | undefined; urgent?: boolean | undefined }): Promise<Float32Array[]>
  /** Whether the encoder is in memory (about 210 MB). */
  isLoaded(): boolean
  /** Ends the worker and frees its memory; calls still waiting are CANCELLED. A later `embed` starts it again. */
  close(): Promise<void>
}

interface Call {
  texts: string[]
  vectors: Float32Array[]
  urgent: boolean
  settled: boolean
  finish(error?: AppError): void
}

const DIMENSIONS = 512

/** A batch takes under a second: a cancelled or waiting call need not wait longer than that. */
const BATCH_TEXTS = 8
const BATCH_CHARS = 6000

function nextBatch(call: Call): string[] {
  const batch: string[] = []
  let chars = 0
  for (const text of call.texts.slice(call.vectors.length, call.vectors.length + BATCH_TEXTS)) {
    if (batch.length > 0 && chars + text.length > BATCH_CHARS) break
    batch.push(text)
    chars += text.length
  }
  return batch
}

const isBlank = (text: string) => !/[^\s\p{Cc}\p{Cf}]/u.test(text)

const isVector = (vector: unknown) => vector instanceof Float32Array && vector.length === DIMENSIONS && Number.isFinite(vector[0])

const stopped = () =>
  new AppError('CANCELLED', 'The embedding was stopped before it was finished. Nothing was stored; start it again when you want it.')

const failed = (cause: unknown) =>
  new AppError(
    'INTERNAL',
    'The built-in embedding engine stopped unexpectedly, so this text has no embedding yet. It starts anew with the next try; try again.',
    { cause },
  )

/**
 * The embedder that needs no model server. Its worker thread starts with the first call, ends `idleMs` after the last, and is replaced after
 * a crash, which only the call that was running then feels. `workerFile` is the built `embedding-worker.js`.
 */
export function createBuiltinEmbedder({ workerFile, idleMs = 120_000 }: { workerFile: string; idleMs?: number }): BuiltinEmbedder {
  const waiting: Call[] = []
  /** By the number of their request: at most one that is urgent and one that is not. */
  const running = new Map<number, Call>()
  let worker: Worker | null = null
  let idleTimer: NodeJS.Timeout | null = null
  let lastId = 0

  function unload(): Promise<unknown> {
    const ending = worker
    worker = null
    if (idleTimer) clearTimeout(idleTimer)
    idleTimer = null
    return ending ? ending.terminate() : Promise.resolve()
  }

  function lose(gone: Worker, cause: unknown): void {
    if (gone !== worker) return
    worker = null
    const lost = [...running.values()]
    running.clear()
    for (const call of lost) call.finish(failed(cause))
    pump()
  }

  function start(): Worker {
    const started = new Worker(workerFile, { name: 'embedding' })
    started.on('message', (reply: EmbeddingReply) => receive(started, reply))
    started.on('error', (error) => lose(started, error))
    started.on('messageerror', (error) => lose(started, error))
    started.on('exit', (code) => lose(started, new Error(`The embedding worker ended with code ${code}.`)))
    return started
  }

  function receive(from: Worker, reply: EmbeddingReply): void {
    const call = running.get(reply.id)
    if (from !== worker || call === undefined) return
    running.delete(reply.id)
    if ('error' in reply) call.finish(failed(new Error(reply.error)))
    else if (!call.settled) {
      call.vectors.push(...reply.vectors)
      if (!reply.vectors.every(isVector)) call.finish(failed(new Error('The worker answered with something that is no vector.')))
      else if (call.vectors.length >= call.texts.length) call.finish()
      else waiting.push(call)
    }
    pump()
  }

  function pump(): void {
    sendNext(true)
    sendNext(false)
    if (running.size > 0 || !worker || idleTimer) return
    worker.unref()
    idleTimer = setTimeout(() => void unload(), idleMs)
    idleTimer.unref()
  }

  /** The next call of a lane, unless one of that lane is under way. */
  function sendNext(urgent: boolean): void {
    const place = waiting.findIndex((call) => call.urgent === urgent)
    const call = waiting[place]
    if (call === undefined || [...running.values()].some((one) => one.urgent === urgent)) return
    waiting.splice(place, 1)
    if (idleTimer) clearTimeout(idleTimer)
    idleTimer = null
    const id = ++lastId
    running.set(id, call)
    try {
      worker ??= start()
      worker.ref()
      worker.postMessage({ id, texts: nextBatch(call), urgent } satisfies EmbeddingRequest)
    } catch (error) {
      running.delete(id)
      call.finish(failed(error))
      sendNext(urgent)
    }
  }

  const embed: BuiltinEmbedder['embed'] = (texts, { signal, urgent = false } = {}) => {
    return new Promise((resolve, reject) => {
      const blank = texts.findIndex(isBlank)
      if (blank !== -1) {
        const which = texts.length > 1 ? `Text ${blank + 1} of ${texts.length}` : 'The text'
        return reject(
          new AppError('BAD_INPUT', `${which} is blank, so there is nothing to embed. Leave it out, or write something first.`, {
            data: { index: blank },
          }),
        )
      }
      if (signal?.aborted) return reject(stopped())
      if (texts.length === 0) return resolve([])
      const abort = () => {
        call.finish(stopped())
        const place = waiting.indexOf(call)
        if (place !== -1) waiting.splice(place, 1)
        for (const [id, one] of running) if (one === call) worker?.postMessage({ cancel: id } satisfies EmbeddingRequest)
      }
      const call: Call = {
        texts,
        vectors: [],
        urgent,
        settled: false,
        finish: (error) => {
          if (call.settled) return
          call.settled = true
          signal?.removeEventListener('abort', abort)
          if (error) reject(error)
          else resolve(call.vectors)
        },
      }
      signal?.addEventListener('abort', abort, { once: true })
      waiting.push(call)
      pump()
    })
  }

  async function close(): Promise<void> {
    const open = [...running.values(), ...waiting.splice(0)]
    running.clear()
    const ended = unload()
    for (const call of open) call.finish(stopped())
    await ended
  }

  return { modelId: 'use-lite-512', dimensions: DIMENSIONS, embed, isLoaded: () => worker !== null, close }
}
