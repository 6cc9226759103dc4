import type { StoredEndpoint } from '../../../../src/shared/contract/endpoints'
import type { Settings } from '../../../../src/shared/contract/settings'

export function endpointAt(id: string, baseUrl: string, change: Partial<StoredEndpoint> = {}): StoredEndpoint {
  const leavesComputer = !baseUrl.includes('127.0.0.1')
  return { id, name: id, baseUrl, hasApiKey: false, headerNames: [], leavesComputer, known: [], ...change }
}

export const local = endpointAt('local', 'http://127.0.0.1:11434/v1')
export const far = endpointAt('far', 'https://models.example.org/v1')
export const gateway = endpointAt('gateway', 'https://gateway.example.com:8443/openai/v1')

/** What the pure parts read of the settings, with models where a test wants them. */
export function settingsWith(
  roles: Partial<Settings['roles']>,
  engine: Settings['engine'] = 'endpoint',
  endpoints: StoredEndpoint[] = [local, far, gateway],
): Pick<Settings, 'engine' | 'roles' | 'endpoints' | 'nextEmbedder'> {
  return { engine, roles: { thinker: null, worker: null, embedder: null, voice: null, ...roles }, endpoints, nextEmbedder: null }
}

export const at = (endpointId: string, model = 'm') => ({ endpointId, model })
