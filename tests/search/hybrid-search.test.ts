import { beforeEach, describe, expect, it } from 'vitest'
import { createHybridSearch, type HybridSearchDeps, type SearchableItem } from '../../src/main/search/hybrid-search'
import { createVectorIndex } from '../../src/main/search/vector-index'
import { openSearchVault, type SearchVault } from './search-vault'

/** A model of four ideas: a text's vector says how often it names one. */
const ideas = [/faucet|tap|washer/gi, /tea|coffee|drink/gi, /dog|puppy/gi, /money|bank/gi]
const embed = (text: string) => Float32Array.from([...ideas.map((idea) => text.match(idea)?.length ?? 0), 0.1])

let vault: SearchVault
let deps: HybridSearchDeps
beforeEach(() => {
  vault = openSearchVault()
  const vectorIndex = createVectorIndex({ workerFile: '', dimensions: 5 })
  const notes: Record<string, string> = {
    faucet: 'The kitchen **faucet** needs a new washer.',
    drink: 'A cup of tea.',
    puppy: 'The puppy chewed my shoe.',
  }
  for (const [id, body] of Object.entries(notes)) {
    vault.save(id, body, { title: `${id} note` })
    vectorIndex.set(id, embed(body))
  }
  const load = vault.db.prepare<[string], SearchableItem>(
    'SELECT id, title, summary, body, created_at AS createdAt FROM items WHERE id = ? AND deleted_at IS NULL',
  )
  deps = {
    textIndex: vault.textIndex,
    vectorIndex,
    embedQuery: async (text) => embed(text),
    loadItems: (ids) => ids.map((id) => load.get(id)).filter((item) => item !== undefined),
  }
})

const search = (query: string, limit = 10, more: Partial<HybridSearchDeps> = {}) =>
  createHybridSearch({ ...deps, ...more }).search(query, limit)
const short = async (hits: ReturnType<typeof search>) => (await hits).map(({ id, why }) => `${id} ${why}`)

describe('createHybridSearch', () => {
  it('finds by words, by meaning and by both, and says which', async () => {
    expect(await short(search('faucet'))).toEqual(['faucet both'])
    expect(await short(search('dripping tap'))).toEqual(['faucet meaning'])
    expect(await short(search('shoe'))).toEqual(['puppy words'])
  })

  it('gives a passage and marks for words, none for meaning alone', async () => {
    const [byWords] = await search('faucet')
    expect(byWords).toMatchObject({
      passage: 'The kitchen faucet needs a new washer.',
      marks: [[12, 18]],
      titleMarks: [[0, 6]],
      createdAt: 0,
    })
    const [byMeaning] = await search('dripping tap')
    expect(byMeaning).toMatchObject({ passage: '', marks: [], titleMarks: [], title: 'faucet note' })
  })

  it.each<[string, Partial<HybridSearchDeps>]>([
    ['there is no model', { embedQuery: async () => null }],
    ['the model fails', { embedQuery: async () => Promise.reject(new Error('down')) }],
    [
      'the model fails before it starts',
      {
        embedQuery: () => {
          throw new Error('down')
        },
      },
    ],
    ['the model gives a vector of another length', { embedQuery: async () => Float32Array.of(1, 2) }],
    ['the model gives NaN', { embedQuery: async () => new Float32Array(5).fill(Number.NaN) }],
    ['the model hangs', { embedQuery: () => new Promise(() => {}), embedTimeoutMs: 20 }],
  ])('answers by words alone when %s', async (_, broken) => {
    expect(await short(search('faucet', 10, broken))).toEqual(['faucet words'])
  })

  it('tells a model that hangs to stop', async () => {
    let stopped = false
    await search('faucet', 10, {
      embedTimeoutMs: 20,
      embedQuery: (_, signal) =>
        new Promise(() =>
          signal?.addEventListener('abort', () => {
            stopped = true
          }),
        ),
    })
    expect(stopped).toBe(true)
  })

  it('gives nothing for nothing, and asks no model about signs or all of a pasted page', async () => {
    const asked: string[] = []
    const embedQuery = async (text: string) => {
      asked.push(text)
      return embed(text)
    }
    expect(await search('  ', 10, { embedQuery })).toEqual([])
    expect(await search('faucet', 0, { embedQuery })).toEqual([])
    await search('!!! 😀', 10, { embedQuery })
    await search('tea '.repeat(5000), 10, { embedQuery })
    expect(asked.map((text) => text.length)).toEqual([500])
  })

  it('never gives an item in the trash, by words or by meaning, and fills its place with the next', async () => {
    vault.save('second', 'another faucet')
    vault.moveToTrash('faucet')
    expect(await short(search('faucet', 1))).toEqual(['second words'])
    expect(await short(search('dripping tap'))).toEqual([])
  })

  it('skips a neighbour that is missing instead of failing', async () => {
    vault.textIndex.remove('faucet')
    vault.db.prepare("DELETE FROM items WHERE id = 'faucet'").run()
    expect(await short(search('faucet or tea'))).toEqual(['drink both'])
  })

  it('keeps to the limit', async () => {
    for (let index = 0; index < 30; index += 1) vault.save(`n${index}`, `walrus ${index}`)
    expect(await search('walrus', 7)).toHaveLength(7)
    expect(await search('walrus', 30)).toHaveLength(30)
  })

  it('shows only near meanings, and of the weak ones only the first few', async () => {
    const hits = Array.from({ length: 20 }, (_, index) => ({ id: `n${index}`, score: index < 3 ? 0.9 : 0.35 }))
    for (const { id } of hits) vault.save(id, 'without the words')
    const asked: unknown[] = []
    const vectorIndex: HybridSearchDeps['vectorIndex'] = {
      search: async (_, __, options) => {
        asked.push(options)
        return hits
      },
    }
    expect(await search('dripping', 20, { vectorIndex })).toHaveLength(5)
    expect(await search('dripping', 20, { vectorIndex, meaningFloor: () => ({ weak: 0.8, sure: 0.85 }) })).toHaveLength(5)
    expect(asked).toEqual([{ minScore: 0.3 }, { minScore: 0.8 }])
  })
})
