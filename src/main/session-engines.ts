import { join } from 'node:path'
import { createCurrentIndex } from './current-index'
import { createEmbedding } from './jobs/embedding'
import { createEngine, isLoopback } from './jobs/engine'
import { createRelatedItems } from './jobs/related-items'
import type { CapabilityMemory } from './llm/capability-ladder'
import { createModelEndpoint } from './llm/model-endpoint'
import { BUILTIN_LABEL } from './llm/outline/builtin-label'
import { createHybridSearch, DEFAULT_MEANING_FLOOR } from './search/hybrid-search'
import type { TextIndex } from './search/text-index'
import { createVectorIndex } from './search/vector-index'
import type { createVectorStore } from './search/vector-store'
import { createSelectedEmbedder, type TextEmbedder } from './selected-embedder'
import type { ItemListStore } from './vault/item-list-store'
import type { ItemStore } from './vault/item-store'
import type { SettingsStore } from './vault/settings-store'

export interface SessionEnginesDeps {
  settings: SettingsStore
  items: ItemStore
  vectors: ReturnType<typeof createVectorStore>
  builtinEmbedder: TextEmbedder
  workerDir: string
  /** What was found out about model servers. */
  ladder: CapabilityMemory
}

/** Servers' embedding models put unrelated texts nearer to each other than the built-in one does. */
const ENDPOINT_MEANING_FLOOR = { weak: 0.4, sure: 0.55 }
/** Cosine above which two thoughts are called related, by kind of embedder. */
const RELATED_FLOOR = { builtin: 0.45, endpoint: 0.5 }
/** The engines in force: who thinks, who embeds, and the index of what was embedded. Each follows the settings. */
export function createSessionEngines(deps: SessionEnginesDeps) {
  const { settings, items, vectors, ladder } = deps
  const endpointInForce = () => {
    const { settings: current, apiKey } = settings.read()
    return current.engine === 'endpoint' && current.endpoint.baseUrl !== '' ? { ...current.endpoint, apiKey, current } : null
  }
  const modelWith = (changes: { model?: string | undefined; timeoutSeconds?: number | undefined }) =>
    createModelEndpoint({
      ladder,
      settings: () => {
        const { settings: current, apiKey } = settings.read()
        const timeoutMs = (changes.timeoutSeconds ?? current.modelTimeoutSeconds) * 1000
        return {
          ...current.endpoint,
          model: changes.model ?? current.endpoint.model,
          apiKey,
          timeoutMs,
          maxOutputTokens: current.maxOutputTokens,
        }
      },
    })
  const model = modelWith({})
  const engine = createEngine({
    model: modelWith,
    endpoint: endpointInForce,
    builtinLabel: BUILTIN_LABEL,
    maxOutputTokens: () => settings.read().settings.maxOutputTokens,
    contextTokens: () => settings.read().settings.contextTokens,
  })
  const embedder = createSelectedEmbedder({
    builtin: deps.builtinEmbedder,
    endpoint: () => {
      const chosen = endpointInForce()
      return chosen && chosen.embeddingModel !== '' ? { ...chosen, leavesComputer: !isLoopback(chosen.baseUrl) } : null
    },
    embedAtEndpoint: (texts, options) => model.embed(texts, options),
  })

  const vectorIndex = createCurrentIndex({
    modelId: embedder.modelId,
    createIndex: (dimensions) => createVectorIndex({ workerFile: join(deps.workerDir, 'vector-index-worker.js'), dimensions }),
    vectors,
  })
  const embedding = createEmbedding({ embedder, vectors, index: vectorIndex.get })
  const relatedItems = createRelatedItems({
    items,
    embedding,
    floor: () => (embedder.isBuiltin() ? RELATED_FLOOR.builtin : RELATED_FLOOR.endpoint),
  })

  return {
    engine,
    embedder,
    vectorIndex,
    relatedItems,
    testEndpoint(given: { baseUrl: string; apiKey: string; model: string; embeddingModel: string }) {
      const { settings: current } = settings.read()
      const probe = createModelEndpoint({
        ladder,
        settings: () => ({ ...given, timeoutMs: 30_000, maxOutputTokens: current.maxOutputTokens }),
      })
      return probe.test({ model: given.model, embeddingModel: given.embeddingModel })
    },
  }
}

export type SessionEngines = ReturnType<typeof createSessionEngines>

export interface SessionSearchDeps extends Pick<SessionEngines, 'vectorIndex' | 'embedder'> {
  textIndex: TextIndex
  itemLists: ItemListStore
}

/** Search over words and meaning; with `hidePrivate`, items that stay here are not found. */
export function createSessionSearch({ textIndex, vectorIndex, embedder, itemLists }: SessionSearchDeps) {
  const hybrid = (hidePrivate: boolean) =>
    createHybridSearch({
      textIndex,
      vectorIndex: { search: async (vector, k, options) => (await vectorIndex.get()?.search(vector, k, options)) ?? [] },
      embedQuery: async (text, signal) => {
        if (vectorIndex.get() === null) return null
        const [vector] = await embedder.embed([text], signal ? { signal } : {})
        return vector ?? null
      },
      meaningFloor: () => (embedder.isBuiltin() ? DEFAULT_MEANING_FLOOR : ENDPOINT_MEANING_FLOOR),
      loadItems: (ids) => itemLists.searchRows(ids, hidePrivate),
    })
  const searchAll = hybrid(false)
  const searchShared = hybrid(true)

  return (query: string, limit: number, hidePrivate: boolean) => (hidePrivate ? searchShared : searchAll).search(query, limit)
}
