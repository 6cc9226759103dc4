import { chunkText } from '../domain/chunking'
import { GiveUp } from '../domain/job-rules'
import type { ItemStore } from '../vault/item-store'
import { defineJob, type JobContext } from './define-job'
import { CHUNK_CHARS, CHUNK_OVERLAP_CHARS, type Embedder, embeddedText, meanVector, type NeighbourIndex } from './embedding'
import { jobErrorOf } from './engine'
import { readItem } from './item-reader'
import { ContentPayload } from './pipeline'

export interface EmbedDeps {
  items: ItemStore
  embedder: Embedder
  vectors: {
    contentHash(itemId: string, modelId: string): string | null
    put(itemId: string, modelId: string, contentHash: string, vectors: Float32Array[]): void
  }
  /** The index of the present model, made for this vector length if there is none yet. */
  index: (dimensions: number) => NeighbourIndex
}

/** A text longer than this many pieces is embedded from evenly spread ones: a 12 MB note must not hold a worker for hours. */
const MAX_CHUNKS = 256
const TEXTS_PER_CALL = 16

/** Jobs embedded with one call. At some 80 ms a piece on two cores this stays below two seconds. */
const JOBS_PER_BATCH = 16

interface Prepared {
  modelId: string
  hash: string
  pieces: string[]
}

type Embedded = { modelId: string; hash: string; vectors: Float32Array[] } | null

/** `embed`: one vector for an item, and one for each piece of a long text. Nothing is embedded twice. */
export function embedJob(deps: EmbedDeps) {
  /** The pieces of an item that still need a vector; null when there is nothing to do. */
  function prepare(itemId: string): Prepared | null {
    const item = readItem(deps.items, itemId)
    const modelId = deps.embedder.modelId()
    if (deps.vectors.contentHash(itemId, modelId) === item.content_hash) return null
    if (item.private === 1 && deps.embedder.leavesComputer()) {
      throw new GiveUp(
        'ITEM_PRIVATE',
        'This thought is set to stay here, and the chosen embedding model is on another computer, so nothing was sent. It is still found by its words.',
      )
    }
    const chunks = chunkText(embeddedText(item.title, item.body), { maxChars: CHUNK_CHARS, overlapChars: CHUNK_OVERLAP_CHARS })
    const pieces = spread(chunks, MAX_CHUNKS).filter((piece) => piece.trim() !== '')
    return pieces.length === 0 ? null : { modelId, hash: item.content_hash, pieces }
  }

  async function embed(texts: string[], context: JobContext): Promise<Float32Array[]> {
    const vectors: Float32Array[] = []
    for (let start = 0; start < texts.length; start += TEXTS_PER_CALL) {
      if (texts.length > TEXTS_PER_CALL) context.note(`${start} of ${texts.length} pieces`)
      try {
        vectors.push(
          ...(await deps.embedder.embed(texts.slice(start, start + TEXTS_PER_CALL), {
            signal: context.signal,
            recordCall: context.recordCall,
            beforeModelCall: context.beforeModelCall,
          })),
        )
      } catch (error) {
        throw jobErrorOf(error)
      }
    }
    return vectors
  }

  function toResult({ modelId, hash }: Prepared, chunks: Float32Array[]): Embedded {
    const mean = meanVector(chunks)
    return { modelId, hash, vectors: chunks.length > 1 ? [mean, ...chunks] : [mean] }
  }

  return defineJob<{ itemId: string; contentHash: string }, Embedded>({
    type: 'embed',
    payload: ContentPayload,
    timeoutMs: () => 15 * 60_000,
    async run({ itemId }, context) {
      const prepared = prepare(itemId)
      return prepared && toResult(prepared, await embed(prepared.pieces, context))
    },
    batch: {
      limit: JOBS_PER_BATCH,
      async run(payloads, contexts) {
        const context = contexts[0]
        if (!context) return []
        const prepared = payloads.map(({ itemId }) => prepare(itemId))
        const vectors = await embed(
          prepared.flatMap((one) => one?.pieces ?? []),
          context,
        )
        let taken = 0
        return prepared.map((one) => {
          if (!one) return null
          const own = vectors.slice(taken, taken + one.pieces.length)
          taken += one.pieces.length
          return toResult(one, own)
        })
      },
    },
    commit(tx, { itemId }, result) {
      if (result === null) return { note: 'Nothing new to embed' }
      const mean = result.vectors[0]
      if (mean === undefined) return { note: 'Nothing to embed' }
      deps.vectors.put(itemId, result.modelId, result.hash, result.vectors)
      tx.emit('embedding-set', { itemId })
      tx.afterCommit(() => {
        if (result.modelId === deps.embedder.modelId()) deps.index(mean.length).set(itemId, mean)
      })
      const pieces = Math.max(1, result.vectors.length - 1)
      return { note: pieces === 1 ? '1 vector' : `1 vector from ${pieces} pieces` }
    },
  })
}

/** At most `limit` of a list, evenly spread, first and last among them. */
export function spread<T>(list: readonly T[], limit: number): T[] {
  if (list.length <= limit) return [...list]
  const step = (list.length - 1) / (limit - 1)
  return Array.from({ length: limit }, (_, index) => list[Math.round(index * step)]).filter((value) => value !== undefined)
}
