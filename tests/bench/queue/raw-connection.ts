import type { VaultDatabase } from '../../../src/main/db/open-database'
import type { Connection } from '../../../src/main/db/sqlite-driver'

/** The driver's own connection below ours. The bench needs it for WAL NORMAL, which the vault itself refuses. */
export function rawConnection(db: VaultDatabase): Connection {
  return db.prepare('SELECT 1').database as Connection
}
