import type { RoleModel, StoredEndpoint } from '../../shared/contract/endpoints'
import type { Settings } from '../../shared/contract/settings'
import type { JobType } from '../../shared/entities'

export type TextRole = 'thinker' | 'worker'
export type RoleSettings = Pick<Settings, 'engine' | 'roles'>

/** Whether a model is chosen for thinking at all, also while the built-in engine does it. */
export function hasTextModel({ roles }: Pick<Settings, 'roles'>): boolean {
  return roles.thinker !== null || roles.worker !== null
}

/** The model that works as this role; the other one where none is chosen for it, null for the built-in engine. */
export function textModel({ engine, roles }: RoleSettings, role: TextRole): RoleModel | null {
  if (engine === 'builtin') return null
  return role === 'thinker' ? (roles.thinker ?? roles.worker) : (roles.worker ?? roles.thinker)
}

const thinkers: ReadonlySet<JobType> = new Set(['expand', 'counterpoint', 'synthesize', 'orchestrate', 'research', 'reflection_pass'])

/** The three stages of Deep Think, plans, Research and reflections are the thinker's, all other writing is the worker's (src/main/app/all-jobs.ts). */
export function textRoleOf(type: JobType): TextRole {
  return thinkers.has(type) ? 'thinker' : 'worker'
}

export function endpointOf(endpoints: readonly StoredEndpoint[], id: string | undefined): StoredEndpoint | undefined {
  return endpoints.find((endpoint) => endpoint.id === id)
}

/** Names of all models that a role has, each once. */
export function chosenModels({ roles }: Pick<Settings, 'roles'>): string[] {
  return [...new Set([roles.thinker, roles.worker, roles.embedder, roles.voice].flatMap((role) => (role ? [role.model] : [])))]
}
