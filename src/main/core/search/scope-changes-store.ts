import type { VaultDatabase } from '../db/open-database'

/** What a filter may ask of an item stands in these tables; each row names its item, or none, as a briefing of many. */
const TABLES = [
  ['items', 'id'],
  ['item_tags', 'item_id'],
  ['search_documents', 'item_id'],
  ['attachments', 'item_id'],
  ['theses', 'item_id'],
  ['briefings', 'item_id'],
] as const
/** In memory, as all temporary tables of the vault are. An empty id stands for all items. */
export const CHANGED_TABLE = 'temp.search_scope_changed'

export interface ScopeChanges {
  /** The items changed since the last `forget`, at most `limit` of them; null when these are more or when any item may be meant. */
  some(limit: number): string[] | null
  forget(): void
}

/**
 * Notes which items change, so that a scope follows a write without looking at all the others. Counts what this connection writes, which
 * is all: one program has the vault. A write that is taken back takes its notes with it.
 */
export function createScopeChangesStore(db: VaultDatabase): ScopeChanges {
  db.exec('CREATE TEMP TABLE IF NOT EXISTS search_scope_changed (item_id TEXT PRIMARY KEY) WITHOUT ROWID')
  const isThere = db.prepare<[string], number>("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").pluck()
  // Without a conflict: how one is met is decided by the statement that set the trigger off. A row may be of no item.
  const note = (table: string, on: 'INSERT' | 'UPDATE' | 'DELETE', id: string) => `
    CREATE TEMP TRIGGER IF NOT EXISTS search_scope_${table}_${on.toLowerCase()} AFTER ${on} ON main.${table} WHEN ${id} IS NOT NULL
    BEGIN
      INSERT INTO search_scope_changed SELECT ${id} WHERE NOT EXISTS (SELECT 1 FROM search_scope_changed WHERE item_id = ${id});
    END;`
  for (const [table, column] of TABLES) {
    if (isThere.get(table) !== 1) continue
    db.exec(note(table, 'INSERT', `NEW.${column}`) + note(table, 'UPDATE', `NEW.${column}`) + note(table, 'DELETE', `OLD.${column}`))
  }
  // Another name of a tag is another answer for every item that has it; a new one may be what a half typed one stood for.
  if (isThere.get('tags') === 1) db.exec(note('tags', 'INSERT', "''") + note('tags', 'UPDATE', "''") + note('tags', 'DELETE', "''"))
  const read = db.prepare<[number], string>(`SELECT item_id FROM ${CHANGED_TABLE} ORDER BY item_id LIMIT ?`).pluck()
  const clear = db.prepare(`DELETE FROM ${CHANGED_TABLE}`)
  return {
    some(limit) {
      const ids = read.all(limit + 1)
      return ids.length > limit || ids[0] === '' ? null : ids
    },
    forget: () => void clear.run(),
  }
}
