import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { migration as core } from '../../../src/main/core/db/migrations/0001-core'
import { migration } from '../../../src/main/core/db/migrations/0010-item-versions'
import { openDatabase } from '../../../src/main/core/db/open-database'
import { sharedOnly, theVault } from '../../../src/main/core/privacy/viewer'
import { createVersionStore } from '../../../src/main/features/items/version-store'
import { temporaryFolder } from '../crypto/support/temporary-folder'

it('keeps the texts of earlier programs, with the time they were written, and hides them from programs', () => {
  const db = openDatabase({ file: join(temporaryFolder(), 'vault.db'), key: Buffer.alloc(32, 1), cipher: 'aegis' })
  onTestFinished(() => db.close())
  core.up(db)
  db.prepare(
    `INSERT INTO items (id, kind, source, title, body, content_hash, confidence, last_validated_at, created_at, updated_at)
     VALUES ('i', 'thought', 'manual', 't', 'third', 'h', 1, 0, 100, 300)`,
  ).run()
  const put = db.prepare('INSERT INTO item_versions (item_id, at, given_title, body) VALUES (?, ?, ?, ?)')
  put.run('i', 200, '', 'first')
  put.run('i', 300, 'Title', 'second')
  migration.up(db)
  const versions = createVersionStore(db)
  expect(versions.list('i', { viewer: theVault, before: null, limit: 9 })).toMatchObject([
    { at: 300, written_at: 200, given_title: 'Title', characters: 6, written_by: '' },
    { at: 200, written_at: 100, characters: 5 },
  ])
  expect(versions.find('i', 200)?.body).toBe('first')
  expect(versions.count('i', sharedOnly)).toBe(0)
  expect(versions.nextUnpacked()).toEqual({ itemId: 'i', at: 200 })
})
