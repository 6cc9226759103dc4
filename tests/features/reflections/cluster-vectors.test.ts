import { describe, expect, it } from 'vitest'
import * as vectorsOf from '../../../src/main/features/reflections/cluster-vectors'

const at = (degrees: number) => new Float32Array([Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)])

function finish<T>(steps: Generator<undefined, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

const cosineTable = (vectors: Float32Array[]) => finish(vectorsOf.cosineTable(vectors))
const clusterByAverage = (...input: Parameters<typeof vectorsOf.clusterByAverage>) => finish(vectorsOf.clusterByAverage(...input))

describe('groups of near vectors', () => {
  it('are joined by their average, larger first, and what is near to nothing stays alone', () => {
    const vectors = [at(0), at(90), at(5), at(95), at(10), at(200)]
    const { between } = cosineTable(vectors)
    expect(clusterByAverage(vectors.length, between, 0.9)).toEqual([[0, 2, 4], [1, 3], [5]])
  })

  it('do not become one by a chain of neighbours', () => {
    // Each is 25 degrees from the next, the ends 100 from each other: single link would make one group.
    const vectors = [0, 25, 50, 75, 100].map(at)
    const groups = clusterByAverage(vectors.length, cosineTable(vectors).between, 0.88)
    expect(groups.length).toBeGreaterThan(1)
    expect(groups.flat().sort()).toEqual([0, 1, 2, 3, 4])
  })

  it('have exactly the floor as near enough, and take none, one and zeros', () => {
    expect(clusterByAverage(2, () => 0.45, 0.45)).toEqual([[0, 1]])
    expect(clusterByAverage(2, () => 0.4499, 0.45)).toEqual([[0], [1]])
    expect(clusterByAverage(0, () => 1, 0.5)).toEqual([])
    expect(clusterByAverage(1, () => 1, 0.5)).toEqual([[0]])
    expect(cosineTable([new Float32Array(2), at(10)]).between(0, 1)).toBe(0)
    expect(cosineTable([at(10), at(70)]).between(1, 0)).toBeCloseTo(0.5)
  })
})
