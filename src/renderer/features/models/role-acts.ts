import type { RoleModel, RoleVoice, StoredEndpoint } from '../../../shared/contract/endpoints'
import type { Settings } from '../../../shared/contract/settings'
import { changeSettings } from '../../base/change'
import type { TextRole } from '../../base/roles-in-force'
import { showToast } from '../../ui/toast'
import { loadModelList } from './model-list-store'
import { firstChatModel } from './model-names'
import { chosenWords, type TextRoles, textRolesChange } from './role-choices'

/** Saves who thinks and works; the toast says who does what now, with Undo. */
export async function chooseTextModel(settings: Settings, role: TextRole, next: RoleModel | null): Promise<boolean> {
  const { thinker, worker } = settings.roles
  const change = textRolesChange(settings, role, next)
  if (!(await changeSettings(change))) return false
  const roles: TextRoles = { thinker, worker, [role]: next }
  const undo = () => void changeSettings({ engine: settings.engine, roles: { thinker, worker } })
  showToast(chosenWords({ engine: change.engine ?? 'endpoint', roles }, role), undo)
  return true
}

/** New limits of a role whose model stays. */
export async function limitTextModel(settings: Settings, role: TextRole, next: RoleModel): Promise<void> {
  await changeSettings(textRolesChange(settings, role, next))
}

export async function chooseVoice(settings: Settings, next: RoleVoice | null): Promise<boolean> {
  const before = settings.roles.voice
  if (!(await changeSettings({ roles: { voice: next } }))) return false
  const words = next ? `${next.model} reads briefings aloud now, as “${next.voice}”.` : 'The built-in voice reads briefings aloud now.'
  showToast(words, () => void changeSettings({ roles: { voice: before } }))
  return true
}

/**
 * After the first server was added: where nothing is chosen yet and the server is on this computer, its likeliest model thinks and works,
 * said with Undo. A model elsewhere is chosen by the person alone, because thoughts are sent to it.
 */
export async function chooseFirstModel(settings: Settings, endpoint: StoredEndpoint, models?: readonly string[]): Promise<void> {
  const added = `${endpoint.name} was added.`
  if (settings.roles.thinker !== null || settings.roles.worker !== null) return showToast(added)
  if (endpoint.leavesComputer) return showToast(`${added} Choose below what it does.`)
  const names = models ?? (await loadModelList(endpoint.id)).map(({ id }) => id)
  const model = firstChatModel(names)
  if (model === undefined) return showToast(`${added} It names no model that looks as if it could write. Choose one below.`)
  const { engine, roles } = settings
  if (!(await changeSettings({ roles: { thinker: { endpointId: endpoint.id, model } } }))) return
  showToast(
    `${added} ${model} does Deep Think, summaries and briefings now.`,
    () => void changeSettings({ engine, roles: { thinker: roles.thinker, worker: roles.worker } }),
  )
}
