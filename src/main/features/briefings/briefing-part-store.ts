import type { VaultDatabase } from '../../core/db/open-database'

export interface StoredPart {
  blobId: string
  wrappedKey: Buffer
  sampleRate: number
}

export interface BriefingPartStore {
  find(briefingId: string, key: string): StoredPart | null
  /** The blob is there by now. */
  put(
    part: { briefingId: string; key: string; blobId: string; bytes: number; wrappedKey: Uint8Array; sampleRate: number },
    now: number,
  ): void
  /** Takes away one part, or all of a briefing; the blobs whose files are to be removed after the commit. */
  remove(briefingId: string, key?: string): string[]
  /** Takes away parts that were kept before this moment, of readings that nobody went on with. The blobs as above. */
  removeOld(before: number, limit: number): string[]
}

/** What was read aloud of scripts that are not finished. */
export function createBriefingPartStore(db: VaultDatabase): BriefingPartStore {
  const find = db.prepare<[string, string], StoredPart>(
    `SELECT p.blob_id AS blobId, b.wrapped_key AS wrappedKey, p.sample_rate AS sampleRate FROM briefing_parts p JOIN blobs b ON b.id = p.blob_id
     WHERE p.briefing_id = ? AND p.key = ?`,
  )
  const insertBlob = db.prepare(`INSERT INTO blobs (id, mime, bytes, wrapped_key, created_at) VALUES (?, 'audio/l16', ?, ?, ?)`)
  const insert = db.prepare(
    'INSERT OR REPLACE INTO briefing_parts (briefing_id, key, blob_id, sample_rate, created_at) VALUES (?, ?, ?, ?, ?)',
  )
  const one = db.prepare<[string, string], string>('DELETE FROM briefing_parts WHERE briefing_id = ? AND key = ? RETURNING blob_id').pluck()
  const all = db.prepare<[string], string>('DELETE FROM briefing_parts WHERE briefing_id = ? RETURNING blob_id').pluck()
  const old = db
    .prepare<[number, number], string>(
      `DELETE FROM briefing_parts WHERE (briefing_id, key) IN (SELECT briefing_id, key FROM briefing_parts WHERE created_at < ? LIMIT ?)
       RETURNING blob_id`,
    )
    .pluck()
  const removeBlob = db.prepare('DELETE FROM blobs WHERE id = ?')

  function withoutRows(blobIds: string[]): string[] {
    for (const id of blobIds) removeBlob.run(id)
    return blobIds
  }

  return {
    find: (briefingId, key) => find.get(briefingId, key) ?? null,
    put({ briefingId, key, blobId, bytes, wrappedKey, sampleRate }, now) {
      insertBlob.run(blobId, bytes, wrappedKey, now)
      insert.run(briefingId, key, blobId, sampleRate, now)
    },
    remove: (briefingId, key) => withoutRows(key === undefined ? all.all(briefingId) : one.all(briefingId, key)),
    removeOld: (before, limit) => withoutRows(old.all(before, limit)),
  }
}
