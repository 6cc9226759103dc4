import type { ModelCall } from '../../../shared/entities'
import type { ItemRow } from '../items/item-store'
import { embeddedText, firstPiece } from './embed-item'

export interface EmbedOptions {
  signal?: AbortSignal
  recordCall?: (call: Omit<ModelCall, 'id'>) => void
  beforeModelCall?: () => void
  /** Somebody waits for it: the built-in embedder lets it go before what it does in the background. A server is asked as always. */
  urgent?: boolean
}

/** One embedding model, whatever is chosen meanwhile. `modelId` names what made a vector; vectors of two models are never compared. */
export interface BoundEmbedder {
  modelId: string
  isBuiltin: boolean
  /** Whether texts go to another computer. */
  leavesComputer(): boolean
  /** Makes vectors from texts; what fails is thrown as a job is to take it. */
  embed(texts: string[], options: EmbedOptions): Promise<Float32Array[]>
  /** The same, but throws the model client's own errors, and holds none of them against the server. */
  attempt(texts: string[], options: EmbedOptions): Promise<Float32Array[]>
  /** Takes note of an error of `attempt`, and gives what it means for a job. */
  failed(error: unknown): unknown
}

export interface Embedder {
  modelId(): string
  leavesComputer(): boolean
  /** The model in force now. One piece of work takes it once: in the middle another may come into force. */
  current(): BoundEmbedder
}

/**
 * Texts that no embedding model refuses. When they pass after a refusal, the fault was that of a text, not of the server. Two, as some faults
 * show only where there are several.
 */
export const HARMLESS_TEXTS: readonly string[] = [
  'A short sentence about the weather on a quiet day.',
  'The ferry left ten minutes late because of the fog.',
]

/** A vector with the model that made it. */
export interface MadeVector {
  modelId: string
  vector: Float32Array
}

export interface VectorReader {
  get(itemId: string, modelId: string): Float32Array | null
  contentHash(itemId: string, modelId: string): string | null
}

export interface NearestOptions {
  exclude?: ReadonlySet<string>
  only?: ReadonlySet<string>
  minScore?: number
  /** Long items count by the nearest of their pieces too. */
  pieces?: boolean
}

export interface Embedding {
  embedder: Embedder
  /** The stored vector of an item, or one made now from its start; null for a blank item. */
  vectorOf(item: Pick<ItemRow, 'id' | 'title' | 'body' | 'private' | 'content_hash'>, signal: AbortSignal): Promise<MadeVector | null>
  /** Nothing for a vector of a model that is no longer in force. */
  nearest(made: MadeVector, k: number, options: NearestOptions): Promise<{ id: string; score: number }[]>
}

export interface EmbeddingDeps {
  embedder: Embedder
  vectors: VectorReader
  index: Pick<Embedding, 'nearest'>
}

export function createEmbedding({ embedder, vectors, index }: EmbeddingDeps): Embedding {
  return {
    embedder,
    async vectorOf(item, signal) {
      const model = embedder.current()
      const { modelId } = model
      if (vectors.contentHash(item.id, modelId) === item.content_hash) {
        const stored = vectors.get(item.id, modelId)
        if (stored) return { modelId, vector: stored }
      }
      const text = firstPiece(embeddedText(item.title, item.body))
      if (text.trim() === '' || (item.private === 1 && model.leavesComputer())) return null
      const [vector] = await model.embed([text], { signal })
      return vector ? { modelId, vector } : null
    },
    nearest: index.nearest,
  }
}
