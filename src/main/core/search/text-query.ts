import { SLICES_PER_DOCUMENT, sliceStart } from './body-slices'
import { parseQuery } from './query-words'
import { hasWordCharacters, trigramsOf } from './segment-text'
import { MANY_ROWS, type TextIndexStore } from './text-index-store'
import { rankWord, type Word, weighWords } from './word-strength'

export interface TextHit {
  id: string
  /** Higher is better; comparable within one answer only. */
  score: number
  /** Which part of the query was found, 0 to 1: its words, each with the weight of its rarity in the vault. */
  share: number
  /** Where in the body the best slice begins, in UTF-16 units: where to look for a passage first. */
  near: number
  /** The file of the item that has the words; absent when the item itself has them. */
  attachmentId?: string
}

interface Candidate {
  document: number
  /** What each row holds of the query: slices of the item, and of its files. */
  rows: Map<number, number>
  /** For each word of the query its strength in the best slice for it. */
  strength: number[]
  /** For each word of the query how surely it is there, 0 to 1. */
  credit: number[]
  /** Found by whole words; else it has the trigrams of a word, which may stand apart. */
  sure: boolean
}

/** Words that look for candidates by themselves; the most telling ones. */
const MAX_SEEKING_WORDS = 12
/** Words that must stand together when some are frequent; the rarest ones. */
const MAX_WORDS_TOGETHER = 4
/** Candidates whose text is read for the words that did not find them, and how many units at most: 20 ms. */
const MAX_CHECKED = 100
const CHECKED_UNITS = 400_000
/** A word in fewer rows than this is looked for inside of words, too. */
const FEW_ROWS = 10
/** A match inside a word says less than the word, and the letters of `c++` say less than all of it. */
const PART_CREDIT = 0.75
const LETTERS_CREDIT = 0.6
/** A title holds what a text is about; the body counts single. As bm25's weights in the store, but bounded. */
const TITLE_STRENGTH = 2

/** The items with words of `query`, best first: by words in the index, then by parts of words where whole words find little. */
export function searchText(store: TextIndexStore, query: string, limit: number): TextHit[] {
  const total = store.count()
  const parsed = parseQuery(query)
  let words = weighWords(store, parsed, total, parsed.length > 1)
  let candidates = findCandidates(store, words, total)
  if (candidates.length === 0 && words.some(({ guess }) => guess)) {
    words = weighWords(store, parsed, total, false)
    candidates = findCandidates(store, words, total)
  }
  const totalWeight = words.reduce((sum, word) => sum + word.weight, 0)
  const share = ({ credit }: Candidate) => words.reduce((sum, word, index) => sum + word.weight * (credit[index] ?? 0), 0) / totalWeight
  const score = ({ strength, credit }: Candidate) =>
    strength.reduce((sum, one, index) => sum + Math.max(one, 0.001) * (credit[index] ?? 0), 0)
  const ordered = (some: Iterable<Candidate>) =>
    Array.from(some, (candidate) => ({ candidate, score: score(candidate) }))
      .sort((a, b) => b.score - a.score || b.candidate.document - a.candidate.document)
      .map(({ candidate }) => candidate)

  const first = ordered(candidates)
  const checked = ordered(checkTexts(store, words, first.slice(0, MAX_CHECKED)))
  const hits: TextHit[] = []
  for (const candidate of [...checked, ...first.slice(MAX_CHECKED).filter(({ sure }) => sure)]) {
    if (hits.length >= limit) break
    const id = store.itemId(candidate.document)
    if (id === undefined) continue
    const row = bestRow(candidate)
    const attachmentId = store.attachmentOf(store.documentOf(row))
    hits.push({
      id,
      score: score(candidate),
      share: share(candidate),
      near: sliceStart(store.sliceOf(row)),
      ...(attachmentId === null ? {} : { attachmentId }),
    })
  }
  return hits
}

function bestRow({ document, rows }: Candidate): number {
  let best = document * SLICES_PER_DOCUMENT
  let most = 0
  for (const [row, strength] of rows) {
    if (strength > most || (strength === most && row < best)) {
      best = row
      most = strength
    }
  }
  return best
}

function findCandidates(store: TextIndexStore, words: readonly Word[], total: number): Candidate[] {
  const candidates = new Map<number, Candidate>()
  const add = (row: number, word: Word, strength: number, credit = 1, sure = true) => {
    const document = store.ownerOf(store.documentOf(row))
    const candidate = candidates.get(document) ?? {
      document,
      rows: new Map(),
      strength: words.map(() => 0),
      credit: words.map(() => 0),
      sure: false,
    }
    candidates.set(document, candidate)
    candidate.sure ||= sure
    candidate.rows.set(row, (candidate.rows.get(row) ?? 0) + strength)
    const index = words.indexOf(word)
    candidate.strength[index] = Math.max(candidate.strength[index] ?? 0, strength)
    candidate.credit[index] = Math.max(candidate.credit[index] ?? 0, credit)
  }

  const present = words.filter(({ rows, stop }) => rows > 0 && !stop).sort((a, b) => a.rows - b.rows)
  const rare = present.filter(({ rows }) => rows <= MANY_ROWS)
  const telling = [...rare].sort((a, b) => b.weight - a.weight).slice(0, MAX_SEEKING_WORDS)
  for (const word of telling) {
    word.sought = !word.signs && !word.guess
    for (const [row, { strength, credit }] of rankWord(store, word, total)) add(row, word, strength, word.signs ? LETTERS_CREDIT : credit)
  }
  if (rare.length < present.length) findByFrequentWords(store, present, rare.length, add)
  for (const word of words.filter(({ rows, signs, guess, stop }) => !guess && !stop && (rows < FEW_ROWS || signs))) {
    const trigrams = trigramsOf(word.text)
    for (const row of trigrams.length > 0 ? store.parts(trigrams) : []) add(row, word, word.weight / 4, PART_CREDIT, false)
    if (!word.signs || [...word.text].length > 2) continue
    for (const document of store.withCharacters(word.text)) add(document * SLICES_PER_DOCUMENT, word, word.weight)
  }
  for (const word of words.filter(({ stop }) => stop)) {
    word.sought = true
    if (word.rows === 0 || word.rows > MANY_ROWS) continue
    for (const [row, { strength, credit }] of rankWord(store, word, total))
      if (candidates.has(store.ownerOf(store.documentOf(row)))) add(row, word, strength, credit)
  }
  return [...candidates.values()]
}

/** Only words together can find an old note by its frequent words. Those in a title come first. */
function findByFrequentWords(
  store: TextIndexStore,
  present: readonly Word[],
  rareCount: number,
  add: (row: number, word: Word, strength: number) => void,
): void {
  const together = present.filter(({ guess }) => !guess).slice(0, MAX_WORDS_TOGETHER)
  if (together.length === 0) return
  const all = together.map(({ match }) => match).join(' AND ')
  const addAll = (rows: readonly number[], rate: number) => {
    for (const row of rows) for (const word of together) add(row, word, word.weight * rate)
  }
  const [only] = together
  if (together.length === 1 && only?.newest) {
    addAll(only.newest, 1)
    return
  }
  addAll(store.newest(`title : (${all})`), TITLE_STRENGTH)
  addAll(store.newest(all), 1)
  // Within a scope there may be few items, and each must be found by any of its words.
  const alone = store.scoped ? present.slice(rareCount) : rareCount === 0 && together.length > 1 ? present.slice(0, 1) : []
  for (const word of alone) for (const row of store.newest(word.match ?? '')) add(row, word, word.weight)
}

/** Looks the words up in the texts themselves. Leaves out what has only the trigrams of a word, and what is gone. */
function checkTexts(store: TextIndexStore, words: readonly Word[], candidates: readonly Candidate[]): Candidate[] {
  let units = CHECKED_UNITS
  const isKnown = (credit: number, index: number) => credit === 1 || (credit !== PART_CREDIT && words[index]?.sought === true)
  return candidates.filter((candidate) => {
    if (candidate.sure && candidate.credit.every(isKnown)) return true
    if (units <= 0) return candidate.sure
    const row = bestRow(candidate)
    const text = store.text(store.documentOf(row), store.sliceOf(row))
    if (text === null) return false
    if (text === 'long') return true
    units -= text.length
    candidate.credit = candidate.credit.map((credit, index) => Math.max(candidate.sure ? credit : 0, creditIn(text, words[index])))
    candidate.strength = candidate.strength.map((strength, index) =>
      strength === 0 && (candidate.credit[index] ?? 0) > 0 ? (words[index]?.weight ?? 0) : strength,
    )
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
