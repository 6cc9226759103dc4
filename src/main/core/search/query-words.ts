import { foldText } from '../text/normalise-text'
import { endsUnspaced, hasWordCharacters, segmentForQuery } from './segment-text'

/** Longer queries are cut: nobody types them, and a pasted page would otherwise ask for thousands of words. */
const MAX_QUERY_LENGTH = 2000
const MAX_WORDS = 24
/** One letter begins too many words to read them all while a person types (70 ms at 50,000 notes, measured). */
const beginning = /[\p{L}\p{N}\p{M}\p{Co}]{2}$/u
const wordOnly = /^[\p{L}\p{N}\p{M}\p{Co}]+$/u

/** One word of a query, between spaces, as it was typed. */
export interface QueryWord {
  /** Folded (see `foldText`), with its signs: `c++`. */
  text: string
  /**
   * An FTS5 expression that is valid whatever was typed; null when the word has no letter or digit. For the word being typed, and
   * for a single character of an unspaced script, longer words that begin so count too.
   */
  match: string | null
  /** The same without longer words. */
  exact: string | null
  /** The word has signs that the word index does not see, so that `c` would answer for `c++`. */
  signs: boolean
}

/** The words of a query, each once. Every string is a query; words are taken as words, never as operators. */
export function parseQuery(query: string): QueryWord[] {
  const folded = foldText(cutQuery(query))
  const typing = !/\s$/.test(folded)
  const texts = folded.split(/\s+/).filter((text) => text !== '')
  const last = texts.at(-1)
  const distinct = [...new Set(texts.slice(0, -1))].slice(0, MAX_WORDS - 1).filter((text) => text !== last)
  if (last !== undefined) distinct.push(last)
  return distinct.map((text) => toWord(text, typing && text === last))
}

/** Leaves the spaces at the end, which tell that the last word is complete, and cuts no pair of surrogates apart. */
function cutQuery(query: string): string {
  return query.length <= MAX_QUERY_LENGTH ? query : query.slice(0, MAX_QUERY_LENGTH).replace(/[\ud800-\udbff]$/, '')
}

function toWord(text: string, typing: boolean): QueryWord {
  if (!hasWordCharacters(text)) return { text, match: null, exact: null, signs: true }
  const exact = `"${segmentForQuery(text).replaceAll('"', '""')}"`
  const longer = endsUnspaced(text) || (typing && beginning.test(text))
  return { text, match: longer ? `${exact} *` : exact, exact, signs: !wordOnly.test(text) }
}

/** An FTS5 expression for words in this order; with `typing` the last may go on. Null when there is no letter or digit. */
export function phraseMatch(text: string, typing: boolean): string | null {
  const folded = foldText(cutQuery(text))
  if (!hasWordCharacters(folded)) return null
  const exact = `"${segmentForQuery(folded).replaceAll('"', '""')}"`
  return endsUnspaced(folded) || (typing && beginning.test(folded)) ? `${exact} *` : exact
}

/** The text has characters that the word index does not see. */
export function hasSigns(text: string): boolean {
  return !wordOnly.test(foldText(text))
}
