import { Worker } from 'node:worker_threads'
import { AppError } from '../../shared/errors'

/** What the worker is told; it answers each request, also a cancelled one, in order. */
export type EmbeddingRequest = { id: number; texts: string[] } | { cancel: number }
export type EmbeddingReply = { id: number; vectors: Float32Array[] } | { id: number; error: string }

export interface BuiltinEmbedder {
  readonly modelId: 'use-lite-512'
  readonly dimensions: 512
  /**
   * One vector of 512 numbers and length 1 for each text, in their order. Made on this computer from data in an npm package, without any
   * network: the Universal Sentence Encoder (lite, English), mixed with hashed words where a text has letters the encoder does not know.
   * Texts over 1,500 characters are read in pieces (at most 24, spread over the text) and averaged. A call with many texts lets other
   * calls in between its batches. Errors: BAD_INPUT for a blank text, CANCELLED after an abort or `close`, INTERNAL when the worker fails.
   */
  embed(texts: string[], options?: { signal?: AbortSignal | undefined }): Promise<Float32Array[]>
  /** Whether the encoder is in memory (about 210 MB). */
  isLoaded(): boolean
  /** Ends the worker and frees its memory; calls still waiting are CANCELLED. A later `embed` starts it again. */
  close(): Promise<void>
}

interface Call {
  texts: string[]
  vectors: Float32Array[]
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
  let running: { id: number; call: Call } | null = null
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
    const call = running?.call
    running = null
    call?.finish(failed(cause))
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
    if (from !== worker || running?.id !== reply.id) return
    const { call } = running
    running = null
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
    if (running) return
    const call = waiting.shift()
    if (!call) {
      if (!worker || idleTimer) return
      worker.unref()
      idleTimer = setTimeout(() => void unload(), idleMs)
      idleTimer.unref()
      return
    }
    if (idleTimer) clearTimeout(idleTimer)
    idleTimer = null
    const id = ++lastId
    running = { id, call }
    try {
      worker ??= start()
      worker.ref()
      worker.postMessage({ id, texts: nextBatch(call) } satisfies EmbeddingRequest)
    } catch (error) {
      running = null
      call.finish(failed(error))
      pump()
    }
  }

  function embed(texts: string[], { signal }: { signal?: AbortSignal | undefined } = {}): Promise<Float32Array[]> {
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
        if (running?.call === call) worker?.postMessage({ cancel: running.id } satisfies EmbeddingRequest)
      }
      const call: Call = {
        texts,
        vectors: [],
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
    const open = [...(running ? [running.call] : []), ...waiting.splice(0)]
    running = null
    const ended = unload()
    for (const call of open) call.finish(stopped())
    await ended
  }

  return { modelId: 'use-lite-512', dimensions: DIMENSIONS, embed, isLoaded: () => worker !== null, close }
}
