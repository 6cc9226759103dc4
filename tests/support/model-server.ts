import type { Client } from '../../src/shared/client'
import type { RoleModel } from '../../src/shared/contract/endpoints'

export interface ModelServer {
  baseUrl: string
  model: string
  apiKey?: string
  /** Chosen before there are thoughts, it is in force at once. */
  embeddingModel?: string
  limits?: Pick<RoleModel, 'contextTokens' | 'timeoutSeconds'>
}

/** Stores a server and has its model think and work; gives the server's id. */
export async function chooseModelServer(client: Pick<Client, 'call'>, server: ModelServer): Promise<string> {
  const { id } = await client.call('save-endpoint', {
    name: 'Test server',
    baseUrl: server.baseUrl,
    ...(server.apiKey === undefined ? {} : { apiKey: server.apiKey }),
  })
  await client.call('update-settings', { roles: { thinker: { endpointId: id, model: server.model, ...server.limits } } })
  if (server.embeddingModel !== undefined)
    await client.call('start-embedding-change', { embedder: { endpointId: id, model: server.embeddingModel } })
  return id
}
