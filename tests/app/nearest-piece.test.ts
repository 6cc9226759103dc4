import { describe, expect, it } from 'vitest'
import { piecesOf } from '../../src/main/features/embeddings/embed-item'
import { createNearestPiece } from '../../src/main/features/embeddings/nearest-piece'

const body = `${'The same words again and again. '.repeat(200)}`
const item = { id: 'a', title: 'Diary', body }
const count = piecesOf(item).length
const made = { modelId: 'm', vector: Float32Array.of(0, 1) }
/** Vectors of which only that of one piece points where the query does. */
const pointing = (nearest: number, pieces = count) =>
  Array.from({ length: pieces }, (_, index) => (index === nearest ? Float32Array.of(0.1, 1) : Float32Array.of(1, 0)))
const at = (vectors: Float32Array[], stored = 'hash', now = 'hash') =>
  createNearestPiece({ vectors: { contentHash: () => stored, pieces: () => vectors }, contentHash: () => now })(item, made)

describe('createNearestPiece', () => {
  it('says where a piece begins, also in a text that says the same twice', () => {
    expect(count).toBeGreaterThan(4)
    const starts = Array.from({ length: count }, (_, nearest) => at(pointing(nearest)))
    expect(starts[0]).toBe(0)
    for (const [index, start] of starts.entries()) {
      expect(body.slice(start ?? 0).startsWith(piecesOf(item)[index]?.slice(0, 60) ?? '') || index === 0).toBe(true)
      if (index > 0) expect(start).toBeGreaterThan((starts[index - 1] ?? 0) + 250)
    }
  })

  it('says nothing for an item of one piece, for pieces of an earlier text, or when their number does not fit', () => {
    expect(at([])).toBeNull()
    expect(at(pointing(1), 'hash', 'other')).toBeNull()
    expect(at(pointing(1, 2))).toBeNull()
  })
})
