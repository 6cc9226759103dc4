import { DAY_MS } from '../../../shared/timing'
import type { VaultDatabase } from '../../core/db/open-database'

export interface DigestStore {
  /** What was kept under this key for the item; null for nothing. */
  find(itemId: string, key: string): string | null
  put(itemId: string, key: string, digest: string, now: number): void
  /** Notes that these were used; once a day is enough. */
  touch(itemId: string, keys: readonly string[], now: number): void
  /** Removes what was last used before this time, at most `limit` rows. Returns how many. */
  trim(before: number, limit: number): number
}

/** Digests of parts of long thoughts. An item that is erased takes its own with it. */
export function createDigestStore(db: VaultDatabase): DigestStore {
  const find = db.prepare<[string, string], { digest: string }>('SELECT digest FROM digests WHERE item_id = ? AND key = ?')
  const put = db.prepare(
    `INSERT INTO digests (item_id, key, digest, used_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (item_id, key) DO UPDATE SET digest = excluded.digest, used_at = excluded.used_at`,
  )
  const touch = db.prepare('UPDATE digests SET used_at = ? WHERE item_id = ? AND key = ? AND used_at < ?')
  const trim = db.prepare('DELETE FROM digests WHERE rowid IN (SELECT rowid FROM digests WHERE used_at < ? LIMIT ?)')

  return {
    find: (itemId, key) => find.get(itemId, key)?.digest ?? null,
    put: (itemId, key, digest, now) => void put.run(itemId, key, digest, now),
    touch(itemId, keys, now) {
      for (const key of keys) touch.run(now, itemId, key, now - DAY_MS)
    },
    trim: (before, limit) => trim.run(before, limit).changes,
  }
}
