import { DAY_MS } from '../../../shared/timing'
import type { VaultDatabase } from '../../core/db/open-database'
import { isVisible, maxPrivate } from '../../core/privacy/private-rows'
import type { Viewer } from '../../core/privacy/viewer'
import { foldTag } from '../../core/text/item-text'

/** An item that a briefing may speak of. */
export interface BriefingCandidate {
  id: string
  title: string
  private: boolean
}

export interface BriefingScopeStore {
  /** Written or changed at or after this moment, newest first; what was collected comes after the person's own. At most `limit`. */
  since(time: number, limit: number): BriefingCandidate[]
  /** With this tag, newest first. */
  tagged(tag: string, limit: number): BriefingCandidate[]
  /** Of these ids the ones that are there and not in the trash, in the order given. */
  chosen(ids: readonly string[]): BriefingCandidate[]
  /**
   * Items that have rested: whose text was last changed between the two moments and has no briefing since, and that had none made by itself
   * within the last day. Oldest change first, none that the viewer may not see.
   */
  resting(changed: { from: number; to: number }, now: number, viewer: Viewer, limit: number): { id: string; length: number }[]
  /** How many briefings of single items were begun by themselves at or after this moment. */
  madeByThemselves(since: number): number
}

interface Row {
  id: string
  title: string
  private: number
}

/** Which items a briefing is about. Bodies are not read. */
export function createBriefingScopeStore(db: VaultDatabase): BriefingScopeStore {
  // Items without a word are told by their title and excerpt alone, since a body may be megabytes.
  const hasWords = `(i.given_title <> '' OR i.excerpt <> '' OR i.title <> 'Untitled')`
  const since = db.prepare<[number, number], Row>(
    `SELECT i.id, i.title, i.private FROM items i WHERE i.deleted_at IS NULL AND i.updated_at >= ? AND ${hasWords}
     ORDER BY i.kind = 'collected', i.updated_at DESC, i.id DESC LIMIT ?`,
  )
  const tagged = db.prepare<[string, number], Row>(
    `SELECT i.id, i.title, i.private FROM tags t JOIN item_tags it ON it.tag_id = t.id JOIN items i ON i.id = it.item_id
     WHERE t.folded = ? AND i.deleted_at IS NULL AND ${hasWords} ORDER BY i.updated_at DESC, i.id DESC LIMIT ?`,
  )
  const chosen = db.prepare<[string], Row>(
    `SELECT i.id, i.title, i.private FROM json_each(?) j JOIN items i ON i.id = j.value WHERE i.deleted_at IS NULL AND ${hasWords} ORDER BY j.key`,
  )
  const resting = db.prepare<[number, number, number, number, number], { id: string; length: number }>(
    `SELECT i.id, length(i.body) AS length FROM items i WHERE i.deleted_at IS NULL AND i.updated_at >= ? AND i.updated_at <= ? AND ${isVisible('i.private')}
       AND i.kind <> 'collected' AND NOT EXISTS (SELECT 1 FROM briefings b WHERE b.item_id = i.id
         AND (b.created_at >= i.updated_at OR (b.asked = 0 AND b.created_at > ?)))
     ORDER BY i.updated_at, i.id LIMIT ?`,
  )
  const made = db.prepare<[number], number>(`SELECT COUNT(*) FROM briefings WHERE scope = 'item' AND asked = 0 AND created_at >= ?`).pluck()
  const candidate = (row: Row): BriefingCandidate => ({ id: row.id, title: row.title, private: row.private === 1 })

  return {
    since: (time, limit) => since.all(time, limit).map(candidate),
    tagged: (tag, limit) => tagged.all(foldTag(tag), limit).map(candidate),
    chosen: (ids) => chosen.all(JSON.stringify([...new Set(ids)])).map(candidate),
    resting: ({ from, to }, now, viewer, limit) => resting.all(from, to, maxPrivate(viewer), now - DAY_MS, limit),
    madeByThemselves: (time) => made.get(time) ?? 0,
  }
}
