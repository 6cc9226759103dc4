import { type GateName, gateNames, type LensName } from '../../../shared/entities'

/** Words that a name may carry without saying another thing. Never a "not", "to be" or "will": those do. */
const fillers = new Set(['the', 'a', 'an', 'is', 'are', 'was', 'were', 'has', 'have', 'been', 'and', 'gate'])
/** Forms of the words that the eight names are made of. */
const forms = new Map(
  Object.entries({
    problems: 'problem',
    state: 'stated',
    criteria: 'criterion',
    criterions: 'criterion',
    bound: 'bounded',
    approaches: 'approach',
    select: 'selected',
    question: 'questions',
    resolve: 'resolved',
    review: 'reviewed',
    risk: 'risks',
    acknowledge: 'acknowledged',
    milestones: 'milestone',
    identify: 'identified',
  }),
)

/** The words of a name in lower case, whether written with spaces, hyphens, underscores, marks or capitals within. */
function wordsOf(text: string): string[] {
  return (
    text
      .slice(0, 200)
      .normalize('NFKC')
      .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
      .toLowerCase()
      .replace(/\b1st\b/g, 'first')
      .replace(/(\d+)\s*(?:of|\/)\s*\d+/g, '$1')
      .match(/\p{L}+|\p{N}+/gu) ?? []
  )
}

function keyOf(words: readonly string[]): string {
  const said = words.filter((word) => !fillers.has(word) && !/^\p{N}+$/u.test(word)).map((word) => forms.get(word) ?? word)
  return [...new Set(said)].sort().join(' ')
}

const gateByKey = new Map(gateNames.map((gate) => [keyOf(wordsOf(gate)), gate]))

/**
 * The gate that a model's words name, such as "1. Problem stated:", `gate_1_problem_stated` or "The problem is stated"; null when they
 * name none of the eight, or more than the name: "Problem not stated".
 */
export function gateNamed(text: string): GateName | null {
  return gateByKey.get(keyOf(wordsOf(text))) ?? null
}

/** The number of a gate that is called by nothing else, as in "Gate 3"; 0 for no name at all; null when there are other words. */
export function gateNumber(text: string): number | null {
  const words = wordsOf(text).filter((word) => word !== 'gate')
  if (words.length === 0) return 0
  return words.length === 1 && /^[1-8]$/.test(words[0] ?? '') ? Number(words[0]) : null
}

const lensByLetters: Record<string, LensName> = {
  premortem: 'pre-mortem',
  firstprinciples: 'first-principles',
  firstprinciple: 'first-principles',
  inversion: 'inversion',
  steelman: 'steelman',
  steelmanning: 'steelman',
}

/** The lens that a model's words name, such as "2. First principles" or "steel man"; null for another. */
export function lensNamed(text: string): LensName | null {
  const letters = wordsOf(text)
    .filter((word) => !/^\p{N}+$/u.test(word) && !['lens', 'the', 'analysis', 'thinking'].includes(word))
    .join('')
  return Object.hasOwn(lensByLetters, letters) ? (lensByLetters[letters] ?? null) : null
}
