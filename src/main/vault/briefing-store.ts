import { type Briefing, type BriefingStatus, type EngineLabel, SpokenSentence } from '../../shared/entities'
import type { VaultDatabase } from '../db/open-database'

/** Audio as kept: the encrypted blob, its wrapped key, and what it sounds like. */
export interface StoredAudio {
  blobId: string
  mime: string
  bytes: number
  wrappedKey: Uint8Array
  durationMs: number
  voice: string
  sentences: SpokenSentence[]
}

interface Row {
  id: string
  item_id: string
  title: string
  status: BriefingStatus
  script: string | null
  language: string | null
  engine_kind: EngineLabel['kind'] | null
  engine_label: string | null
  blob_id: string | null
  mime: string | null
  bytes: number | null
  wrapped_key: Buffer | null
  duration_ms: number | null
  voice: string | null
  sentences: string
  voice_notice: string | null
  error: string | null
  created_at: number
  updated_at: number
}

export interface BriefingStore {
  create(id: string, itemId: string, now: number): void
  find(id: string): Briefing | null
  newest(itemId: string): Briefing | null
  list(cursor: string | undefined, limit: number, hidePrivate: boolean): { briefings: Briefing[]; total: number; nextCursor: string | null }
  setStatus(id: string, status: BriefingStatus, error: string | null, now: number): void
  setScript(id: string, script: string, language: string, engine: EngineLabel, now: number): void
  /** The script of a run that was interrupted while voicing, with its language. */
  script(id: string): { script: string; language: string; engine: EngineLabel } | null
  finish(id: string, audio: StoredAudio | null, voiceNotice: string | null, now: number): void
  blob(id: string): { blobId: string; mime: string; bytes: number; wrappedKey: Buffer } | null
  /** Blobs of an item's briefings, to be removed when the item is erased. */
  blobsOfItem(itemId: string): string[]
  removeBlobRow(blobId: string): void
}

function fromRow(row: Row): Briefing {
  return {
    id: row.id,
    itemId: row.item_id,
    title: row.title,
    status: row.status,
    script: row.script,
    engine: row.engine_kind === null ? null : { kind: row.engine_kind, label: row.engine_label ?? '' },
    audio:
      row.blob_id !== null && row.mime !== null && row.bytes !== null
        ? { mime: row.mime, bytes: row.bytes, durationMs: row.duration_ms ?? 0, voice: row.voice ?? '' }
        : null,
    sentences: SpokenSentence.array().parse(JSON.parse(row.sentences)),
    voiceNotice: row.voice_notice,
    error: row.error,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** Briefings with their audio's place. The audio itself lies in the blob store. */
export function createBriefingStore(db: VaultDatabase): BriefingStore {
  const select = `SELECT b.*, i.title, bl.mime, bl.bytes, bl.wrapped_key FROM briefings b JOIN items i ON i.id = b.item_id LEFT JOIN blobs bl ON bl.id = b.blob_id`
  const insert = db.prepare(`INSERT INTO briefings (id, item_id, status, created_at, updated_at) VALUES (?, ?, 'pending', ?, ?)`)
  const find = db.prepare<[string], Row>(`${select} WHERE b.id = ?`)
  const newest = db.prepare<[string], Row>(`${select} WHERE b.item_id = ? ORDER BY b.created_at DESC, b.id DESC LIMIT 1`)
  const page = db.prepare<unknown[], Row>(
    `${select} WHERE i.deleted_at IS NULL AND i.private <= ? AND (b.created_at, b.id) < (?, ?) ORDER BY b.created_at DESC, b.id DESC LIMIT ?`,
  )
  const total = db.prepare<[number], { count: number }>(
    'SELECT COUNT(*) AS count FROM briefings b JOIN items i ON i.id = b.item_id WHERE i.deleted_at IS NULL AND i.private <= ?',
  )
  const status = db.prepare('UPDATE briefings SET status = ?, error = ?, updated_at = ? WHERE id = ?')
  const script = db.prepare('UPDATE briefings SET script = ?, language = ?, engine_kind = ?, engine_label = ?, updated_at = ? WHERE id = ?')
  const finish = db.prepare(
    `UPDATE briefings SET status = 'done', error = NULL, blob_id = ?, duration_ms = ?, voice = ?, sentences = ?, voice_notice = ?, updated_at = ? WHERE id = ?`,
  )
  const insertBlob = db.prepare('INSERT INTO blobs (id, mime, bytes, wrapped_key, created_at) VALUES (?, ?, ?, ?, ?)')
  const blobs = db.prepare<[string], { blob_id: string }>('SELECT blob_id FROM briefings WHERE item_id = ? AND blob_id IS NOT NULL')
  const removeBlob = db.prepare('DELETE FROM blobs WHERE id = ?')
  const read = (row: Row | undefined) => (row ? fromRow(row) : null)

  return {
    create(id, itemId, now) {
      insert.run(id, itemId, now, now)
    },
    find: (id) => read(find.get(id)),
    newest: (itemId) => read(newest.get(itemId)),
    list(cursor, limit, hidePrivate) {
      const [at, id] = parseCursor(cursor)
      const upTo = hidePrivate ? 0 : 1
      const rows = page.all(upTo, at, id, limit + 1)
      const shown = rows.slice(0, limit)
      const last = shown.at(-1)
      return {
        briefings: shown.map(fromRow),
        total: total.get(upTo)?.count ?? 0,
        nextCursor: rows.length > limit && last ? JSON.stringify([last.created_at, last.id]) : null,
      }
    },
    setStatus(id, next, error, now) {
      status.run(next, error, now, id)
    },
    setScript(id, text, language, engine, now) {
      script.run(text, language, engine.kind, engine.label, now, id)
    },
    script(id) {
      const row = find.get(id)
      if (!row?.script || row.engine_kind === null) return null
      return { script: row.script, language: row.language ?? 'und', engine: { kind: row.engine_kind, label: row.engine_label ?? '' } }
    },
    finish(id, audio, voiceNotice, now) {
      if (audio) insertBlob.run(audio.blobId, audio.mime, audio.bytes, audio.wrappedKey, now)
      finish.run(
        audio?.blobId ?? null,
        audio?.durationMs ?? null,
        audio?.voice ?? null,
        JSON.stringify(audio?.sentences ?? []),
        voiceNotice,
        now,
        id,
      )
    },
    blob(id) {
      const row = find.get(id)
      if (!row || row.blob_id === null || row.mime === null || row.bytes === null || row.wrapped_key === null) return null
      return { blobId: row.blob_id, mime: row.mime, bytes: row.bytes, wrappedKey: row.wrapped_key }
    },
    blobsOfItem: (itemId) => blobs.all(itemId).map((row) => row.blob_id),
    removeBlobRow(blobId) {
      removeBlob.run(blobId)
    },
  }
}

/** The first page starts after the end of time. */
function parseCursor(cursor: string | undefined): [number, string] {
  try {
    const parsed: unknown = cursor === undefined ? null : JSON.parse(cursor)
    if (Array.isArray(parsed) && typeof parsed[0] === 'number' && typeof parsed[1] === 'string') return [parsed[0], parsed[1]]
  } catch {
    // A cursor of somebody's own making starts at the first page.
  }
  return [Number.MAX_SAFE_INTEGER, '']
}
