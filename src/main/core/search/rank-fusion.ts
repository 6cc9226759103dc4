export interface FusedHit {
  id: string
  /** Higher is better, 0 to 1; comparable within one answer only. */
  score: number
  why: 'words' | 'meaning' | 'both'
}

/** What was found by words, best first. `share`: which part of the question the item holds, 0 to 1. */
export interface WordsFound {
  id: string
  score: number
  share: number
}

/** What the vectors say. Null while there are none: the words decide alone. */
export interface MeaningFound {
  /** Items near enough to be found by their meaning alone. */
  near: ReadonlySet<string>
  /** The cosine of every item in question that has a vector. */
  scores: ReadonlyMap<string, number>
  /** Mean and standard deviation of the cosines of all items. */
  usual: { mean: number; deviation: number }
}

export interface FusionWeights {
  /** What the best hit by words counts when all of the question was found, in cosines of the built-in model. */
  wordsWeight: number
  /** How quickly the words lose weight with the share of the question that was found at all. */
  sharePower: number
}

/**
 * Of the values between 1 and 3 each does about as well on two collections: 1,400 abstracts with 225 questions in their words, where the
 * words find most, and 60 notes with 30 questions in other words, where any word in common is an accident.
 */
export const DEFAULT_WEIGHTS: FusionWeights = { wordsWeight: 6, sharePower: 3 }
/** Embedding models spread their cosines differently. One standard deviation counts as it does for the built-in model. */
const USUAL_DEVIATION = 0.1

/**
 * Orders what was found by words and by meaning, best first. The score by words is taken relative to its best one and weighed by how much
 * of the question was found at all: a question in other words than the notes meets some of them by accident. The meaning counts by how
 * far an item is above the usual, for every item, also for one that was found by its words.
 */
export function fuseScores(
  words: readonly WordsFound[],
  meaning: MeaningFound | null,
  { wordsWeight, sharePower }: FusionWeights = DEFAULT_WEIGHTS,
): FusedHit[] {
  const best = words.reduce((most, { score }) => Math.max(most, score), 0)
  const found = words.reduce((most, { share }) => Math.max(most, share), 0)
  const weight = wordsWeight * Math.min(1, found) ** sharePower
  const byWords = new Map<string, number>()
  for (const { id, score } of words) if (!byWords.has(id)) byWords.set(id, best > 0 ? (weight * score) / best : 0)

  const ids = new Set([...byWords.keys(), ...(meaning?.near ?? [])])
  const hits = [...ids].map((id): FusedHit => {
    const ownWords = byWords.get(id)
    const isNear = meaning?.near.has(id) === true
    const score = (ownWords ?? 0) + (meaning === null ? 0 : aboveUsual(meaning, id))
    return { id, score, why: ownWords === undefined ? 'meaning' : isNear ? 'both' : 'words' }
  })
  const most = wordsWeight + 6 * USUAL_DEVIATION
  return hits.sort((a, b) => b.score - a.score).map((hit) => ({ ...hit, score: Math.min(1, Math.max(0, hit.score / most)) }))
}

/** An item without a vector yet counts as a usual one. */
function aboveUsual({ scores, usual }: MeaningFound, id: string): number {
  const score = scores.get(id)
  return score === undefined ? 0 : (USUAL_DEVIATION * (score - usual.mean)) / usual.deviation
}
