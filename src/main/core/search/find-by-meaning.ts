import type { MeaningFound } from './rank-fusion'
import { hasWordCharacters } from './segment-text'
import type { VectorComparison, VectorHit } from './vector-index'

/** A hit by meaning counts above `sure`; from `weak` on only the few nearest do, so that a vague query still finds something. */
export interface MeaningFloor {
  weak: number
  sure: number
}

/**
 * Measured with the built-in Universal Sentence Encoder (60 notes, 60 queries): above 0.4 are 28 of 30 right notes and 2 wrong
 * ones a query, above 0.3 are 29 and 7. Queries about nothing in the vault get three hits at most.
 */
export const DEFAULT_MEANING_FLOOR: MeaningFloor = { weak: 0.3, sure: 0.4 }
const MAX_WEAK_RANK = 5
/** The beginning of a pasted text says what it is about; embedding all of it would take long. */
const EMBEDDED_QUERY_LENGTH = 500

export interface MeaningDeps<Q> {
  vectorIndex: {
    search(query: Q, k: number, options?: { minScore?: number; only?: ReadonlySet<string>; pieces?: boolean }): Promise<VectorHit[]>
    /** Null when the vector is of a model that is no longer in force. */
    compare(query: Q, ids: Iterable<string>): VectorComparison | null
  }
  /**
   * The query's vector; null while there is no embedding model. May fail or hang: words answer alone then. With `quick` it goes on after
   * it came too late, for the next time; it may also say at once that it will be late.
   */
  embedQuery: (text: string, options: { signal: AbortSignal; quick: boolean }) => Promise<Q | null | 'late'>
  meaningFloor: () => MeaningFloor
}

/** The query's vector, and what is near it. */
export interface Near<Q> {
  vector: Q
  hits: VectorHit[]
}

/** Why there is nothing by meaning: there can be none, or it takes longer than was allowed. */
export type NoMeaning = 'none' | 'late'

/** What is near a query in meaning, within `waitMs`. Never throws: without a vector the words are the answer, and the embed job reports the fault. */
export async function findByMeaning<Q>(
  deps: MeaningDeps<Q>,
  query: string,
  { count, waitMs, quick, only }: { count: number; waitMs: number; quick: boolean; only: ReadonlySet<string> | undefined },
): Promise<Near<Q> | NoMeaning> {
  if (!hasWordCharacters(query)) return 'none'
  const stop = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, waitMs, 'late')
  })
  try {
    const vector = await Promise.race([
      deps.embedQuery(query.trim().slice(0, EMBEDDED_QUERY_LENGTH), { signal: stop.signal, quick }),
      tooLate,
    ])
    if (vector === null) return 'none'
    if (vector === 'late') {
      if (!quick) stop.abort()
      return 'late'
    }
    const { weak, sure } = deps.meaningFloor()
    const hits = await deps.vectorIndex.search(vector, count, { minScore: weak, pieces: true, ...(only ? { only } : {}) })
    return { vector, hits: hits.filter(({ score }, rank) => score >= sure || rank < MAX_WEAK_RANK) }
  } catch {
    return 'none'
  } finally {
    clearTimeout(timer)
  }
}

/** What the vectors say of the items in question; null when they say nothing. */
export function weighMeaning<Q>(deps: MeaningDeps<Q>, near: Near<Q> | NoMeaning, ids: Iterable<string>): MeaningFound | null {
  if (typeof near === 'string') return null
  const found = new Set(near.hits.map(({ id }) => id))
  const comparison = deps.vectorIndex.compare(near.vector, new Set([...ids, ...found]))
  return comparison && { near: found, ...comparison }
}
