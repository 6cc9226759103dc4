import { setImmediate as nextTurn } from 'node:timers/promises'
import type { VaultDatabase } from '../db/open-database'
import { foldText } from '../text/normalise-text'
import { createAttachedDocuments } from './attached-documents'
import { coveredLength, SLICE_LENGTH, SLICES_PER_DOCUMENT, sliceCount, sliceStart } from './body-slices'
import { distinctParts, segmentForIndex } from './segment-text'
import { createTextIndexStore } from './text-index-store'
import { searchText, type TextHit } from './text-query'

export type { TextHit } from './text-query'

export interface TextDocument {
  id: string
  title: string
  body: string
  tags: readonly string[]
}

export interface TextIndex {
  /**
   * Puts a new or changed item into the index, inside the caller's write transaction. Takes the title (1,000 units), the tags
   * and the first 16,384 units of the body, in 45 ms at most; the rest of a longer body is left to `indexRemaining`.
   */
  index(document: TextDocument): void
  /**
   * The same for an item of which only title or tags changed: what is in the index of the rest of its body stays. A few milliseconds for
   * any body.
   */
  retag(document: TextDocument): void
  /**
   * Indexes what `index` left over, a slice and a transaction at a time, with a turn of the event loop between them. To be called
   * after a commit, and once after unlocking. Resolves to the number of slices made; stops early, without an error, when aborted.
   */
  indexRemaining(signal?: AbortSignal): Promise<number>
  /** The same for a file of an item, found by its name and its text. */
  indexAttachment(attached: AttachedDocument): void
  /** Takes a file of an item out, inside the caller's write transaction. */
  removeAttachment(attachmentId: string): void
  /** Takes an item out, inside the caller's write transaction. An item in the trash may stay: answers leave it out. */
  remove(id: string): void
  /**
   * The items with words of the query, best first. Any string is a query: words are taken as words, the last one also as the
   * beginning of a word. Items in the trash never come back. An empty query gives nothing. With `scoped` only items in the scope
   * that was narrowed to last (see `SearchScopeStore`), and all of those with the words.
   */
  search(query: string, limit: number, options?: { scoped?: boolean }): TextHit[]
  /** Items in the index, those in the trash included. */
  count(): number
  /**
   * Before very many entries change one after the other: merging waits until `compact`, and searches take a little longer meanwhile. Without
   * it each hundredth entry that is replaced would have the whole index rewritten. Kept in the vault until `false` puts the rules back.
   */
  setBulk(isBulk: boolean): void
  /**
   * Rewrites the index so that words of removed items and of earlier bodies are gone from the file, not only from answers.
   * Works in small steps with a turn of the event loop between them; stops early, without an error, when aborted.
   */
  compact(signal?: AbortSignal): Promise<void>
}

export interface AttachedDocument {
  attachmentId: string
  itemId: string
  name: string
  text: string
}

interface Entry {
  document: number
  itemId: string
  attachmentId: string | null
  length: number
  indexed: number
  revision: number
}

const MAX_HEADING_PART = 1000
/** How FTS5 merges: its own rules but for `deletemerge` (see the migration); and with merging put off, at most 64 pieces a level. */
const usualRules = [
  ['automerge', 4],
  ['crisismerge', 16],
  ['deletemerge', 1],
] as const
const bulkRules = [
  ['automerge', 0],
  ['crisismerge', 64],
  ['deletemerge', 0],
] as const
/** Pages that one step of `compact` writes; a step takes a few milliseconds. */
const MERGE_PAGES = 64

export function createTextIndex(db: VaultDatabase): TextIndex {
  const columns = 'document, item_id AS itemId, attachment_id AS attachmentId, length, indexed, revision'
  const find = db.prepare<[string], Entry>(`SELECT ${columns} FROM search_documents WHERE item_id = ? AND attachment_id IS NULL`)
  const findAttached = db.prepare<[string], Entry>(`SELECT ${columns} FROM search_documents WHERE attachment_id = ?`)
  const findUnfinished = db.prepare<[], Entry>(
    `SELECT ${columns} FROM search_documents WHERE indexed < length ORDER BY document DESC LIMIT 1`,
  )
  const create = db.prepare<[string, string | null, string, number, number]>(
    'INSERT INTO search_documents (item_id, attachment_id, heading, length, indexed) VALUES (?, ?, ?, ?, ?)',
  )
  const change = db.prepare<[string, number, number, number]>(
    'UPDATE search_documents SET heading = ?, length = ?, indexed = ?, revision = revision + 1 WHERE document = ?',
  )
  const advance = db.prepare<[number, number]>('UPDATE search_documents SET indexed = ? WHERE document = ?')
  const forget = db.prepare<[number]>('DELETE FROM search_documents WHERE document = ?')
  const addWords = db.prepare<[number, string, string, string]>('INSERT INTO search_words (rowid, title, tags, body) VALUES (?, ?, ?, ?)')
  const addParts = db.prepare<[number, string]>('INSERT INTO search_parts (rowid, parts) VALUES (?, ?)')
  const removeWords = db.prepare<[number]>('DELETE FROM search_words WHERE rowid = ?')
  const removeParts = db.prepare<[number]>('DELETE FROM search_parts WHERE rowid = ?')
  const readBody = db.prepare<[string], string>('SELECT body FROM items WHERE id = ?').pluck()
  const readAttached = db.prepare<[string], string>('SELECT text FROM attachment_texts WHERE attachment_id = ?').pluck()
  const mergeSteps = ['search_words', 'search_parts'].map((table) =>
    db.prepare<[number]>(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ?)`),
  )
  const changes = db.prepare<[], number>('SELECT total_changes()').pluck()
  const attached = createAttachedDocuments(db)
  const store = createTextIndexStore(db, { attached })
  const scopedStore = createTextIndexStore(db, { attached, scoped: true })

  function addSlice(document: number, slice: number, heading: { title: string; tags: string }, body: string): void {
    const row = document * SLICES_PER_DOCUMENT + slice
    const folded = foldText(body.slice(sliceStart(slice), sliceStart(slice) + SLICE_LENGTH))
    addWords.run(row, segmentForIndex(heading.title), segmentForIndex(heading.tags), segmentForIndex(folded))
    addParts.run(row, distinctParts(`${heading.title} ${heading.tags} ${folded}`))
  }

  const headingOf = ({ title, tags }: TextDocument) => ({
    title: foldText(title.slice(0, MAX_HEADING_PART)),
    tags: tags.map((tag) => foldText(tag.slice(0, MAX_HEADING_PART))).join(' '),
  })

  function removeSlices({ document, indexed }: Entry): void {
    for (let slice = 0; slice < sliceCount(indexed); slice += 1) {
      removeWords.run(document * SLICES_PER_DOCUMENT + slice)
      removeParts.run(document * SLICES_PER_DOCUMENT + slice)
    }
  }

  const again = ({ itemId, attachmentId }: Pick<Entry, 'itemId' | 'attachmentId'>) =>
    attachmentId === null ? find.get(itemId) : findAttached.get(attachmentId)

  function put(itemId: string, attachmentId: string | null, heading: { title: string; tags: string }, body: string): void {
    const before = again({ itemId, attachmentId })
    const indexed = coveredLength(0, body.length)
    const headingText = `${heading.title} ${heading.tags}`
    if (before === undefined) {
      create.run(itemId, attachmentId, headingText, body.length, indexed)
      attached.reset()
    } else {
      removeSlices(before)
      change.run(headingText, body.length, indexed, before.document)
    }
    const document = before?.document ?? again({ itemId, attachmentId })?.document
    if (document !== undefined) addSlice(document, 0, heading, body)
  }

  function take(entry: Entry | undefined): void {
    if (entry === undefined) return
    removeSlices(entry)
    forget.run(entry.document)
    attached.reset()
  }

  /** Indexes the next slice of `entry`, unless the item changed or went since `body` was read. */
  const addNextSlice = db.transaction((entry: Entry, body: string): boolean => {
    const now = again(entry)
    if (now === undefined || now.indexed !== entry.indexed || now.revision !== entry.revision) return false
    const slice = sliceCount(entry.indexed)
    const full = slice >= SLICES_PER_DOCUMENT
    if (!full) addSlice(entry.document, slice, { title: '', tags: '' }, body)
    advance.run(full ? body.length : coveredLength(slice, body.length), entry.document)
    return true
  })

  return {
    index: (document) => put(document.id, null, headingOf(document), document.body),

    retag(document) {
      const entry = find.get(document.id)
      const heading = headingOf(document)
      if (entry?.length !== document.body.length) return put(document.id, null, heading, document.body)
      const first = entry.document * SLICES_PER_DOCUMENT
      removeWords.run(first)
      removeParts.run(first)
      change.run(`${heading.title} ${heading.tags}`, entry.length, entry.indexed, entry.document)
      addSlice(entry.document, 0, heading, document.body)
    },

    indexAttachment: ({ attachmentId, itemId, name, text }) =>
      put(itemId, attachmentId, { title: foldText(name.slice(0, MAX_HEADING_PART)), tags: '' }, text),

    removeAttachment: (attachmentId) => take(findAttached.get(attachmentId)),

    async indexRemaining(signal) {
      let made = 0
      for (let entry = findUnfinished.get(); entry !== undefined; entry = findUnfinished.get()) {
        const body = entry.attachmentId === null ? readBody.get(entry.itemId) : readAttached.get(entry.attachmentId)
        if (body === undefined || body.length !== entry.length) {
          // The item is gone or was changed without `index`: what is in the index is all there will be until then.
          advance.run(entry.length, entry.document)
          continue
        }
        let current: Entry | undefined = entry
        while (current !== undefined && current.indexed < current.length) {
          await nextTurn()
          if (signal?.aborted === true || !db.open) return made
          if (!addNextSlice(current, body)) break
          made += 1
          current = again(entry)
        }
      }
      return made
    },

    remove: (id) => take(find.get(id)),

    search: (query, limit, { scoped = false } = {}) => searchText(scoped ? scopedStore : store, query, limit),

    count: store.count,

    setBulk(isBulk) {
      for (const table of ['search_words', 'search_parts'])
        for (const [rule, value] of isBulk ? bulkRules : usualRules)
          db.exec(`INSERT INTO ${table} (${table}, rank) VALUES ('${rule}', ${value})`)
    },

    async compact(signal) {
      for (const step of mergeSteps) {
        // As SQLite documents it: a negative number begins a merge of everything, a positive one goes on until nothing is written.
        for (let pages = -MERGE_PAGES; ; pages = MERGE_PAGES) {
          if (signal?.aborted === true || !db.open) return
          const before = changes.get() ?? 0
          step.run(pages)
          if ((changes.get() ?? 0) - before < 2) break
          await nextTurn()
        }
      }
    },
  }
}
