import type { VaultDatabase } from '../../core/db/open-database'
import type { Mention } from './wikilinks'

/** A name that an item's text uses, or once used, for another item. */
export interface WikilinkRow {
  name: string
  folded: string
  base: string
  target_id: string | null
  heading: string
  present: number
}

export interface FoundName extends Mention {
  name: string
  folded: string
  base: string
  targetId: string | null
  /** The part of the name that is not the title; empty when all of it is. */
  heading: string
  /** Where its first use begins, in UTF-16 units. */
  position: number
}

/** A name as the page needs it, with what it stands for now. */
export interface NamedItem {
  name: string
  heading: string
  target: { id: string; title: string; opening: string; createdAt: number; deletedAt: number | null; private: boolean } | null
}

export interface WikilinkStore {
  ofItem(itemId: string): WikilinkRow[]
  /** Writes the names of a text. A bound name that left it is kept as absent; an unbound one goes. */
  replace(itemId: string, names: readonly FoundName[]): void
  bind(itemId: string, name: string, targetId: string, heading: string): void
  /** Present names without an item which the folded title could stand for. */
  openFor(folded: string): { item_id: string; name: string; folded: string }[]
  /** Folded names, whole and base, by which texts name this item. */
  namesOf(targetId: string): string[]
  /** The items that a text names, without itself. */
  targets(itemId: string): string[]
  /** In the order of the text. */
  named(itemId: string): NamedItem[]
  /** Items whose text names this one, with the sentence; the first name of each. */
  mentions(targetId: string, title: string): Map<string, Mention>
  markUnread(itemId: string): void
  /** Ids of items whose names are to be read, newest first. */
  unread(limit: number): string[]
  isUnread(itemId: string): boolean
  markRead(itemId: string): void
}

/** Names in texts and what they stand for. A name keeps its item when that gets another title (docs/decisions/0008). */
export function createWikilinkStore(db: VaultDatabase): WikilinkStore {
  const ofItem = db.prepare<[string], WikilinkRow>(
    'SELECT name, folded, base, target_id, heading, present FROM wikilinks WHERE item_id = ?',
  )
  const put = db.prepare(
    `INSERT INTO wikilinks (item_id, name, folded, base, target_id, heading, present, position, mention, mark_start, mark_end)
     VALUES (?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?)
     ON CONFLICT (item_id, name) DO UPDATE SET target_id = excluded.target_id, heading = excluded.heading, present = 1,
       position = excluded.position, mention = excluded.mention, mark_start = excluded.mark_start, mark_end = excluded.mark_end`,
  )
  const leave = db.prepare(`UPDATE wikilinks SET present = 0, mention = '', mark_start = 0, mark_end = 0 WHERE item_id = ? AND name = ?`)
  const remove = db.prepare('DELETE FROM wikilinks WHERE item_id = ? AND name = ?')
  const bind = db.prepare('UPDATE wikilinks SET target_id = ?, heading = ? WHERE item_id = ? AND name = ?')
  const open = db.prepare<[string, string], { item_id: string; name: string; folded: string }>(
    `SELECT item_id, name, folded FROM wikilinks INDEXED BY wikilinks_open_folded WHERE target_id IS NULL AND folded = ? AND present = 1
     UNION SELECT item_id, name, folded FROM wikilinks INDEXED BY wikilinks_open_base WHERE target_id IS NULL AND base = ? AND present = 1`,
  )
  const namesOf = db.prepare<[string], { folded: string; base: string }>('SELECT folded, base FROM wikilinks WHERE target_id = ?')
  const targets = db.prepare<[string], { target_id: string }>(
    'SELECT DISTINCT target_id FROM wikilinks WHERE item_id = ? AND present = 1 AND target_id IS NOT NULL AND target_id <> item_id',
  )
  const named = db.prepare<
    [string],
    {
      name: string
      heading: string
      id: string | null
      title: string
      opening: string
      created_at: number
      deleted_at: number
      private: number
    }
  >(
    `SELECT w.name, w.heading, i.id, i.title, CASE WHEN i.summary <> '' THEN i.summary ELSE i.excerpt END AS opening, i.created_at, i.deleted_at, i.private
     FROM wikilinks w LEFT JOIN items i ON i.id = w.target_id WHERE w.item_id = ? AND w.present = 1 ORDER BY w.position`,
  )
  const mentions = db.prepare<
    [string],
    { item_id: string; name: string; heading: string; mention: string; mark_start: number; mark_end: number }
  >(
    `SELECT item_id, name, heading, mention, mark_start, mark_end FROM wikilinks WHERE target_id = ? AND present = 1 ORDER BY item_id, position DESC`,
  )
  const markUnread = db.prepare('INSERT OR IGNORE INTO wikilinks_unread VALUES (?)')
  const unread = db.prepare<[number], { item_id: string }>('SELECT item_id FROM wikilinks_unread ORDER BY item_id DESC LIMIT ?')
  const isUnread = db.prepare<[string], { item_id: string }>('SELECT item_id FROM wikilinks_unread WHERE item_id = ?')
  const markRead = db.prepare('DELETE FROM wikilinks_unread WHERE item_id = ?')

  return {
    ofItem: (itemId) => ofItem.all(itemId),
    replace(itemId, names) {
      const kept = new Set(names.map(({ name }) => name))
      for (const row of ofItem.all(itemId)) {
        if (kept.has(row.name)) continue
        if (row.target_id === null) remove.run(itemId, row.name)
        else if (row.present === 1) leave.run(itemId, row.name)
      }
      for (const { name, folded, base, targetId, heading, position, text, markStart, markEnd } of names)
        put.run(itemId, name, folded, base, targetId, heading, position, text, markStart, markEnd)
    },
    bind: (itemId, name, targetId, heading) => void bind.run(targetId, heading, itemId, name),
    openFor: (folded) => open.all(folded, folded),
    namesOf: (targetId) => [...new Set(namesOf.all(targetId).flatMap(({ folded, base }) => [folded, base]))],
    targets: (itemId) => targets.all(itemId).map((row) => row.target_id),
    named: (itemId) =>
      named.all(itemId).map((row) => ({
        name: row.name,
        heading: row.heading,
        target:
          row.id === null
            ? null
            : {
                id: row.id,
                title: row.title,
                opening: row.opening,
                createdAt: row.created_at,
                deletedAt: row.deleted_at,
                private: row.private === 1,
              },
      })),
    mentions: (targetId, title) =>
      new Map(
        mentions.all(targetId).map((row) => {
          const { mention: text, mark_start: markStart, mark_end: markEnd } = row
          // Words of the person's own in place of the name stay; the name itself is what the thought is called now.
          if (row.heading !== '' || text.slice(markStart, markEnd) !== row.name) return [row.item_id, { text, markStart, markEnd }]
          const named = `${text.slice(0, markStart)}${title}${text.slice(markEnd)}`
          return [row.item_id, { text: named, markStart, markEnd: markStart + title.length }]
        }),
      ),
    markUnread: (itemId) => void markUnread.run(itemId),
    unread: (limit) => unread.all(limit).map((row) => row.item_id),
    isUnread: (itemId) => isUnread.get(itemId) !== undefined,
    markRead: (itemId) => void markRead.run(itemId),
  }
}
