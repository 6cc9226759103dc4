import { setImmediate as nextTurn } from 'node:timers/promises'
import type { VaultDatabase } from '../db/open-database'
import { foldText } from '../domain/normalise-text'
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
   * Indexes what `index` left over, a slice and a transaction at a time, with a turn of the event loop between them. To be called
   * after a commit, and once after unlocking. Resolves to the number of slices made; stops early, without an error, when aborted.
   */
  indexRemaining(signal?: AbortSignal): Promise<number>
  /** Takes an item out, inside the caller's write transaction. An item in the trash may stay: answers leave it out. */
  remove(id: string): void
  /**
   * The items with words of the query, best first. Any string is a query: words are taken as words, the last one also as the
   * beginning of a word. Items in the trash never come back. An empty query gives nothing.
   */
  search(query: string, limit: number): TextHit[]
  /** Items in the index, those in the trash included. */
  count(): number
  /**
   * Rewrites the index so that words of removed items and of earlier bodies are gone from the file, not only from answers.
   * Works in small steps with a turn of the event loop between them; stops early, without an error, when aborted.
   */
  compact(signal?: AbortSignal): Promise<void>
}

interface Entry {
  document: number
  itemId: string
  length: number
  indexed: number
  revision: number
}

const MAX_HEADING_PART = 1000
/** Pages that one step of `compact` writes; a step takes a few milliseconds. */
const MERGE_PAGES = 64

export function createTextIndex(db: VaultDatabase): TextIndex {
  const columns = 'document, item_id AS itemId, length, indexed, revision'
  const find = db.prepare<[string], Entry>(`SELECT ${columns} FROM search_documents WHERE item_id = ?`)
  const findUnfinished = db.prepare<[], Entry>(
    `SELECT ${columns} FROM search_documents WHERE indexed < length ORDER BY document DESC LIMIT 1`,
  )
  const create = db.prepare<[string, string, number, number]>(
    'INSERT INTO search_documents (item_id, heading, length, indexed) VALUES (?, ?, ?, ?)',
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
  const mergeSteps = ['search_words', 'search_parts'].map((table) =>
    db.prepare<[number]>(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ?)`),
  )
  const changes = db.prepare<[], number>('SELECT total_changes()').pluck()
  const store = createTextIndexStore(db)

  function addSlice(document: number, slice: number, heading: { title: string; tags: string }, body: string): void {
    const row = document * SLICES_PER_DOCUMENT + slice
    const folded = foldText(body.slice(sliceStart(slice), sliceStart(slice) + SLICE_LENGTH))
    addWords.run(row, segmentForIndex(heading.title), segmentForIndex(heading.tags), segmentForIndex(folded))
    addParts.run(row, distinctParts(`${heading.title} ${heading.tags} ${folded}`))
  }

  function removeSlices({ document, indexed }: Entry): void {
    for (let slice = 0; slice < sliceCount(indexed); slice += 1) {
      removeWords.run(document * SLICES_PER_DOCUMENT + slice)
      removeParts.run(document * SLICES_PER_DOCUMENT + slice)
    }
  }

  /** Indexes the next slice of `entry`, unless the item changed or went since `body` was read. */
  const addNextSlice = db.transaction((entry: Entry, body: string): boolean => {
    const now = find.get(entry.itemId)
    if (now === undefined || now.indexed !== entry.indexed || now.revision !== entry.revision) return false
    const slice = sliceCount(entry.indexed)
    const full = slice >= SLICES_PER_DOCUMENT
    if (!full) addSlice(entry.document, slice, { title: '', tags: '' }, body)
    advance.run(full ? body.length : coveredLength(slice, body.length), entry.document)
    return true
  })

  return {
    index({ id, title, body, tags }) {
      const heading = {
        title: foldText(title.slice(0, MAX_HEADING_PART)),
        tags: tags.map((tag) => foldText(tag.slice(0, MAX_HEADING_PART))).join(' '),
      }
      const before = find.get(id)
      const indexed = coveredLength(0, body.length)
      const headingText = `${heading.title} ${heading.tags}`
      if (before === undefined) create.run(id, headingText, body.length, indexed)
      else {
        removeSlices(before)
        change.run(headingText, body.length, indexed, before.document)
      }
      const document = before?.document ?? find.get(id)?.document
      if (document !== undefined) addSlice(document, 0, heading, body)
    },

    async indexRemaining(signal) {
      let made = 0
      for (let entry = findUnfinished.get(); entry !== undefined; entry = findUnfinished.get()) {
        const body = readBody.get(entry.itemId)
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
          current = find.get(entry.itemId)
        }
      }
      return made
    },

    remove(id) {
      const entry = find.get(id)
      if (entry === undefined) return
      removeSlices(entry)
      forget.run(entry.document)
    },

    search: (query, limit) => searchText(store, query, limit),

    count: store.count,

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
