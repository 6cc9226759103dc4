import { setTimeout as delay } from 'node:timers/promises'
import { createBuiltinEmbedder } from '../../../src/main/core/llm/builtin-embedder'
import { createModelEndpoint } from '../../../src/main/core/llm/model-endpoint'
import { theVault } from '../../../src/main/core/privacy/viewer'
import { createHybridSearch, type SearchableItem } from '../../../src/main/core/search/hybrid-search'
import { createSearchScopeStore } from '../../../src/main/core/search/search-scope-store'
import { createVectorIndex } from '../../../src/main/core/search/vector-index'
import { itemVectors, piecesOf } from '../../../src/main/features/embeddings/embed-item'
import { ENDPOINT_MEANING_FLOOR } from '../../../src/main/features/search/session-search'
import { keywords, notes, paraphrases } from '../../core/search/paraphrase-corpus'
import { openSearchVault } from '../../core/search/search-vault'
import { fts5Baseline, miniSearchBaseline } from './baselines'
import { type Collection, readCranfield } from './cranfield'
import { createEmbedCache, type Embed } from './embed-cache'
import { mean, ndcg, recall } from './metrics'

/** What one way of searching reached, with a list of figures in the order of `measures`. */
export interface QualityRow {
  name: string
  figures: number[]
}

type Find = (question: string, limit: number) => Promise<string[]> | string[]

const [cranfieldFolder = '', cacheFolder = '', workerFile = '', baseUrl = '', model = ''] = process.argv.slice(2)

function createEmbed(): { embed: Embed; close: () => Promise<void> } {
  if (baseUrl === '') {
    const builtin = createBuiltinEmbedder({ workerFile })
    return { embed: (texts) => builtin.embed(texts), close: builtin.close }
  }
  const endpoint = createModelEndpoint({
    now: Date.now,
    settings: () => ({
      baseUrl,
      apiKey: process.env.BENCH_API_KEY ?? '',
      model,
      embeddingModel: model,
      timeoutMs: 300_000,
      maxOutputTokens: 100,
    }),
  })
  const signal = new AbortController().signal
  return { embed: async (texts) => (await endpoint.embed(texts, { signal })).vectors, close: async () => {} }
}

/** The app's own search over these texts: by words alone, by meaning alone, and both. */
async function createSearches(documents: Collection['documents'], embed: Embed) {
  const vault = openSearchVault()
  let vectorIndex: ReturnType<typeof createVectorIndex> | undefined
  for (const [number, { id, title, body }] of documents.entries()) {
    vault.save(id, body, { title })
    const pieces = piecesOf({ title, body })
    const chunks = pieces.length === 0 ? [] : await embed(pieces)
    if (chunks.length > 0) {
      vectorIndex ??= createVectorIndex({ workerFile: '', dimensions: chunks[0]?.length ?? 0 })
      const [own = new Float32Array(), ...parts] = itemVectors(chunks)
      vectorIndex.set(id, own, parts)
    }
    if (number % 200 === 199) {
      process.stderr.write(`${number + 1} of ${documents.length} texts embedded\n`)
      await delay(0)
    }
  }
  const load = vault.db.prepare<[string], SearchableItem>(
    'SELECT id, title, summary, body, created_at AS createdAt FROM items WHERE id = ?',
  )
  const vectors = vectorIndex ?? createVectorIndex({ workerFile: '', dimensions: 1 })
  const embedOne = async (text: string) => (await embed([text]))[0] ?? null
  const fused = createHybridSearch({
    now: Date.now,
    textIndex: vault.textIndex,
    scopes: createSearchScopeStore(vault.db),
    viewer: theVault,
    vectorIndex: vectors,
    embedQuery: embedOne,
    embedTimeoutMs: 300_000,
    loadItems: (ids) => ids.map((id) => load.get(id)).filter((item) => item !== undefined),
    ...(baseUrl === '' ? {} : { meaningFloor: () => ENDPOINT_MEANING_FLOOR }),
  })
  const text: Find = (question, limit) => vault.textIndex.search(question, limit).map(({ id }) => id)
  const meaning: Find = async (question, limit) => {
    const vector = await embedOne(question)
    return vector === null ? [] : (await vectors.search(vector, limit, { pieces: true })).map(({ id }) => id)
  }
  const both: Find = async (question, limit) => (await fused.search(question, limit)).hits.map(({ id }) => id)
  return { text, meaning, both }
}

async function measureCranfield(collection: Collection, embed: Embed): Promise<QualityRow[]> {
  const { text, meaning, both } = await createSearches(collection.documents, embed)
  const baselines = [
    miniSearchBaseline(collection.documents),
    fts5Baseline(collection.documents, 'unicode61'),
    fts5Baseline(collection.documents, 'porter'),
  ]
  const ways: [string, Find][] = [
    ['ours: text', text],
    ['ours: meaning', meaning],
    ['ours: fused', both],
    ...baselines.map(({ name, search }): [string, Find] => [name, search]),
  ]
  const rows: QualityRow[] = []
  for (const [name, find] of ways) {
    const figures: [number[], number[]] = [[], []]
    for (const { text: question, gains } of collection.questions) {
      const ranked = await find(question, 10)
      figures[0].push(ndcg(ranked, gains, 10))
      figures[1].push(recall(ranked, gains, 10))
    }
    rows.push({ name, figures: figures.map(mean) })
  }
  return rows
}

async function measureParaphrases(embed: Embed): Promise<QualityRow[]> {
  const documents = notes.map((body, number) => ({ id: String(number), title: '', body }))
  const { text, meaning, both } = await createSearches(documents, embed)
  const baselines = [miniSearchBaseline(documents), fts5Baseline(documents, 'porter')]
  const ways: [string, Find][] = [
    ['ours: text', text],
    ['ours: meaning', meaning],
    ['ours: fused', both],
    ...baselines.map(({ name, search }): [string, Find] => [name, search]),
  ]
  const rows: QualityRow[] = []
  for (const [name, find] of ways) {
    const found = async (questions: readonly (readonly [string, number])[], k: number) => {
      let hits = 0
      for (const [question, note] of questions) if ((await find(question, k)).slice(0, k).includes(String(note))) hits += 1
      return hits / questions.length
    }
    rows.push({ name, figures: [await found(paraphrases, 1), await found(paraphrases, 5), await found(keywords, 1)] })
  }
  return rows
}

const { embed: embedNow, close } = createEmbed()
const cache = createEmbedCache(cacheFolder, baseUrl === '' ? 'built-in' : `${baseUrl} ${model}`, embedNow)
const collection = cranfieldFolder === '' ? null : readCranfield(cranfieldFolder)
const result = {
  cranfield: collection && (await measureCranfield(collection, cache.embed)),
  paraphrase: await measureParaphrases(cache.embed),
}
await close()
process.stdout.write(`${JSON.stringify(result)}\n`)
