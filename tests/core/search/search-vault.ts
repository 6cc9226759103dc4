import Database from 'better-sqlite3'
import { migrate } from '../../../src/main/core/db/migrate'
import type { VaultDatabase } from '../../../src/main/core/db/open-database'
import { createTextIndex, type TextIndex } from '../../../src/main/core/search/text-index'

export interface SearchVault {
  db: VaultDatabase
  textIndex: TextIndex
  /** Saves an item and indexes it, in one transaction, as the app does. */
  save(id: string, body: string, more?: { title?: string; tags?: string[] }): void
  moveToTrash(id: string): void
  /** Ids found, best first. */
  find(query: string): string[]
}

/** A database in memory with the real tables, unencrypted, and its text index. */
export function openSearchVault(): SearchVault {
  const db: VaultDatabase = new Database(':memory:')
  db.pragma('foreign_keys = ON')
  db.pragma('trusted_schema = OFF')
  migrate(db)
  const textIndex = createTextIndex(db)
  const insert = db.prepare(
    `INSERT INTO items (id, kind, source, title, body, content_hash, confidence, last_validated_at, created_at, updated_at)
     VALUES (?, 'thought', 'manual', ?, ?, '', 0.8, 0, 0, 0) ON CONFLICT (id) DO UPDATE SET title = excluded.title, body = excluded.body`,
  )
  const save = db.transaction((id: string, body: string, { title = '', tags = [] }: { title?: string; tags?: string[] }) => {
    insert.run(id, title, body)
    textIndex.index({ id, title, body, tags })
  })
  return {
    db,
    textIndex,
    save: (id, body, more = {}) => save(id, body, more),
    moveToTrash: (id) => void db.prepare('UPDATE items SET deleted_at = 1 WHERE id = ?').run(id),
    find: (query) => textIndex.search(query, 20).map((hit) => hit.id),
  }
}
