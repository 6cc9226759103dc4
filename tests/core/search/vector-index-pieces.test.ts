import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createVectorIndex, type VectorIndex } from '../../../src/main/core/search/vector-index'
import { bundleWorker } from './bundled-worker'
import { topicVectors } from './topic-vectors'

let workerFile = ''
beforeAll(async () => {
  workerFile = await bundleWorker()
})

const open: VectorIndex[] = []
function createIndex(dimensions: number, exactLimit?: number): VectorIndex {
  const index = createVectorIndex({ workerFile, dimensions, ...(exactLimit === undefined ? {} : { exactLimit }) })
  open.push(index)
  return index
}
afterEach(() => {
  for (const index of open.splice(0)) index.close()
})

describe('pieces of long items', () => {
  const query = [1, 0]
  const ids = async (index: VectorIndex, options = {}) => (await index.search(query, 9, { pieces: true, ...options })).map(({ id }) => id)
  const piece = (x: number, y: number) => Float32Array.of(x, y)

  it('make an item as near as its nearest piece, each item once, and only where pieces are asked for', async () => {
    const index = createIndex(2)
    index.set('short', [1, 0.5])
    index.set('long', [0, 1], [piece(0, 1), piece(1, 0.01), piece(1, 0.1)])
    index.set('alike', [1, 0.02], [piece(-1, 0), piece(0, 1)])
    const hits = await index.search(query, 9, { pieces: true })
    expect(hits.map(({ id }) => id)).toEqual(['long', 'alike', 'short'])
    expect(hits[0]?.score).toBeCloseTo(0.99995, 4)
    expect((await index.search(query, 9)).map(({ id }) => id)).toEqual(['alike', 'short', 'long'])
    expect(index.compare(query, ['long']).scores.get('long')).toBeCloseTo(0.99995, 4)
    expect([index.size(), index.pieces()]).toEqual([3, 5])
  })

  it('obey what is excluded, what is asked for only, and the least score', async () => {
    const index = createIndex(2)
    for (const id of ['a', 'b', 'c']) index.set(id, [0, 1], [piece(1, 0), piece(0, 1)])
    expect((await ids(index, { exclude: new Set(['a']) })).sort()).toEqual(['b', 'c'])
    expect(await ids(index, { only: new Set(['b']) })).toEqual(['b'])
    expect(await ids(index, { minScore: 0.5, only: new Set() })).toEqual([])
    expect((await ids(index, { minScore: 0.5 })).length).toBe(3)
    expect((await index.search(query, 9, { minScore: 0.5 })).length).toBe(0)
  })

  it('go with a change, a removal and the pieces that are fewer now', async () => {
    const index = createIndex(2)
    index.set('a', [0, 1], [piece(1, 0), piece(0, 1), piece(-1, 0)])
    index.set('a', [0, 1], [piece(0, 1), piece(0, -1)])
    expect(await ids(index, { minScore: 0.5 })).toEqual([])
    expect(index.pieces()).toBe(2)
    index.set('a', [0, 1])
    expect(index.pieces()).toBe(0)
    index.set('a', [0, 1], [piece(1, 0), piece(0, 1)])
    index.remove('a')
    index.set('b', [0, 1], [piece(0, 1), piece(1, 1)])
    expect(await ids(index)).toEqual(['b'])
    expect(index.pieces()).toBe(2)
  })

  it('keep what the item had when one of them cannot be used', async () => {
    const index = createIndex(2)
    index.set('a', [1, 0], [piece(1, 0), piece(0, 1)])
    expect(() => index.set('a', [0, 1], [piece(0, 1), Float32Array.of(1)])).toThrow(expect.objectContaining({ code: 'MODEL_BAD_OUTPUT' }))
    expect(await index.search(query, 1)).toEqual([{ id: 'a', score: 1 }])
    expect(index.pieces()).toBe(2)
  })

  it('crowd out no other item, however many of one item are near', async () => {
    const index = createIndex(2)
    index.set(
      'many',
      [0, 1],
      Array.from({ length: 60 }, (_, n) => piece(1, n / 10_000)),
    )
    for (let n = 0; n < 5; n += 1) index.set(`few${n}`, [0, 1], [piece(1, 0.5), piece(0, 1)])
    expect(await index.search(query, 6, { pieces: true, minScore: 0.5 })).toHaveLength(6)
  })

  it('are loaded with their items, and found in a graph too', async () => {
    const index = createIndex(32, 300)
    const vectors = topicVectors(1300, 32)
    const rows = Array.from({ length: 100 }, (_, n) => ({
      id: `i${n}`,
      vector: vectors[n] ?? new Float32Array(32),
      pieces: vectors.slice(100 + n * 12, 112 + n * 12),
    }))
    await index.load(rows)
    expect(index.pieces()).toBe(1200)
    let found = 0
    for (const by of ['building', 'hnsw'] as const) {
      await vi.waitFor(() => expect(index.state('pieces')).toBe(by), { timeout: 15_000, interval: 5 })
      for (const { id, pieces } of rows) {
        const [hit] = await index.search(pieces[5] ?? [], 1, { pieces: true })
        if (hit?.id === id && hit.score > 0.9999) found += 1
      }
    }
    expect(found).toBeGreaterThanOrEqual(196)
    for (const { id } of rows.slice(0, 60)) index.remove(id)
    expect(index.pieces()).toBe(480)
    const gone = await index.search(rows[3]?.pieces[5] ?? [], 40, { pieces: true })
    expect(gone.map(({ id }) => id).filter((id) => Number(id.slice(1)) < 60)).toEqual([])
  })

  it('take no more room than they are given, and are the coarser the less is left', async () => {
    const index = createVectorIndex({ workerFile, dimensions: 2, mostPieces: 4000 })
    open.push(index)
    const many = Array.from({ length: 200 }, (_, n) => piece(Math.cos(n), Math.sin(n) + 2))
    index.set('first', [1, 0], many)
    const first = index.pieces()
    for (let n = 0; n < 2000; n += 1) index.set(`i${n}`, [1, 0], many)
    expect(first).toBe(8)
    expect(index.pieces()).toBeLessThanOrEqual(4000)
    expect(index.size()).toBe(2001)
  })
})
