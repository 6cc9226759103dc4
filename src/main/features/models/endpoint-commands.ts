import { isOnThisComputer } from '../../../shared/addresses'
import type { StoredEndpoint } from '../../../shared/contract/endpoints'
import { AppError } from '../../../shared/errors'
import type { Handlers } from '../../core/commands/dispatch'
import { discoverEndpoints } from '../../core/llm/discover-endpoints'
import type { ModelEndpointSettings } from '../../core/llm/model-call'
import type { ModelEndpoint } from '../../core/llm/model-endpoint'
import { readServerAddress } from '../../core/llm/server-address'
import type { UnitOfWork } from '../../core/queue/write-transaction'
import type { SettingsStore } from '../../core/settings/settings-store'
import type { CapabilityStore } from './capability-store'
import type { EndpointRow, EndpointStore, FreedRoles } from './endpoint-store'

/** The stored servers, with what is known of their models. */
export interface StoredEndpointDeps {
  endpoints: EndpointStore
  ladder: CapabilityStore
}

export interface EndpointCommandDeps extends StoredEndpointDeps {
  write: UnitOfWork['write']
  newId: () => string
  now: () => number
  settings: SettingsStore
  settingsChanged: () => void
  clientFor: (settings: ModelEndpointSettings) => ModelEndpoint
  embeddingChange: { isTarget(endpointId: string): boolean }
}

type EndpointCommands = Pick<
  Handlers,
  'save-endpoint' | 'delete-endpoint' | 'restore-endpoint' | 'list-endpoint-models' | 'discover-endpoints' | 'test-endpoint'
>

const MOST_ENDPOINTS = 50
/** A trial is for a person who waits. */
const TRIAL_MS = 30_000

/** A base URL as stored: without spaces and a slash at its end. Throws BAD_INPUT when it cannot be one. */
export function tidyBaseUrl(text: string): string {
  const trimmed = text.trim().replace(/\/+$/, '')
  let url: URL
  try {
    url = new URL(trimmed)
  } catch {
    throw new AppError('BAD_INPUT', 'This is not an address of a server. Write it like http://127.0.0.1:11434/v1.')
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new AppError('BAD_INPUT', 'The address must start with http:// or https://.')
  if (url.username !== '' || url.password !== '')
    throw new AppError(
      'BAD_INPUT',
      'The address holds a user name or password. Put the key into its own field, where it is kept encrypted.',
    )
  return trimmed
}

/** Headers that are ours to set, or that would lead the request elsewhere. */
const ownHeaders = new Set(['host', 'content-length', 'content-type', 'connection', 'transfer-encoding', 'accept', 'user-agent'])

/** Headers by name, without spaces around. Throws BAD_INPUT for one that cannot be sent. */
export function tidyHeaders(list: readonly { name: string; value: string }[]): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const { name: typed, value } of list) {
    const name = typed.trim().toLowerCase()
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name))
      throw new AppError('BAD_INPUT', `“${typed.trim()}” is no name of a header. It may hold letters, digits and dashes.`)
    if (ownHeaders.has(name)) throw new AppError('BAD_INPUT', `The header ${name} is set by Cortexa itself. Leave it out.`)
    if (/[^\x20-\x7e\t]/.test(value))
      throw new AppError('BAD_INPUT', `The value of the header ${name} holds a character that cannot be sent, such as a line break.`)
    headers[name] = value.trim()
  }
  return headers
}

/** A key belongs to the server it was entered for: another origin never gets it. */
function sameOrigin(a: string, b: string): boolean {
  try {
    return new URL(a).origin === new URL(b).origin
  } catch {
    return false
  }
}

function describe(endpoint: EndpointRow, known: StoredEndpoint['known']): StoredEndpoint {
  return {
    id: endpoint.id,
    name: endpoint.name,
    baseUrl: endpoint.baseUrl,
    hasApiKey: endpoint.apiKey !== '',
    headerNames: Object.keys(endpoint.headers),
    leavesComputer: !isOnThisComputer(endpoint.baseUrl),
    known,
  }
}

function describeWithKnown(session: StoredEndpointDeps, endpoint: EndpointRow): StoredEndpoint {
  const prefix = `${readServerAddress(endpoint.baseUrl).root} `
  const known = session.ladder.startingWith(prefix).map(({ key, value }) => ({
    model: key.slice(prefix.length),
    structuredOutput: value.format,
  }))
  return describe(endpoint, known)
}

export function storedEndpoints(session: StoredEndpointDeps): StoredEndpoint[] {
  return session.endpoints.list().map((endpoint) => describeWithKnown(session, endpoint))
}

function requireEndpoint(session: StoredEndpointDeps, id: string): EndpointRow {
  const endpoint = session.endpoints.find(id)
  if (!endpoint) throw new AppError('NOT_FOUND', 'This model server is no longer there. It was removed meanwhile.')
  return endpoint
}

export function endpointCommands(s: EndpointCommandDeps): EndpointCommands {
  /** What a stored server has, with what is typed instead; secrets stay only while the origin does. */
  function merge(
    stored: EndpointRow | null,
    input: { baseUrl?: string | undefined; apiKey?: string | undefined; headers?: { name: string; value: string }[] | undefined },
  ) {
    if (input.baseUrl === undefined && stored === null)
      throw new AppError('BAD_INPUT', 'Give the address of the server, such as http://127.0.0.1:11434/v1.')
    const baseUrl = input.baseUrl === undefined ? (stored?.baseUrl ?? '') : tidyBaseUrl(input.baseUrl)
    const kept = stored !== null && sameOrigin(baseUrl, stored.baseUrl) ? stored : null
    return {
      baseUrl,
      apiKey: input.apiKey?.trim() ?? kept?.apiKey ?? '',
      headers: input.headers ? tidyHeaders(input.headers) : (kept?.headers ?? {}),
    }
  }

  return {
    'save-endpoint': (input) => {
      const stored = input.id === undefined ? null : requireEndpoint(s, input.id)
      if (stored === null && s.endpoints.list().length >= MOST_ENDPOINTS)
        throw new AppError('BAD_INPUT', `At most ${MOST_ENDPOINTS} model servers are kept. Remove one first.`)
      const merged = merge(stored, input)
      const name = (input.name === undefined ? (stored?.name ?? '') : input.name).trim() || new URL(merged.baseUrl).host
      const endpoint = { id: stored?.id ?? s.newId(), name, ...merged }
      s.write((tx) => {
        s.endpoints.save(endpoint, tx.now)
        tx.emit('settings-changed', {})
        tx.afterCommit(() => s.settingsChanged())
      })
      return describeWithKnown(s, endpoint)
    },

    'delete-endpoint': ({ id }) => {
      requireEndpoint(s, id)
      const settings = s.settings.read()
      if (settings.roles.embedder?.endpointId === id)
        throw new AppError('CONFLICT', 'This server makes the embeddings. Choose another embedding model first, then remove it.')
      if (s.embeddingChange.isTarget(id))
        throw new AppError('CONFLICT', 'The embeddings are just being made anew by this server. Cancel that first, then remove it.')
      const freed: FreedRoles = {}
      const { thinker, worker, voice } = settings.roles
      if (thinker?.endpointId === id) freed.thinker = thinker
      if (worker?.endpointId === id) freed.worker = worker
      if (voice?.endpointId === id) freed.voice = voice
      const roles = { ...settings.roles }
      if (freed.thinker) roles.thinker = null
      if (freed.worker) roles.worker = null
      if (freed.voice) roles.voice = null
      const engine = roles.thinker || roles.worker ? settings.engine : 'builtin'
      s.write((tx) => {
        s.endpoints.purgeRemoved(tx.now)
        s.endpoints.remove(id, freed, tx.now)
        s.settings.write({ ...settings, engine, roles })
        tx.emit('settings-changed', {})
        tx.afterCommit(() => s.settingsChanged())
      })
      return {}
    },

    'restore-endpoint': ({ id }) => {
      const settings = s.settings.read()
      s.write((tx) => {
        const freed = s.endpoints.restore(id, tx.now)
        if (freed === null)
          throw new AppError('NOT_FOUND', 'The removal of this server can no longer be taken back. Add the server again, with its key.')
        const { thinker, worker, voice } = settings.roles
        const roles = {
          ...settings.roles,
          thinker: thinker ?? freed.thinker ?? null,
          worker: worker ?? freed.worker ?? null,
          voice: voice ?? freed.voice ?? null,
        }
        const isBackInUse = thinker === null && worker === null && (roles.thinker !== null || roles.worker !== null)
        s.settings.write({ ...settings, roles, engine: isBackInUse ? 'endpoint' : settings.engine })
        tx.emit('settings-changed', {})
        tx.afterCommit(() => s.settingsChanged())
      })
      return describeWithKnown(s, requireEndpoint(s, id))
    },

    'list-endpoint-models': async ({ id }) => {
      const { baseUrl, apiKey, headers } = requireEndpoint(s, id)
      const client = s.clientFor({ baseUrl, apiKey, headers, model: '', embeddingModel: '', timeoutMs: TRIAL_MS, maxOutputTokens: 1 })
      return { models: await client.listModelDetails(new AbortController().signal) }
    },

    'discover-endpoints': async () => ({ endpoints: await discoverEndpoints(s.now) }),

    'test-endpoint': ({ id, model, embeddingModel, speechModel, voice, ...typed }) => {
      const settings = {
        ...merge(id === undefined ? null : requireEndpoint(s, id), typed),
        model: model ?? '',
        embeddingModel: embeddingModel ?? '',
        timeoutMs: TRIAL_MS,
        maxOutputTokens: s.settings.read().maxOutputTokens,
      }
      return s.clientFor(settings).test({
        model: settings.model,
        embeddingModel: settings.embeddingModel,
        ...(speechModel ? { speechModel, voice: voice ?? '' } : {}),
      })
    },
  }
}
