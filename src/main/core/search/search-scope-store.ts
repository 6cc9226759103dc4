import { STALE_BELOW, WEEKLY_RATE } from '../../../shared/confidence'
import type { SearchFilter } from '../../../shared/search-query'
import { WEEK_MS } from '../../../shared/timing'
import type { VaultDatabase } from '../db/open-database'
import { isShared } from '../privacy/private-rows'
import type { Viewer } from '../privacy/viewer'
import { foldTag } from '../text/item-text'
import { SLICES_PER_DOCUMENT } from './body-slices'
import { hasSigns, phraseMatch } from './query-words'
import { CHANGED_TABLE, createScopeChangesStore } from './scope-changes-store'
import { createScopeTable, SCOPE_TABLE } from './text-index-store'

/** The items that a search may find. */
export interface SearchScope {
  ids: ReadonlySet<string>
}

export interface ScopeQuery {
  filters: readonly SearchFilter[]
  /** Leaves out items that stay here. */
  viewer: Viewer
  now: number
}

export interface SearchScopeStore {
  /**
   * The items that all filters let through, none of the trash, in memory and in the scope's table. Null when every item is let through.
   * The same filters cost nothing again while no item was written in between, and little when a few were.
   */
  narrow(query: ScopeQuery): SearchScope | null
  /** A page of those items, newest first, and how many there are. */
  newest(query: ScopeQuery, limit: number): { ids: string[]; total: number }
}

/** When more items than this have changed, all are looked at again: 60 to 100 ms for 50,000, where a few take less than one. */
const FOLLOWED = 500

type Condition = { sql: string; values: (string | number)[] }

const documentsWith = `i.id IN (SELECT d.item_id FROM search_documents d
  WHERE d.document IN (SELECT rowid / ${SLICES_PER_DOCUMENT} FROM search_words WHERE search_words MATCH ?))`
const literally = '(instr(lower(i.title), lower(?)) > 0 OR instr(lower(i.body), lower(?)) > 0)'

/** Items with these words in this order. The word index knows no signs, so a word with signs (`c++`) is looked up in the text itself, too. */
function holds(value: string): Condition {
  const match = phraseMatch(value, false)
  if (match === null) return { sql: literally, values: [value, value] }
  if (/\s/u.test(value) || !hasSigns(value)) return { sql: documentsWith, values: [match] }
  return { sql: `${documentsWith} AND ${literally}`, values: [match, value, value] }
}

export function createSearchScopeStore(db: VaultDatabase): SearchScopeStore {
  createScopeTable(db)
  const clear = db.prepare(`DELETE FROM ${SCOPE_TABLE}`)
  const ids = db.prepare<[], string>(`SELECT item_id FROM ${SCOPE_TABLE}`).pluck()
  const changes = createScopeChangesStore(db)
  const leaveChanged = db.prepare(
    `DELETE FROM ${SCOPE_TABLE} WHERE document IN (
       SELECT d.document FROM ${CHANGED_TABLE} c CROSS JOIN search_documents d ON d.item_id = c.item_id)`,
  )
  const anyPrivate = db.prepare<[], number>('SELECT 1 FROM items WHERE private = 1 AND deleted_at IS NULL LIMIT 1').pluck()
  const hasAttachments = db.prepare<[], number>("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'attachments'").pluck()
  let held: { key: string; ids: Set<string> } | undefined

  function conditionOf(filter: SearchFilter, now: number): Condition {
    switch (filter.name) {
      case 'tag': {
        const tag = foldTag(filter.value)
        // While it is typed, a tag that is none yet stands for those that begin so.
        const begins = filter.typing ? 'OR (substr(t.folded, 1, ?) = ? AND NOT EXISTS (SELECT 1 FROM tags WHERE folded = ?))' : ''
        return {
          sql: `i.id IN (SELECT it.item_id FROM item_tags it JOIN tags t ON t.id = it.tag_id WHERE t.folded = ? ${begins})`,
          values: filter.typing ? [tag, [...tag].length, tag, tag] : [tag],
        }
      }
      case 'kind':
        return { sql: 'i.kind = ?', values: [filter.value] }
      case 'source':
        return { sql: 'i.source = ?', values: [filter.value] }
      case 'before':
        return { sql: 'i.created_at < ?', values: [filter.from] }
      case 'after':
        return { sql: 'i.created_at >= ?', values: [filter.from] }
      case 'on':
        return { sql: 'i.created_at >= ? AND i.created_at < ?', values: [filter.from, filter.to] }
      case 'is':
        return stateOf(filter.value, now)
      case 'has':
        return { sql: hasAttachments.get() === 1 ? 'i.id IN (SELECT item_id FROM attachments WHERE removed_at IS NULL)' : '0', values: [] }
      case 'title': {
        const match = phraseMatch(filter.value, filter.typing)
        if (match === null) return { sql: 'instr(i.title, ?) > 0', values: [filter.value] }
        // A text that holds `title:tea` as it is was looked for by these words, too.
        return { sql: documentsWith, values: [`(title : ${match}) OR ${phraseMatch(`title ${filter.value}`, false)}`] }
      }
      case 'phrase':
      case 'word':
        return holds(filter.value)
    }
  }

  function whereOf({ filters, viewer, now }: ScopeQuery): Condition {
    const parts: Condition[] = [{ sql: 'i.deleted_at IS NULL', values: [] }]
    if (!viewer.seesPrivate) parts.push({ sql: isShared('i.private'), values: [] })
    // An item has one kind and one source, so two of them are a choice.
    for (const group of groupChoices(filters)) {
      const some = group.map((filter) => {
        const { sql, values } = conditionOf(filter, now)
        return { sql: filter.negated ? `NOT (${sql})` : `(${sql})`, values }
      })
      parts.push({ sql: `(${some.map(({ sql }) => sql).join(' OR ')})`, values: some.flatMap(({ values }) => values) })
    }
    return { sql: parts.map(({ sql }) => sql).join(' AND '), values: parts.flatMap(({ values }) => values) }
  }

  /** Looks at every item. */
  function collect(query: ScopeQuery): Set<string> {
    clear.run()
    const { sql, values } = whereOf(query)
    db.prepare(
      `INSERT INTO ${SCOPE_TABLE} SELECT d.document, i.id FROM items i JOIN search_documents d ON d.item_id = i.id WHERE ${sql}`,
    ).run(...values)
    return new Set(ids.all())
  }

  /** Looks again at the items that changed. What stands for an item that is erased stays in the table until its number is another item's. */
  function follow(query: ScopeQuery, held: Set<string>, changed: readonly string[]): void {
    const { sql, values } = whereOf(query)
    leaveChanged.run()
    const matching = db
      .prepare<unknown[], string>(
        `INSERT OR REPLACE INTO ${SCOPE_TABLE} SELECT d.document, i.id FROM ${CHANGED_TABLE} c CROSS JOIN items i ON i.id = c.item_id
         CROSS JOIN search_documents d ON d.item_id = i.id WHERE ${sql} RETURNING item_id`,
      )
      .pluck()
      .all(...values)
    for (const id of changed) held.delete(id)
    for (const id of matching) held.add(id)
  }

  return {
    narrow(query) {
      if (query.filters.length === 0 && !(!query.viewer.seesPrivate && anyPrivate.get() === 1)) return null
      const key = JSON.stringify([query.filters, query.viewer.seesPrivate, Math.floor(query.now / 60_000)])
      const before = held?.key === key ? held : undefined
      const changed = before && changes.some(FOLLOWED)
      if (before && changed?.length === 0) return before
      held = undefined
      if (before && changed) follow(query, before.ids, changed)
      const now = before && changed ? before : { key, ids: collect(query) }
      changes.forget()
      held = now
      return now
    },
    newest(query, limit) {
      const { sql, values } = whereOf(query)
      const page = db
        .prepare<unknown[], string>(`SELECT i.id FROM items i WHERE ${sql} ORDER BY i.created_at DESC, i.id DESC LIMIT ?`)
        .pluck()
      const total = db.prepare<unknown[], number>(`SELECT count(*) FROM items i WHERE ${sql}`).pluck()
      return { ids: page.all(...values, limit), total: total.get(...values) ?? 0 }
    },
  }
}

function groupChoices(filters: readonly SearchFilter[]): SearchFilter[][] {
  const isChoice = ({ name, negated }: SearchFilter) => (name === 'kind' || name === 'source') && !negated
  const choices = (['kind', 'source'] as const).map((name) => filters.filter((filter) => isChoice(filter) && filter.name === name))
  return [...filters.filter((filter) => !isChoice(filter)).map((filter) => [filter]), ...choices.filter(({ length }) => length > 0)]
}

function stateOf(state: Extract<SearchFilter, { name: 'is' }>['value'], now: number): Condition {
  switch (state) {
    case 'pinned':
      return { sql: 'i.pinned = 1', values: [] }
    case 'private':
      return { sql: 'i.private = 1', values: [] }
    case 'stale':
      return { sql: `i.confidence * pow(${WEEKLY_RATE}, max(0, ? - i.last_validated_at) / ${WEEK_MS}.0) < ${STALE_BELOW}`, values: [now] }
    case 'thesis':
      return {
        sql: "EXISTS (SELECT 1 FROM theses x WHERE x.item_id = i.id AND (x.output IS NOT NULL OR x.status <> 'failed'))",
        values: [],
      }
    case 'brief':
      return { sql: 'EXISTS (SELECT 1 FROM briefings x WHERE x.item_id = i.id AND x.deleted_at IS NULL)', values: [] }
    case 'untagged':
      // Tag 0 is the system's own mark.
      return { sql: 'NOT EXISTS (SELECT 1 FROM item_tags x WHERE x.item_id = i.id AND x.tag_id <> 0)', values: [] }
  }
}
