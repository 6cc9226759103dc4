import { createNearest } from '../../../src/main/core/search/nearest'
import { toUnitVector } from '../../../src/main/core/search/unit-vector'
import { createVectorMatrix, ROWS_PER_SCAN } from '../../../src/main/core/search/vector-matrix'
import { topicVectors } from '../../core/search/topic-vectors'

const DIMENSIONS = 512
const ROUNDS = 15

/** Milliseconds to find the ten nearest of all vectors, round by round: with WebAssembly SIMD, and in plain JavaScript. */
export function measureScans(count: number): Record<'simd' | 'plain', number[]> {
  const distinct = topicVectors(1000, DIMENSIONS).map((vector) => toUnitVector(vector, DIMENSIONS))
  const matrices = { simd: createVectorMatrix(DIMENSIONS), plain: createVectorMatrix(DIMENSIONS, { simd: false }) }
  for (let row = 0; row < count; row += 1) {
    const vector = distinct[row % distinct.length]
    if (vector) for (const matrix of Object.values(matrices)) matrix.write(row, vector)
  }
  const times: Record<'simd' | 'plain', number[]> = { simd: [], plain: [] }
  for (let round = 0; round < ROUNDS; round += 1) {
    const query = distinct[round] ?? new Float32Array(DIMENSIONS)
    for (const kind of ['simd', 'plain'] as const) {
      const start = performance.now()
      const nearest = createNearest<number>(10)
      for (let from = 0; from < count; from += ROWS_PER_SCAN) {
        const scores = matrices[kind].scores(query, from, Math.min(count, from + ROWS_PER_SCAN))
        for (let index = 0; index < scores.length; index += 1) nearest.offer(from + index, scores[index] ?? 0)
      }
      times[kind].push(performance.now() - start)
    }
  }
  return times
}
