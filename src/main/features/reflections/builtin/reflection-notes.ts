import type { GateName } from '../../../../shared/entities'
import type { Term } from '../../../core/text/terms'
import type { OutlineThought } from '../../thinking/builtin/outline-thought'
import { type Reading, readThought } from '../../thinking/builtin/reading'
import { tellsWhenOrHowMany } from '../../thinking/builtin/time-words'

/** One thought of a reflection, as it is given to the outline. */
export interface ReflectedThought extends OutlineThought {
  /** Null for one that has none of the embedding model in force. */
  vector: Float32Array | null
  /** Open gates of its newest finished thesis. */
  openGates: readonly { gate: GateName; reason: string }[]
  /** Ids of items it is linked with. */
  linked: ReadonlySet<string>
}

/** A thought taken apart. */
export interface ReflectedNote {
  thought: ReflectedThought
  reading: Reading
  /** Its telling words by their stems. */
  terms: ReadonlyMap<string, Term>
}

/** What carries a note stands early in it, and two hundred notes are read in one go. */
const READ_CHARS = 6_000
/** Of a long note the words that tell most. */
const MOST_TERMS = 40

export function readNote(thought: ReflectedThought): ReflectedNote {
  const reading = readThought(thought, READ_CHARS)
  return { thought, reading, terms: new Map(reading.terms.slice(0, MOST_TERMS).map((term) => [term.key, term])) }
}

/** In how many notes each word is, by its stem. */
export function noteCounts(notes: readonly ReflectedNote[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { terms } of notes) for (const key of terms.keys()) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/**
 * Words that several of these notes have and the others mostly do not, the strongest first, in the form they are written in most. Words that
 * tell only when or how many are left out.
 */
export function commonTerms(notes: readonly ReflectedNote[], everywhere: ReadonlyMap<string, number>, total: number): Term[] {
  const sums = new Map<string, { term: Term; notes: number; weight: number }>()
  for (const { terms } of notes)
    for (const [key, term] of terms) {
      const known = sums.get(key)
      if (known) {
        known.notes += 1
        known.weight += term.weight
        if (isPlainer(term.surface, known.term.surface)) known.term = { ...known.term, surface: term.surface }
      } else sums.set(key, { term, notes: 1, weight: term.weight })
    }
  return [...sums.values()]
    .filter((sum) => sum.notes >= 2 && !tellsWhenOrHowMany(sum.term.surface))
    .map((sum) => {
      const outside = (everywhere.get(sum.term.key) ?? sum.notes) - sum.notes
      const others = Math.max(1, total - notes.length)
      // A word that half of all other notes have too says nothing of these.
      return { ...sum.term, count: sum.notes, weight: (sum.notes / notes.length) * Math.sqrt(sum.weight) * (1 - outside / others) }
    })
    .filter((term) => term.weight > 0)
    .sort((a, b) => b.weight - a.weight || (a.key < b.key ? -1 : 1))
}

/** Whether a way to write a word is nearer to its usual form: without a capital, then shorter. */
export function isPlainer(surface: string, other: string): boolean {
  const [lower, otherLower] = [surface, other].map((word) => word === word.toLowerCase())
  return lower === otherLower ? surface.length < other.length : lower === true
}
