import type { RoleModel, RoleVoice } from '../../../shared/contract/endpoints'
import type { Settings } from '../../../shared/contract/settings'
import { AppError } from '../../../shared/errors'
import type { Handlers } from '../../core/commands/dispatch'
import type { UnitOfWork } from '../../core/queue/write-transaction'
import type { SettingsStore } from '../../core/settings/settings-store'
import { type StoredEndpointDeps, storedEndpoints } from '../models/endpoint-commands'
import type { ModelBudget } from '../models/model-budget'
import { readPiperSettings, writePiperSettings } from '../models/piper-settings'

export interface SettingsCommandDeps extends StoredEndpointDeps {
  write: UnitOfWork['write']
  settings: SettingsStore
  settingsChanged: () => void
  embeddingChange: { target(): Settings['nextEmbedder'] }
  usage: ModelBudget['report']
}

type SettingsCommands = Pick<Handlers, 'get-settings' | 'update-settings' | 'get-usage'>

function settingsOf(session: SettingsCommandDeps): Settings {
  return { ...session.settings.read(), endpoints: storedEndpoints(session), nextEmbedder: session.embeddingChange.target() }
}

/** A role as stored: without spaces around names. Throws BAD_INPUT when it names a server that is not there. */
export function tidyRole<T extends RoleModel | RoleVoice>(session: Pick<SettingsCommandDeps, 'endpoints'>, role: T): T {
  if (session.endpoints.find(role.endpointId) === null)
    throw new AppError('BAD_INPUT', 'The model server was removed meanwhile. Choose another one.')
  const model = role.model.trim()
  if (model === '') throw new AppError('BAD_INPUT', 'No model is named yet. Give the name of a model that the server has.')
  return { ...role, model, ...('voice' in role ? { voice: role.voice.trim() } : {}) }
}

export function settingsCommands(s: SettingsCommandDeps): SettingsCommands {
  return {
    'get-settings': () => settingsOf(s),

    'update-settings': (input) => {
      const settings = s.settings.read()
      const { roles: roleChanges, ...rest } = input
      const roles = { ...settings.roles }
      if (roleChanges?.thinker !== undefined) roles.thinker = roleChanges.thinker && tidyRole(s, roleChanges.thinker)
      if (roleChanges?.worker !== undefined) roles.worker = roleChanges.worker && tidyRole(s, roleChanges.worker)
      if (roleChanges?.voice !== undefined) roles.voice = roleChanges.voice && tidyRole(s, roleChanges.voice)
      const changes = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
      const next = { ...settings, ...changes, roles }
      const hasModel = roles.thinker !== null || roles.worker !== null
      // The built-in engine is the default until a model is chosen; naming one chooses it, taking the last away goes back.
      if (input.engine === undefined && (roleChanges?.thinker !== undefined || roleChanges?.worker !== undefined))
        next.engine = hasModel ? 'endpoint' : 'builtin'
      if (next.engine === 'endpoint' && !hasModel)
        throw new AppError(
          'BAD_INPUT',
          'No model is chosen yet. Add a model server and choose a model first, or stay with the built-in engine.',
        )
      s.write((tx) => {
        s.settings.write(next)
        // Whoever chooses the voice of a server, or the built-in one, does not want Piper now.
        if (roleChanges?.voice !== undefined) writePiperSettings(s.settings, { ...readPiperSettings(s.settings), inUse: false })
        tx.emit('settings-changed', {})
        tx.afterCommit(() => s.settingsChanged())
      })
      return settingsOf(s)
    },

    'get-usage': ({ days }) => s.usage(days ?? 30),
  }
}
