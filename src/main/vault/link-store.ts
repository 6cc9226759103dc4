import type { LinkedItem, LinkKind } from '../../shared/entities'
import type { VaultDatabase } from '../db/open-database'

export interface AutoLink {
  id: string
  itemId: string
  score: number
  reason: string
}

export interface LinkStore {
  /** Makes these the auto links of an item. Links a person rejected stay rejected. Returns the ids of the other ends that gained or lost one. */
  replaceAuto(itemId: string, links: readonly AutoLink[], now: number): string[]
  /** Links of an item from both directions, best first; none to a deleted item, none rejected. */
  ofItem(itemId: string, hidePrivate: boolean): LinkedItem[]
  reject(linkId: string, rejected: boolean): { fromId: string; toId: string } | null
}

/** Links between items. An auto link is one row whatever its direction: the smaller id stands first. */
export function createLinkStore(db: VaultDatabase): LinkStore {
  const autoOf = db.prepare<[string, string], { id: string; from_id: string; to_id: string; rejected: number }>(
    `SELECT id, from_id, to_id, rejected FROM links WHERE kind = 'auto' AND (from_id = ? OR to_id = ?)`,
  )
  const remove = db.prepare('DELETE FROM links WHERE id = ?')
  const upsert = db.prepare(
    `INSERT INTO links (id, from_id, to_id, kind, score, reason, created_at) VALUES (?, ?, ?, 'auto', ?, ?, ?)
     ON CONFLICT (from_id, to_id, kind) DO UPDATE SET score = excluded.score, reason = excluded.reason`,
  )
  const ofItem = db.prepare<
    [string, string, string],
    { link_id: string; kind: LinkKind; score: number; reason: string; id: string; title: string; created_at: number; private: number }
  >(
    `SELECT l.id AS link_id, l.kind, l.score, l.reason, i.id, i.title, i.created_at, i.private
     FROM (SELECT *, to_id AS other FROM links WHERE from_id = ? UNION ALL SELECT *, from_id AS other FROM links WHERE to_id = ?) l
     JOIN items i ON i.id = l.other WHERE l.rejected = 0 AND i.deleted_at IS NULL AND i.id <> ? ORDER BY l.score DESC, i.id LIMIT 200`,
  )
  const reject = db.prepare<[number, string], { from_id: string; to_id: string }>(
    'UPDATE links SET rejected = ? WHERE id = ? RETURNING from_id, to_id',
  )

  return {
    replaceAuto(itemId, links, now) {
      const wanted = new Set(links.map((link) => link.itemId))
      const changed = new Set<string>()
      const known = new Set<string>()
      for (const row of autoOf.all(itemId, itemId)) {
        const other = row.from_id === itemId ? row.to_id : row.from_id
        known.add(other)
        if (row.rejected === 0 && !wanted.has(other)) {
          remove.run(row.id)
          changed.add(other)
        }
      }
      for (const link of links) {
        const [first, second] = itemId < link.itemId ? [itemId, link.itemId] : [link.itemId, itemId]
        upsert.run(link.id, first, second, link.score, link.reason, now)
        if (!known.has(link.itemId)) changed.add(link.itemId)
      }
      return [...changed]
    },
    ofItem(itemId, hidePrivate) {
      return ofItem
        .all(itemId, itemId, itemId)
        .filter((row) => !hidePrivate || row.private === 0)
        .map((row) => ({
          linkId: row.link_id,
          kind: row.kind,
          score: row.score,
          reason: row.reason,
          item: { id: row.id, title: row.title, createdAt: row.created_at },
        }))
    },
    reject(linkId, rejected) {
      const row = reject.get(rejected ? 1 : 0, linkId)
      return row ? { fromId: row.from_id, toId: row.to_id } : null
    },
  }
}
