import type { CommandInput } from '../../../shared/contract'
import type { RoleModel, StoredEndpoint } from '../../../shared/contract/endpoints'
import type { Settings } from '../../../shared/contract/settings'
import { hasTextModel, type RoleSettings, type TextRole } from '../../base/roles-in-force'
import { type RoleName, roleWords } from './role-words'

export type TextRoles = Pick<Settings['roles'], 'thinker' | 'worker'>

/** The value of a select for "no server of its own". */
export const NO_SERVER = ''

function otherOf(role: TextRole): TextRole {
  return role === 'thinker' ? 'worker' : 'thinker'
}

/** What "no server of its own" is called for a role: the two that write stand in for each other. */
export function standInWords(roles: TextRoles, role: RoleName): string {
  if (role !== 'thinker' && role !== 'worker') return 'Built in'
  const other = otherOf(role)
  return roles[other] === null ? 'Built in' : `Same as ${roleWords[other].name}`
}

/** The servers to choose from for a role, after "no server of its own". Two of one name are told apart by their address. */
export function serverChoices(endpoints: readonly StoredEndpoint[], roles: TextRoles, role: RoleName): [id: string, name: string][] {
  const names = new Map<string, number>()
  for (const { name } of endpoints) names.set(name, (names.get(name) ?? 0) + 1)
  return [
    [NO_SERVER, standInWords(roles, role)],
    ...endpoints.map(({ id, name, baseUrl }): [string, string] => [id, (names.get(name) ?? 0) > 1 ? `${name}, ${baseUrl}` : name]),
  ]
}

/**
 * Saves one of the two that write. The first model chosen also switches thinking on; whoever has switched it off keeps it off while choosing.
 */
export function textRolesChange(settings: RoleSettings, role: TextRole, next: RoleModel | null): CommandInput<'update-settings'> {
  const roles = role === 'thinker' ? { thinker: next } : { worker: next }
  return hasTextModel(settings) && settings.engine === 'builtin' ? { engine: 'builtin', roles } : { roles }
}

/** The same role with another model: what was known of the old one's context does not hold for it. */
export function withModel(before: RoleModel | null, endpointId: string, model: string): RoleModel {
  if (before === null || before.endpointId !== endpointId) return { endpointId, model }
  if (before.model === model) return before
  const { contextTokens: _, ...rest } = before
  return { ...rest, model }
}

/** The same role with other limits; an undefined one is as in Limits. */
export function withLimits(role: RoleModel, limits: Pick<RoleModel, 'contextTokens' | 'timeoutSeconds'>): RoleModel {
  const { endpointId, model } = role
  return {
    endpointId,
    model,
    ...(limits.contextTokens === undefined ? {} : { contextTokens: limits.contextTokens }),
    ...(limits.timeoutSeconds === undefined ? {} : { timeoutSeconds: limits.timeoutSeconds }),
  }
}

/** What a choice has done, as a sentence for the toast. */
export function chosenWords({ engine, roles }: { engine: Settings['engine']; roles: TextRoles }, role: TextRole): string {
  const other = otherOf(role)
  const next = roles[role]
  if (!hasTextModel({ roles: { embedder: null, voice: null, ...roles } }))
    return 'The built-in engine does Deep Think, summaries and briefings now.'
  if (engine === 'builtin') return 'Kept for later: the built-in engine goes on until you choose “Model server” above.'
  if (next === null) return `The ${roleWords[role].name} uses the model of the ${roleWords[other].name} now.`
  return roles[other] === null
    ? `${next.model} does Deep Think, summaries and briefings now.`
    : `${next.model} ${roleWords[role].does} now.`
}

/** The roles that a server has, also where it stands in for the other of the two that write; in the order of the rows. */
export function rolesOf(id: string, { roles }: Pick<Settings, 'roles'>): RoleName[] {
  const { thinker, worker, embedder, voice } = roles
  const models = { thinker: thinker ?? worker, worker: worker ?? thinker, embedder, voice }
  return (Object.keys(models) as RoleName[]).filter((role) => models[role]?.endpointId === id)
}
