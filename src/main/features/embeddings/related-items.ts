import { maySee, type Viewer } from '../../core/privacy/viewer'
import type { ItemRow, ItemStore } from '../items/item-store'
import type { Embedding } from './embedding'

/** An earlier thought that lies near in meaning. */
export interface RelatedItem {
  id: string
  title: string
  body: string
  createdAt: number
  /** Cosine, 0 to 1. */
  score: number
  /** It came from a peer: somebody else's words, which nobody here has checked. */
  fromPeer?: boolean
}

export interface RelatedItemsDeps {
  items: ItemStore
  embedding: Embedding
  /** Cosine under which two thoughts are not called related. */
  floor: () => number
}

/** Bodies of neighbours are read up to here; the neighbour is context, not the subject. */
const NEIGHBOUR_LENGTH = 4000

/**
 * The nearest other items, best first, none deleted, none below the floor. None that the viewer may not
 * see: the text of a private one may not reach another computer. With `only`, none but these are looked at.
 */
export function createRelatedItems(deps: RelatedItemsDeps) {
  return async function relatedItems(
    item: ItemRow,
    limit: number,
    viewer: Viewer,
    signal: AbortSignal,
    only?: ReadonlySet<string>,
  ): Promise<RelatedItem[]> {
    const made = await deps.embedding.vectorOf(item, signal)
    if (made === null) return []
    const scope = { exclude: new Set([item.id]), minScore: deps.floor(), ...(only === undefined ? {} : { only }) }
    const hits = await deps.embedding.nearest(made, limit * 3 + 1, scope)
    const related: RelatedItem[] = []
    for (const hit of hits) {
      const other = deps.items.find(hit.id)
      if (!other || other.deleted_at !== null || !maySee(viewer, other)) continue
      related.push({
        id: other.id,
        title: other.title,
        body: other.body.slice(0, NEIGHBOUR_LENGTH),
        createdAt: other.created_at,
        score: hit.score,
        ...(other.source === 'hive' ? { fromPeer: true } : {}),
      })
      if (related.length === limit) break
    }
    return related
  }
}

export type RelatedItems = ReturnType<typeof createRelatedItems>
