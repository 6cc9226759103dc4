import type { ModelCall } from '../../shared/entities'
import { AppError } from '../../shared/errors'
import { meanOf } from '../llm/embed-pieces'
import type { ItemRow } from '../vault/item-store'

/** Makes vectors from texts. `modelId` names what made them; vectors of two models are never compared. */
export interface Embedder {
  modelId: () => string
  embed(
    texts: string[],
    options: { signal?: AbortSignal; recordCall?: (call: Omit<ModelCall, 'id'>) => void; beforeModelCall?: () => void },
  ): Promise<Float32Array[]>
  leavesComputer(): boolean
}

/** Nearest neighbours among stored vectors of the present model. */
export interface NeighbourIndex {
  set(id: string, vector: Float32Array): void
  remove(id: string): void
  search(vector: Float32Array, k: number, options?: { exclude?: Set<string>; minScore?: number }): Promise<{ id: string; score: number }[]>
}

export interface VectorReader {
  get(itemId: string, modelId: string): Float32Array | null
  contentHash(itemId: string, modelId: string): string | null
}

export interface Embedding {
  embedder: Embedder
  /** The stored vector of an item, or one made now from its start; null for a blank item. */
  vectorOf(item: Pick<ItemRow, 'id' | 'title' | 'body' | 'private' | 'content_hash'>, signal: AbortSignal): Promise<Float32Array | null>
  nearest(vector: Float32Array, k: number, exclude: Set<string>, minScore: number): Promise<{ id: string; score: number }[]>
}

export interface EmbeddingDeps {
  embedder: Embedder
  vectors: VectorReader
  index: () => NeighbourIndex | null
}

/** Characters of one embedded piece: about 300 tokens, where the built-in model still tells texts apart (performance.md §6). */
export const CHUNK_CHARS = 1200
export const CHUNK_OVERLAP_CHARS = 120

export function createEmbedding(deps: EmbeddingDeps): Embedding {
  return {
    embedder: deps.embedder,
    async vectorOf(item, signal) {
      const modelId = deps.embedder.modelId()
      if (deps.vectors.contentHash(item.id, modelId) === item.content_hash) {
        const stored = deps.vectors.get(item.id, modelId)
        if (stored) return stored
      }
      const text = embeddedText(item.title, item.body).slice(0, CHUNK_CHARS)
      if (text.trim() === '' || (item.private === 1 && deps.embedder.leavesComputer())) return null
      const [vector] = await deps.embedder.embed([text], { signal })
      return vector ?? null
    },
    async nearest(vector, k, exclude, minScore) {
      return (await deps.index()?.search(vector, k, { exclude, minScore })) ?? []
    },
  }
}

/** The text whose meaning stands for an item: its title and its body, the title once. */
export function embeddedText(title: string, body: string): string {
  return title !== 'Untitled' && !body.trimStart().startsWith(title) ? `${title}\n${body}` : body
}

/** The mean of the vectors of a text's pieces. Throws when they do not fit each other or cancel out. */
export function meanVector(vectors: readonly Float32Array[]): Float32Array {
  const mean = meanOf(
    vectors,
    vectors.map(() => 1),
  )
  if (!(Math.hypot(...mean) > 0))
    throw new AppError(
      'MODEL_BAD_OUTPUT',
      'The embedding model gave an empty vector. Nothing was stored. Choose another embedding model in Settings.',
    )
  return mean
}
