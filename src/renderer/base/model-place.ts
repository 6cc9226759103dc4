import type { Settings } from '../../shared/contract/settings'
import { endpointOf, textModel } from './roles-in-force'
import { hostOf } from './server-address'

export type PlaceSettings = Pick<Settings, 'engine' | 'roles' | 'endpoints' | 'nextEmbedder'> & Partial<Pick<Settings, 'localOnly'>>

/** A host outside this computer, and the texts that are sent there. */
export interface Departure {
  host: string
  texts: string[]
}

function textWords(thinker: boolean, worker: boolean): string {
  if (thinker && worker) return 'the texts of Deep Think, summaries and briefings'
  return thinker ? 'the texts of Deep Think' : 'the texts of summaries and briefings'
}

/**
 * What leaves this computer, by host, for the roles as they are in force: the switch to the built-in engine stops thinking, not embeddings
 * and not the voice; an embedding model that is being changed to gets texts too. Empty when nothing leaves.
 */
export function departures(settings: PlaceSettings): Departure[] {
  if (settings.localOnly) return []
  const { roles, endpoints } = settings
  const hostFor = (id: string | undefined) => {
    const endpoint = endpointOf(endpoints, id)
    return endpoint?.leavesComputer ? hostOf(endpoint.baseUrl) : undefined
  }
  const thinker = hostFor(textModel(settings, 'thinker')?.endpointId)
  const worker = hostFor(textModel(settings, 'worker')?.endpointId)
  const embedder = hostFor(roles.embedder?.endpointId)
  const voice = hostFor(roles.voice?.endpointId)
  const next = hostFor(settings.nextEmbedder?.endpointId)
  const hosts = [...new Set([thinker, worker, embedder, voice, next])].filter((host) => host !== undefined)
  return hosts.map((host) => ({
    host,
    texts: [
      ...(host === thinker || host === worker ? [textWords(host === thinker, host === worker)] : []),
      ...(host === embedder ? ['every thought and every search, to find what is similar'] : []),
      ...(host === next && host !== embedder ? ['every thought, for the embedding model that is being changed to'] : []),
      ...(host === voice ? ['the words of briefings, to be read aloud'] : []),
    ],
  }))
}

/**
 * The hosts in a few words: "On this computer", "Model: models.example.org", "Models: models.example.org and 1 more". "Local only" is the name of
 * the switch, and stands for nothing else.
 */
export function placeWords(sent: readonly Departure[], localOnly = false): string {
  const [first, ...more] = sent
  if (localOnly) return 'Local only'
  if (first === undefined) return 'On this computer'
  return more.length === 0 ? `Model: ${first.host}` : `Models: ${first.host} and ${more.length} more`
}
