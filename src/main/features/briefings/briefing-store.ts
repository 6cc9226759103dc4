import type { Briefing, BriefingItem, BriefingScope, BriefingStatus, EngineLabel, SpokenSentence } from '../../../shared/entities'
import type { VaultDatabase } from '../../core/db/open-database'
import type { Viewer } from '../../core/privacy/viewer'
import { BRIEFING_COLUMNS, BRIEFING_JOINS, type BriefingRow, fromBriefingRow, IS_SHOWN, NOTHING_PRIVATE } from './briefing-rows'

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

/** A briefing of many as it is begun. `over` and `private` items are left out of it. */
export interface NewManyBriefing {
  id: string
  scope: Exclude<BriefingScope, 'item'>
  words: string
  asked: boolean
  spoken: readonly string[]
  over: readonly string[]
  overCount: number
  private: readonly string[]
}

/** A script with its language, who wrote it, and which stretch speaks of which item. */
export interface StoredScript {
  script: string
  language: string
  engine: EngineLabel
  places?: Briefing['places']
}

export interface BriefingStore {
  create(id: string, itemId: string, now: number, asked?: boolean): void
  createMany(briefing: NewManyBriefing, now: number): void
  setJob(id: string, jobId: string): void
  find(id: string): Briefing | null
  newest(itemId: string): Briefing | null
  /** One of many with the same scope and words that is being made. */
  unfinished(scope: BriefingScope, words: string): Briefing | null
  /** When the newest briefing of many that tells what is new was begun; null without one. */
  lastAt(): number | null
  list(cursor: string | undefined, limit: number, viewer: Viewer): { briefings: Briefing[]; total: number; nextCursor: string | null }
  count(viewer: Viewer): number
  /** Whether anything in it stays here. */
  isPrivate(id: string): boolean
  setStatus(id: string, status: BriefingStatus, error: string | null, now: number): void
  setScript(id: string, script: StoredScript, now: number): void
  /** These of its items are not spoken of after all, because they stay here. */
  withhold(id: string, itemIds: readonly string[]): void
  leftOut(id: string): (BriefingItem & { why: 'over' | 'private' })[]
  /** The script of a run that was interrupted while voicing. */
  script(id: string): StoredScript | null
  finish(id: string, audio: StoredAudio | null, voiceNotice: string | null, now: number): void
  keepPlayback(id: string, change: { positionMs?: number | undefined; heardAt?: number | undefined }): boolean
  setDeleted(id: string, at: number | null): boolean
  deletedBefore(time: number, limit: number): string[]
  /** Briefings of many whose script speaks of this item. */
  speakingOf(itemId: string): { id: string; jobId: string | null }[]
  /** Takes the row away; its blobs are to be removed by whoever asks. */
  erase(id: string): void
  blob(id: string): { blobId: string; mime: string; bytes: number; wrappedKey: Buffer } | null
  /** Blobs of a briefing: its audio and the parts of one that is not finished. */
  blobsOf(id: string): string[]
  /** The same for all briefings of an item, to be removed when the item is erased. */
  blobsOfItem(itemId: string): string[]
  removeBlobRow(blobId: string): void
}

/** Briefings with their audio's place. The audio itself lies in the blob store. */
export function createBriefingStore(db: VaultDatabase): BriefingStore {
  const select = `SELECT ${BRIEFING_COLUMNS} ${BRIEFING_JOINS}`
  const insert = db.prepare(
    `INSERT INTO briefings (id, item_id, scope, scope_words, asked, over_count, status, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, 'pending', ?, ?)`,
  )
  const insertItem = db.prepare('INSERT INTO briefing_items (briefing_id, position, item_id, state) VALUES (?, ?, ?, ?)')
  const find = db.prepare<[string], BriefingRow>(`${select} WHERE b.id = ? AND b.deleted_at IS NULL`)
  const newest = db.prepare<[string], BriefingRow>(
    `${select} WHERE b.item_id = ? AND b.deleted_at IS NULL ORDER BY b.created_at DESC, b.id DESC LIMIT 1`,
  )
  const unfinished = db.prepare<[string, string], BriefingRow>(
    `${select} WHERE b.scope = ? AND b.scope_words = ? AND b.deleted_at IS NULL AND b.status IN ('pending', 'scripting', 'voicing') LIMIT 1`,
  )
  const last = db
    .prepare<[], number>(
      `SELECT created_at FROM briefings WHERE scope IN ('since_last', 'day', 'week') AND status <> 'failed' AND deleted_at IS NULL
       ORDER BY created_at DESC LIMIT 1`,
    )
    .pluck()
  const pageOf = (hide: boolean) =>
    db.prepare<unknown[], BriefingRow>(
      `${select} WHERE ${IS_SHOWN} ${hide ? `AND ${NOTHING_PRIVATE}` : ''} AND (b.created_at, b.id) < (?, ?) ORDER BY b.created_at DESC, b.id DESC LIMIT ?`,
    )
  const totalOf = (hide: boolean) =>
    db.prepare<[], number>(`SELECT COUNT(*) ${BRIEFING_JOINS} WHERE ${IS_SHOWN} ${hide ? `AND ${NOTHING_PRIVATE}` : ''}`).pluck()
  const pages = { all: pageOf(false), shared: pageOf(true) }
  const totals = { all: totalOf(false), shared: totalOf(true) }
  const open = db.prepare<[string], number>(`SELECT 1 ${BRIEFING_JOINS} WHERE b.id = ? AND ${NOTHING_PRIVATE}`).pluck()
  const job = db.prepare('UPDATE briefings SET job_id = ? WHERE id = ?')
  const status = db.prepare('UPDATE briefings SET status = ?, error = ?, updated_at = ? WHERE id = ?')
  const script = db.prepare(
    'UPDATE briefings SET script = ?, language = ?, engine_kind = ?, engine_label = ?, places = ?, updated_at = ? WHERE id = ?',
  )
  const withhold = db.prepare(`UPDATE briefing_items SET state = 'private' WHERE briefing_id = ? AND item_id = ?`)
  const leftOut = db.prepare<[string], { itemId: string; title: string; trashed: number; why: 'over' | 'private' }>(
    `SELECT s.id AS itemId, s.title, s.deleted_at IS NOT NULL AS trashed, x.state AS why FROM briefing_items x JOIN items s ON s.id = x.item_id
     WHERE x.briefing_id = ? AND x.state <> 'spoken' ORDER BY x.state = 'over', x.position LIMIT 200`,
  )
  const finish = db.prepare(
    `UPDATE briefings SET status = 'done', error = NULL, blob_id = ?, duration_ms = ?, voice = ?, sentences = ?, voice_notice = ?, updated_at = ? WHERE id = ?`,
  )
  const position = db.prepare('UPDATE briefings SET position_ms = ? WHERE id = ?')
  const heard = db.prepare('UPDATE briefings SET heard_at = ifnull(heard_at, ?) WHERE id = ?')
  const setDeleted = db.prepare('UPDATE briefings SET deleted_at = ? WHERE id = ?')
  const deleted = db
    .prepare<[number, number], string>('SELECT id FROM briefings WHERE deleted_at IS NOT NULL AND deleted_at < ? LIMIT ?')
    .pluck()
  const speaking = db.prepare<[string], { id: string; jobId: string | null }>(
    `SELECT b.id, b.job_id AS jobId FROM briefing_items x JOIN briefings b ON b.id = x.briefing_id
     WHERE x.item_id = ? AND x.state = 'spoken' AND b.script IS NOT NULL`,
  )
  const erase = db.prepare('DELETE FROM briefings WHERE id = ?')
  const insertBlob = db.prepare('INSERT INTO blobs (id, mime, bytes, wrapped_key, created_at) VALUES (?, ?, ?, ?, ?)')
  const blobs = db
    .prepare<[string, string], string>(
      `SELECT blob_id FROM briefings WHERE id = ? AND blob_id IS NOT NULL UNION ALL SELECT blob_id FROM briefing_parts WHERE briefing_id = ?`,
    )
    .pluck()
  const ofItem = db.prepare<[string], string>('SELECT id FROM briefings WHERE item_id = ?').pluck()
  const removeBlob = db.prepare('DELETE FROM blobs WHERE id = ?')
  const read = (row: BriefingRow | undefined) => (row ? fromBriefingRow(row) : null)

  return {
    create(id, itemId, now, asked = true) {
      insert.run(id, itemId, 'item', '', asked ? 1 : 0, 0, now, now)
    },
    createMany({ id, scope, words, asked, overCount, ...items }, now) {
      insert.run(id, null, scope, words, asked ? 1 : 0, overCount, now, now)
      let place = 0
      for (const state of ['spoken', 'private', 'over'] as const) {
        for (const itemId of items[state]) insertItem.run(id, ++place, itemId, state)
      }
    },
    setJob(id, jobId) {
      job.run(jobId, id)
    },
    find: (id) => read(find.get(id)),
    newest: (itemId) => read(newest.get(itemId)),
    unfinished: (scope, words) => read(unfinished.get(scope, words)),
    lastAt: () => last.get() ?? null,
    list(cursor, limit, viewer) {
      const [at, id] = parseCursor(cursor)
      const who = viewer.seesPrivate ? 'all' : 'shared'
      const rows = pages[who].all(at, id, limit + 1)
      const shown = rows.slice(0, limit)
      const end = shown.at(-1)
      return {
        briefings: shown.map(fromBriefingRow),
        total: totals[who].get() ?? 0,
        nextCursor: rows.length > limit && end ? JSON.stringify([end.created_at, end.id]) : null,
      }
    },
    count: (viewer) => totals[viewer.seesPrivate ? 'all' : 'shared'].get() ?? 0,
    isPrivate: (id) => open.get(id) === undefined,
    setStatus(id, next, error, now) {
      status.run(next, error, now, id)
    },
    setScript(id, { script: text, language, engine, places = [] }, now) {
      const stored = JSON.stringify(places.map(({ start, end, itemId }) => [start, end, itemId]))
      script.run(text, language, engine.kind, engine.label, stored, now, id)
    },
    withhold(id, itemIds) {
      for (const itemId of itemIds) withhold.run(id, itemId)
    },
    leftOut: (id) => leftOut.all(id).map(({ trashed, ...item }) => ({ ...item, trashed: trashed === 1 })),
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
    keepPlayback(id, { positionMs, heardAt }) {
      if (!find.get(id)) return false
      if (positionMs !== undefined) position.run(positionMs, id)
      if (heardAt !== undefined) heard.run(heardAt, id)
      return true
    },
    setDeleted: (id, at) => setDeleted.run(at, id).changes > 0,
    deletedBefore: (time, limit) => deleted.all(time, limit),
    speakingOf: (itemId) => speaking.all(itemId),
    erase(id) {
      erase.run(id)
    },
    blob(id) {
      const row = find.get(id)
      if (!row || row.blob_id === null || row.mime === null || row.bytes === null || row.wrapped_key === null) return null
      return { blobId: row.blob_id, mime: row.mime, bytes: row.bytes, wrappedKey: row.wrapped_key }
    },
    blobsOf: (id) => blobs.all(id, id),
    blobsOfItem: (itemId) => ofItem.all(itemId).flatMap((id) => blobs.all(id, id)),
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
