import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SearchAnswer, SearchHit } from '../../../shared/contract/search'
import { parseSearchQuery, type SearchQuery } from '../../../shared/search-query'
import type { Viewer } from '../privacy/viewer'
import { type AttachedText, attachedPassage } from './attached-passage'
import {
  DEFAULT_MEANING_FLOOR,
  findByMeaning,
  type MeaningDeps,
  type MeaningFloor,
  type Near,
  type NoMeaning,
  weighMeaning,
} from './find-by-meaning'
import { createPassage, passageAt } from './passage'
import { type FusedHit, fuseScores } from './rank-fusion'
import type { SearchScopeStore } from './search-scope-store'
import type { TextHit } from './text-query'

/** What a hit shows of an item. */
export interface SearchableItem {
  id: string
  title: string
  summary: string
  body: string
  createdAt: number
}

/** `Q` is what stands for a query in the index: a vector, or one that knows which model made it. */
export interface HybridSearchDeps<Q = Float32Array> extends Omit<MeaningDeps<Q>, 'meaningFloor'> {
  textIndex: { search(query: string, limit: number, options?: { scoped?: boolean }): TextHit[] }
  scopes: SearchScopeStore
  /** The items of these ids that are not in the trash, in any order. Called for a few ids at a time. */
  loadItems: (ids: string[]) => readonly SearchableItem[]
  /** The text of an item's file, when it is still there. */
  loadAttached?: (attachmentId: string) => AttachedText | null
  /** Where in the body of a long item the piece begins that is nearest to the query; null when the item is one piece. */
  nearestPiece?: (item: SearchableItem, query: Q) => number | null
  /** Cosines for the embedding model in force; asked for each search. */
  meaningFloor?: () => MeaningFloor
  /** Whose search it is: nothing that they may not see is found. */
  viewer: Viewer
  /** How long to wait for the query's vector, in milliseconds. */
  embedTimeoutMs?: number
  now: () => number
}

type Found = Pick<SearchHit, 'passage' | 'marks' | 'titleMarks' | 'at' | 'attachment'>

/** Candidates of either kind that are fused, at least. */
const MIN_CANDIDATES = 100
const ITEMS_AT_ONCE = 4
const TURN_MS = 8
/** While a person types, words answer at once; the meaning joins them when its vector is there within this time. */
const QUICK_MS = 20
/** From this share on an item holds the query as it was typed. */
const LITERAL_SHARE = 0.99

export interface HybridSearch {
  /**
   * Items found by words, by meaning or both, best first, among those that the query's filters let through; filters alone give all of
   * those, newest first, and nothing typed gives all. Any string is a query. With `quick` the answer may lack what is found by meaning
   * (`complete` is false then); asked again it has it. Never throws for what was typed.
   */
  search(query: string, limit: number, options?: { quick?: boolean }): Promise<SearchAnswer>
}

/** Search by words and by meaning at once. Words alone answer when there is no vector in time. */
export function createHybridSearch<Q = Float32Array>(deps: HybridSearchDeps<Q>): HybridSearch {
  const { embedTimeoutMs = 1500, now } = deps
  const meaning: MeaningDeps<Q> = { ...deps, meaningFloor: deps.meaningFloor ?? (() => DEFAULT_MEANING_FLOOR) }

  function listNewest({ filters }: SearchQuery, limit: number): { ranked: FusedHit[]; total: number } {
    const { ids, total } = deps.scopes.newest({ filters, viewer: deps.viewer, now: now() }, limit)
    return { ranked: ids.map((id) => ({ id, score: 0, why: 'meaning' })), total }
  }

  /** The items of these hits as far as they are still there, with what the window shows of each. */
  async function show(
    ranked: readonly FusedHit[],
    limit: number,
    toHit: (hit: FusedHit, item: SearchableItem) => SearchHit,
  ): Promise<SearchHit[]> {
    const hits: SearchHit[] = []
    let turn = performance.now()
    for (let at = 0; at < ranked.length && hits.length < limit; at += ITEMS_AT_ONCE) {
      if (performance.now() - turn > TURN_MS) {
        await nextTurn()
        turn = performance.now()
      }
      const some = ranked.slice(at, at + ITEMS_AT_ONCE)
      const items = new Map(deps.loadItems(some.map(({ id }) => id)).map((item) => [item.id, item]))
      for (const hit of some) {
        const item = items.get(hit.id)
        if (item !== undefined && hits.length < limit) hits.push(toHit(hit, item))
      }
    }
    return hits
  }

  const nothingFound = { passage: '', marks: [], titleMarks: [], at: 0 }

  function foundByMeaning(item: SearchableItem, near: Near<Q> | NoMeaning): typeof nothingFound {
    const at = typeof near === 'string' ? null : (deps.nearestPiece?.(item, near.vector) ?? null)
    return at === null ? nothingFound : { ...nothingFound, ...passageAt(item.body, at) }
  }

  function foundByWords(item: SearchableItem, query: string, hit: TextHit | undefined): Found {
    const file = hit?.attachmentId === undefined ? null : (deps.loadAttached?.(hit.attachmentId) ?? null)
    if (file === null) return createPassage(item, query, hit?.near)
    return { ...createPassage({ title: item.title, body: '' }, query), ...attachedPassage(file, query, hit?.near ?? 0) }
  }

  async function searchWords(query: SearchQuery, limit: number, quick: boolean): Promise<SearchAnswer> {
    const count = Math.max(MIN_CANDIDATES, limit)
    const scope = deps.scopes.narrow({ filters: query.filters, viewer: deps.viewer, now: now() })
    // The model works in another thread while the words are looked up here.
    const wait = { count, waitMs: quick ? QUICK_MS : embedTimeoutMs, quick, only: scope?.ids }
    const asked = findByMeaning(meaning, query.words, wait)
    const words = deps.textIndex.search(query.words, count, { scoped: scope !== null })
    const near = await asked
    const ranked = fuseScores(
      words,
      weighMeaning(
        meaning,
        near,
        words.map(({ id }) => id),
      ),
    )
    const places = new Map(words.map((hit) => [hit.id, hit]))
    const hits = await show(ranked, limit + 1, ({ id, score, why }, item) => ({
      ...shown(item),
      ...(why === 'meaning' ? foundByMeaning(item, near) : foundByWords(item, query.words, places.get(id))),
      why,
      score,
    }))
    return { hits: hits.slice(0, limit), more: hits.length > limit, plain: false, complete: near !== 'late' }
  }

  /** Filters that let nothing through may be what a note says. Only notes that hold all of it as it was typed. */
  async function searchLiterally(query: string, limit: number): Promise<SearchHit[]> {
    const scope = deps.scopes.narrow({ filters: [], viewer: deps.viewer, now: now() })
    const words = deps.textIndex.search(query, limit, { scoped: scope !== null }).filter(({ share }) => share >= LITERAL_SHARE)
    const places = new Map(words.map((hit) => [hit.id, hit]))
    return show(fuseScores(words, null), limit, ({ id, score, why }, item) => ({
      ...shown(item),
      ...foundByWords(item, query, places.get(id)),
      why,
      score,
    }))
  }

  return {
    async search(typed, limit, { quick = false } = {}) {
      const query = parseSearchQuery(typed, now())
      if (limit < 1) return { hits: [], more: false, plain: false, complete: true }
      let answer: SearchAnswer
      if (query.words.trim() === '') {
        const { ranked, total } = listNewest(query, limit)
        const hits = await show(ranked, limit, (_, item) => ({ ...shown(item), ...nothingFound, why: 'filter', score: 1 }))
        answer = { hits, more: total > limit, plain: false, complete: true }
      } else answer = await searchWords(query, limit, quick)
      if (answer.hits.length > 0 || query.filters.length === 0) return answer
      const literal = await searchLiterally(typed, limit)
      return literal.length > 0 ? { ...answer, hits: literal, plain: true } : answer
    },
  }
}

function shown({ id, title, summary, createdAt }: SearchableItem): Pick<SearchHit, 'id' | 'title' | 'summary' | 'createdAt'> {
  return { id, title, summary, createdAt }
}
