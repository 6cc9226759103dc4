import type { SearchEngineId, StoredSearchEngine } from '../../../../shared/contract/network'
import type { GuardedFetch } from '../guarded-fetch'
import { braveService } from './brave'
import { createDuckDuckGo, type DuckDuckGoDeps } from './duckduckgo'
import { exaService } from './exa'
import { createJsonEngine } from './json-engine'
import type { SearchEngine } from './search-engine'
import { createSearxng } from './searxng'
import { serpapiService } from './serpapi'
import { tavilyService } from './tavily'

/** What each engine is called and needs, in the order in which they are offered. */
export const searchEngines: readonly Pick<StoredSearchEngine, 'id' | 'name' | 'needs'>[] = [
  { id: 'duckduckgo', name: 'DuckDuckGo', needs: 'nothing' },
  { id: 'brave', name: 'Brave Search', needs: 'key' },
  { id: 'tavily', name: 'Tavily', needs: 'key' },
  { id: 'exa', name: 'Exa', needs: 'key' },
  { id: 'serpapi', name: 'SerpApi', needs: 'key' },
  { id: 'searxng', name: 'SearXNG', needs: 'address' },
]

export interface AllEnginesDeps {
  fetch: GuardedFetch
  readPage: DuckDuckGoDeps['readPage']
  /** For tests only: other addresses of the services. */
  bases?: Partial<Record<SearchEngineId, string>>
}

/** What a person gave an engine. */
export interface EngineSecrets {
  apiKey: string
  address: string
}

/** The engine of this name with what it was given. */
export type EngineFor = (id: SearchEngineId, secrets: EngineSecrets) => SearchEngine

export function createAllEngines({ fetch, readPage, bases = {} }: AllEnginesDeps): EngineFor {
  return (id, { apiKey, address }) => {
    const deps = { fetch, apiKey: () => apiKey.trim() }
    switch (id) {
      case 'duckduckgo':
        return createDuckDuckGo({ fetch, readPage, ...(bases.duckduckgo === undefined ? {} : { base: bases.duckduckgo }) })
      case 'brave':
        return createJsonEngine(braveService(bases.brave), deps)
      case 'tavily':
        return createJsonEngine(tavilyService(bases.tavily), deps)
      case 'exa':
        return createJsonEngine(exaService(bases.exa), deps)
      case 'serpapi':
        return createJsonEngine(serpapiService(bases.serpapi), deps)
      case 'searxng':
        return createSearxng({ fetch, address: () => address })
    }
  }
}
