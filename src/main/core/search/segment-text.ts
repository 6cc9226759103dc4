/** Scripts that put no spaces between words (and Korean, whose endings cling to words): read as pairs of characters. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3005-\u3007\u30fc]+/gu
const unspacedAtEnd = new RegExp(`${unspaced.source}$`, 'u')
const character = /.\p{M}*/gsu
const letterOrDigit = /[\p{L}\p{N}\p{M}\p{Co}]/u

/** True when the word index can hold something of the text; signs alone are not words. */
export function hasWordCharacters(text: string): boolean {
  return letterOrDigit.test(text)
}

/** True when the text ends in the middle of a run without spaces, where a word cannot be told to be complete. */
export function endsUnspaced(text: string): boolean {
  return unspacedAtEnd.test(text)
}

/**
 * Folded text as the word index takes it: each run of an unspaced script becomes its overlapping pairs, and its last
 * character alone, so that `東京都` is `東京 京都 都`: a run of two or more is then found as a phrase of pairs anywhere inside.
 */
export function segmentForIndex(folded: string): string {
  return folded.replace(unspaced, (run) => ` ${pairs(run, true).join(' ')} `)
}

/** A folded word of a query in the same form. A run at the word's end may go on in the note, so it gets no last single character. */
export function segmentForQuery(folded: string): string {
  return folded.replace(unspaced, (run, at: number) => ` ${pairs(run, at + run.length < folded.length).join(' ')} `).trim()
}

/** One line for each different word of three or more characters, unspaced scripts left out: what the trigram index takes. */
export function distinctParts(folded: string): string {
  const words = new Set(folded.replace(unspaced, ' ').split(/\s+/))
  return [...words].filter((word) => word.length > 2).join('\n')
}

/** The trigrams that a note must have to hold this folded word, at most 16; empty when the word is too short to say. */
export function trigramsOf(folded: string): string[] {
  const trigrams = new Set<string>()
  for (const part of folded.replace(unspaced, ' ').split(/\s+/)) {
    const characters = [...part]
    for (let index = 0; index + 2 < characters.length; index += 1) trigrams.add(characters.slice(index, index + 3).join(''))
  }
  return [...trigrams].slice(0, 16)
}

function pairs(run: string, closed: boolean): string[] {
  const characters = run.match(character) ?? []
  if (characters.length === 1) return characters
  const result: string[] = []
  for (let index = 0; index + 1 < characters.length; index += 1) result.push(`${characters[index]}${characters[index + 1]}`)
  if (closed) result.push(characters.at(-1) ?? '')
  return result
}
