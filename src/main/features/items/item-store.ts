import { decayedConfidence } from '../../../shared/confidence'
import type { Item, ItemKind, ItemSource, ItemSummary, JobStatus, JobType, ThesisConfidence, ThesisStatus } from '../../../shared/entities'
import { ThesisOutput } from '../../../shared/entities'
import type { VaultDatabase } from '../../core/db/open-database'
import { excerptOf, titleOf } from '../../core/text/item-text'
import { initialConfidence } from './confidence'
import { editSize, reasonToKeep } from './version-rules'
import { createVersionStore } from './version-store'

/** An item's row as stored. */
export interface ItemRow {
  id: string
  kind: ItemKind
  source: ItemSource
  title: string
  given_title: string
  body: string
  excerpt: string
  summary: string
  summary_by: Item['summaryBy']
  content_hash: string
  pinned: number
  private: number
  confidence: number
  last_validated_at: number
  created_at: number
  updated_at: number
  deleted_at: number | null
  /** The way in that wrote the present text; empty for the text the item came with. */
  text_by: string
  /** 0 while everything in the present text stands in the newest version too. */
  text_added: number
}

export interface NewItem {
  id: string
  kind: ItemKind
  source: ItemSource
  givenTitle: string
  body: string
  private: boolean
  contentHash: string
}

export interface ItemChange {
  givenTitle?: string | undefined
  body?: string | undefined
  contentHash?: string | undefined
  private?: boolean | undefined
  summary?: { text: string; by: Item['summaryBy'] } | undefined
  /** Which way in the words came; the item's source unless said. */
  by?: ItemSource | undefined
  /** An earlier version takes the place of the text: that was decided on what is kept, not by these rules. */
  versionKept?: boolean | undefined
}

export interface ItemStore {
  insert(item: NewItem, now: number): void
  /** Applies a change and keeps the earlier text as a version where that is due. False when there is no such item. */
  update(id: string, change: ItemChange, now: number): boolean
  /** Pinning says that the item still holds, so it sets its clock; unpinning does not. */
  pin(id: string, pinned: boolean, now: number): boolean
  setDeleted(id: string, deletedAt: number | null): boolean
  erase(id: string): boolean
  /** Null when absent; a deleted item is returned with its deleted_at. */
  find(id: string): ItemRow | null
  /** Whether the item is private; null when there is none. */
  staysHere(id: string): boolean | null
  summary(id: string, now: number): ItemSummary | null
  trashedBefore(time: number, limit: number): string[]
}

export type SummaryRow = Omit<ItemRow, 'body'> & {
  tags: string | null
  reviewed: number
  thesis_status: ThesisStatus | null
  thesis_output: string | null
  job_id: string | null
  job_type: JobType | null
  job_status: JobStatus | null
}

/** Columns of a list row. Never the body: it may be megabytes. */
export const SUMMARY_COLUMNS = `
  i.id, i.kind, i.source, i.title, i.given_title, i.excerpt, i.summary, i.summary_by, i.content_hash, i.pinned, i.private, i.confidence,
  i.last_validated_at, i.created_at, i.updated_at, i.deleted_at,
  (SELECT json_group_array(name) FROM (SELECT t.name FROM item_tags it JOIN tags t ON t.id = it.tag_id WHERE it.item_id = i.id ORDER BY it.position)) AS tags,
  EXISTS (SELECT 1 FROM item_reviews r WHERE r.item_id = i.id AND r.at = i.last_validated_at) AS reviewed,
  th.status AS thesis_status,
  (SELECT output FROM theses WHERE item_id = i.id AND output IS NOT NULL ORDER BY created_at DESC, id DESC LIMIT 1) AS thesis_output, j.id AS job_id, j.type AS job_type, j.status AS job_status`

export const SUMMARY_JOINS = `
  LEFT JOIN theses th ON th.id = (SELECT id FROM theses WHERE item_id = i.id ORDER BY created_at DESC, id DESC LIMIT 1)
  LEFT JOIN jobs j ON j.id = (SELECT id FROM jobs WHERE item_id = i.id AND status IN ('running', 'dead', 'pending')
    ORDER BY CASE status WHEN 'running' THEN 0 WHEN 'dead' THEN 1 ELSE 2 END, priority DESC LIMIT 1)`

function validatedBy(row: SummaryRow): ItemSummary['validation']['by'] {
  if (row.reviewed === 1) return 'reviewed'
  if (row.last_validated_at === row.created_at) return 'captured'
  return row.last_validated_at === row.updated_at ? 'changed' : 'pinned'
}

export function toItemSummary(row: SummaryRow, now: number): ItemSummary {
  const output = row.thesis_output === null ? null : ThesisOutput.parse(JSON.parse(row.thesis_output))
  const confidence: ThesisConfidence | null = output?.confidence ?? null
  const gates = output?.gates.map((gate) => gate.status) ?? []
  return {
    id: row.id,
    kind: row.kind,
    source: row.source,
    title: row.title,
    summary: row.summary === '' ? row.excerpt : row.summary,
    tags: row.tags === null ? [] : JSON.parse(row.tags),
    pinned: row.pinned === 1,
    private: row.private === 1,
    confidence: decayedConfidence(row.confidence, row.last_validated_at, now),
    validation: { score: row.confidence, at: row.last_validated_at, by: validatedBy(row) },
    thesis:
      row.thesis_status === null
        ? null
        : {
            status: row.thesis_status,
            confidence,
            gates,
            openGates: gates.filter((gate) => gate === 'open').length,
            contradictions: output?.contradictions.length ?? 0,
          },
    job:
      row.job_id !== null && row.job_type !== null && row.job_status !== null
        ? { id: row.job_id, type: row.job_type, status: row.job_status }
        : null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at,
  }
}

/** The item table's writes and single reads. Writes run inside the caller's transaction. */
export function createItemStore(db: VaultDatabase): ItemStore {
  const insert = db.prepare(
    `INSERT INTO items (id, kind, source, title, given_title, body, excerpt, content_hash, private, confidence, last_validated_at, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const find = db.prepare<[string], ItemRow>('SELECT * FROM items WHERE id = ?')
  const isPrivate = db.prepare<[string], number>('SELECT private FROM items WHERE id = ?').pluck()
  const summary = db.prepare<[string], SummaryRow>(`SELECT ${SUMMARY_COLUMNS} FROM items i ${SUMMARY_JOINS} WHERE i.id = ?`)
  const versions = createVersionStore(db)
  const update = db.prepare(
    `UPDATE items SET title = ?, given_title = ?, body = ?, excerpt = ?, content_hash = ?, private = ?, summary = ?, summary_by = ?, updated_at = ?,
       confidence = ?, last_validated_at = ?, text_by = ?, text_added = ? WHERE id = ?`,
  )
  const pin = db.prepare('UPDATE items SET pinned = 1, last_validated_at = ? WHERE id = ?')
  const unpin = db.prepare('UPDATE items SET pinned = 0 WHERE id = ?')
  const setDeleted = db.prepare('UPDATE items SET deleted_at = ? WHERE id = ?')
  const erase = db.prepare('DELETE FROM items WHERE id = ? AND deleted_at IS NOT NULL')
  const trashed = db.prepare<[number, number], { id: string }>(
    'SELECT id FROM items WHERE deleted_at IS NOT NULL AND deleted_at < ? LIMIT ?',
  )

  return {
    insert(item, now) {
      insert.run(
        item.id,
        item.kind,
        item.source,
        titleOf(item.givenTitle, item.body),
        item.givenTitle,
        item.body,
        excerptOf(item.givenTitle, item.body),
        item.contentHash,
        item.private ? 1 : 0,
        initialConfidence(item.source),
        now,
        now,
        now,
      )
    },

    update(id, change, now) {
      const row = find.get(id)
      if (!row) return false
      const body = change.body ?? row.body
      const givenTitle = change.givenTitle ?? row.given_title
      const textChanged = body !== row.body || givenTitle !== row.given_title
      const by = change.by ?? row.source
      let hasNewWords = row.text_added === 1
      if (textChanged && change.versionKept) hasNewWords = false
      else if (textChanged) {
        const edit = editSize(row.body, body)
        const before = { givenTitle: row.given_title, body: row.body, by: row.text_by || row.source }
        const reason = reasonToKeep(before, { givenTitle, body, by }, edit.removed, {
          now,
          writtenAt: row.updated_at,
          lastVersionAt: versions.lastAt(id),
          hasNewWords,
        })
        if (reason !== null) {
          versions.keepPresent(id, reason, row.body, now)
          hasNewWords = false
        }
        hasNewWords ||= edit.added > 0 || givenTitle !== row.given_title
      }
      update.run(
        titleOf(givenTitle, body),
        givenTitle,
        body,
        excerptOf(givenTitle, body),
        change.contentHash ?? row.content_hash,
        (change.private ?? row.private === 1) ? 1 : 0,
        change.summary?.text ?? row.summary,
        change.summary?.by ?? row.summary_by,
        textChanged ? now : row.updated_at,
        row.confidence,
        textChanged ? now : row.last_validated_at,
        textChanged ? by : row.text_by,
        hasNewWords ? 1 : 0,
        id,
      )
      return true
    },

    pin: (id, pinned, now) => (pinned ? pin.run(now, id) : unpin.run(id)).changes > 0,
    setDeleted: (id, deletedAt) => setDeleted.run(deletedAt, id).changes > 0,
    erase: (id) => erase.run(id).changes > 0,
    staysHere(id) {
      const found = isPrivate.get(id)
      return found === undefined ? null : found === 1
    },
    find: (id) => find.get(id) ?? null,
    summary(id, now) {
      const row = summary.get(id)
      return row ? toItemSummary(row, now) : null
    },
    trashedBefore: (time, limit) => trashed.all(time, limit).map(({ id }) => id),
  }
}
