import { SLICES_PER_DOCUMENT, sliceStart } from './body-slices'
import { parseQuery, type QueryWord } from './query-words'
import { hasWordCharacters, trigramsOf } from './segment-text'
import { MANY_ROWS, type TextIndexStore } from './text-index-store'

export interface TextHit {
  id: string
  /** Higher is better; comparable within one answer only. */
  score: number
  /** Which part of the query was found, 0 to 1: its words, each with the weight of its rarity in the vault. */
  share: number
  /** Where in the body the best slice begins, in UTF-16 units: where to look for a passage first. */
  near: number
}

interface Word extends QueryWord {
  rows: number
  /** Inverse document frequency, as in bm25. */
  weight: number
}

interface Candidate {
  document: number
  slice: number
  best: number
  strength: number
  /** For each word of the query how surely it is there, 0 to 1. */
  credit: number[]
  /** Found by whole words; else it has the trigrams of a word, which may stand apart. */
  sure: boolean
}

/** Words that look for candidates by themselves; the rarest ones. */
const MAX_SEEKING_WORDS = 8
/** Words that must stand together when some are frequent; the rarest ones. */
const MAX_WORDS_TOGETHER = 4
/** Candidates whose text is read for the words that did not find them, and how many units at most: 20 ms. */
const MAX_CHECKED = 100
const CHECKED_UNITS = 400_000
/** A match inside a word says less than the word, and the letters of `c++` say less than all of it. */
const PART_CREDIT = 0.75
const LETTERS_CREDIT = 0.6

/** The items with words of `query`, best first: by words in the index, then by parts of words where whole words find little. */
export function searchText(store: TextIndexStore, query: string, limit: number): TextHit[] {
  const total = store.count()
  const words: Word[] = parseQuery(query).map((word) => {
    const rows = word.match === null ? 0 : store.countRows(word.match)
    return { ...word, rows, weight: Math.log(1 + (Math.max(0, total - rows) + 0.5) / (rows + 0.5)) }
  })
  const candidates = findCandidates(store, words, limit)
  const totalWeight = words.reduce((sum, word) => sum + word.weight, 0)
  const share = ({ credit }: Candidate) => words.reduce((sum, word, index) => sum + word.weight * (credit[index] ?? 0), 0) / totalWeight
  const score = (candidate: Candidate) => (candidate.strength + 0.001) * share(candidate)
  const byScore = (a: Candidate, b: Candidate) => score(b) - score(a) || b.document - a.document

  const first = [...candidates].sort(byScore)
  const checked = checkTexts(store, words, first.slice(0, MAX_CHECKED)).sort(byScore)
  const hits: TextHit[] = []
  for (const candidate of [...checked, ...first.slice(MAX_CHECKED).filter(({ sure }) => sure)]) {
    if (hits.length >= limit) break
    const id = store.itemId(candidate.document)
    if (id !== undefined) hits.push({ id, score: score(candidate), share: share(candidate), near: sliceStart(candidate.slice) })
  }
  return hits
}

function findCandidates(store: TextIndexStore, words: readonly Word[], limit: number): Iterable<Candidate> {
  const candidates = new Map<number, Candidate>()
  const add = (row: number, strength: number, found: readonly Word[], { credit = 1, sure = true } = {}) => {
    const document = store.documentOf(row)
    const candidate = candidates.get(document) ?? { document, slice: 0, best: -1, strength: 0, credit: words.map(() => 0), sure: false }
    candidates.set(document, candidate)
    candidate.sure ||= sure
    if (strength > candidate.best) {
      candidate.best = strength
      candidate.slice = store.sliceOf(row)
    }
    for (const word of found) {
      const index = words.indexOf(word)
      // Several slices of an item may hold a word; the item gets the word's strength once.
      if (candidate.credit[index] === 0) candidate.strength += strength / found.length
      candidate.credit[index] = Math.max(candidate.credit[index] ?? 0, credit)
    }
  }

  const present = words.filter(({ rows }) => rows > 0).sort((a, b) => a.rows - b.rows)
  const rare = present.filter(({ rows }) => rows <= MANY_ROWS)
  for (const word of rare.slice(0, MAX_SEEKING_WORDS)) {
    for (const [row, strength] of store.ranked(word.match ?? ''))
      add(row, strength + word.weight / 2, [word], { credit: word.signs ? LETTERS_CREDIT : 1 })
  }
  if (rare.length < present.length) {
    // Only words together can find an old note by its frequent words. Those in a title come first.
    const together = present.slice(0, MAX_WORDS_TOGETHER)
    const all = together.map(({ match }) => match).join(' AND ')
    const strength = together.reduce((sum, { weight }) => sum + weight, 0) / 2
    for (const row of store.newest(`title : (${all})`)) add(row, strength * 4, together)
    for (const row of store.newest(all)) add(row, strength, together)
    const [rarest] = present
    if (rare.length === 0 && together.length > 1 && rarest !== undefined) {
      for (const row of store.newest(rarest.match ?? '')) add(row, rarest.weight / 2, [rarest])
    }
  }
  for (const word of words.filter(({ rows, signs }) => rows < limit || signs)) {
    const trigrams = trigramsOf(word.text)
    const rows = trigrams.length > 0 ? store.parts(trigrams) : []
    for (const row of rows) add(row, word.weight / 4, [word], { credit: PART_CREDIT, sure: false })
    if (!word.signs || [...word.text].length > 2) continue
    for (const document of store.withCharacters(word.text)) add(document * SLICES_PER_DOCUMENT, word.weight / 2, [word])
  }
  return candidates.values()
}

/** Looks the words up in the texts themselves. Leaves out what has only the trigrams of a word, and what is gone. */
function checkTexts(store: TextIndexStore, words: readonly Word[], candidates: readonly Candidate[]): Candidate[] {
  let units = CHECKED_UNITS
  return candidates.filter((candidate) => {
    if (candidate.sure && candidate.credit.every((credit) => credit === 1)) return true
    if (units <= 0) return candidate.sure
    const text = store.text(candidate.document, candidate.slice)
    if (text === null) return false
    if (text === 'long') return true
    units -= text.length
    candidate.credit = candidate.credit.map((credit, index) => Math.max(candidate.sure ? credit : 0, creditIn(text, words[index])))
    return candidate.credit.some((credit) => credit > 0)
  })
}

function creditIn(text: string, word: Word | undefined): number {
  if (word === undefined) return 0
  const at = text.indexOf(word.text)
  if (at < 0) return 0
  if (word.signs) return 1
  for (let position = at; position >= 0; position = text.indexOf(word.text, position + 1)) {
    if (!hasWordCharacters(text.slice(Math.max(0, position - 1), position))) {
      const after = text.slice(position + word.text.length, position + word.text.length + 1)
      if (word.match !== word.exact || !hasWordCharacters(after)) return 1
    }
  }
  return PART_CREDIT
}
