import type { Roles } from '../../../shared/contract/endpoints'
import type { ModelRole } from '../../../shared/contract/usage'

export type RoleName = keyof Roles

interface RoleWords {
  /** As it stands beside the fields. */
  name: string
  /** What it does, below the name. */
  work: string
  /** The same after "… does" or "… makes", in a toast. */
  does: string
}

/** What each role is called and does. A role that usage knows must be among them, or this does not compile. */
export const roleWords: Record<RoleName | ModelRole, RoleWords> = {
  thinker: { name: 'Thinker', work: 'Deep Think', does: 'does Deep Think' },
  worker: { name: 'Worker', work: 'Summaries, briefings, queries', does: 'writes summaries and briefings' },
  embedder: { name: 'Embedder', work: 'Finds similar thoughts', does: 'finds similar thoughts' },
  voice: { name: 'Voice', work: 'Reads briefings aloud', does: 'reads briefings aloud' },
}

/** How structured output works with a model, as far as its calls have shown. */
export const structuredOutputWords = {
  json_schema: 'by schema',
  json_object: 'as a JSON object',
  prompt: 'only by asking',
} as const
