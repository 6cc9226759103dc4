import { beforeEach, describe, expect, it } from 'vitest'
import { createVectorStore, type VectorStore } from '../../../src/main/core/search/vector-store'
import { openSearchVault, type SearchVault } from './search-vault'

let vault: SearchVault
let store: VectorStore
beforeEach(() => {
  vault = openSearchVault()
  store = createVectorStore(vault.db)
  for (const id of ['a', 'b', 'c']) vault.save(id, id)
})

const all = (modelId: string) => [...store.iterate(modelId)].map(({ id, vector }) => [id, ...vector])

describe('createVectorStore', () => {
  it('gives back the numbers it was given, also from a view into other bytes', () => {
    const numbers = new Float32Array([9, 9, 1.5, -2.25, 3e-8, 9])
    store.put('a', 'm', 'hash', [numbers.subarray(2, 5), Float32Array.of(7, 7, 7)])
    expect(store.get('a', 'm')).toEqual(Float32Array.of(1.5, -2.25, 3e-8))
    expect(store.contentHash('a', 'm')).toBe('hash')
    expect(all('m')).toEqual([['a', 1.5, -2.25, Math.fround(3e-8)]])
  })

  it('replaces all of an item, so that no chunk of a longer text is left', () => {
    store.put('a', 'm', 'one', [Float32Array.of(1), Float32Array.of(2), Float32Array.of(3)])
    store.put('a', 'm', 'two', [Float32Array.of(4)])
    expect(vault.db.prepare('SELECT count(*) AS n FROM vectors').get()).toEqual({ n: 1 })
    expect(store.contentHash('a', 'm')).toBe('two')
  })

  it('gives the pieces of a long item with it, in their order, and none of another model', () => {
    store.put('a', 'm', 'h', [Float32Array.of(9), Float32Array.of(1), Float32Array.of(2), Float32Array.of(3)])
    store.put('a', 'old', 'h', [Float32Array.of(9), Float32Array.of(7)])
    store.put('b', 'm', 'h', [Float32Array.of(5)])
    const pieces = [...store.iterate('m')].map(({ id, pieces }) => [id, ...pieces.map(([value]) => value)])
    expect(pieces).toEqual([['a', 1, 2, 3], ['b']])
  })

  it('keeps models apart, and knows nothing of what it has not', () => {
    store.put('a', 'old', 'h', [Float32Array.of(1, 0)])
    store.put('a', 'new', 'h', [Float32Array.of(1, 0, 0)])
    store.put('b', 'new', 'h', [Float32Array.of(0, 1, 0)])
    expect([store.count('old'), store.count('new'), store.count('none')]).toEqual([1, 2, 0])
    expect(all('old')).toEqual([['a', 1, 0]])
    expect([store.get('b', 'old'), store.contentHash('b', 'old')]).toEqual([null, null])
    store.remove('a')
    expect([store.count('old'), store.count('new')]).toEqual([0, 1])
  })

  it('leaves out items in the trash', () => {
    for (const id of ['a', 'b']) store.put(id, 'm', 'h', [Float32Array.of(1)])
    vault.moveToTrash('a')
    expect(all('m')).toEqual([['b', 1]])
    expect(store.count('m')).toBe(1)
  })

  it('gives more than a page once each, and lets the database be used between two', () => {
    const ids = Array.from({ length: 1203 }, (_, index) => `p${String(index).padStart(4, '0')}`)
    for (const [index, id] of ids.entries()) {
      vault.save(id, id)
      store.put(id, 'm', 'h', [Float32Array.of(index)])
    }
    const seen: string[] = []
    for (const { id } of store.iterate('m')) {
      if (id === 'p0100') vault.save('other', 'written in between')
      seen.push(id)
    }
    expect(seen).toEqual(ids)
  })

  it('refuses an item that is not there', () => {
    expect(() => store.put('nobody', 'm', 'h', [Float32Array.of(1)])).toThrow(/FOREIGN KEY/)
  })
})
