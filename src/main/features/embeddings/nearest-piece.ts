import { piecesOf } from './embed-item'
import type { MadeVector } from './embedding'

export interface NearestPieceDeps {
  vectors: {
    contentHash(itemId: string, modelId: string): string | null
    pieces(itemId: string, modelId: string): Float32Array[]
  }
  /** The hash of the item's text as it is now. */
  contentHash: (itemId: string) => string | null
}

/** So much of the beginning of a piece is looked for in the text. */
const SOUGHT = 80
/** A piece begins at least so far behind the one before: half of its length, without what both have. */
const LEAST_STEP = 300

/**
 * Where in the body of a long item the piece begins that is nearest to a query's vector; null when the item is one piece, or when its
 * pieces were made of an earlier text.
 */
export function createNearestPiece({ vectors, contentHash }: NearestPieceDeps) {
  return (item: { id: string; title: string; body: string }, { modelId, vector }: MadeVector): number | null => {
    const stored = vectors.pieces(item.id, modelId)
    if (stored.length === 0 || vectors.contentHash(item.id, modelId) !== contentHash(item.id)) return null
    const pieces = piecesOf(item)
    const nearest = indexOfNearest(stored, vector)
    const piece = pieces.length === stored.length ? pieces[nearest] : undefined
    if (piece === undefined) return null
    // One after the other, because a text may say the same twice. The first may begin with the title, which is not in the body.
    let at = 0
    for (const [index, one] of pieces.slice(0, nearest + 1).entries()) {
      const found = item.body.indexOf(one.slice(0, SOUGHT), index === 0 ? 0 : at + LEAST_STEP)
      if (found >= 0) at = found
      else if (index === nearest && index > 0) return null
    }
    return at
  }
}

function indexOfNearest(vectors: readonly Float32Array[], query: Float32Array): number {
  let best = 0
  let most = Number.NEGATIVE_INFINITY
  for (const [index, vector] of vectors.entries()) {
    const cosine = cosineOf(vector, query)
    if (cosine > most) {
      best = index
      most = cosine
    }
  }
  return best
}

function cosineOf(a: Float32Array, b: Float32Array): number {
  let product = 0
  let squares = 0
  for (let index = 0; index < a.length; index += 1) {
    product += (a[index] ?? 0) * (b[index] ?? 0)
    squares += (a[index] ?? 0) ** 2
  }
  return squares === 0 ? Number.NEGATIVE_INFINITY : product / Math.sqrt(squares)
}
