import { foldWord, stemWord } from '../../../core/text/stem'
import type { LanguageRules } from './language-rules'

/** Articles and helping verbs, which a denial or another subject adds or takes away. Folded. */
const fillers = new Set('a an the do does did der die das ein eine einen le la les l un une el los las una'.split(' '))
/** From this share on two sentences have one frame. */
const SAME = 0.7
const FEWEST_WORDS = 3

function frameOf(text: string, { negation, opposites }: LanguageRules, lang: string): string[] {
  const words = text.replace(new RegExp(negation.source, 'giu'), ' ').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const poles = new Set(opposites.flat())
  return words.flatMap((word) => {
    const folded = foldWord(word)
    return fillers.has(folded) || poles.has(folded) ? [] : [stemWord(word, lang)]
  })
}

/** The length of the longest row of words that both have in this order. */
function commonRow(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0)
  for (const word of a) {
    const next = [0]
    for (const [j, other] of b.entries()) next.push(word === other ? (row[j] ?? 0) + 1 : Math.max(row[j + 1] ?? 0, next[j] ?? 0))
    row = next
  }
  return row.at(-1) ?? 0
}

/**
 * Whether two sentences say the same of the same but for denials and words of opposite meaning: most words of the shorter stand in the other in
 * the same order. "Buying is not worth it" and "Buying the flat is worth it" do.
 */
export function isSameFrame(here: string, there: string, rules: LanguageRules, lang: string): boolean {
  const [a, b] = [frameOf(here, rules, lang), frameOf(there, rules, lang)]
  const least = Math.min(a.length, b.length)
  return least >= FEWEST_WORDS && commonRow(a, b) >= SAME * least
}
