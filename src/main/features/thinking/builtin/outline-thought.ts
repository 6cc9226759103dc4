/** A thought as the built-in outline reads it. Only the first 60,000 characters of the body count. */
export interface OutlineThought {
  id: string
  title: string
  body: string
  /** Milliseconds since 1970. */
  createdAt: number
}

/** An earlier thought close to it; `score` is their cosine, 0..1. Only the first 5,000 characters of its body count. */
export interface OutlineNeighbour extends OutlineThought {
  score: number
}

export const MAX_THOUGHT_CHARS = 60_000
export const MAX_NEIGHBOUR_CHARS = 5_000

/** More neighbours than this add time and no insight. */
export const MAX_NEIGHBOURS = 6
