import type { CollectedFacts, CollectedItem, Collection } from '../../../shared/contract/collect'
import { AppError } from '../../../shared/errors'
import type { VaultDatabase } from '../../core/db/open-database'
import { isVisible, maxPrivate } from '../../core/privacy/private-rows'
import type { Viewer } from '../../core/privacy/viewer'
import { looseUrl } from '../../core/text/normalize-url'
import { RUN_STATUS } from './collect-run-store'

/** An item of a collection with what the vault says of the item itself. */
export interface MemberRow {
  itemId: string
  collectionId: string
  facts: CollectedFacts
  title: string
  summary: string
  contentHash: string
  isPrivate: boolean
  isTrashed: boolean
}

export type CollectionRow = Pick<Collection, 'id' | 'name' | 'description' | 'prompt' | 'createdAt' | 'updatedAt'>

export interface MemberQuery {
  category?: string | undefined
  tag?: string | undefined
  sort: 'name' | 'category' | 'newest'
  cursor?: string | undefined
  limit: number
  /** For programs: items that stay here are left out. */
  viewer: Viewer
}

interface StoredMember {
  item_id: string
  collection_id: string
  facts: string
  title: string
  summary: string
  summary_by: string
  content_hash: string
  private: number
  deleted_at: number | null
  updated_at: number
  picture_id: string | null
  category: string
}

const MEMBER = `m.item_id, m.collection_id, m.facts, m.updated_at, m.category, i.title, i.summary, i.summary_by, i.content_hash, i.private, i.deleted_at,
  (SELECT a.id FROM attachments a WHERE a.item_id = m.item_id AND a.kind = 'image' AND a.removed_at IS NULL ORDER BY a.id LIMIT 1) AS picture_id`
const FROM = 'FROM collection_items m JOIN items i ON i.id = m.item_id'
const VISIBLE = `i.deleted_at IS NULL AND ${isVisible('i.private')}`
const TAGGED = "(? IS NULL OR EXISTS (SELECT 1 FROM json_each(m.facts, '$.tags') t WHERE lower(t.value) = lower(?)))"

const orders = {
  name: { key: 'lower(i.title)', order: 'ASC', than: '>' },
  category: { key: 'lower(m.category) || char(1) || lower(i.title)', order: 'ASC', than: '>' },
  newest: { key: 'i.created_at', order: 'DESC', than: '<' },
} as const

/** Statements whose plans a test looks at. */
export const collectionSql = {
  bySlug: `SELECT ${MEMBER} ${FROM} WHERE m.collection_id = ? AND m.slug = ?`,
  byUrl: 'SELECT item_id FROM collection_items WHERE collection_id = ? AND loose_url = ?',
  members: `SELECT ${MEMBER} ${FROM} WHERE m.collection_id = ? AND m.item_id > ? ORDER BY m.item_id LIMIT ?`,
  ofItem: `SELECT ${MEMBER} ${FROM} WHERE m.item_id = ?`,
  list: `SELECT c.*,
      (SELECT count(*) ${FROM} WHERE m.collection_id = c.id AND ${VISIBLE}) AS items,
      (SELECT count(*) FROM collect_runs r JOIN collect_proposals p ON p.run_id = r.id AND p.decision IS NULL
        WHERE r.collection_id = c.id AND r.finished_at IS NOT NULL) AS undecided,
      r.id AS run_id, r.job_id, ${RUN_STATUS} AS run_status, r.finished_at
    FROM collections c
    LEFT JOIN collect_runs r ON r.id = (SELECT id FROM collect_runs WHERE collection_id = c.id ORDER BY created_at DESC, id DESC LIMIT 1)
    LEFT JOIN jobs j ON j.id = r.job_id
    WHERE ? IS NULL OR c.id = ? ORDER BY lower(c.name), c.id`,
}

type ListRow = {
  id: string
  name: string
  description: string
  prompt: string
  created_at: number
  updated_at: number
  items: number
  undecided: number
  run_id: string | null
  job_id: string | null
  run_status: NonNullable<Collection['lastRun']>['status'] | null
  finished_at: number | null
}

/** Collections, and which items of the vault are in them. Writes run inside the caller's transaction. */
export function createCollectionStore(db: VaultDatabase) {
  const list = db.prepare<[number, string | null, string | null], ListRow>(collectionSql.list)
  const row = db.prepare<[string], Omit<ListRow, 'items'>>('SELECT * FROM collections WHERE id = ?')
  const insert = db.prepare('INSERT INTO collections (id, name, description, prompt, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)')
  const update = db.prepare('UPDATE collections SET name = ?, description = ?, prompt = ?, updated_at = ? WHERE id = ?')
  const remove = db.prepare('DELETE FROM collections WHERE id = ?')
  const bySlug = db.prepare<[string, string], StoredMember>(collectionSql.bySlug)
  const byUrl = db.prepare<[string, string], string>(collectionSql.byUrl).pluck()
  const ofItem = db.prepare<[string], StoredMember>(collectionSql.ofItem)
  const members = db.prepare<[string, string, number], StoredMember>(collectionSql.members)
  const change = db.prepare(
    'UPDATE collection_items SET loose_url = ?, name = ?, category = ?, facts = ?, updated_at = ? WHERE item_id = ?',
  )
  const put = db.prepare(
    'INSERT INTO collection_items (item_id, collection_id, slug, loose_url, name, category, facts, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const drop = db.prepare('DELETE FROM collection_items WHERE item_id = ?')
  const counted = (column: string, source: string) =>
    db.prepare<[string, number], { name: string; items: number }>(
      `SELECT ${column} AS name, count(*) AS items FROM ${source} WHERE m.collection_id = ? AND ${VISIBLE}
       GROUP BY lower(${column}) ORDER BY items DESC, lower(${column}) LIMIT 500`,
    )
  const categories = counted('m.category', 'collection_items m JOIN items i ON i.id = m.item_id')
  const tags = counted('t.value', "collection_items m JOIN items i ON i.id = m.item_id, json_each(m.facts, '$.tags') t")
  const wanted = `m.collection_id = ? AND ${VISIBLE} AND (? IS NULL OR lower(m.category) = lower(?)) AND ${TAGGED}`
  const total = db.prepare<unknown[], number>(`SELECT count(*) ${FROM} WHERE ${wanted}`).pluck()
  const pageOf = (sort: MemberQuery['sort'], isAfter: boolean) => {
    const { key, order, than } = orders[sort]
    return db.prepare<unknown[], StoredMember & { sort_key: string | number }>(
      `SELECT ${MEMBER}, ${key} AS sort_key ${FROM} WHERE ${wanted} ${isAfter ? `AND (${key}, m.item_id) ${than} (?, ?)` : ''}
       ORDER BY ${key} ${order}, m.item_id ${order} LIMIT ?`,
    )
  }

  return {
    list: (viewer: Viewer): Collection[] => list.all(maxPrivate(viewer), null, null).map(toCollection),
    /** With its counts; null when there is none. */
    find(id: string, viewer: Viewer): Collection | null {
      const found = list.get(maxPrivate(viewer), id, id)
      return found ? toCollection(found) : null
    },
    /** The row alone. */
    row(id: string): CollectionRow | null {
      const found = row.get(id)
      return found ? toRow(found) : null
    },
    insert(collection: Pick<Collection, 'id' | 'name' | 'description' | 'prompt'>, now: number): void {
      insert.run(collection.id, collection.name, collection.description, collection.prompt, now, now)
    },
    update(
      id: string,
      change: { name?: string | undefined; description?: string | undefined; prompt?: string | undefined },
      now: number,
    ): void {
      const before = row.get(id)
      if (before) update.run(change.name ?? before.name, change.description ?? before.description, change.prompt ?? before.prompt, now, id)
    },
    /** With its runs and what belongs to them; the items stay. */
    remove: (id: string): boolean => remove.run(id).changes > 0,

    bySlug(collectionId: string, slug: string): MemberRow | null {
      const found = bySlug.get(collectionId, slug)
      return found ? toMember(found) : null
    },
    ofItem(itemId: string): MemberRow | null {
      const found = ofItem.get(itemId)
      return found ? toMember(found) : null
    },
    /** The item of this collection that has this address, in any spelling; trashed ones too. */
    itemWithUrl: (collectionId: string, sourceUrl: string): string | null => byUrl.get(collectionId, looseUrl(sourceUrl)) ?? null,
    /** Members in the order of their ids, trashed ones too, `limit` behind `after`. */
    members: (collectionId: string, after: string, limit: number): MemberRow[] => members.all(collectionId, after, limit).map(toMember),
    /** Puts an item into a collection, or changes what is collected about it; its slug stays. */
    put(itemId: string, collectionId: string, facts: CollectedFacts, now: number): void {
      const { slug, name, category, sourceUrl } = facts
      const json = JSON.stringify(facts)
      const url = looseUrl(sourceUrl)
      if (change.run(url, name, category, json, now, itemId).changes === 0)
        put.run(itemId, collectionId, slug, url, name, category, json, now)
    },
    drop: (itemId: string): boolean => drop.run(itemId).changes > 0,

    categories: (id: string, viewer: Viewer) => categories.all(id, maxPrivate(viewer)),
    tags: (id: string, viewer: Viewer) => tags.all(id, maxPrivate(viewer)),
    /** A page of members that are not in the trash. Throws BAD_INPUT for a cursor that is none. */
    page(collectionId: string, query: MemberQuery): { items: CollectedItem[]; total: number; nextCursor: string | null } {
      const { category = null, tag = null, sort, limit } = query
      const values = [collectionId, maxPrivate(query.viewer), category, category, tag, tag]
      const after = parseCursor(query.cursor)
      const found = pageOf(sort, after !== null).all(...values, ...(after ?? []), limit + 1)
      const last = found.length > limit ? found[limit - 1] : undefined
      return {
        items: found.slice(0, limit).map(toCollectedItem),
        total: total.get(...values) ?? 0,
        nextCursor: last === undefined ? null : JSON.stringify([last.sort_key, last.item_id]),
      }
    },
  }
}

export type CollectionStore = ReturnType<typeof createCollectionStore>

function toRow(found: Omit<ListRow, 'items'>): CollectionRow {
  const { id, name, description, prompt, created_at, updated_at } = found
  return { id, name, description, prompt, createdAt: created_at, updatedAt: updated_at }
}

function toCollection(found: ListRow): Collection {
  const { run_id, job_id, run_status, finished_at, items, undecided } = found
  const lastRun =
    run_id === null || job_id === null || run_status === null
      ? null
      : { id: run_id, jobId: job_id, status: run_status, finishedAt: finished_at }
  return { ...toRow(found), items, undecided, lastRun }
}

function toMember(found: StoredMember): MemberRow {
  return {
    itemId: found.item_id,
    collectionId: found.collection_id,
    facts: JSON.parse(found.facts),
    title: found.title,
    summary: found.summary,
    contentHash: found.content_hash,
    isPrivate: found.private === 1,
    isTrashed: found.deleted_at !== null,
  }
}

/** Name and description as the person has them now; the rest as it was collected. */
function toCollectedItem(found: StoredMember): CollectedItem {
  const facts: CollectedFacts = JSON.parse(found.facts)
  return {
    ...facts,
    name: found.title,
    description: found.summary_by === 'person' && found.summary !== '' ? found.summary : facts.description,
    itemId: found.item_id,
    private: found.private === 1,
    pictureId: found.picture_id,
    updatedAt: found.updated_at,
  }
}

function parseCursor(cursor: string | undefined): [string | number, string] | null {
  if (cursor === undefined) return null
  try {
    const parsed: unknown = JSON.parse(cursor)
    if (Array.isArray(parsed) && parsed.length === 2 && typeof parsed[1] === 'string') return [parsed[0], parsed[1]]
  } catch {
    // Falls through to the refusal.
  }
  throw new AppError('BAD_INPUT', 'This cursor is not from a list of collected items. Start again without it.')
}
