import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { migration as core } from '../../../src/main/core/db/migrations/0001-core'
import { migration as reflections } from '../../../src/main/core/db/migrations/0018-reflections'
import { openDatabase } from '../../../src/main/core/db/open-database'
import { temporaryFolder } from '../crypto/support/temporary-folder'

it('brings the theses of an earlier program into the review: the newest finished one of each thought, without what was settled', () => {
  const db = openDatabase({ file: join(temporaryFolder(), 'vault.db'), key: Buffer.alloc(32, 1), cipher: 'aegis' })
  onTestFinished(() => db.close())
  core.up(db)
  const item = db.prepare(
    `INSERT INTO items (id, kind, source, title, body, content_hash, confidence, last_validated_at, created_at, updated_at)
     VALUES (?, 'thought', 'manual', 't', 'b', 'h', 1, 0, 1, 1)`,
  )
  for (const id of ['a', 'b', 'c']) item.run(id)
  const thesis = db.prepare(
    `INSERT INTO theses (id, item_id, status, output, settled, created_at, updated_at) VALUES (?, ?, 'done', ?, ?, ?, ?)`,
  )
  const output = (gates: string[], others: string[]) =>
    JSON.stringify({ gates: gates.map((status) => ({ status })), contradictions: others.map((itemId) => ({ itemId })) })
  thesis.run('t1', 'a', output(['open', 'open'], ['b']), '[]', 10, 10)
  thesis.run('t2', 'a', output(['open', 'closed'], ['b', 'c', 'erased']), '[0]', 20, 20)
  thesis.run('t3', 'a', null, '[]', 30, 30)
  thesis.run('t4', 'b', output(['closed'], []), '[]', 15, 15)
  reflections.up(db)
  expect(db.prepare('SELECT item_id, thesis_id, at, open_gates FROM thesis_marks ORDER BY item_id').all()).toEqual([
    { item_id: 'a', thesis_id: 't2', at: 20, open_gates: 1 },
    { item_id: 'b', thesis_id: 't4', at: 15, open_gates: 0 },
  ])
  expect(db.prepare('SELECT thesis_id, position, item_id, other_id FROM thesis_clashes').all()).toEqual([
    { thesis_id: 't2', position: 1, item_id: 'a', other_id: 'c' },
  ])
})
