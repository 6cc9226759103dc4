import type { VaultDatabase } from '../db/open-database'
import { foldTag, tidyTag } from '../domain/item-text'

export interface TagStore {
  /** Replaces an item's tags. Tags that differ only in case, width or composition are one; the first spelling stays. */
  set(itemId: string, tags: readonly string[]): void
  get(itemId: string): string[]
}

/** Tags and which item has which. */
export function createTagStore(db: VaultDatabase): TagStore {
  const byFolded = db.prepare<[string], { id: number }>('SELECT id FROM tags WHERE folded = ?')
  const insert = db.prepare('INSERT INTO tags (name, folded) VALUES (?, ?)')
  const clear = db.prepare('DELETE FROM item_tags WHERE item_id = ?')
  const attach = db.prepare('INSERT OR IGNORE INTO item_tags (item_id, tag_id, position) VALUES (?, ?, ?)')
  const ofItem = db.prepare<[string], { name: string }>(
    'SELECT t.name FROM item_tags it JOIN tags t ON t.id = it.tag_id WHERE it.item_id = ? ORDER BY it.position',
  )
  const sweep = db.prepare('DELETE FROM tags WHERE NOT EXISTS (SELECT 1 FROM item_tags it WHERE it.tag_id = tags.id)')

  return {
    set(itemId, tags) {
      clear.run(itemId)
      for (const [position, tag] of tags.entries()) {
        const name = tidyTag(tag)
        if (name === '') continue
        const folded = foldTag(name)
        const id = byFolded.get(folded)?.id ?? Number(insert.run(name, folded).lastInsertRowid)
        attach.run(itemId, id, position)
      }
      sweep.run()
    },
    get: (itemId) => ofItem.all(itemId).map(({ name }) => name),
  }
}
