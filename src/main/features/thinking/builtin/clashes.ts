import type { Contradiction } from '../../../../shared/entities'
import { foldWord } from '../../../core/text/stem'
import { commonWords } from '../../../core/text/stop-words'
import { rankedUnits } from './key-sentence'
import type { LanguageRules } from './language-rules'
import { MAX_NEIGHBOUR_CHARS, MAX_NEIGHBOURS, type OutlineNeighbour } from './outline-thought'
import { listed, quotedEnd } from './quote'
import { ownUnits, type Reading, readThought, type Unit } from './reading'
import { isSameFrame } from './sentence-frame'
import { tellsWhenOrHowMany } from './time-words'

/** A neighbour taken apart, and what it has to do with the thought. */
export interface ReadNeighbour {
  neighbour: OutlineNeighbour
  reading: Reading
}

/** The nearest neighbours, nearest first, the thought itself left out. */
export function readNeighbours(neighbours: readonly OutlineNeighbour[], thoughtId: string): ReadNeighbour[] {
  return neighbours
    .filter((neighbour) => neighbour.id !== thoughtId)
    .slice()
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_NEIGHBOURS)
    .map((neighbour) => ({ neighbour, reading: readThought(neighbour, MAX_NEIGHBOUR_CHARS) }))
}

/** Two sentences that do not go together, and by what. */
export interface Clash {
  here: Unit
  there: Unit
  other: ReadNeighbour
  contradiction: Contradiction
  strength: number
  kind: 'figures' | 'opposites' | 'denial'
}

/** What comparing needs to know of a sentence, worked out once. */
interface Facts {
  unit: Unit
  words: ReadonlySet<string>
  /** Its words that have an opposite, each with that. */
  poles: readonly (readonly [word: string, opposite: string])[]
  denies: boolean
  bound: boolean
  figures: Map<string, string>
}

/** The sentences of a reading that can clash, at most `limit`, the weightiest first. */
function comparable(reading: Reading, rules: LanguageRules, limit: number): Facts[] {
  const own = ownUnits(reading).filter((unit) => !unit.question && unit.stems.size >= 2)
  const chosen =
    own.length <= limit
      ? own
      : [
          ...own.filter((unit) => unit.kind === 'title'),
          ...rankedUnits(reading).filter((unit) => !unit.question && unit.stems.size >= 2),
        ].slice(0, limit)
  const surfaces = surfacesOf(reading)
  return chosen.map((unit) => {
    const words = new Set(foldedWords(unit.text))
    return {
      unit,
      words,
      poles: polesOf(words, rules.opposites),
      denies: denies(unit.text, rules.negation),
      // A bound or a goal does not clash with what is.
      bound: rules.goal.test(unit.text) || rules.bound.test(unit.text),
      figures: figures(unit, surfaces),
    }
  })
}

/** A sentence that holds both words of a pair weighs them itself, and takes neither side. */
function polesOf(words: ReadonlySet<string>, pairs: readonly (readonly [string, string])[]): [string, string][] {
  return pairs.flatMap(([left, right]): [string, string][] => {
    if (words.has(left) === words.has(right)) return []
    return words.has(left) ? [[left, right]] : [[right, left]]
  })
}

const surfacesOf = (reading: Reading) => new Map(reading.terms.map((term) => [term.key, term.surface]))

const foldedWords = (text: string) => text.match(/[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)?/gu)?.map(foldWord) ?? []

/** Whether a sentence denies something. "Skills, not tools" and "not only" deny nothing of the sentence itself. */
function denies(text: string, negation: RegExp): boolean {
  const plain = text
    .replace(/[,;(–—]\s*(?:not|nicht|kein\p{L}*|pas|no)\s+[^,.;]+/giu, ' ')
    .replace(/(?:not|nicht|pas|no) (?:only|just|nur|seulement|s[oó]lo)/giu, ' ')
  return negation.test(plain)
}

const opposed = (mine: Facts, theirs: Facts) => mine.poles.filter(([word, other]) => theirs.words.has(other) && !theirs.words.has(word))

/** Figures with the noun behind them: "400 drills" gives drills → 400. Years, times and ordinals are no amounts. */
function figures(unit: Unit, surfaces: ReadonlyMap<string, string>): Map<string, string> {
  const found = new Map<string, string>()
  for (const match of unit.text.matchAll(/(?<![\p{L}\p{N}.,:/-])(\d{1,3}(?:[,.]\d{3})+|\d+(?:[.,]\d+)?)\s*(%|\p{L}[\p{L}\p{M}-]*)/gu)) {
    const [, number = '', noun = ''] = match
    if (/^(?:19|20)\d\d$/.test(number)) continue
    const key =
      noun === '%' ? '%' : ([...unit.stems].find((stem) => foldWord(noun).startsWith(stem.slice(0, Math.max(4, stem.length - 1)))) ?? '')
    if (key === '%' || surfaces.has(key)) found.set(key, `${number} ${noun}`)
  }
  return found
}

const about = (words: readonly string[]) => listed(words.slice(0, 3).map((word) => `“${word}”`))

type Verdict = Pick<Clash, 'strength' | 'kind'> & { why: string }

/** Words that only say when: apart from their sentence they are no opposites. Folded. */
const moments = new Set(['before', 'after', 'vor', 'nach', 'avant', 'apres', 'antes', 'despues'])

/** Whether a pair of opposites parts the two sentences, rather than standing in both by chance. */
function isPart(
  pair: readonly [string, string],
  telling: readonly string[],
  share: number,
  rules: LanguageRules,
  same: () => boolean,
): boolean {
  if (moments.has(pair[0])) return telling.filter((word) => !tellsWhenOrHowMany(word)).length >= 2 && share >= 0.75 && same()
  // "Never" is a denial, and needs what a denial needs.
  if (pair.some((word) => rules.negation.test(word))) return telling.length >= 2 && share >= 0.6
  return share >= 0.25
}

/** Whether two sentences clash, and by what; null when they do not, or when it cannot be told. */
function compare(
  here: Facts,
  there: Facts,
  { rules, lang }: Pick<Reading, 'lang'> & { rules: LanguageRules },
  surfaces: ReadonlyMap<string, string>,
): Verdict | null {
  const words: string[] = []
  for (const stem of here.unit.stems) {
    const surface = there.unit.stems.has(stem) ? surfaces.get(stem) : undefined
    if (surface !== undefined) words.push(surface)
  }
  const telling = words.filter((word) => !commonWords.has(word.toLowerCase()))
  if (telling.length === 0) return null
  const share = words.length / Math.max(1, Math.min(here.unit.stems.size, there.unit.stems.size))
  if (telling.length >= 2 && share >= 0.4 && !here.bound && !there.bound) {
    for (const [key, amount] of there.figures) {
      const own = here.figures.get(key)
      if (own !== undefined && parseFloat(own) !== parseFloat(amount))
        return { kind: 'figures', strength: 3 + share, why: `The figures differ: ${own} here, ${amount} there` }
    }
  }
  const same = () => isSameFrame(here.unit.text, there.unit.text, rules, lang)
  const pair = opposed(here, there).find((one) => isPart(one, telling, share, rules, same))
  const clause = (text: string, word: string) => text.split(/[:;,.–—]/).find((part) => foldedWords(part).includes(word)) ?? text
  // A word that itself denies, as "never" does, is not counted as a denial of its sentence.
  const parity = (unit: Unit, word: string) =>
    denies(
      clause(unit.text, word).replace(/[\p{L}\p{M}]+/gu, (own) => (foldWord(own) === word ? '' : own)),
      rules.negation,
    )
  if (pair && parity(here.unit, pair[0]) === parity(there.unit, pair[1])) {
    const strength = (telling.length > 1 ? 1.2 : 0.8) + share + telling.length / 4
    return {
      kind: 'opposites',
      strength,
      why: `Both are about ${about(telling)}, but this one says “${pair[0]}” and that one “${pair[1]}”`,
    }
  }
  if (here.denies !== there.denies && ((telling.length >= 2 && share >= 0.6) || (telling.length >= 3 && share >= 0.4))) {
    // A short title may be no sentence at all; it is one where the other says it in the same words.
    if (here.unit.kind === 'title' && !/[.!]$/.test(here.unit.text) && here.unit.stems.size < 4 && !same()) return null
    const denier = here.denies ? 'this one' : 'that one'
    return {
      kind: 'denial',
      strength: 1 + share + telling.length / 4,
      why: `Both are about ${about(telling)}, and only ${denier} denies it`,
    }
  }
  return null
}

/** Bounds on how many sentences are compared with each other. */
const OWN_SENTENCES = 60
const THEIR_SENTENCES = 40

/**
 * Sentences of earlier thoughts that do not go with one of this thought: the same topic words and either figures that differ, words of
 * opposite meaning, or a denial on one side only. The strongest per neighbour, at most `limit`. The quotation is verbatim.
 */
export function findClashes(reading: Reading, others: readonly ReadNeighbour[], limit = 4): Clash[] {
  const { rules } = reading
  if (!rules || others.length === 0) return []
  const surfaces = surfacesOf(reading)
  const mine = comparable(reading, rules, OWN_SENTENCES)
  const clashes: Clash[] = []
  for (const other of others) {
    if (other.reading.rules !== rules) continue
    let best: (Verdict & { here: Unit; there: Unit }) | null = null
    for (const there of comparable(other.reading, rules, THEIR_SENTENCES)) {
      for (const here of mine) {
        const found = compare(here, there, { rules, lang: reading.lang }, surfaces)
        if (found && (!best || found.strength > best.strength)) best = { ...found, here: here.unit, there: there.unit }
      }
    }
    if (!best) continue
    const { here, there, strength, kind, why } = best
    const { id, title } = other.neighbour
    clashes.push({
      here,
      there,
      other,
      strength,
      kind,
      contradiction: { itemId: id, title, quote: there.raw, reason: `Here you write ${quotedEnd(here)} ${why}.` },
    })
  }
  return clashes.sort((a, b) => b.strength - a.strength).slice(0, limit)
}

/** The sentence of a neighbour that has most to do with the thought, and the words they share; null when they share none. */
export function closestSentence(reading: Reading, other: ReadNeighbour): { unit: Unit; words: string[] } | null {
  const mine = new Map(reading.terms.slice(0, 40).map((term) => [term.key, term]))
  let best: { unit: Unit; words: string[]; score: number } | null = null
  for (const unit of ownUnits(other.reading)) {
    if (unit.question) continue
    const shared = [...unit.stems].flatMap((stem) => mine.get(stem) ?? [])
    const score = shared.reduce((sum, term) => sum + Math.min(2, term.weight), 0) / Math.sqrt(unit.stems.size + 1)
    const better = score > 0 && (!best || score > best.score)
    if (better) best = { unit, score, words: shared.sort((a, b) => b.weight - a.weight).map((term) => term.surface) }
  }
  return best
}
