import { AppError } from '../../shared/errors'
import { discoverEndpoints } from '../llm/discover-endpoints'
import type { Session } from '../session'
import type { Handlers } from './dispatch'

type SettingsCommands = Pick<Handlers, 'get-settings' | 'update-settings' | 'test-endpoint' | 'discover-endpoints' | 'get-usage'>

/** A base URL as stored: without spaces and a slash at its end. Throws BAD_INPUT when it cannot be one. */
export function tidyBaseUrl(text: string): string {
  const trimmed = text.trim().replace(/\/+$/, '')
  if (trimmed === '') return ''
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

/** A key belongs to the server it was entered for: another origin never gets it. */
function sameOrigin(a: string, b: string): boolean {
  try {
    return new URL(a).origin === new URL(b).origin
  } catch {
    return false
  }
}

export function settingsCommands(session: () => Session): SettingsCommands {
  return {
    'get-settings': () => session().settings.read().settings,

    'update-settings': (input) => {
      const s = session()
      const { settings, apiKey } = s.settings.read()
      const { apiKey: nextKey, endpoint: endpointChange, ...rest } = input
      const endpoint = {
        baseUrl: endpointChange?.baseUrl === undefined ? settings.endpoint.baseUrl : tidyBaseUrl(endpointChange.baseUrl),
        model: endpointChange?.model?.trim() ?? settings.endpoint.model,
        embeddingModel: endpointChange?.embeddingModel?.trim() ?? settings.endpoint.embeddingModel,
      }
      const changes = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
      const next = { ...settings, ...changes, endpoint }
      // The built-in engine is the default until an endpoint is chosen; naming one chooses it.
      if (input.engine === undefined && endpointChange?.baseUrl !== undefined)
        next.engine = endpoint.baseUrl === '' ? 'builtin' : 'endpoint'
      if (next.engine === 'endpoint' && endpoint.baseUrl === '')
        throw new AppError('BAD_INPUT', 'No model server is set yet. Give its address first, or stay with the built-in engine.')
      if (next.engine === 'endpoint' && endpoint.model === '')
        throw new AppError('BAD_INPUT', 'No model is named yet. Give the name of a model that the server has.')
      s.write((tx) => {
        s.settings.write({ settings: next, apiKey: nextKey ?? (sameOrigin(endpoint.baseUrl, settings.endpoint.baseUrl) ? apiKey : '') })
        tx.emit('settings-changed', {})
        tx.afterCommit(() => s.settingsChanged())
      })
      return s.settings.read().settings
    },

    'get-usage': ({ days }) => session().usage(days ?? 30),

    'discover-endpoints': async () => ({ endpoints: await discoverEndpoints() }),

    'test-endpoint': (input) => {
      const s = session()
      const { settings, apiKey } = s.settings.read()
      const baseUrl = tidyBaseUrl(input.baseUrl)
      return s.testEndpoint({
        baseUrl,
        apiKey: input.apiKey ?? (sameOrigin(baseUrl, settings.endpoint.baseUrl) ? apiKey : ''),
        model: input.model ?? '',
        embeddingModel: input.embeddingModel ?? '',
      })
    },
  }
}
