import { isOnThisComputer } from '../../../shared/addresses'
import type { RoleModel, RoleVoice } from '../../../shared/contract/endpoints'
import type { ModelEndpointSettings } from '../../core/llm/model-call'
import type { SettingsStore } from '../../core/settings/settings-store'
import type { EndpointRow, EndpointStore } from './endpoint-store'

export interface RoleTarget {
  endpoint: EndpointRow
  model: string
  contextTokens: number
  timeoutMs: number
  leavesComputer: boolean
}

export interface ModelRoles {
  /** Who works as this; null for the built-in engine. `thinker` and `worker` stand in for each other. */
  text(role: 'thinker' | 'worker'): RoleTarget | null
  embedder(): RoleTarget | null
  /** The same for a model that is not in force, such as one that is being changed to; null when its server is gone. */
  target(chosen: RoleModel): RoleTarget | null
  voice(): (RoleTarget & { voice: string }) | null
}

/** Finds the model server behind a role, from settings as they are at this moment. */
export function createModelRoles({ settings, endpoints }: { settings: SettingsStore; endpoints: EndpointStore }): ModelRoles {
  function target(chosen: RoleModel | null): RoleTarget | null {
    const endpoint = chosen && endpoints.find(chosen.endpointId)
    if (!chosen || !endpoint) return null
    const general = settings.read()
    return {
      endpoint,
      model: chosen.model,
      contextTokens: chosen.contextTokens ?? general.contextTokens,
      timeoutMs: (chosen.timeoutSeconds ?? general.modelTimeoutSeconds) * 1000,
      leavesComputer: !isOnThisComputer(endpoint.baseUrl),
    }
  }

  return {
    text(role) {
      const { engine, roles } = settings.read()
      if (engine === 'builtin') return null
      const [first, second] = role === 'thinker' ? [roles.thinker, roles.worker] : [roles.worker, roles.thinker]
      return target(first) ?? target(second)
    },
    embedder: () => target(settings.read().roles.embedder),
    target,
    voice() {
      const chosen: RoleVoice | null = settings.read().roles.voice
      const found = chosen && target({ endpointId: chosen.endpointId, model: chosen.model })
      return found && { ...found, voice: chosen.voice }
    },
  }
}

/** How the model client reaches a target. A job may ask for another model, or for more time. */
export function clientSettings(
  target: RoleTarget,
  general: { maxOutputTokens: number },
  changes: { model?: string | undefined; timeoutSeconds?: number | undefined } = {},
): ModelEndpointSettings {
  const { endpoint } = target
  const model = changes.model ?? target.model
  return {
    baseUrl: endpoint.baseUrl,
    apiKey: endpoint.apiKey,
    headers: endpoint.headers,
    model,
    embeddingModel: model,
    timeoutMs: changes.timeoutSeconds === undefined ? target.timeoutMs : changes.timeoutSeconds * 1000,
    maxOutputTokens: general.maxOutputTokens,
  }
}
