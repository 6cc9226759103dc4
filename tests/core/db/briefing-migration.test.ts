import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { migrate } from '../../../src/main/core/db/migrate'
import { migration as core } from '../../../src/main/core/db/migrations/0001-core'
import { openDatabase } from '../../../src/main/core/db/open-database'
import { sharedOnly } from '../../../src/main/core/privacy/viewer'
import { createBriefingStore } from '../../../src/main/features/briefings/briefing-store'
import { temporaryFolder } from '../crypto/support/temporary-folder'

it('keeps the briefings of earlier programs with their sound, and refuses one that is of one thought and of many', () => {
  const db = openDatabase({ file: join(temporaryFolder(), 'vault.db'), key: Buffer.alloc(32, 1), cipher: 'aegis' })
  onTestFinished(() => db.close())
  core.up(db)
  db.pragma('user_version = 1')
  db.prepare(
    `INSERT INTO items (id, kind, source, title, body, content_hash, confidence, last_validated_at, created_at, updated_at)
     VALUES ('i', 'thought', 'manual', 'Salt', 'Salt the rice.', 'h', 1, 0, 100, 300)`,
  ).run()
  db.prepare(`INSERT INTO blobs (id, mime, bytes, wrapped_key, created_at) VALUES ('blob', 'audio/wav', 44, x'01', 5)`).run()
  db.prepare(
    `INSERT INTO briefings (id, item_id, status, script, language, engine_kind, engine_label, blob_id, duration_ms, voice, sentences, created_at, updated_at)
     VALUES ('b', 'i', 'done', 'Salt the rice.', 'en', 'model', 'm', 'blob', 1500.5, 'v', '[{"text":"Salt the rice.","startMs":0,"endMs":1500}]', 7, 8)`,
  ).run()
  migrate(db)
  const briefings = createBriefingStore(db)
  expect(briefings.newest('i')).toMatchObject({
    id: 'b',
    itemId: 'i',
    scope: 'item',
    title: 'Salt',
    asked: true,
    status: 'done',
    script: 'Salt the rice.',
    engine: { kind: 'model', label: 'm' },
    audio: { mime: 'audio/wav', bytes: 44, durationMs: 1500.5, voice: 'v' },
    sentences: [{ text: 'Salt the rice.', startMs: 0, endMs: 1500 }],
    positionMs: 0,
    heardAt: null,
    createdAt: 7,
    updatedAt: 8,
  })
  expect(briefings.list(undefined, 9, sharedOnly).total).toBe(1)
  const both = db.prepare(
    `INSERT INTO briefings (id, item_id, scope, status, created_at, updated_at) VALUES ('c', 'i', 'day', 'pending', 1, 1)`,
  )
  expect(() => both.run()).toThrow(/CHECK/)
  db.prepare(`DELETE FROM items WHERE id = 'i'`).run()
  expect(briefings.find('b')).toBeNull()
})
