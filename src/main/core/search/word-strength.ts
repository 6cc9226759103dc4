import { languagesOfStopWord } from '../text/stop-words'
import { formsOf } from '../text/word-forms'
import type { QueryWord } from './query-words'
import { endsUnspaced } from './segment-text'
import { MANY_ROWS, type TextIndexStore } from './text-index-store'

/** A word of the query and how telling it is in this vault. */
export interface Word extends QueryWord {
  /** Rows with the word as it was typed, and with another form of it. */
  rows: number
  /** Inverse document frequency, as in bm25; less for words that every text has. */
  weight: number
  /** What the index is asked for: `match`, or `exact` of a guess. */
  seek: string | null
  /** A word that every text has, beside others that tell more: it finds nothing by itself. */
  stop: boolean
  /** A short beginning of a word that only orders what the other words find. */
  guess: boolean
  /** Of a short beginning that is asked for alone: its newest rows, which are not asked for twice. */
  newest: readonly number[] | null
  /** FTS5 expressions of its other forms that are in the index. */
  forms: string[]
  /** All rows that have the word are known, so that a text need not be read to know whether it does. */
  sought: boolean
}

/** bm25's own: what a word counts that stands in a text over and over, and how quickly it gets there. FTS5 has the same. */
const SATURATION = 1.2
const LIMIT = SATURATION + 1
/** "What is the best way to cook rice" is about cooking rice. */
const STOP_WORD_WEIGHT = 0.05
const GUESS_WEIGHT = 0.3
/** Another form of a word says a little less than the word as it was typed. */
const FORM_CREDIT = 0.9
/** A rate that bm25 gives no word to measure: it is in nearly every text. */
const PLAIN_RATE = 1

/** A beginning of so few letters has thousands of longer words, whose rows FTS5 collects anew for each question (20 ms at 50,000 notes). */
const SHORT_BEGINNING = 3

const isShortBeginning = ({ text, match, exact }: QueryWord) =>
  match !== exact && !endsUnspaced(text) && [...text].length <= SHORT_BEGINNING

/**
 * With `refine` a short beginning of a word only orders what the other words find: as long as it is typed, what it will be is a guess.
 */
export function weighWords(store: TextIndexStore, words: readonly QueryWord[], total: number, refine: boolean): Word[] {
  const onlyStopWords = words.every(({ text }) => languagesOfStopWord(text).length > 0)
  return words.map((word) => {
    const short = isShortBeginning(word)
    const guess = short && refine
    const seek = guess ? word.exact : word.match
    const newest = seek !== null && short && !guess ? store.newest(seek) : null
    const exact = newest?.length ?? (seek === null ? 0 : store.countRows(seek))
    const forms = word.signs || short ? [] : formsInIndex(store, word.text)
    const rows = exact + forms.reduce((sum, { rows: own }) => sum + own, 0)
    const stop = !onlyStopWords && languagesOfStopWord(word.text).length > 0
    const telling = guess ? GUESS_WEIGHT : stop ? STOP_WORD_WEIGHT : 1
    return {
      ...word,
      seek,
      stop,
      guess,
      newest,
      rows,
      forms: forms.map(({ match }) => match),
      weight: telling * idf(rows, total),
      sought: false,
    }
  })
}

const idf = (rows: number, total: number) => Math.log(1 + (Math.max(0, total - rows) + 0.5) / (rows + 0.5))

function formsInIndex(store: TextIndexStore, text: string): { match: string; rows: number }[] {
  const matches = formsOf(text).map((form) => `"${form}"`)
  if (matches.length === 0 || store.countRows(matches.join(' OR ')) === 0) return []
  return matches.map((match) => ({ match, rows: store.countRows(match) })).filter(({ rows }) => rows > 0)
}

/**
 * The rows with a word or another form of it, each with its bm25 as if all forms were one word. FTS5 would take a rare form for a telling
 * word; so its weight is taken out of each form's score again, and what is left is added up as counts of one word are.
 */
export function rankWord(store: TextIndexStore, word: Word, total: number): Map<number, { strength: number; credit: number }> {
  const counts = new Map<number, { count: number; credit: number }>()
  for (const [index, match] of [word.seek ?? '', ...word.forms].entries()) {
    if (match === '') continue
    const credit = index === 0 ? 1 : FORM_CREDIT
    const own = store.ranked(match)
    const telling = Math.log((total - own.length + 0.5) / (own.length + 0.5))
    for (const [row, strength] of own) {
      const rate = telling > 0.1 && own.length < MANY_ROWS ? Math.min(LIMIT - 0.01, Math.max(0.01, strength / telling)) : PLAIN_RATE
      const before = counts.get(row) ?? { count: 0, credit: 0 }
      counts.set(row, { count: before.count + credit * (rate / (LIMIT - rate)), credit: Math.max(before.credit, credit) })
    }
  }
  const strengths = new Map<number, { strength: number; credit: number }>()
  for (const [row, { count, credit }] of counts) strengths.set(row, { strength: word.weight * ((LIMIT * count) / (1 + count)), credit })
  return strengths
}

/** What a text can score at most: every word of the query, over and over. */
export function idealStrength(words: readonly Word[]): number {
  return LIMIT * words.reduce((sum, { weight }) => sum + weight, 0)
}
