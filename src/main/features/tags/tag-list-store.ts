import type { VaultDatabase } from '../../core/db/open-database'
import type { Viewer } from '../../core/privacy/viewer'
import { STALE_TAG_ID } from '../items/tag-store'

export interface TagRow {
  id: number
  name: string
  folded: string
  /** When an item got it last. */
  usedAt: number
}

export type CountedTag = TagRow & { count: number }

/** An item that has a tag, and whether it has the other one, too. */
export interface TaggedItem {
  itemId: string
  position: number
  had: boolean
}

export type TagListStore = ReturnType<typeof createTagListStore>

/** All tags, and what is done to a tag on all its items. Writes run inside the caller's transaction. */
export function createTagListStore(db: VaultDatabase) {
  const columns = 't.id, t.name, t.folded, t.used_at AS usedAt'
  const resting = `t.id <> ${STALE_TAG_ID} AND t.id NOT IN (SELECT from_id FROM tag_moves)`
  const all = db.prepare<[], TagRow>(`SELECT ${columns} FROM tags t WHERE ${resting}`)
  const byFolded = db.prepare<[string], TagRow>(`SELECT ${columns} FROM tags t WHERE t.folded = ? AND ${resting}`)
  // Counted over one index, and then without the few items that do not count: a join for each tag of each item takes many times longer.
  const uses = db.prepare<[], [id: number, count: number]>('SELECT tag_id, COUNT(*) FROM item_tags GROUP BY tag_id').raw()
  const usesOf = (which: string) =>
    db
      .prepare<[], [id: number, count: number]>(
        `SELECT it.tag_id, COUNT(*) FROM items i CROSS JOIN item_tags it WHERE it.item_id = i.id AND ${which} GROUP BY it.tag_id`,
      )
      .raw()
  const trashed = usesOf('i.deleted_at IS NOT NULL')
  const hidden = usesOf('i.private = 1 AND i.deleted_at IS NULL')

  const items = db.prepare<[number, number, number], { itemId: string; position: number; had: number }>(
    `SELECT it.item_id AS itemId, it.position, EXISTS (SELECT 1 FROM item_tags o WHERE o.item_id = it.item_id AND o.tag_id = ?) AS had
     FROM item_tags it WHERE it.tag_id = ? ORDER BY it.item_id LIMIT ?`,
  )
  const itemIds = db
    .prepare<[number, string, number], string>('SELECT item_id FROM item_tags WHERE tag_id = ? AND item_id > ? ORDER BY item_id LIMIT ?')
    .pluck()
  const moveRows = db.prepare('UPDATE OR IGNORE item_tags SET tag_id = ? WHERE tag_id = ? AND item_id BETWEEN ? AND ?')
  const removeRows = db.prepare('DELETE FROM item_tags WHERE tag_id = ? AND item_id BETWEEN ? AND ?')
  const attach = db.prepare('INSERT OR IGNORE INTO item_tags (item_id, tag_id, position) SELECT id, ?, ? FROM items WHERE id = ?')
  const detach = db.prepare('DELETE FROM item_tags WHERE item_id = ? AND tag_id = ?')
  const has = db.prepare<[string, number], number>('SELECT 1 FROM item_tags WHERE item_id = ? AND tag_id = ?').pluck()
  const countOf = db.prepare<[number], number>('SELECT COUNT(*) FROM item_tags WHERE tag_id = ?').pluck()
  const insert = db.prepare('INSERT INTO tags (name, folded, used_at) VALUES (?, ?, ?)')
  const rename = db.prepare('UPDATE tags SET name = ?, folded = ? WHERE id = ?')
  const use = db.prepare('UPDATE tags SET used_at = MAX(used_at, ?) WHERE id = ?')
  const remove = db.prepare(
    `DELETE FROM tags WHERE id = ? AND id <> ${STALE_TAG_ID} AND NOT EXISTS (SELECT 1 FROM item_tags it WHERE it.tag_id = tags.id)`,
  )

  const moves = db.prepare<[], { fromId: number; intoId: number | null }>('SELECT from_id AS fromId, into_id AS intoId FROM tag_moves')
  const addMove = db.prepare('INSERT OR REPLACE INTO tag_moves (from_id, into_id) VALUES (?, ?)')
  const endMove = db.prepare('DELETE FROM tag_moves WHERE from_id = ?')

  const outdate = db.prepare('INSERT OR IGNORE INTO tag_headings (item_id) SELECT id FROM items WHERE id = ?')
  const outdateRows = db.prepare(
    'INSERT OR IGNORE INTO tag_headings (item_id) SELECT item_id FROM item_tags WHERE tag_id = ? AND item_id BETWEEN ? AND ?',
  )
  const outdated = db.prepare<[number], string>('SELECT item_id FROM tag_headings LIMIT ?').pluck()
  const current = db.prepare('DELETE FROM tag_headings WHERE item_id = ?')

  const apart = db.prepare<[], [string, string]>('SELECT first, second FROM tags_apart').raw()
  const keepApart = db.prepare('INSERT OR IGNORE INTO tags_apart (first, second) VALUES (?, ?)')
  const forgetApart = db.prepare('DELETE FROM tags_apart WHERE first = ? AND second = ?')
  const inOrder = (one: string, other: string) => (one < other ? ([one, other] as const) : ([other, one] as const))

  return {
    /** Tags of items that are not in the trash, the most used first. What the viewer may not see does not count. */
    counted(viewer: Viewer): CountedTag[] {
      const counts = new Map(uses.all())
      for (const less of viewer.seesPrivate ? [trashed] : [trashed, hidden])
        for (const [id, count] of less.all()) counts.set(id, (counts.get(id) ?? 0) - count)
      return all
        .all()
        .map((tag) => ({ ...tag, count: counts.get(tag.id) ?? 0 }))
        .filter(({ count }) => count > 0)
        .sort((a, b) => b.count - a.count || (a.folded < b.folded ? -1 : 1))
    },
    /** By its folded name; null for the system's own, and for one whose items are on their way to another. */
    find: (folded: string): TagRow | null => byFolded.get(folded) ?? null,
    /** All its items, those in the trash, too. */
    countOf: (id: number) => countOf.get(id) ?? 0,
    create: (tag: Omit<TagRow, 'id'>): number => Number(insert.run(tag.name, tag.folded, tag.usedAt).lastInsertRowid),
    rename: (id: number, name: string, folded: string) => void rename.run(name, folded, id),
    /** Notes a use that was another tag's. */
    use: (id: number, at: number) => void use.run(at, id),
    /** Removes a tag that no item has; one that an item has stays. */
    removeEmpty: (id: number) => void remove.run(id),
    /** Some items that have the tag, and whether they have the other one. */
    items: (id: number, otherId: number | null, limit: number): TaggedItem[] =>
      items.all(otherId ?? -1, id, limit).map((row) => ({ ...row, had: row.had === 1 })),
    itemIds: (id: number, after: string, limit: number) => itemIds.all(id, after, limit),
    /** Gives the items of a tag from one id to another to another tag, or takes them off it where that is null. */
    moveRange(fromId: number, intoId: number | null, first: string, last: string): void {
      if (intoId !== null) moveRows.run(intoId, fromId, first, last)
      removeRows.run(fromId, first, last)
    },
    attach: (itemId: string, id: number, position: number) => void attach.run(id, position, itemId),
    detach: (itemId: string, id: number) => void detach.run(itemId, id),
    has: (itemId: string, id: number) => has.get(itemId, id) === 1,
    /** Tags whose items are on their way to another one, or to none. */
    moves: () => moves.all(),
    beginMove: (fromId: number, intoId: number | null) => void addMove.run(fromId, intoId),
    endMove: (fromId: number) => void endMove.run(fromId),
    /** Notes that the text index has earlier tags of this item. */
    outdate: (itemId: string) => void outdate.run(itemId),
    outdateRange: (id: number, first: string, last: string) => void outdateRows.run(id, first, last),
    outdated: (limit: number) => outdated.all(limit),
    isCurrent: (itemId: string) => void current.run(itemId),
    /** Pairs that are not to be merged, by folded name, each in order. */
    apart: () => apart.all(),
    setApart(one: string, other: string, isApart: boolean): void {
      const [first, second] = inOrder(one, other)
      ;(isApart ? keepApart : forgetApart).run(first, second)
    },
  }
}
