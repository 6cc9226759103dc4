import type { LinkedItem, LinkKind } from '../../../shared/entities'
import type { VaultDatabase } from '../../core/db/open-database'
import { maySee, type Viewer } from '../../core/privacy/viewer'

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
  ofItem(itemId: string, viewer: Viewer): LinkedItem[]
  reject(linkId: string, rejected: boolean): void
  /** Makes these the items that an item's text names, as links of kind `wikilink`. Returns the other ends that gained or lost one. */
  replaceNamed(itemId: string, targetIds: readonly string[], newId: () => string, now: number): string[]
  /** Adds a link by hand; one that is there, either way round, is kept and gets this reason. Returns its id. */
  addManual(link: { id: string; fromId: string; toId: string; reason: string }, now: number): string
  /** Adds a link of this kind unless it is there. */
  add(link: { id: string; fromId: string; toId: string; kind: LinkKind; reason: string }, now: number): void
  remove(linkId: string): void
  find(linkId: string): LinkRow | null
  /** Every link of an item with its direction, rejected ones too, best first; none to an item in the trash. */
  all(itemId: string, viewer: Viewer): DirectedLink[]
}

export interface LinkRow {
  id: string
  from_id: string
  to_id: string
  kind: LinkKind
  reason: string
  rejected: number
}

export interface DirectedLink extends LinkedItem {
  /** The item asked about is the one that links. */
  outgoing: boolean
  rejected: boolean
  private: boolean
}

/** More links of one item than this are no help to anybody. */
const MOST_LINKS = 500

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
  const reject = db.prepare('UPDATE links SET rejected = ? WHERE id = ?')
  const namedBy = db.prepare<[string], { id: string; to_id: string }>(`SELECT id, to_id FROM links WHERE from_id = ? AND kind = 'wikilink'`)
  const insert = db.prepare(
    `INSERT INTO links (id, from_id, to_id, kind, score, reason, created_at) VALUES (?, ?, ?, ?, 1, ?, ?) ON CONFLICT (from_id, to_id, kind) DO NOTHING`,
  )
  const manual = db.prepare<[string, string, string, string], { id: string }>(
    `SELECT id FROM links WHERE kind = 'manual' AND ((from_id = ? AND to_id = ?) OR (to_id = ? AND from_id = ?))`,
  )
  const setReason = db.prepare('UPDATE links SET reason = ? WHERE id = ?')
  const find = db.prepare<[string], LinkRow>('SELECT id, from_id, to_id, kind, reason, rejected FROM links WHERE id = ?')
  const all = db.prepare<
    [string, string, string],
    LinkRow & { score: number; other: string; title: string; created_at: number; private: number }
  >(
    `SELECT l.id, l.from_id, l.to_id, l.kind, l.score, l.reason, l.rejected, i.id AS other, i.title, i.created_at, i.private
     FROM (SELECT *, to_id AS other FROM links WHERE from_id = ? UNION ALL SELECT *, from_id AS other FROM links WHERE to_id = ?) l
     JOIN items i ON i.id = l.other WHERE i.deleted_at IS NULL AND i.id <> ? ORDER BY l.score DESC, l.created_at DESC, i.id LIMIT ${MOST_LINKS}`,
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
    ofItem(itemId, viewer) {
      return ofItem
        .all(itemId, itemId, itemId)
        .filter((row) => maySee(viewer, row))
        .map((row) => ({
          linkId: row.link_id,
          kind: row.kind,
          score: row.score,
          reason: row.reason,
          item: { id: row.id, title: row.title, createdAt: row.created_at },
        }))
    },
    reject: (linkId, rejected) => void reject.run(rejected ? 1 : 0, linkId),
    replaceNamed(itemId, targetIds, newId, now) {
      const wanted = new Set(targetIds)
      const changed: string[] = []
      for (const row of namedBy.all(itemId)) {
        if (wanted.delete(row.to_id)) continue
        remove.run(row.id)
        changed.push(row.to_id)
      }
      for (const target of wanted) if (insert.run(newId(), itemId, target, 'wikilink', '', now).changes > 0) changed.push(target)
      return changed
    },
    addManual({ id, fromId, toId, reason }, now) {
      const known = manual.get(fromId, toId, fromId, toId)
      if (known) {
        if (reason !== '') setReason.run(reason, known.id)
        return known.id
      }
      insert.run(id, fromId, toId, 'manual', reason, now)
      return id
    },
    add: ({ id, fromId, toId, kind, reason }, now) => void insert.run(id, fromId, toId, kind, reason, now),
    remove: (linkId) => void remove.run(linkId),
    find: (linkId) => find.get(linkId) ?? null,
    all: (itemId, viewer) =>
      all
        .all(itemId, itemId, itemId)
        .filter((row) => maySee(viewer, row))
        .map((row) => ({
          linkId: row.id,
          kind: row.kind,
          score: row.score,
          reason: row.reason,
          item: { id: row.other, title: row.title, createdAt: row.created_at },
          outgoing: row.from_id === itemId,
          rejected: row.rejected === 1,
          private: row.private === 1,
        })),
  }
}
