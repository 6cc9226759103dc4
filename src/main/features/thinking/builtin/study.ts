import { commonWords } from '../../../core/text/stop-words'
import { type Clash, closestSentence, findClashes, type ReadNeighbour, readNeighbours } from './clashes'
import { type Finding, findWeaknesses, supportingUnits } from './findings'
import { type Form, formOf } from './form'
import { problemEvidence } from './gate-evidence'
import { rankedUnits } from './key-sentence'
import type { OutlineNeighbour, OutlineThought } from './outline-thought'
import { listed } from './quote'
import { ownUnits, type Reading, readThought, type Unit } from './reading'

/** Everything the three stages need to know about a thought, worked out once a stage. */
export interface Study {
  reading: Reading
  form: Form
  /** The sentence that says what the thought claims; null for a thought without words. */
  core: Unit | null
  /** Sentences with a reason, figure or case. */
  supports: Unit[]
  /** What the claim rests on: those, else the trouble it answers, else the sentence next in weight. */
  grounds: Unit[]
  weaknesses: Finding[]
  clashes: Clash[]
  /** Neighbours that share words with the thought and do not clash with it, with the sentence that is closest. */
  allies: { other: ReadNeighbour; unit: Unit; words: string[] }[]
  questions: Unit[]
  /** Sentences that say something is not known yet. */
  doubts: Unit[]
  /** The word or two it is about, in quotation marks, as "“repair” and “tools”"; "this" when it has none. */
  topic: string
  /** The first of them. */
  word: string
}

/** What the text is called when it has no words of its own to call it by. */
const NAMELESS = 'this'

function groundsOf(reading: Reading, core: Unit | null, supports: readonly Unit[]): Unit[] {
  const { rules } = reading
  if (supports.length > 0 || !core || !rules) return supports.slice(0, 2)
  const trouble = problemEvidence(reading, rules).shown
  if (trouble && trouble !== core && trouble.kind !== 'title') return [trouble]
  if (core.kind !== 'title') return []
  return rankedUnits(reading)
    .filter((unit) => !unit.question && unit.stems.size >= 2)
    .slice(0, 1)
}

export function studyThought(thought: OutlineThought, neighbours: readonly OutlineNeighbour[]): Study {
  const reading = readThought(thought)
  const { form, core } = formOf(reading)
  const others = readNeighbours(neighbours, thought.id)
  const supports = supportingUnits(reading).filter((unit) => unit !== core)
  const clashes = findClashes(reading, others)
  const own = ownUnits(reading)
  const allies = others
    .filter((other) => !clashes.some((clash) => clash.other === other))
    .flatMap((other) => {
      const closest = closestSentence(reading, other)
      // One everyday word in common is no kinship.
      const near =
        closest &&
        (closest.words.length >= 2 ||
          closest.words.some((word) => (word.length >= 4 || /[^\p{ASCII}\p{sc=Latin}]/u.test(word)) && !commonWords.has(word)))
      return closest && near ? [{ other, unit: closest.unit, words: closest.words.slice(0, 3) }] : []
    })
  const short =
    reading.title &&
    !reading.title.question &&
    reading.title.text.split(' ').length <= 3 &&
    reading.title.stems.size > 0 &&
    !/\d|^(?:on|about|why|how|notes?|idea)(?!\p{L})/iu.test(reading.title.text)
      ? reading.title.text.replace(/[.:]$/, '')
      : null
  const topicWords = short
    ? [`“${short}”`]
    : reading.terms
        .filter((term) => term.count >= 2 || reading.title?.stems.has(term.key) || core?.stems.has(term.key))
        .slice(0, 2)
        .map((term) => `“${term.surface}”`)
  return {
    reading,
    form,
    core,
    supports,
    grounds: groundsOf(reading, core, supports),
    weaknesses: findWeaknesses(reading, core),
    clashes,
    allies,
    questions: own.filter((unit) => unit.question || unit.section === 'question'),
    doubts: own.filter((unit) => !unit.question && unit.section !== 'question' && reading.rules?.doubt.test(unit.text) === true),
    topic: topicWords.length > 0 ? listed(topicWords) : NAMELESS,
    word: topicWords[0] ?? NAMELESS,
  }
}
