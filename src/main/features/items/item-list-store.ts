import type { Place } from '../../../shared/contract/items'
import type { ItemSummary } from '../../../shared/entities'
import type { VaultDatabase } from '../../core/db/open-database'
import { isShared, isVisible, maxPrivate } from '../../core/privacy/private-rows'
import type { Viewer } from '../../core/privacy/viewer'
import { foldTag } from '../../core/text/item-text'
import { IS_STALE, STALE_COUNT, STALE_IDS } from './confidence-store'
import { SUMMARY_COLUMNS, SUMMARY_JOINS, type SummaryRow, toItemSummary } from './item-store'
import { STALE_TAG_ID } from './tag-store'

export type ItemSort = 'newest' | 'oldest' | 'updated' | 'title'

export interface ItemQuery {
  place: Place
  tag?: string | undefined
  sort: ItemSort
  cursor?: string | undefined
  limit: number
  /** Leaves out items that stay here. */
  viewer: Viewer
}

const places: Record<Place, string> = {
  all: 'i.deleted_at IS NULL',
  inbox: `i.deleted_at IS NULL AND i.kind = 'thought' AND i.pinned = 0 AND NOT EXISTS (SELECT 1 FROM item_tags x WHERE x.item_id = i.id AND x.tag_id <> ${STALE_TAG_ID})
    AND NOT EXISTS (SELECT 1 FROM theses x WHERE x.item_id = i.id)`,
  pinned: 'i.deleted_at IS NULL AND i.pinned = 1',
  theses: `i.deleted_at IS NULL AND EXISTS (SELECT 1 FROM theses x WHERE x.item_id = i.id AND (x.output IS NOT NULL OR x.status <> 'failed'))`,
  briefings: 'i.deleted_at IS NULL AND EXISTS (SELECT 1 FROM briefings x WHERE x.item_id = i.id AND x.deleted_at IS NULL)',
  stale: `i.id IN (${STALE_IDS})`,
  trash: 'i.deleted_at IS NOT NULL',
}

const sorts: Record<ItemSort, { order: string; after: string; key: (row: SummaryRow) => string | number }> = {
  newest: { order: 'i.created_at DESC, i.id DESC', after: '(i.created_at, i.id) < (?, ?)', key: (row) => row.created_at },
  oldest: { order: 'i.created_at, i.id', after: '(i.created_at, i.id) > (?, ?)', key: (row) => row.created_at },
  updated: { order: 'i.updated_at DESC, i.id DESC', after: '(i.updated_at, i.id) < (?, ?)', key: (row) => row.updated_at },
  title: { order: 'i.title COLLATE NOCASE, i.id', after: '(i.title COLLATE NOCASE, i.id) > (?, ?)', key: (row) => row.title },
}

export interface SearchRow {
  id: string
  title: string
  summary: string
  body: string
  createdAt: number
}

export interface ItemListStore {
  list(query: ItemQuery, now: number): { items: ItemSummary[]; total: number; nextCursor: string | null }
  count(place: Place, viewer: Viewer, now?: number): number
  /** What search shows of these items; none of the trash. */
  searchRows(ids: readonly string[], viewer: Viewer): SearchRow[]
}

/** Pages of items by place, tag and order. */
export function createItemListStore(db: VaultDatabase): ItemListStore {
  const staleCount = db.prepare<[number], number>(STALE_COUNT).pluck()
  const stalePrivateCount = db
    .prepare<[number], number>(`SELECT COUNT(*) FROM items i WHERE i.private = 1 AND i.deleted_at IS NULL AND ${IS_STALE}`)
    .pluck()
  const itemCount = db.prepare<[], number>('SELECT COUNT(*) FROM items WHERE deleted_at IS NULL').pluck()

  const searchRows = db.prepare<[string, number], SearchRow>(
    `SELECT id, title, CASE summary WHEN '' THEN excerpt ELSE summary END AS summary, body, created_at AS createdAt FROM items
     WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL AND ${isVisible('private')}`,
  )

  /** Where a fourth of all items is stale or more, walking through them finds a page sooner than collecting all the stale ones. */
  function mostAreStale(now: number): boolean {
    return (staleCount.get(now) ?? 0) * 4 >= (itemCount.get() ?? 0)
  }

  function where(query: Pick<ItemQuery, 'place' | 'tag' | 'viewer'>, now: number): { sql: string; values: (string | number)[] } {
    const conditions = [query.place === 'stale' && mostAreStale(now) ? `i.deleted_at IS NULL AND ${IS_STALE}` : places[query.place]]
    const values: (string | number)[] = query.place === 'stale' ? [now] : []
    if (query.tag !== undefined) {
      conditions.push('i.id IN (SELECT it.item_id FROM item_tags it JOIN tags t ON t.id = it.tag_id WHERE t.folded = ?)')
      values.push(foldTag(query.tag))
    }
    if (!query.viewer.seesPrivate) conditions.push(isShared('i.private'))
    return { sql: conditions.join(' AND '), values }
  }

  function countOf(query: Pick<ItemQuery, 'place' | 'tag' | 'viewer'>, now: number): number {
    if (query.place === 'stale' && query.tag === undefined)
      return (staleCount.get(now) ?? 0) - (query.viewer.seesPrivate ? 0 : (stalePrivateCount.get(now) ?? 0))
    const { sql, values } = where(query, now)
    return db.prepare<unknown[], { count: number }>(`SELECT COUNT(*) AS count FROM items i WHERE ${sql}`).get(...values)?.count ?? 0
  }

  return {
    list(query, now) {
      const sort =
        query.place === 'trash'
          ? {
              ...sorts.newest,
              order: 'i.deleted_at DESC, i.id DESC',
              after: '(i.deleted_at, i.id) < (?, ?)',
              key: (row: SummaryRow) => row.deleted_at ?? 0,
            }
          : sorts[query.sort]
      const { sql, values } = where(query, now)
      const cursor = parseCursor(query.cursor)
      const conditions = cursor ? `${sql} AND ${sort.after}` : sql
      const rows = db
        .prepare<unknown[], SummaryRow>(
          `SELECT ${SUMMARY_COLUMNS} FROM items i ${SUMMARY_JOINS} WHERE ${conditions} ORDER BY ${sort.order} LIMIT ?`,
        )
        .all(...values, ...(cursor ?? []), query.limit + 1)
      const page = rows.slice(0, query.limit)
      const last = page.at(-1)
      return {
        items: page.map((row) => toItemSummary(row, now)),
        total: countOf(query, now),
        nextCursor: rows.length > query.limit && last ? JSON.stringify([sort.key(last), last.id]) : null,
      }
    },
    count: (place, viewer, now = 0) => countOf({ place, viewer }, now),
    searchRows: (ids, viewer) => searchRows.all(JSON.stringify(ids), maxPrivate(viewer)),
  }
}

function parseCursor(cursor: string | undefined): [string | number, string] | null {
  if (cursor === undefined) return null
  try {
    const parsed: unknown = JSON.parse(cursor)
    if (!Array.isArray(parsed) || parsed.length !== 2) return null
    const [key, id] = parsed
    return (typeof key === 'string' || typeof key === 'number') && typeof id === 'string' ? [key, id] : null
  } catch {
    return null
  }
}
