import { STALE_BELOW, WEEKLY_RATE } from '../../../shared/confidence'
import { WEEK_MS } from '../../../shared/timing'
import type { VaultDatabase } from '../../core/db/open-database'
import { STALE_TAG_ID, SYSTEM_TAG_POSITION } from './tag-store'

/** The different scores, lowest first, each found in the index without reading what lies between. */
const SCORES = `
  WITH RECURSIVE scores(score) AS (
    SELECT MIN(confidence) FROM items WHERE deleted_at IS NULL
    UNION ALL
    SELECT (SELECT MIN(confidence) FROM items WHERE deleted_at IS NULL AND confidence > score) FROM scores WHERE score IS NOT NULL
  )`
const STALE_ENTRIES = `FROM scores CROSS JOIN items s
  WHERE s.deleted_at IS NULL AND s.confidence = scores.score
    AND s.last_validated_at < ? - CASE WHEN scores.score < ${STALE_BELOW} THEN -1e15
      ELSE ${WEEK_MS}.0 * ln(${STALE_BELOW} / scores.score) / ln(${WEEKLY_RATE}) END`

/** The ids of stale items that are not in the trash; its one parameter is the present time. Reads only stale entries of one index. */
export const STALE_IDS = `${SCORES} SELECT s.id ${STALE_ENTRIES}`
/** How many those are. */
export const STALE_COUNT = `${SCORES} SELECT COUNT(*) ${STALE_ENTRIES}`
/** The same for one row `i`, with the same parameter: for walking through items most of which are stale. */
export const IS_STALE = `(i.confidence * pow(${WEEKLY_RATE}, max(0, ? - i.last_validated_at) / ${WEEK_MS}.0) < ${STALE_BELOW})`

export interface Validated {
  id: string
  score: number
  at: number
  marked: boolean
}

export interface ConfidenceStore {
  /** The different scores of items that are not in the trash. */
  scores(): number[]
  /** Items of a score that are not in the trash, in order of their clocks, after the last one of the page before. */
  ofScore(score: number, after: { at: number; id: string }, limit: number): { id: string; at: number; marked: boolean }[]
  find(id: string): Validated | null
  setMark(id: string, marked: boolean): void
  /** Sets the clock to now and keeps the earlier one. False when there is no such item. */
  review(id: string, now: number): boolean
  /** Sets the clock back to what it was before the last review; false when something else has set it since. */
  takeBack(id: string): boolean
}

type Row = Omit<Validated, 'marked'> & { marked: number }
const MARKED = `EXISTS (SELECT 1 FROM item_tags x WHERE x.item_id = i.id AND x.tag_id = ${STALE_TAG_ID}) AS marked`
const COLUMNS = 'i.id, i.confidence AS score, i.last_validated_at AS at'

/** Clocks of confidence, and the mark of what is stale. Writes run inside the caller's transaction. */
export function createConfidenceStore(db: VaultDatabase): ConfidenceStore {
  const lowest = db.prepare<[], number | null>('SELECT MIN(confidence) FROM items WHERE deleted_at IS NULL').pluck()
  const above = db.prepare<[number], number | null>('SELECT MIN(confidence) FROM items WHERE deleted_at IS NULL AND confidence > ?').pluck()
  const page = db.prepare<[number, number, string, number], { id: string; at: number; marked: number }>(
    `SELECT i.id, i.last_validated_at AS at, ${MARKED} FROM items i
     WHERE i.deleted_at IS NULL AND i.confidence = ? AND (i.last_validated_at, i.id) > (?, ?)
     ORDER BY i.last_validated_at, i.id LIMIT ?`,
  )
  const find = db.prepare<[string], Row>(`SELECT ${COLUMNS}, ${MARKED} FROM items i WHERE i.id = ?`)
  const mark = db.prepare(`INSERT OR IGNORE INTO item_tags (item_id, tag_id, position) VALUES (?, ${STALE_TAG_ID}, ${SYSTEM_TAG_POSITION})`)
  const unmark = db.prepare(`DELETE FROM item_tags WHERE item_id = ? AND tag_id = ${STALE_TAG_ID}`)
  const setClock = db.prepare('UPDATE items SET last_validated_at = ? WHERE id = ?')
  const keepReview = db.prepare('INSERT OR IGNORE INTO item_reviews (item_id, at, earlier_at) VALUES (?, ?, ?)')
  const lastReview = db.prepare<[string], { at: number; earlier_at: number }>(
    `SELECT r.at, r.earlier_at FROM item_reviews r JOIN items i ON i.id = r.item_id AND i.last_validated_at = r.at WHERE r.item_id = ?`,
  )
  const forgetReview = db.prepare('DELETE FROM item_reviews WHERE item_id = ? AND at = ?')

  function found(id: string): Validated | null {
    const row = find.get(id)
    return row ? { ...row, marked: row.marked === 1 } : null
  }

  return {
    scores() {
      const scores: number[] = []
      for (let score = lowest.get() ?? null; score !== null; score = above.get(score) ?? null) scores.push(score)
      return scores
    },
    ofScore: (score, after, limit) => page.all(score, after.at, after.id, limit).map((row) => ({ ...row, marked: row.marked === 1 })),
    find: found,
    setMark: (id, marked) => void (marked ? mark : unmark).run(id),
    review(id, now) {
      const item = found(id)
      if (!item) return false
      keepReview.run(id, now, item.at)
      setClock.run(now, id)
      return true
    },
    takeBack(id) {
      const last = lastReview.get(id)
      if (!last) return false
      setClock.run(last.earlier_at, id)
      forgetReview.run(id, last.at)
      return true
    },
  }
}
