import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { toUnitVector } from '../../../src/main/core/search/unit-vector'
import { createVectorIndex, type VectorIndex } from '../../../src/main/core/search/vector-index'
import { bundleWorker } from './bundled-worker'
import { topicVectors } from './topic-vectors'

let workerFile = ''
beforeAll(async () => {
  workerFile = await bundleWorker()
})

const open: VectorIndex[] = []
function createIndex(dimensions: number, exactLimit?: number, file = workerFile): VectorIndex {
  const index = createVectorIndex({ workerFile: file, dimensions, ...(exactLimit === undefined ? {} : { exactLimit }) })
  open.push(index)
  return index
}
afterEach(() => {
  for (const index of open.splice(0)) index.close()
})

const until = (state: 'exact' | 'building' | 'hnsw', index: VectorIndex) =>
  vi.waitFor(() => expect(index.state()).toBe(state), { timeout: 15_000, interval: 5 })

/** The true nearest, by sorting everything. */
function nearest(query: Float32Array, vectors: Map<string, Float32Array>, k: number): string[] {
  const unit = toUnitVector(query, query.length)
  const score = (vector: Float32Array) =>
    toUnitVector(vector, query.length).reduce((sum, value, index) => sum + value * (unit[index] ?? 0), 0)
  return [...vectors]
    .map(([id, vector]) => ({ id, score: score(vector) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, k)
    .map(({ id }) => id)
}

async function recall(index: VectorIndex, vectors: Map<string, Float32Array>, queries: Float32Array[]): Promise<number> {
  let found = 0
  for (const query of queries) {
    const expected = new Set(nearest(query, vectors, 10))
    found += (await index.search(query, 10)).filter(({ id }) => expected.has(id)).length
  }
  return found / (queries.length * 10)
}

function fill(index: VectorIndex, count: number, dimensions: number): Map<string, Float32Array> {
  const vectors = new Map(topicVectors(count, dimensions).map((vector, number) => [`i${number}`, vector]))
  for (const [id, vector] of vectors) index.set(id, vector)
  return vectors
}

describe('the exact scan', () => {
  it('gives the true nearest with their cosine, best first, over several slices', async () => {
    const index = createIndex(16)
    const vectors = fill(index, 9000, 16)
    const [query = new Float32Array(16)] = topicVectors(1, 16, 99)
    const hits = await index.search(query, 10)
    expect(hits.map(({ id }) => id)).toEqual(nearest(query, vectors, 10))
    expect(hits.every(({ score }, rank) => score <= (hits[rank - 1]?.score ?? 1))).toBe(true)
    expect((await index.search(vectors.get('i8999') ?? [], 1))[0]).toMatchObject({ id: 'i8999', score: expect.closeTo(1, 4) })
    expect(index.state()).toBe('exact')
  })

  it('does not care for the length of vectors', async () => {
    const index = createIndex(2)
    index.set('long', [1000, 0])
    index.set('near', [0.001, 0.0001])
    expect((await index.search([1, 0.1], 2)).map(({ id }) => id)).toEqual(['near', 'long'])
  })

  it('leaves out what is excluded and what is not near enough', async () => {
    const index = createIndex(2)
    index.set('same', [1, 0])
    index.set('near', [1, 1])
    index.set('far', [0, 1])
    expect((await index.search([1, 0], 3, { minScore: 0.5 })).map(({ id }) => id)).toEqual(['same', 'near'])
    expect((await index.search([1, 0], 1, { exclude: new Set(['same']) })).map(({ id }) => id)).toEqual(['near'])
  })

  it('replaces and removes at once, and uses the place of a removed vector again', async () => {
    const index = createIndex(2)
    index.set('a', [1, 0])
    index.set('b', [0, 1])
    index.set('a', [0, -1])
    expect((await index.search([1, 0], 9, { minScore: 0.5 })).length).toBe(0)
    index.remove('a')
    index.remove('never there')
    index.set('c', [1, 0])
    expect((await index.search([1, 0], 9)).map(({ id }) => id)).toEqual(['c', 'b'])
    expect(index.size()).toBe(2)
  })

  it('does not give an item that is removed while the search is under way', async () => {
    const index = createIndex(16)
    const vectors = fill(index, 100, 16)
    const query = vectors.get('i5') ?? new Float32Array(16)
    const running = index.search(query, 3)
    index.remove('i5')
    expect((await running).map(({ id }) => id)).not.toContain('i5')
  })

  it.each([[[1]], [[0, 0]], [[Number.NaN, 1]]])('refuses the vector %j and keeps the one it has', async (vector) => {
    const index = createIndex(2)
    index.set('a', [1, 0])
    expect(() => index.set('a', vector)).toThrow(expect.objectContaining({ code: 'MODEL_BAD_OUTPUT' }))
    await expect(index.search(vector, 1)).rejects.toMatchObject({ code: 'MODEL_BAD_OUTPUT' })
    expect(await index.search([1, 0], 1)).toEqual([{ id: 'a', score: 1 }])
  })

  it('gives nothing when it is empty, for no neighbours, and after it is closed', async () => {
    const index = createIndex(2)
    expect(await index.search([1, 0], 5)).toEqual([])
    index.set('a', [1, 0])
    expect(await index.search([1, 0], 0)).toEqual([])
    index.close()
    index.set('b', [1, 0])
    expect(await index.search([1, 0], 5)).toEqual([])
    expect(index.size()).toBe(0)
  })
})

describe('load', () => {
  it('takes stored vectors and names the broken ones', async () => {
    const index = createIndex(2)
    const rows = [
      { id: 'good', vector: Float32Array.of(1, 0) },
      { id: 'short', vector: Float32Array.of(1) },
      { id: 'zero', vector: Float32Array.of(0, 0) },
    ]
    expect(await index.load(rows)).toEqual({ refused: ['short', 'zero'] })
    expect(index.size()).toBe(1)
  })

  it('does not bring back what was removed or changed while it ran', async () => {
    const index = createIndex(2)
    function* rows() {
      yield { id: 'first', vector: Float32Array.of(1, 0) }
      index.remove('gone')
      index.remove('first')
      index.set('changed', [0, 1])
      yield { id: 'gone', vector: Float32Array.of(1, 0) }
      yield { id: 'changed', vector: Float32Array.of(1, 0) }
    }
    await index.load(rows())
    expect(await index.search([0, 1], 5)).toEqual([{ id: 'changed', score: 1 }])
  })
})

describe('the graph', () => {
  it('is built in the background above the limit while the scan answers, and finds what the scan finds', async () => {
    const index = createIndex(64, 1000)
    const vectors = new Map(topicVectors(3000, 64).map((vector, number) => [`i${number}`, vector]))
    await index.load([...vectors].map(([id, vector]) => ({ id, vector })))
    expect(index.state()).toBe('building')
    const queries = topicVectors(50, 64, 99)
    expect(await recall(index, vectors, queries.slice(0, 5))).toBe(1)
    await until('hnsw', index)
    expect(await recall(index, vectors, queries)).toBeGreaterThanOrEqual(0.97)
    const [hit] = await index.search(vectors.get('i42') ?? [], 1)
    expect(hit).toMatchObject({ id: 'i42', score: expect.closeTo(1, 4) })
  })

  it('follows new, changed and removed vectors from the next search on', async () => {
    const index = createIndex(32, 300)
    const vectors = fill(index, 600, 32)
    await until('hnsw', index)
    const fresh = new Float32Array(32).fill(-1)
    index.set('new', fresh)
    expect((await index.search(fresh, 1))[0]?.id).toBe('new')
    const before = vectors.get('i7') ?? new Float32Array(32)
    index.set(
      'i7',
      fresh.map((value, place) => (place === 0 ? value - 0.01 : value)),
    )
    expect((await index.search(fresh, 2)).map(({ id }) => id)).toEqual(['new', 'i7'])
    expect((await index.search(before, 5)).map(({ id }) => id)).not.toContain('i7')
    index.remove('new')
    expect((await index.search(fresh, 1))[0]?.id).toBe('i7')
    await until('hnsw', index)
    expect((await index.search(fresh, 600)).map(({ id }) => id)).not.toContain('new')
  })

  it('leaves out what is excluded without giving fewer', async () => {
    const index = createIndex(32, 300)
    const vectors = fill(index, 600, 32)
    await until('hnsw', index)
    const query = vectors.get('i1') ?? new Float32Array(32)
    const first = (await index.search(query, 5)).map(({ id }) => id)
    const second = (await index.search(query, 5, { exclude: new Set(first) })).map(({ id }) => id)
    expect(second).toHaveLength(5)
    expect(second.filter((id) => first.includes(id))).toEqual([])
  })

  it('is built again when a third of it is deleted, and given up when few are left', async () => {
    const index = createIndex(32, 300)
    const vectors = fill(index, 600, 32)
    await until('hnsw', index)
    for (let number = 0; number < 220; number += 1) {
      index.remove(`i${number}`)
      vectors.delete(`i${number}`)
    }
    expect(index.state()).toBe('building')
    await until('hnsw', index)
    expect(await recall(index, vectors, topicVectors(20, 32, 99))).toBeGreaterThanOrEqual(0.97)
    for (let number = 220; number < 500; number += 1) index.remove(`i${number}`)
    expect(index.state()).toBe('exact')
    expect((await index.search(vectors.get('i555') ?? [], 1))[0]?.id).toBe('i555')
  })

  it('takes changes while it is built', async () => {
    const index = createIndex(32, 300)
    const vectors = fill(index, 600, 32)
    for (let number = 0; number < 100; number += 1) {
      index.remove(`i${number}`)
      vectors.delete(`i${number}`)
    }
    for (const [number, vector] of topicVectors(50, 32, 5).entries()) {
      index.set(`i${200 + number}`, vector)
      vectors.set(`i${200 + number}`, vector)
    }
    await until('hnsw', index)
    expect(await recall(index, vectors, topicVectors(20, 32, 99))).toBeGreaterThanOrEqual(0.97)
  })

  it('is done without when its worker cannot start', async () => {
    const index = createIndex(32, 300, `${workerFile}.missing`)
    const vectors = fill(index, 600, 32)
    await until('exact', index)
    expect(await recall(index, vectors, topicVectors(5, 32, 99))).toBe(1)
    index.set('new', new Float32Array(32).fill(-1))
    expect(index.state()).toBe('exact')
  })

  it('gives nothing, and does not hang, when it is closed while a search waits', async () => {
    const index = createIndex(32, 300)
    const vectors = fill(index, 600, 32)
    await until('hnsw', index)
    const running = index.search(vectors.get('i1') ?? [], 3)
    index.close()
    expect(await running).toEqual([])
  })
})

describe('a search among some', () => {
  it.each([5, 1500])('of %i finds them all, exactly, in a graph and out of it, however far they are', async (many) => {
    const index = createIndex(32, 1000)
    const vectors = fill(index, 3000, 32)
    await until('hnsw', index)
    const only = new Set(Array.from({ length: many }, (_, number) => `i${number * 2}`))
    const query = vectors.get('i1') ?? new Float32Array(32)
    const hits = await index.search(query, many, { only })
    expect(hits.map(({ id }) => id).sort()).toEqual([...only].sort())
    const some = new Map([...vectors].filter(([id]) => only.has(id)))
    expect(hits.slice(0, 5).map(({ id }) => id)).toEqual(nearest(query, some, 5))
  })

  it('takes ids that are not there for nothing, and an empty set for nobody', async () => {
    const index = createIndex(2)
    index.set('a', [1, 0])
    expect(await index.search([1, 0], 5, { only: new Set(['gone']) })).toEqual([])
    expect(await index.search([1, 0], 5, { only: new Set() })).toEqual([])
  })
})

describe('compare', () => {
  it('gives the cosine of each that is there, and how near items usually are', () => {
    const index = createIndex(2)
    for (let number = 0; number < 400; number += 1) index.set(`i${number}`, number % 2 === 0 ? [1, 0] : [0, 1])
    const { scores, usual } = index.compare([2, 0], ['i0', 'i1', 'gone'])
    expect([...scores]).toEqual([
      ['i0', 1],
      ['i1', 0],
    ])
    expect(usual.mean).toBeCloseTo(0.5, 2)
    expect(usual.deviation).toBeCloseTo(0.49, 1)
  })

  it('takes a few items for no measure of how far cosines spread', () => {
    const index = createIndex(2)
    index.set('only', [1, 0])
    expect(index.compare([1, 0], []).usual.deviation).toBeCloseTo(0.1, 1)
    expect(createIndex(2).compare([1, 0], ['x'])).toEqual({ scores: new Map(), usual: { mean: 0, deviation: expect.closeTo(0.1) } })
  })
})
