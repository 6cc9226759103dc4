import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type AppOptions, createApp } from '../../../src/main/app/app'
import { createKdfRunner } from '../../../src/main/core/crypto/kdf-runner'
import { createKeyRing } from '../../../src/main/core/crypto/key-ring'
import { createVectorIndex } from '../../../src/main/core/search/vector-index'
import { createClient } from '../../../src/shared/client'
import { measureScans } from './scans'
import { makeNotes, makeQueries } from './seed-notes'
import { seedVault } from './seed-vault'

const [workerDir = '', countText = '50000', piecesText = '0', queriesText = '60'] = process.argv.slice(2)
const count = Number(countText)
const PASSPHRASE = 'correct horse battery staple'
/** A quick typist's pause between two keys. */
const KEY_MS = 60
const MODEL = 'use-lite-512'

const folder = mkdtempSync(join(tmpdir(), 'bench-search-'))
const megabytes = () => Math.round(process.memoryUsage().rss / 1e6)

async function timed<T>(run: () => Promise<T>): Promise<[ms: number, value: T]> {
  const start = performance.now()
  const value = await run()
  return [performance.now() - start, value]
}

async function measure() {
  const dataDir = join(folder, 'vault')
  const kdfParameters = { t: 1, m: 8192 }
  const options: AppOptions = {
    dataDir,
    workerDir,
    runtime: { host: 'headless', name: 'Node.js', version: process.versions.node, fallback: false },
    appVersion: 'bench',
    kdfParameters,
    autoLock: false,
  }
  const first = createApp(options)
  await createClient(first.endpoint).call('create-vault', { passphrase: PASSPHRASE })
  await first.close()
  const keyRing = createKeyRing({
    dataDir,
    runKdf: createKdfRunner({ workerFile: join(workerDir, 'kdf-worker.js') }),
    now: Date.now,
    kdfParameters,
  })
  const textIndexing = await seedVault(await keyRing.unlock(PASSPHRASE), dataDir, MODEL, { count, pieces: Number(piecesText) })
  globalThis.gc?.()
  const before = megabytes()

  const app = createApp(options)
  const window = createClient(app.endpoint)
  const queries = makeQueries(Number(queriesText), count)
  const [unlockMs] = await timed(async () => {
    await window.call('unlock-vault', { passphrase: PASSPHRASE })
    return window.call('search-items', { query: queries[0] ?? '', limit: 7, quick: true })
  })
  // The index of vectors is filled, and the encoder loaded, while a person reads.
  await delay(4000)
  await window.call('search-items', { query: 'warm up', limit: 7 })
  globalThis.gc?.()
  const memory = { before, open: megabytes() }

  const typed: number[] = []
  const typedWork: number[] = []
  const complete: number[] = []
  let withMeaning = 0
  for (const query of queries) {
    for (let length = 1; length <= query.length; length += 1) {
      const before = process.threadCpuUsage()
      const [ms, answer] = await timed(() => window.call('search-items', { query: query.slice(0, length), limit: 7, quick: true }))
      const { user, system } = process.threadCpuUsage(before)
      typed.push(ms)
      typedWork.push((user + system) / 1000)
      if (answer.complete) withMeaning += 1
      await delay(KEY_MS)
    }
    const [ms] = await timed(() => window.call('search-items', { query: `${query} `, limit: 7 }))
    complete.push(ms)
  }

  const filtered: number[] = []
  for (const [index, query] of queries.entries()) {
    const [ms] = await timed(() => window.call('search-items', { query: `tag:tag${index % 50} ${query}`, limit: 20 }))
    filtered.push(ms)
  }

  const afterWrite: number[] = []
  for (let number = 0; number < 30; number += 1) {
    await window.call('capture-item', { body: `Written before search ${number}.` })
    const [ms] = await timed(() => window.call('search-items', { query: `kind:thought ${queries[number] ?? ''}`, limit: 7, quick: true }))
    afterWrite.push(ms)
  }

  const captures: number[] = []
  for (let number = 0; number < 100; number += 1) {
    const word = `zq${number}xylophone`
    const [ms] = await timed(async () => {
      const { id } = await window.call('capture-item', { body: `A thought about the ${word} and the weather.` })
      for (;;) {
        const { hits } = await window.call('search-items', { query: word, limit: 7, quick: true })
        if (hits[0]?.id === id) return
      }
    })
    captures.push(ms)
  }
  await app.close()
  return { textIndexing, unlockMs, typed, typedWork, withMeaning, complete, filtered, afterWrite, captures, memory }
}

async function measureVectorBuild(): Promise<number[]> {
  const index = createVectorIndex({ workerFile: '', dimensions: 512, exactLimit: Number.POSITIVE_INFINITY })
  const times: number[] = []
  let some: { id: string; vector: Float32Array }[] = []
  for (const { id, vector } of makeNotes(10_000, 512)) {
    some.push({ id, vector })
    if (some.length < 1000) continue
    const [ms] = await timed(() => index.load(some))
    times.push(ms)
    some = []
  }
  index.close()
  return times
}

try {
  const result = { count, ...(await measure()), vectorIndexing: await measureVectorBuild(), scans: measureScans(count) }
  process.stdout.write(`${JSON.stringify(result)}\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
