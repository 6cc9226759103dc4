import { defineJob, type JobContext } from '../../core/jobs/define-job'
import { ContentPayload, embedRequest } from '../../core/jobs/pipeline'
import { GiveUp } from '../../core/queue/job-rules'
import { readItem } from '../items/item-reader'
import type { ItemStore } from '../items/item-store'
import { assertLength, embedInCalls, itemVectors, piecesOf } from './embed-item'
import type { BoundEmbedder, Embedder } from './embedding'

export interface EmbedDeps {
  items: ItemStore
  embedder: Embedder
  vectors: {
    contentHash(itemId: string, modelId: string): string | null
    dimensions(modelId: string): number | null
    put(itemId: string, modelId: string, contentHash: string, vectors: Float32Array[]): void
    remove(itemId: string): void
  }
  /** The index in memory. It takes vectors of the model in force, and of the one that is being changed to. */
  index: { put(itemId: string, modelId: string, vectors: readonly Float32Array[]): void; remove(itemId: string): void }
}

/** Jobs embedded with one call. At some 80 ms a piece on two cores this stays below two seconds. */
const JOBS_PER_BATCH = 16

interface Prepared {
  hash: string
  pieces: string[]
}

type Embedded = { modelId: string; hash: string; vectors: Float32Array[] } | { modelId: string; hash: string; blank: true } | null

/** `embed`: one vector for an item, and one for each piece of a long text. Nothing is embedded twice. */
export function embedJob(deps: EmbedDeps) {
  /** The pieces of an item that still need a vector, none of a blank one; null when there is nothing to do. */
  function prepare(itemId: string, model: BoundEmbedder): Prepared | null {
    const item = readItem(deps.items, itemId)
    if (deps.vectors.contentHash(itemId, model.modelId) === item.content_hash) return null
    if (item.private === 1 && model.leavesComputer()) {
      throw new GiveUp(
        'ITEM_PRIVATE',
        'This thought is set to stay here, and the chosen embedding model is on another computer, so nothing was sent. It is still found by its words.',
      )
    }
    return { hash: item.content_hash, pieces: piecesOf(item) }
  }

  async function embed(model: BoundEmbedder, texts: string[], context: JobContext): Promise<Float32Array[]> {
    const options = { signal: context.signal, recordCall: context.recordCall, beforeModelCall: context.beforeModelCall }
    const vectors = await embedInCalls(texts, (some) => model.embed(some, options), context.note)
    assertLength(deps.vectors.dimensions(model.modelId) ?? vectors[0]?.length ?? null, vectors)
    return vectors
  }

  function toResult({ modelId }: BoundEmbedder, { hash, pieces }: Prepared, vectors: Float32Array[]): Embedded {
    return pieces.length === 0 ? { modelId, hash, blank: true } : { modelId, hash, vectors: itemVectors(vectors) }
  }

  return defineJob<{ itemId: string; contentHash: string }, Embedded>({
    type: 'embed',
    payload: ContentPayload,
    timeoutMs: () => 15 * 60_000,
    async run({ itemId }, context) {
      const model = deps.embedder.current()
      const prepared = prepare(itemId, model)
      return prepared && toResult(model, prepared, await embed(model, prepared.pieces, context))
    },
    batch: {
      limit: JOBS_PER_BATCH,
      async run(payloads, contexts) {
        const context = contexts[0]
        if (!context) return []
        const model = deps.embedder.current()
        const prepared = payloads.map(({ itemId }) => prepare(itemId, model))
        const vectors = await embed(
          model,
          prepared.flatMap((one) => one?.pieces ?? []),
          context,
        )
        let taken = 0
        return prepared.map((one) => {
          if (!one) return null
          const own = vectors.slice(taken, taken + one.pieces.length)
          taken += one.pieces.length
          return toResult(model, one, own)
        })
      },
    },
    commit(tx, { itemId, contentHash }, result) {
      if (result === null) return { note: 'Nothing new to embed' }
      if ('blank' in result) {
        // The words that the old vector stood for are gone.
        deps.vectors.remove(itemId)
        tx.afterCommit(() => deps.index.remove(itemId))
        return { note: 'Nothing to embed' }
      }
      const { modelId, hash, vectors } = result
      if (vectors.length === 0) return { note: 'Nothing to embed' }
      deps.vectors.put(itemId, modelId, hash, vectors)
      tx.emit('embedding-set', { itemId })
      tx.afterCommit(() => deps.index.put(itemId, modelId, vectors))
      const pieces = Math.max(1, vectors.length - 1)
      const note = pieces === 1 ? '1 vector' : `1 vector from ${pieces} pieces`
      if (modelId === deps.embedder.modelId()) return { note }
      // Another model came into force meanwhile, and what lacks a vector of it was asked for while this job was still running.
      tx.enqueue(embedRequest(itemId, contentHash, 0))
      return { note: `${note} of the model before`, goOn: false }
    },
  })
}
