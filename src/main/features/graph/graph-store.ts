import type { ItemKind, LinkKind } from '../../../shared/entities'
import type { VaultDatabase } from '../../core/db/open-database'
import { STALE_TAG_ID } from '../items/tag-store'

export type GraphItemRow = [id: string, createdAt: number, kind: ItemKind, title: string]
export type GraphLinkRow = [row: number, from: string, to: string, kind: LinkKind, score: number]
export type GraphTagRow = [itemId: string, tagId: number]

export type GraphStore = ReturnType<typeof createGraphStore>

/**
 * The whole vault as items, links and tags, in pages, so that a large one is read in turns. None of the trash, no rejected link; a link
 * may lead to an item of the trash. Only what stands before the text of an item is read, so a long text costs nothing.
 */
export function createGraphStore(db: VaultDatabase) {
  const items = db
    .prepare<[number, string, number], GraphItemRow>(
      `SELECT id, created_at, kind, title FROM items INDEXED BY items_by_created
       WHERE deleted_at IS NULL AND (created_at, id) < (?, ?) ORDER BY created_at DESC, id DESC LIMIT ?`,
    )
    .raw()
  const links = db
    .prepare<[number, number], GraphLinkRow>(
      'SELECT rowid, from_id, to_id, kind, score FROM links WHERE rowid > ? AND rejected = 0 ORDER BY rowid LIMIT ?',
    )
    .raw()
  const itemTags = db
    .prepare<[string, number, number], GraphTagRow>(
      `SELECT item_id, tag_id FROM item_tags WHERE (item_id, tag_id) > (?, ?) AND tag_id <> ${STALE_TAG_ID} ORDER BY item_id, tag_id LIMIT ?`,
    )
    .raw()
  const tags = db.prepare<[], [id: number, name: string, folded: string]>('SELECT id, name, folded FROM tags').raw()

  return {
    /** Newest first, those after `last`. */
    items: (last: GraphItemRow | undefined, limit: number) => items.all(last?.[1] ?? Number.MAX_SAFE_INTEGER, last?.[0] ?? '', limit),
    links: (last: GraphLinkRow | undefined, limit: number) => links.all(last?.[0] ?? 0, limit),
    /** The tags that a person gave. */
    itemTags: (last: GraphTagRow | undefined, limit: number) => itemTags.all(last?.[0] ?? '', last?.[1] ?? -1, limit),
    tags: () => tags.all(),
  }
}
