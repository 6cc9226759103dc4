import { STALE_TAG } from '../../../shared/confidence'
import type { VaultDatabase } from '../../core/db/open-database'
import { foldTag, tidyTag } from '../../core/text/item-text'

/** The row of the system's own tag `confidence:stale`. */
export const STALE_TAG_ID = 0
/** Behind all tags that a person gave. */
export const SYSTEM_TAG_POSITION = 1_000_000

export interface TagStore {
  /**
   * Replaces an item's tags. Tags that differ only in case, width or composition are one; the first spelling stays. The system's own tag is
   * neither added nor removed by this.
   */
  set(itemId: string, tags: readonly string[], now: number): void
  /** The tags that a person gave, in their order. */
  get(itemId: string): string[]
}

/** Which item has which tags. Tags that no item has any more go. */
export function createTagStore(db: VaultDatabase): TagStore {
  const byFolded = db.prepare<[string], number>('SELECT id FROM tags WHERE folded = ?').pluck()
  const insert = db.prepare('INSERT INTO tags (name, folded) VALUES (?, ?)')
  const attached = db.prepare<[string], number>(`SELECT tag_id FROM item_tags WHERE item_id = ? AND tag_id <> ${STALE_TAG_ID}`).pluck()
  const attach = db.prepare(
    `INSERT INTO item_tags (item_id, tag_id, position) VALUES (?, ?, ?) ON CONFLICT (item_id, tag_id) DO UPDATE SET position = excluded.position`,
  )
  const detach = db.prepare('DELETE FROM item_tags WHERE item_id = ? AND tag_id = ?')
  const use = db.prepare('UPDATE tags SET used_at = MAX(used_at, ?) WHERE id = ?')
  const ofItem = db
    .prepare<[string], string>(
      `SELECT t.name FROM item_tags it JOIN tags t ON t.id = it.tag_id WHERE it.item_id = ? AND it.tag_id <> ${STALE_TAG_ID} ORDER BY it.position`,
    )
    .pluck()
  const sweep = db.prepare(
    `DELETE FROM tags WHERE id = ? AND id <> ${STALE_TAG_ID} AND NOT EXISTS (SELECT 1 FROM item_tags it WHERE it.tag_id = tags.id)
       AND NOT EXISTS (SELECT 1 FROM tag_moves m WHERE m.into_id = tags.id)`,
  )

  return {
    set(itemId, tags, now) {
      const before = new Set(attached.all(itemId))
      const after = new Set<number>()
      for (const tag of tags) {
        const name = tidyTag(tag)
        const folded = foldTag(name)
        if (folded === '' || folded === STALE_TAG) continue
        const id = byFolded.get(folded) ?? Number(insert.run(name, folded).lastInsertRowid)
        if (after.has(id)) continue
        attach.run(itemId, id, after.size)
        if (!before.has(id)) use.run(now, id)
        after.add(id)
      }
      for (const id of before) {
        if (after.has(id)) continue
        detach.run(itemId, id)
        sweep.run(id)
      }
    },
    get: (itemId) => ofItem.all(itemId),
  }
}
