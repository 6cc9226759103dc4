import { nextTurn } from '../../core/llm/count-tokens'
import { theVault } from '../../core/privacy/viewer'
import type { Embedder, VectorReader } from '../embeddings/embedding'
import type { ItemRow } from '../items/item-store'
import type { LinkStore } from '../links/link-store'
import type { ThesisStore } from '../thinking/thesis-store'
import type { ReflectedThought } from './builtin/reflection-notes'

export interface ReflectionThoughtsDeps {
  theses: Pick<ThesisStore, 'newestDone'>
  links: Pick<LinkStore, 'ofItem'>
  vectors: VectorReader
  embedder: Pick<Embedder, 'modelId'>
}

/** The items as the built-in reflection takes them, with their stored vectors, open gates and links; one in each turn of the event loop. */
export async function reflectionThoughts(
  { theses, links, vectors, embedder }: ReflectionThoughtsDeps,
  items: readonly ItemRow[],
  signal: AbortSignal,
): Promise<ReflectedThought[]> {
  const modelId = embedder.modelId()
  const thoughts: ReflectedThought[] = []
  for (const { id, title, body, created_at } of items) {
    thoughts.push({
      id,
      title,
      body,
      createdAt: created_at,
      vector: vectors.get(id, modelId),
      openGates: (theses.newestDone(id)?.output?.gates ?? []).filter(({ status }) => status === 'open'),
      linked: new Set(links.ofItem(id, theVault).map(({ item }) => item.id)),
    })
    await nextTurn()
    signal.throwIfAborted()
  }
  // A change of the model in the middle would mix vectors of two lengths.
  const length = thoughts.find(({ vector }) => vector !== null)?.vector?.length
  return thoughts.map((thought) => (thought.vector?.length === length ? thought : { ...thought, vector: null }))
}
