/** A piece of a finding's words: the sentence itself, or what it quotes, which has a direction of its own. */
export interface WordsPiece {
  text: string
  quoted: boolean
}

const RIGHT_TO_LEFT = /[\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/u
const LETTER = /\p{L}/u

/**
 * Cuts the titles and other quotations out of a sentence, so that one written from right to left does not turn the sentence round. Titles are
 * found as they are, with quotation marks of their own. A text without right-to-left letters comes back whole.
 */
export function isolatedTitles(text: string, titles: readonly string[]): WordsPiece[] {
  if (!RIGHT_TO_LEFT.test(text)) return [{ text, quoted: false }]
  const pieces: WordsPiece[] = []
  let begun = 0
  for (let at = 0; at < text.length; ) {
    const length = quotedLength(text, at, titles)
    if (length > 0) {
      if (at > begun) pieces.push({ text: text.slice(begun, at), quoted: false })
      pieces.push({ text: text.slice(at, at + length), quoted: true })
      begun = at + length
    }
    at += Math.max(1, length)
  }
  if (begun < text.length) pieces.push({ text: text.slice(begun), quoted: false })
  return pieces
}

/** Of the words between “ and ” that begin here, without the marks; 0 where none do. */
function quotedLength(text: string, at: number, titles: readonly string[]): number {
  if (text[at - 1] !== '“') return 0
  const title = titles.find((one) => one !== '' && text.startsWith(`${one}”`, at))
  if (title !== undefined) return title.length
  const end = text.indexOf('”', at)
  return end === -1 ? 0 : end - at
}

/** The direction of the sentence around what is quoted; `auto` where it has no letter of its own. */
export function directionOf(pieces: readonly WordsPiece[]): 'ltr' | 'rtl' | 'auto' {
  const first = pieces.flatMap(({ text, quoted }) => (quoted ? [] : (LETTER.exec(text)?.[0] ?? [])))[0]
  if (first === undefined) return 'auto'
  return RIGHT_TO_LEFT.test(first) ? 'rtl' : 'ltr'
}
