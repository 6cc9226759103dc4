import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { migrate } from '../../src/main/core/db/migrate'
import { openDatabase } from '../../src/main/core/db/open-database'
import { temporaryFolder } from '../core/crypto/support/temporary-folder'

it('keeps the schema that all migrations together make', async () => {
  const db = openDatabase({ file: join(temporaryFolder(), 'vault.db'), key: Buffer.alloc(32, 1), cipher: 'aegis' })
  onTestFinished(() => db.close())
  migrate(db)
  const rows = db.prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY type, name").all()
  const schema = rows.map((row) => `${(row as { sql: string }).sql};`).join('\n\n')
  await expect(`${schema}\n`).toMatchFileSnapshot('schema.sql')
})
