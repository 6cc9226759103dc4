import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SearchHit } from '../../shared/contract/items'
import { fuseRanks } from '../domain/rank-fusion'
import { createPassage } from './passage'
import { hasWordCharacters } from './segment-text'
import type { TextHit } from './text-query'
import type { VectorHit } from './vector-index'

/** What a hit shows of an item. */
export interface SearchableItem {
  id: string
  title: string
  summary: string
  body: string
  createdAt: number
}

export interface HybridSearchDeps {
  textIndex: { search(query: string, limit: number): TextHit[] }
  vectorIndex: { search(vector: Float32Array, k: number, options?: { minScore?: number }): Promise<VectorHit[]> }
  /** The query's vector; null while there is no embedding model. May fail or hang: words answer alone then. */
  embedQuery: (text: string, signal?: AbortSignal) => Promise<Float32Array | null>
  /** The items of these ids that are not in the trash, in any order. Called for a few ids at a time. */
  loadItems: (ids: string[]) => readonly SearchableItem[]
  /** Cosines for the embedding model in force; asked for each search. */
  meaningFloor?: () => MeaningFloor
  /** How long to wait for the query's vector, in milliseconds. */
  embedTimeoutMs?: number
}

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
/** Candidates of either kind that are fused, at least. */
const MIN_CANDIDATES = 50
/** The beginning of a pasted text says what it is about; embedding all of it would take long. */
const EMBEDDED_QUERY_LENGTH = 500
const ITEMS_AT_ONCE = 4
const TURN_MS = 8

export interface HybridSearch {
  /** Items found by words, by meaning or both, best first. Any string is a query; an empty one gives nothing. Never throws for what was typed. */
  search(query: string, limit: number): Promise<SearchHit[]>
}

/** Search by words and by meaning at once. Words alone answer when there is no vector in time. */
export function createHybridSearch(deps: HybridSearchDeps): HybridSearch {
  const { meaningFloor = () => DEFAULT_MEANING_FLOOR, embedTimeoutMs = 1500 } = deps

  async function findByMeaning(query: string, count: number): Promise<VectorHit[]> {
    if (!hasWordCharacters(query)) return []
    const stop = new AbortController()
    let timer: NodeJS.Timeout | undefined
    const tooLate = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, embedTimeoutMs, null)
    })
    try {
      const text = query.trim().slice(0, EMBEDDED_QUERY_LENGTH)
      const vector = await Promise.race([deps.embedQuery(text, stop.signal), tooLate])
      if (vector === null) return []
      const { weak, sure } = meaningFloor()
      const hits = await deps.vectorIndex.search(vector, count, { minScore: weak })
      return hits.filter(({ score }, rank) => score >= sure || rank < MAX_WEAK_RANK)
    } catch {
      // No model, a model that fails, a vector of another length: the words are the answer. The embed job reports the fault.
      return []
    } finally {
      clearTimeout(timer)
      stop.abort()
    }
  }

  return {
    async search(query, limit) {
      if (query.trim() === '' || limit < 1) return []
      const count = Math.max(MIN_CANDIDATES, limit)
      // The model works in another thread while the words are looked up here.
      const meaning = findByMeaning(query, count)
      const words = deps.textIndex.search(query, count)
      const ranked = fuseRanks(words, await meaning)
      const near = new Map(words.map((hit) => [hit.id, hit.near]))

      const hits: SearchHit[] = []
      let turn = performance.now()
      for (let at = 0; at < ranked.length && hits.length < limit; at += ITEMS_AT_ONCE) {
        if (performance.now() - turn > TURN_MS) {
          await nextTurn()
          turn = performance.now()
        }
        const some = ranked.slice(at, at + ITEMS_AT_ONCE)
        const items = new Map(deps.loadItems(some.map(({ id }) => id)).map((item) => [item.id, item]))
        for (const { id, score, why } of some) {
          const item = items.get(id)
          if (item === undefined || hits.length >= limit) continue
          const { title, summary, createdAt } = item
          const found = why === 'meaning' ? { passage: '', marks: [], titleMarks: [] } : createPassage(item, query, near.get(id))
          hits.push({ id, title, summary, ...found, why, score, createdAt })
        }
      }
      return hits
    },
  }
}
