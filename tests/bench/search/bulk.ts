import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { createApp } from '../../../src/main/app/app'
import { createClient } from '../../../src/shared/client'
import { makeNotes } from './seed-notes'

/** Notes that come at once and are embedded by the built-in model: how long the main thread stands still, and what a search takes meanwhile. */
const [workerDir = '', countText = '5000'] = process.argv.slice(2)
const count = Number(countText)
const PASSPHRASE = 'correct horse battery staple'
const LONGEST_MS = 30 * 60_000
const folder = mkdtempSync(join(tmpdir(), 'bench-bulk-'))

async function measure() {
  const app = createApp({
    dataDir: join(folder, 'vault'),
    workerDir,
    runtime: { host: 'headless', name: 'Node.js', version: process.versions.node, fallback: false },
    appVersion: 'bench',
    kdfParameters: { t: 1, m: 8192 },
    autoLock: false,
  })
  const window = createClient(app.endpoint)
  await window.call('create-vault', { passphrase: PASSPHRASE })
  await window.call('update-settings', { autoSummary: false })
  const stall = monitorEventLoopDelay({ resolution: 5 })
  stall.enable()
  const start = performance.now()
  for (const { title, body } of makeNotes(count, 0)) {
    await window.call('capture-item', { title, body })
    // As messages of a program come: each in a turn of its own.
    await new Promise((resolve) => setImmediate(resolve))
  }
  const capturedMs = performance.now() - start
  const capturing = { p99: stall.percentile(99) / 1e6, max: stall.max / 1e6 }
  stall.reset()
  const searches: number[] = []
  let memory = 0
  while (performance.now() - start < LONGEST_MS) {
    const asked = performance.now()
    await window.call('search-items', { query: `the garden ${searches.length}`, limit: 7, quick: true })
    searches.push(performance.now() - asked)
    memory = Math.max(memory, process.memoryUsage().rss / 1e6)
    const { embedded, total } = await window.call('get-embedding-state', {})
    if (embedded === total) break
    await delay(250)
  }
  const embeddedMs = performance.now() - start
  const embedding = { p99: stall.percentile(99) / 1e6, max: stall.max / 1e6 }
  await app.close()
  return { count, capturedMs, embeddedMs, capturing, embedding, searches, memory: Math.round(memory) }
}

try {
  process.stdout.write(`${JSON.stringify(await measure())}\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
