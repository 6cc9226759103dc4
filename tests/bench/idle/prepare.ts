import { join } from 'node:path'
import { createApp } from '../../../src/main/app/app'
import { openVault } from '../../../src/main/app/open-vault'
import { createKdfRunner } from '../../../src/main/core/crypto/kdf-runner'
import { createKeyRing } from '../../../src/main/core/crypto/key-ring'
import { createJobStore } from '../../../src/main/core/queue/job-store'
import { itemHash } from '../../../src/main/core/text/content-hash'
import { createClient } from '../../../src/shared/client'
import { chooseModelServer } from '../../support/model-server'

// prepare FOLDER WORKERS JOBS PASSPHRASE: a vault whose model server has nobody listening, with one thought that JOBS summaries wait for.
const [dataDir = '', workerDir = '', count = '0', passphrase = ''] = process.argv.slice(2)

async function makeVault(): Promise<{ itemId: string; contentHash: string }> {
  const runtime = { host: 'headless', name: 'Node.js', version: process.versions.node, fallback: false } as const
  const app = createApp({ dataDir, workerDir, runtime, appVersion: '0.0.0-bench' })
  const window = createClient(app.endpoint)
  await window.call('create-vault', { passphrase })
  const body = 'The lending library lends tools by the week, and asks for no deposit. '.repeat(20)
  const { id } = await window.call('capture-item', { body })
  await app.whenIdle()
  // Port 9 on loopback: discard, which nothing listens on.
  await chooseModelServer(window, { baseUrl: 'http://127.0.0.1:9/v1', model: 'absent' })
  await app.whenIdle()
  await app.close()
  return { itemId: id, contentHash: itemHash('', body, '') }
}

async function addJobs({ itemId, contentHash }: { itemId: string; contentHash: string }): Promise<void> {
  const runKdf = createKdfRunner({ workerFile: join(workerDir, 'kdf-worker.js') })
  const keys = await createKeyRing({ dataDir, runKdf, now: Date.now }).unlock(passphrase)
  const vault = await openVault(keys, {
    dataDir,
    sqliteBinding: undefined,
    now: Date.now,
    onFault: (_where, error) => {
      throw error
    },
  })
  const type = 'summarize'
  const jobs = createJobStore(vault.db, () => `role worker ${type}`)
  const payload = { itemId, contentHash }
  vault.db.transaction(() => {
    for (let index = 0; index < Number(count); index += 1) {
      const id = `bench-${String(index).padStart(6, '0')}`
      jobs.enqueue({ id, type, payload, itemId, dedupeKey: id, priority: 2, lane: 2, maxAttempts: 3, replacesWaiting: false }, Date.now())
    }
  })()
  vault.close()
  keys.wipe()
}

await addJobs(await makeVault())
process.exit(0)
