import { join } from 'node:path'
import type { RoleModel } from '../shared/contract/endpoints'
import { AppError } from '../shared/errors'
import { createCurrentIndex } from './current-index'
import { createCloseNeighbours } from './jobs/close-neighbours'
import type { JobContext } from './jobs/define-job'
import { type BoundEmbedder, createEmbedding } from './jobs/embedding'
import { createEndpointRests } from './jobs/endpoint-rest'
import { createEngine, isLoopback, type TextRole } from './jobs/engine'
import { createRelatedItems } from './jobs/related-items'
import type { Voice } from './jobs/voice-briefing'
import type { CapabilityMemory } from './llm/capability-ladder'
import type { ModelEndpointSettings } from './llm/model-call'
import { createModelEndpoint, type ModelEndpoint } from './llm/model-endpoint'
import { BUILTIN_LABEL } from './llm/outline/builtin-label'
import { clientSettings, createModelRoles, type RoleTarget } from './model-roles'
import { readPiperSettings } from './piper-settings'
import { createVectorIndex } from './search/vector-index'
import type { createVectorStore } from './search/vector-store'
import { createBoundEmbedder, createSelectedEmbedder, type TextEmbedder } from './selected-embedder'
import { createSelectedVoice } from './selected-voice'
import { createPiperVoice } from './speech/piper-voice'
import type { EndpointStore } from './vault/endpoint-store'
import type { ItemStore } from './vault/item-store'
import type { SettingsStore } from './vault/settings-store'
import { type WatchedEndpointDeps, watchEndpoint } from './watched-endpoint'

export interface SessionEnginesDeps {
  settings: SettingsStore
  endpoints: EndpointStore
  items: ItemStore
  vectors: ReturnType<typeof createVectorStore>
  builtinEmbedder: TextEmbedder
  builtinVoice: Voice
  workerDir: string
  now: () => number
  /** What was found out about model servers. */
  ladder: CapabilityMemory
  /** Told of every call that leaves this computer, and says when none may. */
  watch: WatchedEndpointDeps
}

/** Cosine above which two thoughts are called related, by kind of embedder. */
const RELATED_FLOOR = { builtin: 0.45, endpoint: 0.5 }
/** The engines in force: who thinks, who embeds, and the index of what was embedded. Each follows the settings. */
export function createSessionEngines(deps: SessionEnginesDeps) {
  const { settings, endpoints, items, vectors, ladder } = deps
  const roles = createModelRoles({ settings, endpoints })
  const rests = createEndpointRests(() => performance.now())
  /** A client of a server that is stored, or only being tried. */
  function clientFor(given: ModelEndpointSettings): ModelEndpoint {
    const client = createModelEndpoint({ ladder, settings: () => given, now: deps.now })
    return isLoopback(given.baseUrl) ? client : watchEndpoint(client, given.baseUrl, deps.watch)
  }
  const clientOf = (target: RoleTarget, changes: JobContext['changes'] = {}) => clientFor(clientSettings(target, settings.read(), changes))

  const engineOf = (role: TextRole) =>
    createEngine(role, {
      rests,
      target(wanted) {
        const found = roles.text(wanted)
        return found && { ...found, endpointId: found.endpoint.id }
      },
      model(wanted, changes) {
        const found = roles.text(wanted)
        if (!found)
          throw new AppError('MODEL_UNREACHABLE', 'The model server was taken away while this job ran. It runs again with what is set now.')
        return clientOf(found, changes)
      },
      builtinLabel: BUILTIN_LABEL,
      maxOutputTokens: () => settings.read().maxOutputTokens,
    })
  const bind = (target: RoleTarget | null) =>
    createBoundEmbedder(
      { builtin: deps.builtinEmbedder, rests, embedAt: (at, texts, options) => clientOf(at).embed(texts, options) },
      target,
    )
  const embedder = createSelectedEmbedder(() => bind(roles.embedder()))
  /** The embedder of a role that need not be in force; null when its server is gone. */
  function embedderOf(role: RoleModel | null): BoundEmbedder | null {
    const target = role && roles.target(role)
    return role !== null && target === null ? null : bind(target)
  }

  const vectorIndex = createCurrentIndex({
    modelId: embedder.modelId,
    createIndex: (dimensions) => createVectorIndex({ workerFile: join(deps.workerDir, 'vector-index-worker.js'), dimensions }),
    vectors,
  })
  const embedding = createEmbedding({ embedder, vectors, index: vectorIndex })
  const related = {
    items,
    embedding,
    floor: () => (embedder.current().isBuiltin ? RELATED_FLOOR.builtin : RELATED_FLOOR.endpoint),
  }
  const relatedItems = createRelatedItems(related)
  const closeNeighbours = createCloseNeighbours(related)

  const piperInUse = () => {
    const { chosen, inUse } = readPiperSettings(settings)
    return inUse ? chosen : null
  }
  const piper = createPiperVoice(piperInUse)
  const voice = createSelectedVoice({
    builtin: deps.builtinVoice,
    piper: () => (piperInUse() === null ? null : piper),
    rests,
    endpoint() {
      const found = roles.voice()
      return found && { ...found, endpointId: found.endpoint.id, endpoint: clientOf(found) }
    },
  })

  /** The model of a role; empty without one. */
  const modelNameOf = (role: TextRole) => roles.text(role)?.model ?? ''
  /** The time that one call of a role may take, in milliseconds, and a minute for what is around it. */
  const timeoutOf = (role: TextRole) => (roles.text(role)?.timeoutMs ?? settings.read().modelTimeoutSeconds * 1000) + 60_000

  return {
    engineOf,
    modelNameOf,
    timeoutOf,
    roles,
    rests,
    voice,
    embedder,
    embedderOf,
    vectorIndex,
    relatedItems,
    closeNeighbours,
    nearItems: { find: relatedItems, floor: related.floor },
    clientFor,
    clientOf,
    ladder,
  }
}

export type SessionEngines = ReturnType<typeof createSessionEngines>
