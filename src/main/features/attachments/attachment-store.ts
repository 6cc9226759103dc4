import type { Attachment, AttachmentKind } from '../../../shared/attachment'
import type { VaultDatabase } from '../../core/db/open-database'
import type { ImageSize } from '../../core/reading/image-size'

/** A file whose blob is written and which now belongs to an item. */
export interface NewAttachment {
  /** Of its upload: files stand in the order in which they began to come in. */
  id: string
  itemId: string
  blobId: string
  wrappedKey: Uint8Array
  name: string
  kind: AttachmentKind
  mime: string
  bytes: number
  contentHash: string
  size: ImageSize | null
  /** Whether a job will look for text in it. */
  isRead: boolean
}

/** What was read out of a file. */
export interface AttachmentText {
  text: string
  /** Where each page begins, in UTF-16 units; one page for a file without pages. */
  pageStarts: readonly number[]
  /** Pages of the file, also those that were not read; null for a file without pages. */
  pages: number | null
  state: Attachment['text']
  note: string
}

export interface StoredFile {
  attachment: Attachment
  blobId: string
  wrappedKey: Buffer
}

interface Row {
  id: string
  item_id: string
  name: string
  kind: AttachmentKind
  mime: string
  bytes: number
  width: number | null
  height: number | null
  preview: number
  pages: number | null
  text_state: Attachment['text']
  text_note: string
  excerpt: string
  created_at: number
}

const EXCERPT_LENGTH = 280

/** The `attachments` tables. Writes run inside the caller's transaction; the files themselves lie in the blob store. */
export function createAttachmentStore(db: VaultDatabase) {
  const columns = `a.id, a.item_id, a.name, a.kind, b.mime, b.bytes, a.width, a.height, a.pages, a.text_state, a.text_note, a.excerpt, a.created_at,
    EXISTS (SELECT 1 FROM attachment_previews p WHERE p.attachment_id = a.id) AS preview`
  const from = 'FROM attachments a JOIN blobs b ON b.id = a.blob_id'
  const ofItem = db.prepare<[string], Row>(`SELECT ${columns} ${from} WHERE a.item_id = ? AND a.removed_at IS NULL ORDER BY a.id`)
  const find = db.prepare<[string], Row>(`SELECT ${columns} ${from} WHERE a.id = ? AND a.removed_at IS NULL`)
  const file = db.prepare<[string], { blob_id: string; wrapped_key: Buffer }>(
    `SELECT a.blob_id, b.wrapped_key ${from} WHERE a.id = ? AND a.removed_at IS NULL`,
  )
  const same = db
    .prepare<[string, string], string>('SELECT id FROM attachments WHERE item_id = ? AND content_hash = ? AND removed_at IS NULL')
    .pluck()
  const count = db.prepare<[string], number>('SELECT count(*) FROM attachments WHERE item_id = ? AND removed_at IS NULL').pluck()
  const insertBlob = db.prepare('INSERT INTO blobs (id, mime, bytes, wrapped_key, created_at) VALUES (?, ?, ?, ?, ?)')
  const insert = db.prepare(
    `INSERT INTO attachments (id, item_id, blob_id, name, kind, content_hash, width, height, text_state, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const setState = db.prepare('UPDATE attachments SET pages = ?, text_state = ?, text_note = ?, excerpt = ? WHERE id = ?')
  const setEnd = db.prepare("UPDATE attachments SET text_state = ?, text_note = ? WHERE id = ? AND text_state = 'waiting'")
  const putText = db.prepare('INSERT OR REPLACE INTO attachment_texts (attachment_id, text, page_starts) VALUES (?, ?, ?)')
  const dropText = db.prepare('DELETE FROM attachment_texts WHERE attachment_id = ?')
  const text = db.prepare<[string], { text: string; page_starts: string }>(
    'SELECT text, page_starts FROM attachment_texts WHERE attachment_id = ?',
  )
  const textsOfItem = db.prepare<[number, string], { name: string; text: string }>(
    `SELECT a.name, substr(t.text, 1, ?) AS text FROM attachments a JOIN attachment_texts t ON t.attachment_id = a.id
     WHERE a.item_id = ? AND a.removed_at IS NULL AND t.text <> '' ORDER BY a.id`,
  )
  const mark = db
    .prepare<[string], string | null>(
      `SELECT group_concat(content_hash, ' ') FROM (SELECT a.content_hash FROM attachments a JOIN attachment_texts t ON t.attachment_id = a.id
       WHERE a.item_id = ? AND a.removed_at IS NULL ORDER BY a.id)`,
    )
    .pluck()
  const putPreview = db.prepare('INSERT OR REPLACE INTO attachment_previews (attachment_id, mime, bytes) VALUES (?, ?, ?)')
  const preview = db.prepare<[string], { mime: string; bytes: Buffer }>(
    'SELECT mime, bytes FROM attachment_previews WHERE attachment_id = ?',
  )
  const setRemoved = db.prepare('UPDATE attachments SET removed_at = ? WHERE id = ? AND removed_at IS NULL')
  const restore = db.prepare<[string], { item_id: string }>(
    `UPDATE attachments SET removed_at = NULL WHERE id = ? AND removed_at IS NOT NULL
     AND NOT EXISTS (SELECT 1 FROM attachments o WHERE o.item_id = attachments.item_id AND o.content_hash = attachments.content_hash AND o.removed_at IS NULL)
     RETURNING item_id`,
  )
  const removedBefore = db.prepare<[number, number], { id: string; blob_id: string }>(
    'SELECT id, blob_id FROM attachments WHERE removed_at IS NOT NULL AND removed_at < ? LIMIT ?',
  )
  const allOfItem = db.prepare<[string], { id: string; blob_id: string }>('SELECT id, blob_id FROM attachments WHERE item_id = ?')
  const forget = db.prepare('DELETE FROM attachments WHERE id = ?')
  const forgetBlob = db.prepare('DELETE FROM blobs WHERE id = ?')
  const noteUpload = db.prepare('INSERT INTO attachment_uploads (id, item_id, name, begun_at) VALUES (?, ?, ?, ?)')
  const forgetUpload = db.prepare('DELETE FROM attachment_uploads WHERE id = ?')
  const noted = db.prepare<[], { id: string; itemId: string; name: string }>(
    `SELECT u.id, u.item_id AS itemId, u.name FROM attachment_uploads u JOIN items i ON i.id = u.item_id AND i.deleted_at IS NULL
     ORDER BY u.begun_at, u.id LIMIT 200`,
  )
  const blobIds = db.prepare<[], string>("SELECT lower(replace(id, '-', '')) FROM blobs").pluck()

  /** Makes a blob that has its row already an item's file. */
  function adopt(added: Omit<NewAttachment, 'wrappedKey' | 'mime' | 'bytes'>, now: number): void {
    const { id, itemId, blobId, name, kind, contentHash, size, isRead } = added
    insert.run(id, itemId, blobId, name, kind, contentHash, size?.width ?? null, size?.height ?? null, isRead ? 'waiting' : 'none', now)
  }

  return {
    ofItem: (itemId: string): Attachment[] => ofItem.all(itemId).map(toAttachment),
    find(id: string): Attachment | null {
      const row = find.get(id)
      return row ? toAttachment(row) : null
    },
    /** The attachment with what is needed to open its blob. */
    file(id: string): StoredFile | null {
      const row = find.get(id)
      const stored = file.get(id)
      return row && stored ? { attachment: toAttachment(row), blobId: stored.blob_id, wrappedKey: stored.wrapped_key } : null
    },
    /** The attachment of this item that has the same content. */
    same: (itemId: string, contentHash: string): string | null => same.get(itemId, contentHash) ?? null,
    count: (itemId: string): number => count.get(itemId) ?? 0,
    insert(added: NewAttachment, now: number): void {
      insertBlob.run(added.blobId, added.mime, added.bytes, added.wrappedKey, now)
      adopt(added, now)
    },
    adopt,
    /** The text alone: a long one takes a turn of the event loop for itself, before `setRead`. */
    putText(id: string, { text, pageStarts }: Pick<AttachmentText, 'text' | 'pageStarts'>): void {
      if (text === '') dropText.run(id)
      else putText.run(id, text, JSON.stringify(pageStarts))
    },
    setRead(id: string, { text, pages, state, note }: AttachmentText): void {
      setState.run(
        pages,
        state,
        note,
        text
          .slice(0, EXCERPT_LENGTH * 4)
          .replace(/\s+/g, ' ')
          .trim()
          .slice(0, EXCERPT_LENGTH),
        id,
      )
    },
    /** A file whose reading ended without a result, or waits again. */
    setWaitingEnd(id: string, note: string): void {
      setEnd.run('unreadable', note, id)
    },
    text(id: string): { text: string; pageStarts: number[] } | null {
      const row = text.get(id)
      return row ? { text: row.text, pageStarts: JSON.parse(row.page_starts) } : null
    },
    /** The texts of an item's files, each up to a number of characters. */
    textsOfItem: (itemId: string, limit: number): { name: string; text: string }[] => textsOfItem.all(limit, itemId),
    /** Stands for the texts that belong to an item: it changes when one comes or goes, and is empty without any. */
    textMark: (itemId: string): string => mark.get(itemId) ?? '',
    setPreview(id: string, mime: string, bytes: Uint8Array): void {
      putPreview.run(id, mime, bytes)
    },
    preview: (id: string): { mime: string; bytes: Buffer } | null => preview.get(id) ?? null,
    /** Hides an attachment until it is restored or purged. False when it is not there. */
    remove: (id: string, now: number): boolean => setRemoved.run(now, id).changes > 0,
    /** The item of the attachment that is there again; null when it is gone for good, or the same file was attached anew. */
    restore: (id: string): string | null => restore.get(id)?.item_id ?? null,
    removedBefore: (time: number, limit: number): { id: string; blobId: string }[] => removedBefore.all(time, limit).map(toIds),
    /** Every attachment of an item, also removed ones. */
    idsOfItem: (itemId: string): { id: string; blobId: string }[] => allOfItem.all(itemId).map(toIds),
    /** Deletes an attachment's rows; the file is the caller's to remove after the commit. */
    forget({ id, blobId }: { id: string; blobId: string }): void {
      forget.run(id)
      forgetBlob.run(blobId)
    },
    /** Remembers that a file began to come in, until `forgetUpload`. */
    noteUpload(id: string, itemId: string, name: string, now: number): void {
      noteUpload.run(id, itemId, name, now)
    },
    forgetUpload(id: string): void {
      forgetUpload.run(id)
    },
    /** Files that began to come in and are not there: those under way, and those that a lock or a crash cut off. */
    notedUploads: (): { id: string; itemId: string; name: string }[] => noted.all(),
    /** The blobs that a row names, 32 hex digits each. */
    blobIds: (): string[] => blobIds.all(),
  }
}

export type AttachmentStore = ReturnType<typeof createAttachmentStore>

function toIds(row: { id: string; blob_id: string }): { id: string; blobId: string } {
  return { id: row.id, blobId: row.blob_id }
}

function toAttachment(row: Row): Attachment {
  return {
    id: row.id,
    itemId: row.item_id,
    name: row.name,
    kind: row.kind,
    mime: row.mime,
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    preview: row.preview === 1,
    pages: row.pages,
    text: row.text_state,
    textNote: row.text_note,
    excerpt: row.excerpt,
    createdAt: row.created_at,
  }
}
