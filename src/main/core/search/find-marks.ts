import { foldWithOffsets } from '../text/normalise-text'
import { endsUnspaced, hasWordCharacters } from './segment-text'

/** [start, end) in UTF-16 units of the text as it was written. */
export type Mark = [start: number, end: number]

const MAX_MARKS = 60

/**
 * Where the folded words stand in a short text, in order, without overlaps: at the beginning of words, or inside of words
 * where nothing begins so. A word with signs that is not there as it is (`re-read` in "re read") is looked up by its parts.
 */
export function findMarks(original: string, words: readonly string[]): Mark[] {
  const { text, offsets } = foldWithOffsets(original)
  const found: Mark[] = []
  for (const word of words) {
    let places = placesOf(word, text)
    if (places.length === 0) {
      for (const part of word.split(/[^\p{L}\p{N}\p{M}\p{Co}]+/u))
        if (part.length > 1 && part !== word) places = places.concat(placesOf(part, text))
    }
    for (const [start, end] of places) found.push([offsets[start] ?? 0, endInOriginal(offsets, end)])
  }
  return merge(found).slice(0, MAX_MARKS)
}

/** Places of one folded word in folded text, in units of the folded text. */
export function placesOf(word: string, text: string): Mark[] {
  const beginning: Mark[] = []
  const inside: Mark[] = []
  if (word === '') return inside
  const anywhere = endsUnspaced(word) || !hasWordCharacters(word)
  for (let at = text.indexOf(word); at >= 0 && beginning.length + inside.length < 1000; at = text.indexOf(word, at + word.length)) {
    const begins = anywhere || !hasWordCharacters(text.slice(Math.max(0, at - 1), at))
    ;(begins ? beginning : inside).push([at, at + word.length])
  }
  return beginning.length > 0 ? beginning : inside
}

/** A folded place may end within what one character became (`ﬁ` is `fi`): the mark takes the whole character. */
function endInOriginal(offsets: Uint32Array, end: number): number {
  let position = end
  while (position < offsets.length - 1 && offsets[position] === offsets[end - 1]) position += 1
  return offsets[position] ?? 0
}

function merge(marks: Mark[]): Mark[] {
  const merged: Mark[] = []
  for (const [start, end] of marks.sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = merged.at(-1)
    if (last !== undefined && start < last[1]) last[1] = Math.max(last[1], end)
    else if (end > start) merged.push([start, end])
  }
  return merged
}
