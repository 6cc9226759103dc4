import type { SearchAnswer } from '../../../shared/contract/search'
import type { VaultDatabase } from '../../core/db/open-database'
import { sharedOnly, theVault, type Viewer } from '../../core/privacy/viewer'
import type { AttachedText } from '../../core/search/attached-passage'
import { DEFAULT_MEANING_FLOOR, type MeaningFloor } from '../../core/search/find-by-meaning'
import { createHybridSearch, type SearchableItem } from '../../core/search/hybrid-search'
import { createSearchScopeStore } from '../../core/search/search-scope-store'
import type { TextIndex } from '../../core/search/text-index'
import type { createVectorStore } from '../../core/search/vector-store'
import type { AttachmentStore } from '../attachments/attachment-store'
import type { CurrentIndex } from '../embeddings/current-index'
import type { Embedder, MadeVector } from '../embeddings/embedding'
import { createNearestPiece } from '../embeddings/nearest-piece'
import type { ItemListStore } from '../items/item-list-store'
import type { ItemStore } from '../items/item-store'

/** Servers' embedding models put unrelated texts nearer to each other than the built-in one does. */
export const ENDPOINT_MEANING_FLOOR: MeaningFloor = { weak: 0.4, sure: 0.55 }
/** Vectors of the last queries: the same words are asked for again when the list is opened, and when typing goes back. */
const KEPT_VECTORS = 100

export interface SessionSearchDeps {
  vectorIndex: CurrentIndex
  embedder: Embedder
  db: VaultDatabase
  now: () => number
  textIndex: TextIndex
  items: ItemStore
  attachments: AttachmentStore
  /** The items with the texts of their files, as they were embedded. */
  itemTexts: Pick<ItemStore, 'find'>
  itemLists: ItemListStore
  vectors: ReturnType<typeof createVectorStore>
}

export interface SessionSearchOptions {
  limit: number
  /** Nothing that they may not see is found. */
  viewer: Viewer
  /** What is found by meaning joins only when it is there at once. */
  quick?: boolean
}

/** Search over words and meaning in an open vault. */
export function createSessionSearch({
  db,
  now,
  textIndex,
  vectorIndex,
  embedder,
  items,
  attachments,
  itemTexts,
  itemLists,
  vectors,
}: SessionSearchDeps) {
  const scopes = createSearchScopeStore(db)
  const kept = new Map<string, Promise<Float32Array | undefined>>()
  let typing: AbortController | undefined

  function keep(key: string, made: Promise<Float32Array | undefined>): void {
    kept.set(key, made)
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT_VECTORS) break
      kept.delete(oldest)
    }
    made.catch(() => kept.get(key) === made && kept.delete(key))
  }

  /** By the model in force when it is searched for: another may have come into force while the vector was made. */
  async function embedQuery(text: string, { signal, quick }: { signal: AbortSignal; quick: boolean }): Promise<MadeVector | null | 'late'> {
    if (!vectorIndex.hasVectors()) return null
    const model = embedder.current()
    const key = `${model.modelId}\n${text}`
    if (!kept.has(key)) {
      // A server is not asked for the beginnings of words.
      if (quick && !model.isBuiltin) return 'late'
      let stop = signal
      if (quick) {
        // What was typed before is no longer asked for.
        typing?.abort()
        typing = new AbortController()
        stop = typing.signal
      }
      keep(
        key,
        model.embed([text], { signal: stop, urgent: true }).then(([vector]) => vector),
      )
    }
    const vector = await kept.get(key)
    if (model.modelId !== embedder.modelId()) return embedQuery(text, { signal, quick })
    return vector ? { modelId: model.modelId, vector } : null
  }

  const pieceOf = createNearestPiece({ vectors, contentHash: (id) => items.find(id)?.content_hash ?? null })
  /** What was embedded is the item with its files; a piece of a file is not in the body. */
  function nearestPiece(item: SearchableItem, query: MadeVector): number | null {
    const body = itemTexts.find(item.id)?.body ?? item.body
    const at = pieceOf({ ...item, body }, query)
    return at !== null && at < item.body.length ? at : null
  }

  function loadAttached(id: string): AttachedText | null {
    const attachment = attachments.find(id)
    if (!attachment) return null
    const { text, pageStarts } = attachments.text(id) ?? { text: '', pageStarts: null }
    return { id, name: attachment.name, text, pageStarts: attachment.kind === 'pdf' ? pageStarts : null }
  }

  const hybrid = (viewer: Viewer) =>
    createHybridSearch<MadeVector>({
      textIndex,
      scopes,
      viewer,
      now,
      vectorIndex: { search: vectorIndex.nearest, compare: vectorIndex.compare },
      embedQuery,
      meaningFloor: () => (embedder.current().isBuiltin ? DEFAULT_MEANING_FLOOR : ENDPOINT_MEANING_FLOOR),
      nearestPiece,
      loadAttached,
      loadItems: (ids) => itemLists.searchRows(ids, viewer),
    })
  const searchAll = hybrid(theVault)
  const searchShared = hybrid(sharedOnly)

  return (query: string, { limit, viewer, quick = false }: SessionSearchOptions): Promise<SearchAnswer> =>
    (viewer.seesPrivate ? searchAll : searchShared).search(query, limit, { quick })
}
