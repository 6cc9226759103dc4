import type { VaultDatabase } from '../../../src/main/core/db/open-database'
import type { Connection } from '../../../src/main/core/db/sqlite-driver'

/** The driver's own connection below ours. The bench needs it for WAL NORMAL, which the vault itself refuses. */
export function rawConnection(db: VaultDatabase): Connection {
  return db.prepare('SELECT 1').database as Connection
}

/** Pages in the WAL since it was last started anew. */
export function walPages(db: { pragma(source: string): unknown }): number {
  const [state] = db.pragma('wal_checkpoint(NOOP)') as { log: number }[]
  return state?.log ?? 0
}
