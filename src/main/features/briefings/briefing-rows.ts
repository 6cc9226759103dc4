import {
  type Briefing,
  BriefingItem,
  type BriefingScope,
  type BriefingStatus,
  type EngineLabel,
  SpokenSentence,
} from '../../../shared/entities'
import { isShared } from '../../core/privacy/private-rows'
import { briefingTitle } from './briefing-title'

/** A briefing as stored, with the title of its one item and what it is about. */
export interface BriefingRow {
  id: string
  item_id: string | null
  scope: BriefingScope
  scope_words: string
  asked: number
  job_id: string | null
  item_title: string | null
  /** JSON: the items it speaks of, in order. */
  items: string
  places: string
  over_count: number
  private_count: number
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
  position_ms: number
  heard_at: number | null
  created_at: number
  updated_at: number
}

/** The columns of a `BriefingRow`; briefings are `b`. */
export const BRIEFING_COLUMNS = `b.*, bl.mime, bl.bytes, bl.wrapped_key, i.title AS item_title,
  (SELECT COUNT(*) FROM briefing_items x WHERE x.briefing_id = b.id AND x.state = 'private') AS private_count,
  (SELECT json_group_array(json_object('itemId', itemId, 'title', title, 'trashed', json(trashed))) FROM (
    SELECT s.id AS itemId, s.title AS title, iif(s.deleted_at IS NULL, 'false', 'true') AS trashed FROM briefing_items x
      JOIN items s ON s.id = x.item_id WHERE x.briefing_id = b.id AND x.state = 'spoken' ORDER BY x.position)) AS items`

export const BRIEFING_JOINS = 'FROM briefings b LEFT JOIN items i ON i.id = b.item_id LEFT JOIN blobs bl ON bl.id = b.blob_id'

/** Of a briefing `b` with its item `i`: whether nothing in it stays here. */
export const NOTHING_PRIVATE = `${isShared('coalesce(i.private, 0)')} AND NOT EXISTS (
  SELECT 1 FROM briefing_items x JOIN items s ON s.id = x.item_id WHERE x.briefing_id = b.id AND x.state = 'spoken' AND s.private = 1)`

/** Of the same: whether a person still sees it. That of an item goes to the trash with it. */
export const IS_SHOWN = 'b.deleted_at IS NULL AND i.deleted_at IS NULL'

function placesOf(json: string): Briefing['places'] {
  const stored: unknown = JSON.parse(json)
  return (Array.isArray(stored) ? stored : []).map(([start, end, itemId]) => ({ start, end, itemId }))
}

export function fromBriefingRow(row: BriefingRow): Briefing {
  const items =
    row.item_id === null
      ? BriefingItem.array().parse(JSON.parse(row.items))
      : [{ itemId: row.item_id, title: row.item_title ?? '', trashed: false }]
  return {
    id: row.id,
    itemId: row.item_id,
    scope: row.scope,
    scopeWords: row.scope_words,
    title: row.item_title ?? briefingTitle(row.scope, row.scope_words, row.created_at, items.length),
    asked: row.asked === 1,
    jobId: row.job_id,
    status: row.status,
    items,
    leftOut: { over: row.over_count, private: row.private_count },
    script: row.script,
    places: placesOf(row.places),
    engine: row.engine_kind === null ? null : { kind: row.engine_kind, label: row.engine_label ?? '' },
    audio:
      row.blob_id !== null && row.mime !== null && row.bytes !== null
        ? { mime: row.mime, bytes: row.bytes, durationMs: row.duration_ms ?? 0, voice: row.voice ?? '' }
        : null,
    sentences: SpokenSentence.array().parse(JSON.parse(row.sentences)),
    voiceNotice: row.voice_notice,
    error: row.error,
    positionMs: row.position_ms,
    heardAt: row.heard_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
