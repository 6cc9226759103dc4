/** One of two texts that a claim sets against each other; `body` is null where it is too long to be looked through. */
export interface ClashSide {
  title: string
  body: string | null
}

export interface ClashBesideEachOther {
  /** Why the two disagree, in words that make sense where they stand beside each other: the first and the second. */
  text: string
  /** Words of each that stand in it; null where none do. */
  quotes: [own: string | null, other: string | null]
}

const QUOTED = /“([^“”]+)”|„([^„“”]+)[“”]|«\s?([^«»]+?)\s?»|"([^"]+)"/gu
const OPENING = /^Here you write (“[^“”]*”)\s*/u
/** Fewer words are a word that the claim is about, not a statement of either. Without spaces between words, letters count. */
const FEWEST_WORDS = 3
const FEWEST_LETTERS = 8

/**
 * A claim of a thesis, which speaks of "here" and "there", as two thoughts beside each other: the quotation of each goes to its side, where its
 * text has those words, and the rest is said of the first and the second. A title alone is no quotation.
 */
export function clashSides({ reason, quote }: { reason: string; quote: string }, own: ClashSide, other: ClashSide): ClashBesideEachOther {
  const [mine, theirs] = [own.body === null ? null : plain(own.body), other.body === null ? null : plain(other.body)]
  const parts = [...reason.matchAll(QUOTED)].map((match) => match.slice(1).find((part) => part !== undefined) ?? '').filter(isStatement)
  const opening = OPENING.exec(reason)?.[1]?.slice(1, -1)
  const ownQuote = mine === null ? opening : parts.find((part) => mine.includes(plain(part)))
  const isTheirs = (part: string) =>
    plain(part) !== '' && (theirs === null ? part === quote && plain(part) !== plain(other.title) : theirs.includes(plain(part)))
  const otherQuote = [quote, ...parts.filter((part) => part !== ownQuote)].find(isTheirs)
  const rest = reason.replace(OPENING, opening !== undefined && opening === ownQuote ? '' : 'The first says $1 ')
  return { text: ofFirstAndSecond(rest).trim(), quotes: [ownQuote ?? null, otherQuote ?? null] }
}

/** What the built-in engine says of "here" and "there", of the first and the second. */
export function ofFirstAndSecond(why: string): string {
  return why
    .replace(/The figures differ: (.+) here, (.+) there\.$/u, 'The figures differ: $1 in the first, $2 in the second.')
    .replace('but this one says', 'but the first says')
    .replace('and that one “', 'and the second “')
    .replace('and only this one denies it', 'and only the first denies it')
    .replace('and only that one denies it', 'and only the second denies it')
}

/** Letters and figures alone, so that marks, breaks and case tell nothing apart. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
}

function isStatement(part: string): boolean {
  const words = plain(part).split(' ')
  return (
    words.length >= FEWEST_WORDS || (words.join('').length >= FEWEST_LETTERS && /[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f]/u.test(part))
  )
}
