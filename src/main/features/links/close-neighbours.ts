import { setImmediate as nextTurn } from 'node:timers/promises'
import type { MadeVector } from '../embeddings/embedding'
import type { RelatedItem, RelatedItemsDeps } from '../embeddings/related-items'
import type { ItemRow } from '../items/item-store'
import { type Closeness, SURROUNDINGS, surroundingScore } from './link-rule'

/** A neighbour with how the two stand to each other, seen from both. */
export interface CloseNeighbour extends RelatedItem, Omit<Closeness, 'sharesTerms'> {}

export type CloseNeighbours = (item: ItemRow, limit: number, signal: AbortSignal) => Promise<CloseNeighbour[]>

/** As for other context of a job: the beginning tells what a neighbour is about. */
const NEIGHBOUR_LENGTH = 4000
/** The whole range of a cosine: what stands around a text may be far from it. */
const ANY_SCORE = -1

/** The nearest other items above the floor, best first, each looked at from its own side too. At most `limit` + 1 searches of the index. */
export function createCloseNeighbours({ items, embedding, floor }: RelatedItemsDeps): CloseNeighbours {
  const around = (made: MadeVector, id: string) => embedding.nearest(made, SURROUNDINGS.to, { exclude: new Set([id]), minScore: ANY_SCORE })

  return async function closeNeighbours(item, limit, signal) {
    const made = await embedding.vectorOf(item, signal)
    if (made === null) return []
    const least = floor()
    const hits = await around(made, item.id)
    const own = surroundingScore(hits.map(({ score }) => score))
    const close: CloseNeighbour[] = []
    for (const [rank, { id, score }] of hits.entries()) {
      if (score < least || close.length === limit) break
      const other = items.find(id)
      if (!other || other.deleted_at !== null) continue
      // Each search may read every vector: one after the other, with a turn for the window between them.
      await nextTurn()
      signal.throwIfAborted()
      const back = await embedding.vectorOf(other, signal)
      if (back === null || back.modelId !== made.modelId) continue
      const scores = (await around(back, id)).filter((hit) => hit.id !== item.id)
      const theirs = surroundingScore([...scores.map((hit) => hit.score), score].sort((a, b) => b - a))
      close.push({
        id,
        title: other.title,
        body: other.body.slice(0, NEIGHBOUR_LENGTH),
        createdAt: other.created_at,
        score,
        rank,
        rankBack: scores.filter((hit) => hit.score > score).length,
        margin: own === null || theirs === null ? null : score - (own + theirs) / 2,
        aboveFloor: score - least,
      })
    }
    return close
  }
}
