import type { VaultDatabase } from '../../core/db/open-database'
import { isVisible, maxPrivate } from '../../core/privacy/private-rows'
import type { Viewer } from '../../core/privacy/viewer'
import { contentHash } from '../../core/text/content-hash'
import { titleOf } from '../../core/text/item-text'
import { keyNames, type PackedText } from './packed-text'
import type { KeptVersion, VersionReason } from './version-rules'

export interface VersionRow extends KeptVersion {
  written_at: number
  written_by: string
  given_title: string
  title: string
  characters: number
  /** Equal for equal texts; empty until it is packed. */
  text_hash: string
  private: number
}

/** A version with its text: in `body` until it is packed, then as keys of chunks. */
export type StoredVersion = VersionRow & { body: string; chunks: Buffer | null }

export interface VersionPage {
  viewer: Viewer
  /** Only those that were kept before this moment. */
  before: number | null
  limit: number
}

/** Texts above this many UTF-16 units are put aside in parts of so many bytes: taking one away takes about 10 ms. */
const LONGEST_WHOLE = 500_000
const PART_BYTES = 1_000_000

const COLUMNS = 'at, written_at, written_by, reason, given_title, title, characters, text_hash, private'

/** What texts that read alike have in common. */
const textHash = (givenTitle: string, body: string): string => contentHash(`${givenTitle}\n${body}`)

export type VersionStore = ReturnType<typeof createVersionStore>

/** Earlier texts of items. Writes run inside the caller's transaction; an item that is erased takes its versions along. */
export function createVersionStore(db: VaultDatabase) {
  const last = db.prepare<[string], { at: number | null }>('SELECT MAX(at) AS at FROM item_versions WHERE item_id = ?')
  const keep = db.prepare(
    `INSERT INTO item_versions (item_id, at, written_at, written_by, reason, given_title, title, characters, private, body)
     SELECT id, ?, updated_at, CASE text_by WHEN '' THEN source ELSE text_by END, ?, given_title, title, ?, private, CASE ? WHEN 1 THEN body ELSE '' END
     FROM items WHERE id = ?`,
  )
  const count = db.prepare<[string, number], { count: number }>(
    `SELECT COUNT(*) AS count FROM item_versions WHERE item_id = ? AND ${isVisible('private')}`,
  )
  const page = db.prepare<[string, number, number, number], VersionRow>(
    `SELECT ${COLUMNS} FROM item_versions WHERE item_id = ? AND at < ? AND ${isVisible('private')} ORDER BY at DESC LIMIT ?`,
  )
  const find = db.prepare<[string, number], StoredVersion>(
    `SELECT ${COLUMNS}, body, chunks FROM item_versions WHERE item_id = ? AND at = ?`,
  )
  const isThere = db.prepare<[string, number], { at: number }>('SELECT at FROM item_versions WHERE item_id = ? AND at = ?')
  const sized = db.prepare<[string, number, string], { at: number }>(
    'SELECT at FROM item_versions WHERE item_id = ? AND characters = ? AND given_title = ? LIMIT 1',
  )
  const alike = db.prepare<[string, number, string, string, string], { at: number }>(
    `SELECT at FROM item_versions WHERE item_id = ? AND characters = ? AND given_title = ?
       AND CASE WHEN chunks IS NULL THEN body = ? ELSE text_hash = ? END ORDER BY at DESC`,
  )
  const unpacked = db.prepare<[], { item_id: string; at: number }>(
    'SELECT item_id, at FROM item_versions WHERE chunks IS NULL ORDER BY item_id, at LIMIT 1',
  )
  const knownKeys = db.prepare<[string], { hash: Buffer }>('SELECT hash FROM version_chunks WHERE item_id = ?')
  const addPart = db.prepare('INSERT INTO version_parts (item_id, at, part, bytes) VALUES (?, ?, ?, ?)')
  const parts = db.prepare<[string, number], { bytes: Buffer }>(
    'SELECT bytes FROM version_parts WHERE item_id = ? AND at = ? ORDER BY part',
  )
  const sparePart = db.prepare<[], { id: number }>(
    `SELECT p.rowid AS id FROM version_parts p JOIN item_versions v ON v.item_id = p.item_id AND v.at = p.at
     WHERE v.chunks IS NOT NULL LIMIT 1`,
  )
  const dropPart = db.prepare('DELETE FROM version_parts WHERE rowid = ?')
  const chunk = db.prepare<[string, Buffer], { data: Buffer }>('SELECT data FROM version_chunks WHERE item_id = ? AND hash = ?')
  const addChunk = db.prepare('INSERT OR IGNORE INTO version_chunks (item_id, hash, data) VALUES (?, ?, ?)')
  const removeChunk = db.prepare('DELETE FROM version_chunks WHERE item_id = ? AND hash = ?')
  const setPacked = db.prepare(
    `UPDATE item_versions SET body = '', chunks = ?, title = ?, text_hash = ?, characters = ? WHERE item_id = ? AND at = ? AND chunks IS NULL`,
  )
  const remove = db.prepare('DELETE FROM item_versions WHERE item_id = ? AND at = ?')
  const chunkLists = db.prepare<[string], { chunks: Buffer }>('SELECT chunks FROM item_versions WHERE item_id = ? AND chunks IS NOT NULL')
  const bytes = db.prepare<[string], { bytes: number | null }>('SELECT SUM(length(data)) AS bytes FROM version_chunks WHERE item_id = ?')
  const aged = db.prepare<[number, string, number], { id: string }>(
    'SELECT item_id AS id FROM item_versions WHERE at < ? AND item_id > ? GROUP BY item_id HAVING COUNT(*) > 1 ORDER BY item_id LIMIT ?',
  )

  function known(itemId: string): Set<string> {
    return new Set(knownKeys.all(itemId).map(({ hash }) => hash.toString('hex')))
  }

  return {
    lastAt: (itemId: string): number | null => last.get(itemId)?.at ?? null,
    /** Keeps the present text of an item as a version, and returns its `at`: now, or just after the newest one when the clock went back. */
    keepPresent(itemId: string, reason: VersionReason, body: string, now: number): number {
      const at = Math.max(now, (last.get(itemId)?.at ?? 0) + 1)
      const isLong = body.length > LONGEST_WHOLE
      keep.run(at, reason, body.length, isLong ? 0 : 1, itemId)
      if (!isLong) return at
      const bytes = Buffer.from(body, 'utf8')
      for (let part = 0; part * PART_BYTES < bytes.length; part += 1)
        addPart.run(itemId, at, part, bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES))
      return at
    },
    count: (itemId: string, viewer: Viewer): number => count.get(itemId, maxPrivate(viewer))?.count ?? 0,
    /** Newest first. */
    list: (itemId: string, { viewer, before, limit }: VersionPage): VersionRow[] =>
      page.all(itemId, before ?? Number.MAX_SAFE_INTEGER, maxPrivate(viewer), limit),
    find(itemId: string, at: number): StoredVersion | null {
      const version = find.get(itemId, at)
      if (!version) return null
      if (version.chunks !== null || version.body !== '') return version
      return { ...version, body: Buffer.concat(parts.all(itemId, at).map(({ bytes }) => bytes)).toString('utf8') }
    },
    has: (itemId: string, at: number): boolean => isThere.get(itemId, at) !== undefined,
    /** The versions that read like this text, newest first. */
    alike(itemId: string, givenTitle: string, body: string): number[] {
      if (!sized.get(itemId, body.length, givenTitle)) return []
      return alike.all(itemId, body.length, givenTitle, body, textHash(givenTitle, body)).map(({ at }) => at)
    },
    /** One version that still has its text as it is. */
    nextUnpacked: (): { itemId: string; at: number } | null => {
      const row = unpacked.get()
      return row ? { itemId: row.item_id, at: row.at } : null
    },
    known,
    addChunks(itemId: string, chunks: PackedText['fresh']): void {
      for (const { key, data } of chunks) addChunk.run(itemId, key, data)
    },
    /** Puts the list of chunks in place of the text. False when one of them is gone by now: pack again. */
    setPacked(itemId: string, version: StoredVersion, keys: Buffer): boolean {
      const kept = known(itemId)
      if (keyNames(keys).some((name) => !kept.has(name))) return false
      const { given_title, body, at } = version
      // Versions from before titles were kept with them have none.
      const title = version.title || titleOf(given_title, body)
      setPacked.run(keys, title, textHash(given_title, body), body.length, itemId, at)
      return true
    },
    /** One part of a long text that is packed by now. */
    sparePart: (): number | null => sparePart.get()?.id ?? null,
    dropPart: (part: number): void => void dropPart.run(part),
    /** The compressed chunks of a version in order; null when one is missing. */
    chunksOf(itemId: string, keys: Buffer): Buffer[] | null {
      const chunks: Buffer[] = []
      for (const name of keyNames(keys)) {
        const row = chunk.get(itemId, Buffer.from(name, 'hex'))
        if (!row) return null
        chunks.push(row.data)
      }
      return chunks
    },
    /** Erases versions, and what no other version of the item has in common with them. Returns how many there were. */
    remove(itemId: string, ats: readonly number[]): number {
      let removed = 0
      for (const at of ats) removed += remove.run(itemId, at).changes
      if (removed === 0) return 0
      const used = new Set(chunkLists.all(itemId).flatMap(({ chunks }) => keyNames(chunks)))
      for (const name of known(itemId)) if (!used.has(name)) removeChunk.run(itemId, Buffer.from(name, 'hex'))
      return removed
    },
    bytes: (itemId: string): number => bytes.get(itemId)?.bytes ?? 0,
    /** Items, by id after `after`, with more than one version from before this moment. */
    aged: (before: number, after: string, limit: number): string[] => aged.all(before, after, limit).map(({ id }) => id),
  }
}
