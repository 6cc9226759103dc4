import { DAY_MS } from '../../../../shared/timing'
import { commonWords } from '../../../core/text/stop-words'
import type { FoundFinding } from '../model-reflection'
import { localDay, spanWords } from './reflection-dates'
import { isPlainer, type ReflectedNote } from './reflection-notes'

const FEWEST_NOTES = 3
const FEWEST_DAYS = 3
/** From the first to the last: what comes back within a few days is one sitting. */
const LEAST_SPAN_MS = 7 * DAY_MS
const MOST_FOUND = 5
const MOST_CITED = 12

/**
 * What comes back over time: a word in at least three notes of three days, the first and the last a week apart. A word that half of all notes
 * have is no pattern, and of words with the same notes one is told. Yields after each note.
 */
export function* findPatterns(notes: readonly ReflectedNote[]): Generator<undefined, FoundFinding[]> {
  const users = new Map<string, { surface: string; weight: number; notes: ReflectedNote[] }>()
  for (const note of notes) {
    for (const [key, term] of note.terms) {
      if (commonWords.has(term.surface) || [...term.surface].length < 2) continue
      const known = users.get(key)
      if (known) {
        known.notes.push(note)
        known.weight += term.weight
        if (isPlainer(term.surface, known.surface)) known.surface = term.surface
      } else users.set(key, { surface: term.surface, weight: term.weight, notes: [note] })
    }
    yield
  }
  const most = Math.max(FEWEST_NOTES, notes.length / 2)
  const told = new Set<string>()
  return [...users.values()]
    .map((user) => ({ ...user, days: new Set(user.notes.map(({ thought }) => localDay(thought.createdAt))), ...spanOf(user.notes) }))
    .filter(
      ({ notes: own, days, from, to }) =>
        own.length >= FEWEST_NOTES && own.length <= most && days.size >= FEWEST_DAYS && to - from >= LEAST_SPAN_MS,
    )
    .sort((a, b) => b.days.size - a.days.size || b.weight - a.weight)
    .filter(({ notes: own }) => {
      // Of "garden" and "garden beds" in the same notes one is enough, also where one of them misses a note.
      const ids = own.map(({ thought }) => thought.id)
      const isNew = ids.filter((id) => !told.has(id)).length * 2 >= ids.length
      if (isNew) for (const id of ids) told.add(id)
      return isNew
    })
    .slice(0, MOST_FOUND)
    .map(({ surface, notes: own, days, from, to }) => ({
      kind: 'pattern' as const,
      title: `“${surface}” comes back`,
      text: `In ${own.length} thoughts on ${days.size} days, ${spanWords(from, to)}.`,
      question: null,
      citations: own
        .slice()
        .sort((a, b) => b.thought.createdAt - a.thought.createdAt)
        .slice(0, MOST_CITED)
        .map(({ thought }) => ({ itemId: thought.id, quote: null })),
    }))
}

function spanOf(notes: readonly ReflectedNote[]): { from: number; to: number } {
  const times = notes.map(({ thought }) => thought.createdAt)
  return { from: Math.min(...times), to: Math.max(...times) }
}
