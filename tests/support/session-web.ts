import { resolve } from 'node:path'
import { createJobScope } from '../../src/main/core/jobs/job-scope'
import { createSettingsStore } from '../../src/main/core/settings/settings-store'
import { createEgressStore, type EgressStore } from '../../src/main/features/network/egress-store'
import { createSearchEngineStore } from '../../src/main/features/network/search-engine-store'
import { createSessionWeb, type SessionWeb, type WebFixtures } from '../../src/main/features/network/session-web'
import { openQueue } from './queue'

/** The web as an open vault has it, over a database in memory. Close it by `web.close()`. */
export function openSessionWeb(fixtures: WebFixtures): { web: SessionWeb; egress: EgressStore } {
  const { db } = openQueue()
  const egress = createEgressStore(db)
  const plain = { seal: (text: string) => text, open: (text: string) => text }
  const web = createSessionWeb({
    egress,
    scope: createJobScope(),
    searchEngines: createSearchEngineStore(db, plain),
    settings: createSettingsStore(db),
    write: (body) =>
      db.transaction(() => body({ now: 0, emit: () => {}, enqueue: () => ({ jobId: '', created: false }), afterCommit: () => {} }))(),
    now: Date.now,
    elapsed: () => performance.now(),
    // The built workers; `npm test` builds before it tests.
    workerDir: resolve(__dirname, '../../out/main'),
    appVersion: '1.0.0',
    web: fixtures,
    onFault: () => {},
  })
  return { web, egress }
}
