import type { VaultDatabase } from '../../core/db/open-database'
import { isVisible, maxPrivate } from '../../core/privacy/private-rows'
import type { Viewer } from '../../core/privacy/viewer'
import { foldTitle } from './wikilinks'

export interface TitleMatch {
  id: string
  title: string
  createdAt: number
  private: boolean
  /** Another item that is not in the trash has the same title. */
  twin: boolean
}

export interface TitleStore {
  /** Notes the title an item has now. True when it has another folded form than before, or had none. */
  set(itemId: string, title: string, now: number): boolean
  /** Says that a person means this item when several have its title. */
  pick(itemId: string, now: number): void
  /** The item that a folded title names: the one picked last, else the newest; never one in the trash, nor `except`. */
  find(folded: string, except: string): string | null
  /** Whether this folded title is the item's. */
  has(itemId: string, folded: string): boolean
  /**
   * Items whose title begins with the query, then those with all its words in their title, each kind last changed first; everything for an
   * empty query. None in the trash, none twice. Reads at most the titles: some 10 ms at 50,000.
   */
  complete(query: string, limit: number, options: { except?: string | undefined; viewer: Viewer }): TitleMatch[]
}

/** More words than this say nothing more about which title is meant. */
const MAX_WORDS = 6
const HIGHEST = '\u{10ffff}'

/** The titles of all items, folded, for finding an item by its name while a person types. */
export function createTitleStore(db: VaultDatabase): TitleStore {
  const present = db.prepare<[string], { folded: string }>('SELECT folded FROM item_titles WHERE item_id = ?')
  const put = db.prepare(
    `INSERT INTO item_titles (item_id, folded, changed_at) VALUES (?, ?, ?)
     ON CONFLICT (item_id) DO UPDATE SET folded = excluded.folded, changed_at = excluded.changed_at`,
  )
  const pick = db.prepare('UPDATE item_titles SET picked_at = ? WHERE item_id = ?')
  const find = db.prepare<[string, string], { item_id: string }>(
    `SELECT t.item_id FROM item_titles t JOIN items i ON i.id = t.item_id
     WHERE t.folded = ? AND t.item_id <> ? AND i.deleted_at IS NULL ORDER BY t.picked_at DESC, t.item_id DESC LIMIT 1`,
  )
  const shown = `i.deleted_at IS NULL AND i.id <> @except AND ${isVisible('i.private', '@upTo')}`
  const columns = `t.item_id AS id, i.title, i.created_at AS createdAt, i.private, t.folded,
    (SELECT COUNT(*) FROM item_titles o JOIN items p ON p.id = o.item_id
      WHERE o.folded = t.folded AND p.deleted_at IS NULL AND ${isVisible('p.private', '@upTo')}) > 1 AS twin`
  type Row = Omit<TitleMatch, 'twin' | 'private'> & { folded: string; twin: number; private: number }
  // CROSS JOIN keeps the order of reading: titles first, items only for those that fit.
  const beginning = db.prepare<[Record<string, unknown>], Row>(
    `SELECT ${columns} FROM
       (SELECT item_id, folded, changed_at FROM item_titles INDEXED BY item_titles_by_name WHERE folded >= @query AND folded < @query || '${HIGHEST}'
        ORDER BY changed_at DESC LIMIT @many) t CROSS JOIN items i ON i.id = t.item_id
     WHERE ${shown} ORDER BY t.folded = @query DESC, t.changed_at DESC LIMIT @limit`,
  )
  const words = Array.from({ length: MAX_WORDS }, (_, index) => `instr(t.folded, @w${index}) > 0`).join(' AND ')
  const anywhere = db.prepare<[Record<string, unknown>], Row>(
    `SELECT ${columns} FROM item_titles t INDEXED BY item_titles_recent CROSS JOIN items i ON i.id = t.item_id
     WHERE ${words} AND ${shown} ORDER BY t.changed_at DESC, t.item_id DESC LIMIT @limit`,
  )

  return {
    set(itemId, title, now) {
      const folded = foldTitle(title)
      const before = present.get(itemId)?.folded
      put.run(itemId, folded, now)
      return before !== folded
    },
    has: (itemId, folded) => folded !== '' && present.get(itemId)?.folded === folded,
    pick: (itemId, now) => void pick.run(now, itemId),
    find: (folded, except) => (folded === '' ? null : (find.get(folded, except)?.item_id ?? null)),
    complete(query, limit, { except, viewer }) {
      const folded = foldTitle(query)
      const given = { except: except ?? '', upTo: maxPrivate(viewer), limit }
      const found: Row[] = folded === '' ? [] : beginning.all({ ...given, query: folded, many: limit * 20 })
      if (found.length < limit) {
        const list = folded.split(' ').slice(0, MAX_WORDS)
        const asked = Object.fromEntries(Array.from({ length: MAX_WORDS }, (_, index) => [`w${index}`, list[index] ?? list[0] ?? '']))
        const known = new Set(found.map(({ id }) => id))
        for (const row of anywhere.all({ ...given, ...asked, limit: limit + found.length })) if (!known.has(row.id)) found.push(row)
      }
      return found
        .slice(0, limit)
        .map(({ id, title, createdAt, ...row }) => ({ id, title, createdAt, private: row.private === 1, twin: row.twin === 1 }))
    },
  }
}
