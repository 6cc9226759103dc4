/**
 * Marks that do not make another word: accents of Latin, Greek and Cyrillic, Hebrew points, Arabic vowel signs and tatweel,
 * and invisible characters. Vowel signs of Indic scripts and the Japanese voicing mark do make another word and stay.
 */
const removableRanges = [
  '\\u00ad\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2069\\ufeff', // soft hyphen, joiners, direction controls
  '\\ufe00-\\ufe0f', // variation selectors
  '\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff', // combining accents
  '\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7', // Hebrew points
  '\\u0610-\\u061a\\u0640\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e8\\u06ea-\\u06ed', // Arabic vowel signs, tatweel
]
const removableClass = `[${removableRanges.join('')}]`
const removable = new RegExp(removableClass, 'g')
const asciiOnly = /^\p{ASCII}*$/u
/** Control characters and lone halves of surrogate pairs: SQLite stops at the first or replaces the second. */
const unprintable = /[\p{Cc}\p{Surrogate}]/gu

/**
 * The form in which texts are compared: compatibility form (NFKC), without case, without the marks above, with straight
 * apostrophes. Composed and decomposed letters, full and half width, `ß` and `ss`, `Σ` and `ς` become equal. Line breaks
 * and other control characters become spaces. Folding twice changes nothing.
 */
export function foldText(text: string): string {
  if (asciiOnly.test(text)) return text.toLowerCase().replace(unprintable, ' ')
  const bare = text.normalize('NFKD').replace(removable, '')
  return bare
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replace(removable, '')
    .replace(/ς/g, 'σ')
    .replace(/[‘’ʼ]/g, "'")
    .replace(unprintable, ' ')
    .normalize('NFKC')
}

/** `text` is folded; `offsets[i]` is the UTF-16 unit of the original where folded unit `i` begins; one last entry is the original's length. */
export interface FoldedText {
  text: string
  offsets: Uint32Array
}

const leading = '[\\u1100-\\u1112\\u3131-\\u314e\\uffa1-\\uffbe]'
const vowel = '[\\u1161-\\u1175\\u314f-\\u3163\\uffc2-\\uffdc]'
const trailing = '[\\u11a8-\\u11c2]'
/** What may change together when it is composed: Korean letters of one syllable, or a character with the marks after it. */
const syllable = `(?:${leading}${removableClass}*${vowel}|[\\uac00-\\ud7a3])${removableClass}*${trailing}`
const open = `${leading}${removableClass}*${vowel}`
const cluster = new RegExp(`(?:${syllable}|${open}|.)(?:\\p{M}|[\\uff9e\\uff9f]|${removableClass})*`, 'gsu')

/** As `foldText`, with the way back to the original. Costs some ten times more: for passages, not for whole long bodies. */
export function foldWithOffsets(original: string): FoldedText {
  if (asciiOnly.test(original)) {
    return { text: foldText(original), offsets: Uint32Array.from({ length: original.length + 1 }, (_, index) => index) }
  }
  let text = ''
  const offsets: number[] = []
  for (const match of original.matchAll(cluster)) {
    const folded = foldText(match[0])
    for (let unit = 0; unit < folded.length; unit += 1) offsets.push(match.index)
    text += folded
  }
  offsets.push(original.length)
  return { text, offsets: Uint32Array.from(offsets) }
}
