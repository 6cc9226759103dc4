import type { ModelCall } from '../shared/entities'
import { AppError } from '../shared/errors'
import type { Embedder } from './jobs/embedding'

/** An embedder of fixed model, such as the built-in one. */
export interface TextEmbedder {
  modelId: string
  embed(texts: string[], options: { signal?: AbortSignal }): Promise<Float32Array[]>
}

export interface SelectedEmbedderDeps {
  builtin: TextEmbedder
  /** The server's embedding model, or null when the built-in one is in force. */
  endpoint: () => { baseUrl: string; embeddingModel: string; leavesComputer: boolean } | null
  embedAtEndpoint: (
    texts: string[],
    options: { signal: AbortSignal; recordCall?: (call: Omit<ModelCall, 'id'>) => void },
  ) => Promise<{ vectors: Float32Array[] }>
}

/** The embedder in force: the chosen server's embedding model, else the built-in one. */
export function createSelectedEmbedder(deps: SelectedEmbedderDeps): Embedder & { isBuiltin(): boolean } {
  return {
    isBuiltin: () => deps.endpoint() === null,
    modelId() {
      const endpoint = deps.endpoint()
      return endpoint ? `${endpoint.embeddingModel} @ ${endpoint.baseUrl}` : deps.builtin.modelId
    },
    leavesComputer: () => deps.endpoint()?.leavesComputer ?? false,
    async embed(texts, options) {
      if (deps.endpoint() === null) return deps.builtin.embed(texts, options.signal ? { signal: options.signal } : {})
      options.beforeModelCall?.()
      const { vectors } = await deps.embedAtEndpoint(texts, {
        signal: options.signal ?? new AbortController().signal,
        ...(options.recordCall ? { recordCall: options.recordCall } : {}),
      })
      if (vectors.length !== texts.length)
        throw new AppError('MODEL_BAD_OUTPUT', 'The embedding model answered with fewer vectors than texts. Nothing was stored.')
      return vectors
    },
  }
}
