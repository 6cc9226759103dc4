import type { VaultDatabase } from '../db/open-database'
import { foldText } from '../text/normalise-text'
import type { AttachedDocuments } from './attached-documents'
import { SLICE_LENGTH, SLICES_PER_DOCUMENT, sliceStart } from './body-slices'

/**
 * A word in more rows than this is frequent: only its newest rows are read, and without bm25, whose cost grows with all
 * rows of the word (40 ms for one word at 50,000 notes, measured).
 */
export const MANY_ROWS = 2000
/** Rows that are asked for a part of a word, and for signs. */
const MAX_PART_ROWS = 200
/** Bodies over this length are not read to look a word up in them. */
const LONG_BODY = 200_000
const SCANNED_DOCUMENTS = 2000
/** The text of a document `d`: that of its file, or of its item `i`. */
const BODY = `CASE WHEN d.attachment_id IS NULL THEN i.body
  ELSE coalesce((SELECT t.text FROM attachment_texts t WHERE t.attachment_id = d.attachment_id), '') END`
/** Holds the documents that a narrowed search may find. In memory, as all temporary tables of the vault are. */
export const SCOPE_TABLE = 'temp.search_scope'

export function createScopeTable(db: VaultDatabase): void {
  db.exec('CREATE TEMP TABLE IF NOT EXISTS search_scope (document INTEGER PRIMARY KEY, item_id TEXT NOT NULL)')
}

export type TextIndexStore = ReturnType<typeof createTextIndexStore>

/**
 * What a query asks of the text index. `match` is an FTS5 expression, a row `document * SLICES_PER_DOCUMENT + slice`. With `scoped`
 * only documents in the scope's table are found, however many others there are.
 */
export function createTextIndexStore(db: VaultDatabase, { attached, scoped = false }: { attached: AttachedDocuments; scoped?: boolean }) {
  if (scoped) createScopeTable(db)
  const inScope = scoped ? `AND rowid / ${SLICES_PER_DOCUMENT} IN (SELECT document FROM ${SCOPE_TABLE})` : ''
  const count = db.prepare<[], number>('SELECT count(*) FROM search_documents').pluck()
  const countRows = db
    .prepare<[string], number>(`SELECT count(*) FROM (SELECT 1 FROM search_words WHERE search_words MATCH ? LIMIT ${MANY_ROWS + 1})`)
    .pluck()
  // Title 8, tags 4, body 1. FTS5 gives a better match a lower number.
  const ranked = db
    .prepare<[string], [row: number, strength: number]>(
      `SELECT rowid, -bm25(search_words, 8.0, 4.0, 1.0) FROM search_words WHERE search_words MATCH ? ${inScope} ORDER BY rowid DESC LIMIT ${MANY_ROWS}`,
    )
    .raw()
  const newest = db
    .prepare<[string], number>(
      `SELECT rowid FROM search_words WHERE search_words MATCH ? ${inScope} ORDER BY rowid DESC LIMIT ${MANY_ROWS + 1}`,
    )
    .pluck()
  const parts = db
    .prepare<[string], number>(
      `SELECT rowid FROM search_parts WHERE search_parts MATCH ? ${inScope} ORDER BY rowid DESC LIMIT ${MAX_PART_ROWS}`,
    )
    .pluck()
  const text = db.prepare<[number], { heading: string; body: string | null }>(
    `SELECT d.heading, CASE WHEN d.length <= ${LONG_BODY} THEN ${BODY} END AS body
     FROM search_documents d JOIN items i ON i.id = d.item_id WHERE d.document = ? AND i.deleted_at IS NULL`,
  )
  const scanned = db
    .prepare<[string, string], number>(
      `SELECT d.document FROM (SELECT * FROM search_documents
         ${scoped ? `WHERE document IN (SELECT document FROM ${SCOPE_TABLE})` : ''} ORDER BY document DESC LIMIT ${SCANNED_DOCUMENTS}) d
       JOIN items i ON i.id = d.item_id
       WHERE i.deleted_at IS NULL AND d.length <= 20000 AND (instr(d.heading, ?) > 0 OR instr(lower(${BODY}), ?) > 0) LIMIT ${MAX_PART_ROWS}`,
    )
    .pluck()
  const itemId = db
    .prepare<[number], string>(
      'SELECT d.item_id FROM search_documents d JOIN items i ON i.id = d.item_id WHERE d.document = ? AND i.deleted_at IS NULL',
    )
    .pluck()

  return {
    scoped,
    /** Items in the index, those in the trash included. */
    count: () => count.get() ?? 0,
    /** Rows that match, in any scope, counted no further than `MANY_ROWS + 1`. */
    countRows: (match: string) => countRows.get(match) ?? 0,
    /** The newest rows that match, with their bm25, higher is better. Only for what has few rows. */
    ranked: (match: string) => ranked.all(match),
    newest: (match: string) => newest.all(match),
    /** The newest rows that hold all these trigrams, somewhere. */
    parts: (trigrams: readonly string[]) => parts.all(trigrams.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' AND ')),
    /** Documents among the newest 2,000, not longer than 20,000 units, with these one or two characters: signs are in no index. */
    withCharacters: (characters: string) => scanned.all(characters, characters),
    /** Folded heading and slice of an item; null for an item that is gone or in the trash, 'long' when its body is over 200,000 units. */
    text(document: number, slice: number): string | null | 'long' {
      const found = text.get(document)
      if (found === undefined) return null
      if (found.body === null) return 'long'
      return `${found.heading} ${foldText(found.body.slice(sliceStart(slice), sliceStart(slice) + SLICE_LENGTH))}`
    },
    /** The item's id; undefined when it is gone or in the trash. */
    itemId: (document: number) => itemId.get(document),
    /** The file that a document stands for; null for an item itself. */
    attachmentOf: (document: number) => attached.attachmentOf(document),
    /** The document of the item that a document belongs to: a file's words count for its item. */
    ownerOf: (document: number) => attached.ownerOf(document),
    documentOf: (row: number) => Math.floor(row / SLICES_PER_DOCUMENT),
    sliceOf: (row: number) => row % SLICES_PER_DOCUMENT,
  }
}
