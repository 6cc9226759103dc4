import { AppError } from '../../../shared/errors'
import { migration as core } from './migrations/0001-core'
import { migration as search } from './migrations/0002-search'
import { migration as usage } from './migrations/0003-usage'
import { migration as digests } from './migrations/0004-digests'
import { migration as endpoints } from './migrations/0005-endpoints'
import { migration as embeddingChange } from './migrations/0006-embedding-change'
import { migration as wikilinks } from './migrations/0007-wikilinks'
import { migration as attachments } from './migrations/0008-attachments'
import { migration as confidence } from './migrations/0009-confidence'
import { migration as itemVersions } from './migrations/0010-item-versions'
import { migration as egress } from './migrations/0011-egress'
import { migration as research } from './migrations/0012-research'
import { migration as collect } from './migrations/0013-collect'
import { migration as orchestrations } from './migrations/0014-orchestrations'
import { migration as schedules } from './migrations/0016-schedules'
import { migration as briefings } from './migrations/0017-briefings'
import { migration as reflections } from './migrations/0018-reflections'
import { migration as apiTokens } from './migrations/0019-api-tokens'
import { migration as hive } from './migrations/0020-hive'
import { migration as telegram } from './migrations/0021-telegram'
import { migration as jobGates } from './migrations/0022-job-gates'
import type { VaultDatabase } from './open-database'

/** One forward step of the schema. `version` is the value of `user_version` after it. */
export interface Migration {
  version: number
  name: string
  up(db: { exec(sql: string): unknown }): void
}

const migrations: readonly Migration[] = [
  core,
  search,
  usage,
  digests,
  endpoints,
  embeddingChange,
  wikilinks,
  attachments,
  confidence,
  itemVersions,
  egress,
  research,
  collect,
  orchestrations,
  schedules,
  briefings,
  reflections,
  apiTokens,
  hive,
  telegram,
  jobGates,
]

/** The schema version this program writes. */
export const SCHEMA_VERSION = Math.max(...migrations.map((step) => step.version))

/**
 * Brings the database to SCHEMA_VERSION, each step in one transaction with its `user_version`.
 * Throws VAULT_TOO_NEW, and writes nothing, when a newer program has written this database.
 */
export function migrate(db: VaultDatabase): void {
  const current = Number(db.pragma('user_version', { simple: true }))
  if (current > SCHEMA_VERSION) {
    throw new AppError(
      'VAULT_TOO_NEW',
      'This vault was written by a newer Cortexa. Nothing was changed. Update Cortexa, then open it again.',
    )
  }
  for (const step of migrations) {
    if (step.version <= current) continue
    db.transaction(() => {
      step.up(db)
      db.pragma(`user_version = ${step.version}`)
    })()
  }
}
