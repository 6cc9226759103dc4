import type { VaultDatabase } from '../../core/db/open-database'

/** A thought that has text, but no vector for it. `length` is that of its body. */
export interface UnembeddedItem {
  id: string
  contentHash: string
  private: boolean
  length: number
}

export interface CoveragePage {
  items: UnembeddedItem[]
  /** Where the next page begins; null at the end. */
  last: string | null
}

export interface EmbeddingCoverageStore {
  /**
   * Thoughts that have a vector of this model, and those that could have one: not blank, not in the trash, and without private ones unless
   * they count. Some 8 ms for 50,000 thoughts.
   */
  counts(modelId: string, withPrivate: boolean): { embedded: number; total: number }
  /** Among the next PAGE thoughts after an id, those that lack a vector of this model for what they say now and were not left out. */
  missing(modelId: string, afterId: string): CoveragePage
  /** The same, without those that have an embed job which is waiting, running or dead. */
  unasked(modelId: string, afterId: string): CoveragePage
  /** The next thoughts after an id that have a vector of this model for what they say now, by id. */
  embedded(modelId: string, afterId: string, limit: number): { id: string; contentHash: string }[]
  /** Whether there is such an item, also in the trash. */
  isThere(itemId: string): boolean
}

/** Thoughts looked at in one statement, some 2 ms. */
const PAGE = 500
/** As in the index `items_to_embed`, which is named because the planner would read bodies to sort by id. */
const HAS_TEXT = `i.deleted_at IS NULL AND NOT (i.title = 'Untitled' AND i.excerpt = '')`
const ITEMS = 'items i INDEXED BY items_to_embed'

/** Which thoughts have a vector and which lack one: questions over items and vectors together, answered from indexes alone. */
export function createEmbeddingCoverageStore(db: VaultDatabase): EmbeddingCoverageStore {
  const total = db.prepare<[], number>(`SELECT count(*) FROM ${ITEMS} WHERE ${HAS_TEXT}`).pluck()
  const totalShared = db.prepare<[], number>(`SELECT count(*) FROM ${ITEMS} WHERE ${HAS_TEXT} AND i.private = 0`).pluck()
  const withVector = db.prepare<[string], number>('SELECT count(*) FROM vectors WHERE model_id = ? AND chunk = 0').pluck()
  const inTrash = db
    .prepare<[string], number>(
      `SELECT count(*) FROM items i INDEXED BY items_deleted CROSS JOIN vectors v ON v.model_id = ? AND v.item_id = i.id AND v.chunk = 0
       WHERE i.deleted_at IS NOT NULL`,
    )
    .pluck()
  const kept = db
    .prepare<[string], number>(
      `SELECT count(*) FROM ${ITEMS} CROSS JOIN vectors v ON v.model_id = ? AND v.item_id = i.id AND v.chunk = 0 WHERE ${HAS_TEXT} AND i.private = 1`,
    )
    .pluck()
  const pageEnd = db
    .prepare<[string], string | null>(
      `SELECT max(id) FROM (SELECT i.id FROM ${ITEMS} WHERE ${HAS_TEXT} AND i.id > ? ORDER BY i.id LIMIT ${PAGE})`,
    )
    .pluck()
  const lacking = (condition: string) =>
    db.prepare<[string, string, string], Omit<UnembeddedItem, 'private'> & { private: number }>(
      `SELECT i.id, i.content_hash AS contentHash, i.private, length(i.body) AS length
       FROM ${ITEMS} LEFT JOIN vectors v INDEXED BY vectors_by_model ON v.model_id = ? AND v.item_id = i.id AND v.chunk = 0
       WHERE ${HAS_TEXT} AND i.id > ? AND i.id <= ? AND (v.item_id IS NULL OR v.content_hash <> i.content_hash) AND ${condition} ORDER BY i.id`,
    )
  const missing = lacking('NOT EXISTS (SELECT 1 FROM embedding_left_out o WHERE o.item_id = i.id AND o.content_hash = i.content_hash)')
  const unasked = lacking(
    `NOT EXISTS (SELECT 1 FROM jobs j WHERE j.item_id = i.id AND j.type = 'embed' AND j.status IN ('pending', 'running', 'dead'))`,
  )
  const embedded = db.prepare<[string, string, number], { id: string; contentHash: string }>(
    `SELECT v.item_id AS id, v.content_hash AS contentHash
     FROM vectors v INDEXED BY vectors_by_model CROSS JOIN ${ITEMS} ON i.id = v.item_id AND i.content_hash = v.content_hash
     WHERE v.model_id = ? AND v.chunk = 0 AND v.item_id > ? AND ${HAS_TEXT} ORDER BY v.item_id LIMIT ?`,
  )
  const there = db.prepare<[string], number>('SELECT 1 FROM items WHERE id = ?').pluck()

  function page(statement: ReturnType<typeof lacking>, modelId: string, afterId: string): CoveragePage {
    const last = pageEnd.get(afterId) ?? null
    if (last === null) return { items: [], last: null }
    return { items: statement.all(modelId, afterId, last).map((row) => ({ ...row, private: row.private === 1 })), last }
  }

  return {
    counts(modelId, withPrivate) {
      const count = (withPrivate ? total : totalShared).get() ?? 0
      const made = (withVector.get(modelId) ?? 0) - (inTrash.get(modelId) ?? 0) - (withPrivate ? 0 : (kept.get(modelId) ?? 0))
      return { embedded: Math.max(0, Math.min(made, count)), total: count }
    },
    missing: (modelId, afterId) => page(missing, modelId, afterId),
    unasked: (modelId, afterId) => page(unasked, modelId, afterId),
    embedded: (modelId, afterId, limit) => embedded.all(modelId, afterId, limit),
    isThere: (itemId) => there.get(itemId) !== undefined,
  }
}
