import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createSecretBox } from '../../../src/main/core/crypto/secret-box'
import { loadSodium } from '../../../src/main/core/crypto/sodium'
import { migration as core } from '../../../src/main/core/db/migrations/0001-core'
import { migration as usage } from '../../../src/main/core/db/migrations/0003-usage'
import { migration } from '../../../src/main/core/db/migrations/0005-endpoints'
import { openDatabase } from '../../../src/main/core/db/open-database'
import { createSettingsStore } from '../../../src/main/core/settings/settings-store'
import { createEndpointStore } from '../../../src/main/features/models/endpoint-store'
import { temporaryFolder } from '../crypto/support/temporary-folder'

async function vaultBefore(settings: unknown, apiKey: string) {
  await loadSodium()
  const db = openDatabase({ file: join(temporaryFolder(), 'vault.db'), key: Buffer.alloc(32, 1), cipher: 'aegis' })
  onTestFinished(() => db.close())
  core.up(db)
  usage.up(db)
  const secrets = createSecretBox(Buffer.alloc(32, 2), (length) => Buffer.alloc(length, 3))
  const put = db.prepare('INSERT INTO settings (key, value) VALUES (?, ?)')
  if (settings !== undefined) put.run('settings', JSON.stringify(settings))
  put.run('api-key', secrets.seal(apiKey))
  db.prepare(
    `INSERT INTO items (id, kind, source, title, body, content_hash, confidence, last_validated_at, created_at, updated_at)
     VALUES ('i', 'thought', 'manual', 't', 'b', 'h', 1, 0, 0, 0)`,
  ).run()
  const vector = db.prepare('INSERT INTO vectors (item_id, chunk, model_id, dimensions, content_hash, vector) VALUES (?, 0, ?, 1, ?, ?)')
  vector.run('i', 'embed @ http://127.0.0.1:11434/v1', 'h', Buffer.alloc(4))
  vector.run('i', 'builtin-1', 'h', Buffer.alloc(4))
  migration.up(db)
  const models = (db.prepare('SELECT model_id FROM vectors ORDER BY model_id').all() as { model_id: string }[]).map((row) => row.model_id)
  return { settings: createSettingsStore(db).read(), endpoints: createEndpointStore(db, secrets).list(), models }
}

const endpoint = { baseUrl: 'http://127.0.0.1:11434/v1', model: 'llama', embeddingModel: 'embed' }

it('makes the one server of earlier settings the first of many, with its key, roles and vectors', async () => {
  const after = await vaultBefore({ endpoint, hasApiKey: true, engine: 'endpoint', theme: 'dark' }, 'sk-secret-key')
  expect(after.endpoints).toEqual([
    { id: 'first', name: '127.0.0.1:11434/v1', baseUrl: 'http://127.0.0.1:11434/v1', apiKey: 'sk-secret-key', headers: {} },
  ])
  expect(after.settings).toMatchObject({
    theme: 'dark',
    engine: 'endpoint',
    roles: {
      thinker: { endpointId: 'first', model: 'llama' },
      worker: null,
      embedder: { endpointId: 'first', model: 'embed' },
      voice: null,
    },
  })
  expect(after.models).toEqual(['builtin-1', 'embed @ first'])
})

it('leaves the built-in embedder in force where it was, with a server that was only written down', async () => {
  const after = await vaultBefore({ endpoint, engine: 'builtin' }, '')
  expect(after.settings).toMatchObject({ engine: 'builtin', roles: { thinker: { model: 'llama' }, embedder: null } })
  expect(after.endpoints[0]?.apiKey).toBe('')
})

it.each([[undefined], [{ theme: 'dark' }], [{ endpoint: { baseUrl: '', model: '', embeddingModel: '' }, engine: 'builtin' }]])(
  'makes no server of settings without one: %o',
  async (settings) => {
    const after = await vaultBefore(settings, '')
    expect(after.endpoints).toEqual([])
    expect(after.settings.roles).toEqual({ thinker: null, worker: null, embedder: null, voice: null })
  },
)
