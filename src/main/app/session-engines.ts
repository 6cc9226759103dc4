import { join } from 'node:path'
import { isOnThisComputer } from '../../shared/addresses'
import type { RoleModel } from '../../shared/contract/endpoints'
import { AppError } from '../../shared/errors'
import type { JobContext } from '../core/jobs/define-job'
import { createEndpointRests } from '../core/jobs/endpoint-rest'
import { createEngine, type TextRole } from '../core/jobs/engine'
import { createJobGates } from '../core/jobs/gates'
import { BUILTIN_LABEL } from '../core/llm/builtin-label'
import type { CapabilityMemory } from '../core/llm/capability-ladder'
import type { ModelEndpointSettings } from '../core/llm/model-call'
import { createModelEndpoint, type ModelEndpoint } from '../core/llm/model-endpoint'
import { createVectorIndex } from '../core/search/vector-index'
import type { createVectorStore } from '../core/search/vector-store'
import type { SettingsStore } from '../core/settings/settings-store'
import { createPiperVoice } from '../core/speech/piper-voice'
import { createSelectedVoice } from '../features/briefings/selected-voice'
import type { Voice } from '../features/briefings/voice-briefing'
import { createCurrentIndex } from '../features/embeddings/current-index'
import { type BoundEmbedder, createEmbedding } from '../features/embeddings/embedding'
import { createRelatedItems } from '../features/embeddings/related-items'
import { createBoundEmbedder, createSelectedEmbedder, type TextEmbedder } from '../features/embeddings/selected-embedder'
import type { ItemStore } from '../features/items/item-store'
import { createCloseNeighbours } from '../features/links/close-neighbours'
import type { EndpointStore } from '../features/models/endpoint-store'
import type { ModelBudget } from '../features/models/model-budget'
import { clientSettings, createModelRoles, type RoleTarget } from '../features/models/model-roles'
import { readPiperSettings } from '../features/models/piper-settings'
import { type WatchedEndpointDeps, watchEndpoint } from '../features/models/watched-endpoint'

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
  budget: ModelBudget
  elapsed: () => number
  /** A server began or ended its rest. */
  onRestChange: () => void
  /** Told of every call that leaves this computer, and says when none may. */
  watch: WatchedEndpointDeps
}

/** A server that is there, and says nothing for this long, is busy rather than away. */
const PROBE_MS = 10_000

/** Cosine above which two thoughts are called related, by kind of embedder. */
const RELATED_FLOOR = { builtin: 0.45, endpoint: 0.5 }
/** The engines in force: who thinks, who embeds, and the index of what was embedded. Each follows the settings. */
export function createSessionEngines(deps: SessionEnginesDeps) {
  const { settings, endpoints, items, vectors, ladder } = deps
  const roles = createModelRoles({ settings, endpoints })
  const rests = createEndpointRests(deps.elapsed, { probe: isThere, onChange: deps.onRestChange })

  /** One small request without any text. Every answer counts, also a refusal: whoever gives it is there. */
  async function isThere(endpointId: string): Promise<boolean> {
    const endpoint = endpoints.find(endpointId)
    if (!endpoint) return true
    const { baseUrl } = endpoint
    if (!isOnThisComputer(baseUrl) && deps.watch.isLocalOnly()) return false
    const given = { ...endpoint, model: '', embeddingModel: '', timeoutMs: PROBE_MS, maxOutputTokens: 1 }
    try {
      await createModelEndpoint({ ladder, settings: () => given, now: deps.now }).listModels(AbortSignal.timeout(PROBE_MS))
    } catch (error) {
      if (error instanceof AppError && error.code === 'MODEL_UNREACHABLE') return false
    }
    // Nothing has left this computer for one that is not there.
    if (!isOnThisComputer(baseUrl)) deps.watch.recordTrial(baseUrl)
    return true
  }

  /** A client of a server that is stored, or only being tried. */
  function clientFor(given: ModelEndpointSettings): ModelEndpoint {
    const client = createModelEndpoint({ ladder, settings: () => given, now: deps.now })
    return isOnThisComputer(given.baseUrl) ? client : watchEndpoint(client, given.baseUrl, deps.watch)
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

  const gates = createJobGates({
    targetOf: (role) => (role === 'embedder' ? roles.embedder() : roles.text(role)),
    rests,
    ceiling: deps.budget.ceilingOf,
    tellCeiling: deps.budget.tellCeiling,
    rules: () => ({ localOnly: deps.watch.isLocalOnly(), hasCeilings: deps.budget.hasCeilings() }),
    now: deps.now,
    elapsed: deps.elapsed,
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
    gates,
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
