import type { IdKind } from '../../../shared/contract/upkeep'
import type { VaultDatabase } from '../../core/db/open-database'

export interface FoundId {
  id: string
  title: string
}

export interface IdStore {
  /**
   * At most five ids that begin or end with `part` (hex digits and dashes). Items in the trash are found, so that they can be restored; those
   * that stay here are not, nor a title of theirs.
   */
  find(kind: IdKind, part: string): FoundId[]
}

const MOST = 5

/** Each with the place of its title. What stays here is left out where programs ask; the window has no use for this. */
const sources: Record<IdKind, string> = {
  item: 'SELECT id, title FROM items WHERE private = 0',
  job: `SELECT j.id, j.type AS title FROM jobs j LEFT JOIN items i ON i.id = j.item_id WHERE coalesce(i.private, 0) = 0`,
  collection: 'SELECT id, name AS title FROM collections WHERE 1',
}

/** Finds an id by a part of it, as a person types it. */
export function createIdStore(db: VaultDatabase): IdStore {
  const statements = Object.fromEntries(
    Object.entries(sources).map(([kind, source]) => {
      const id = kind === 'job' ? 'j.id' : 'id'
      return [
        kind,
        {
          // By the primary key; the end of an id is looked for only when no id begins so, because that reads them all.
          beginning: db.prepare<[string, string, number], FoundId>(`${source} AND ${id} >= ? AND ${id} < ? ORDER BY ${id} LIMIT ?`),
          ending: db.prepare<[number, string, number], FoundId>(`${source} AND substr(${id}, ?) = ? ORDER BY ${id} LIMIT ?`),
        },
      ]
    }),
  )
  return {
    find(kind, part) {
      const found = statements[kind]
      if (found === undefined) return []
      // "g" comes right after the last hex digit.
      const begin = found.beginning.all(part, `${part}g`, MOST)
      return begin.length > 0 ? begin : found.ending.all(-part.length, part, MOST)
    },
  }
}
