import { describe, expect, it } from 'vitest'
import { groupPieces, PIECES_PER_ITEM, piecesFor } from '../../../src/main/core/search/index-pieces'

describe('groupPieces', () => {
  it('leaves few pieces as they are', () => {
    const pieces = [Float32Array.of(1, 0), Float32Array.of(0, 1)]
    expect(groupPieces(pieces, 2)).toBe(pieces)
  })

  it('puts neighbours together, leaves no piece out and changes none', () => {
    const pieces = Array.from({ length: 10 }, (_, n) => Float32Array.of(n, 1))
    const groups = groupPieces(pieces, 4)
    expect(groups).toHaveLength(4)
    expect(groups.reduce((sum, group) => sum + (group[1] ?? 0), 0)).toBe(10)
    expect(groups.reduce((sum, group) => sum + (group[0] ?? 0), 0)).toBe(45)
    expect([...(groups[0] ?? [])]).toEqual([1, 2])
    expect(pieces.map(([n]) => n)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  it('gives none where there is room for none', () => {
    expect(groupPieces([Float32Array.of(1)], 0)).toEqual([])
  })
})

describe('piecesFor', () => {
  it('gives an item all it may have, then less and less, and never a single one', () => {
    expect(piecesFor(100_000)).toBe(PIECES_PER_ITEM)
    expect(piecesFor(5000)).toBe(10)
    expect(piecesFor(999)).toBe(0)
    expect(piecesFor(0)).toBe(0)
  })
})
