/**
 * Vectors of one long item that are held in memory beside its own: some 70,000 characters each by itself, 128 KB with the built-in model. A
 * longer text is held by the means of neighbours, so that no part of it is left out.
 */
export const PIECES_PER_ITEM = 64
/** All vectors of pieces in memory: 205 MB with the built-in model, as much as 100,000 items have. */
export const PIECES_IN_MEMORY = 100_000
/** Room that each vector of the next item must leave for others: the fuller the memory, the coarser what is added. */
const ROOM_PER_PIECE = 500

/** How many vectors of pieces the next long item may have while there is room for so many. None below two: one says what the item's own does. */
export function piecesFor(room: number): number {
  const pieces = Math.min(PIECES_PER_ITEM, Math.floor(room / ROOM_PER_PIECE))
  return pieces < 2 ? 0 : pieces
}

/** At most `limit` vectors that stand for all of these, in their order: the means of neighbours. */
export function groupPieces(pieces: readonly Float32Array[], limit: number): readonly Float32Array[] {
  if (pieces.length <= limit) return pieces
  return Array.from({ length: limit }, (_, group) => {
    const from = Math.floor((group * pieces.length) / limit)
    const to = Math.floor(((group + 1) * pieces.length) / limit)
    const sum = Float32Array.from(pieces[from] ?? [])
    for (const piece of pieces.slice(from + 1, to)) for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) + (piece[at] ?? 0)
    return sum
  })
}
