import { createAgentModel } from '../../src/main/core/agent/agent-model'
import { createAgentTransport } from '../../src/main/core/agent/agent-transport'
import { countTokens } from '../../src/main/core/llm/count-tokens'
import { createModelEndpoint } from '../../src/main/core/llm/model-endpoint'
import { blockReason, readUrl } from '../../src/main/core/web/address-rules'
import type { ExistingItem } from '../../src/main/features/collect/collect-item'
import type { CollectPorts } from '../../src/main/features/collect/ports'
import { runCollect } from '../../src/main/features/collect/run-collect'
import type { CollectRequest, CollectResult } from '../../src/main/features/collect/run-request'
import type { SessionWeb } from '../../src/main/features/network/session-web'
import { AppError } from '../../src/shared/errors'
import { memoryStore } from '../features/collect/item-fixture'

export interface CollectRunOptions {
  web: SessionWeb
  /** A fake model server with a model `parent` and a model `worker`. */
  baseUrl: string
  exemptOrigins: readonly string[]
  prompt: string
  collection?: CollectRequest['collection']
  existing?: ExistingItem[]
  config?: Record<string, unknown>
}

/** A run of Collect with the real web and real model clients, and a staging in memory. */
export async function collectOnce(options: CollectRunOptions): Promise<CollectResult & { log: string[] }> {
  const { web, baseUrl, existing } = options
  const exempt = new Set(options.exemptOrigins)
  const settings = { baseUrl, apiKey: '', embeddingModel: '', timeoutMs: 20_000, maxOutputTokens: 2000 }
  const log: string[] = []
  const ports: CollectPorts = {
    search: {
      providerName: 'Test search',
      search: async (query, searchOptions) => {
        const outcome = await web.search(query, searchOptions)
        return outcome.outcome === 'nothing' ? [] : outcome.results.map(({ title, url, snippet }) => ({ title, url, snippet }))
      },
    },
    extract: {
      extract: async (url, { signal }) => {
        try {
          const page = await web.readPage(url, { signal })
          return { url: page.url, text: page.markdown, ...(page.image === null ? {} : { image: { url: page.image } }) }
        } catch (error) {
          if (error instanceof AppError && error.code === 'WEB_BLOCKED_ADDRESS')
            throw Object.assign(new Error(error.message), { kind: 'blocked' })
          throw error
        }
      },
    },
    model: {
      parent: {
        model: createAgentModel({
          transport: createAgentTransport({ settings: { ...settings, model: 'parent' }, now: Date.now }),
          now: Date.now,
          name: 'Collect',
        }),
        providerName: 'Test server',
        modelName: 'parent',
        contextTokens: 100_000,
      },
      worker: { model: createModelEndpoint({ settings: () => ({ ...settings, model: 'worker' }), now: Date.now }), contextTokens: 16_000 },
      estimateTokens: countTokens,
    },
    store: memoryStore(existing),
    isBlockedUrl: (address) => {
      const url = readUrl(address)
      return url === null || blockReason(url, exempt) !== null
    },
    now: Date.now,
    sleep: async () => {},
    makeMark: () => 'q7f3k9w2',
  }
  const result = await runCollect(
    {
      mode: existing === undefined ? 'CREATE' : 'CREATE_UPDATE',
      collection: options.collection ?? { name: 'Note-taking tools' },
      prompt: options.prompt,
      config: options.config ?? {},
      onLogEntry: ({ message }) => void log.push(message),
    },
    ports,
  )
  return { ...result, log }
}
