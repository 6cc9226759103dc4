import { describe, expect, it } from 'vitest'
import { dotProduct, toUnitVector } from '../../../src/main/core/search/unit-vector'
import { createVectorMatrix, ROWS_PER_SCAN } from '../../../src/main/core/search/vector-matrix'
import { topicVectors } from './topic-vectors'

describe.each([true, false])('createVectorMatrix with simd %s', (simd) => {
  it.each([1, 3, 16, 100, 384, 512])('multiplies every row of %i numbers, over several growths of its memory', (dimensions) => {
    const rows = topicVectors(700, dimensions)
    const [query = new Float32Array()] = topicVectors(1, dimensions, 9)
    const matrix = createVectorMatrix(dimensions, { simd })
    for (const [index, row] of rows.entries()) matrix.write(index, row)
    const scores = Array.from(matrix.scores(query, 0, 700))
    for (const [index, row] of rows.entries()) expect(scores[index]).toBeCloseTo(dotProduct(query, row), 3)
    expect(Array.from(matrix.scores(query, 690, 693))).toEqual(scores.slice(690, 693))
    expect(Array.from(matrix.read(699))).toEqual(Array.from(rows[699] ?? []))
  })

  it('takes a full scan and an empty one', () => {
    const matrix = createVectorMatrix(2, { simd })
    for (let row = 0; row < ROWS_PER_SCAN; row += 1) matrix.write(row, Float32Array.of(row, 1))
    expect(matrix.scores(Float32Array.of(1, 0), 0, ROWS_PER_SCAN).at(-1)).toBe(ROWS_PER_SCAN - 1)
    expect(matrix.scores(Float32Array.of(1, 0), 5, 5)).toHaveLength(0)
  })

  it('leaves no number behind when wiped', () => {
    const matrix = createVectorMatrix(3, { simd })
    matrix.write(0, Float32Array.of(1, 2, 3))
    matrix.wipe()
    expect(Array.from(matrix.read(0))).toEqual([0, 0, 0])
  })
})

describe('toUnitVector', () => {
  it('gives length 1 and leaves the original alone', () => {
    const original = Float32Array.of(3, 4)
    expect(Array.from(toUnitVector(original, 2), (value) => value.toFixed(3))).toEqual(['0.600', '0.800'])
    expect(Array.from(original)).toEqual([3, 4])
    expect(Array.from(toUnitVector([1e-30, 0], 2))).toEqual([1, 0])
  })

  it.each([
    ['of another length', [1, 2, 3]],
    ['empty', []],
    ['of zeros', [0, 0]],
    ['with NaN', [Number.NaN, 1]],
    ['with infinity', [1, Number.POSITIVE_INFINITY]],
    ['too large to measure', [1e200, 1e200]],
    ['of text', ['a', 'b'] as unknown as number[]],
  ])('refuses a vector %s', (_, vector) => {
    expect(() => toUnitVector(vector, 2)).toThrow(expect.objectContaining({ code: 'MODEL_BAD_OUTPUT' }))
  })
})
