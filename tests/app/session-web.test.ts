import { afterEach, describe, expect, it } from 'vitest'
import { createJobScope } from '../../src/main/core/jobs/job-scope'
import { createSettingsStore } from '../../src/main/core/settings/settings-store'
import { createEgressStore, type EgressStore, KEPT_DAYS } from '../../src/main/features/network/egress-store'
import { createSearchEngineStore } from '../../src/main/features/network/search-engine-store'
import { createSessionWeb, type SessionWeb } from '../../src/main/features/network/session-web'
import { failureOf } from '../core/web/web-fixture'
import { workerDir } from '../support/app'
import { openQueue } from '../support/queue'
import { redirectTo, type Site, startSite } from '../support/web-site'

const DAY = 86_400_000
let site: Site | undefined
let web: SessionWeb | undefined
afterEach(async () => {
  await web?.close()
  await site?.close()
})

function open(origin: string): { web: SessionWeb; egress: EgressStore; scope: ReturnType<typeof createJobScope>; faults: string[] } {
  const { db } = openQueue()
  const egress = createEgressStore(db)
  const scope = createJobScope()
  const faults: string[] = []
  const plain = { seal: (text: string) => text, open: (text: string) => text }
  web = createSessionWeb({
    egress,
    scope,
    searchEngines: createSearchEngineStore(db, plain),
    settings: createSettingsStore(db),
    write: (body) =>
      db.transaction(() => body({ now: 0, emit: () => {}, enqueue: () => ({ jobId: '', created: false }), afterCommit: () => {} }))(),
    now: Date.now,
    elapsed: () => performance.now(),
    workerDir,
    appVersion: '1.0.0',
    web: { exemptOrigins: [origin], limits: { paceMs: 0 } },
    onFault: (where) => faults.push(where),
  })
  return { web, egress, scope, faults }
}

describe('reading a page', () => {
  it('fetches and reads it in the name of the job that runs, each hop a line of its own', async () => {
    site = await startSite({
      '/a': redirectTo('/b'),
      '/b': '<title>Bets</title><p>A bet is a thought with a price. <a href="c">More</a></p>',
    })
    const { web: opened, egress, scope } = open(site.origin)
    const origin = site.origin
    const page = await scope.run({ jobId: 'j1', jobType: 'research', itemIds: ['i1'] }, async () => {
      await Promise.resolve()
      return opened.readPage(`${origin}/a`, { signal: new AbortController().signal })
    })
    expect(page).toMatchObject({ url: `${origin}/b`, title: 'Bets', links: [{ url: `${origin}/c`, text: 'More' }] })
    expect(page.text).toBe('A bet is a thought with a price. More')
    expect(egress.list({}, undefined, 10)).toMatchObject([
      { path: '/b', kind: 'page', jobId: 'j1', jobType: 'research', itemIds: ['i1'], status: 200 },
      { path: '/a', kind: 'page', jobId: 'j1', jobType: 'research', itemIds: ['i1'], status: 302 },
    ])
    expect(scope.current()).toEqual({ jobId: null, jobType: null, itemIds: [] })
  })

  it('of an address inside is refused, and the line says why', async () => {
    site = await startSite({})
    const { web: opened, egress } = open(site.origin)
    expect((await failureOf(opened.readPage('http://192.168.0.1/', { signal: new AbortController().signal }))).code).toBe(
      'WEB_BLOCKED_ADDRESS',
    )
    expect(egress.list({}, undefined, 10)).toMatchObject([
      { host: '192.168.0.1', failure: 'WEB_BLOCKED_ADDRESS', reason: 'private', bytesOut: 0 },
    ])
  })
})

describe('the ledger’s table', () => {
  it('keeps ninety days and fifty thousand lines, and drops the oldest', () => {
    const { db } = openQueue()
    const egress = createEgressStore(db)
    const now = 1000 * DAY
    const entry = { day: '2026-01-01', host: 'a', path: '/', method: 'GET', kind: 'page' as const, jobId: null, jobType: null, itemIds: [] }
    const old = egress.add({ ...entry, at: now - (KEPT_DAYS + 1) * DAY })
    const young = egress.add({ ...entry, at: now - (KEPT_DAYS - 1) * DAY })
    expect([egress.trim(now, 10), egress.trim(now, 10)]).toEqual([1, 0])
    expect(egress.list({}, undefined, 10).map(({ id }) => id)).toEqual([young])
    expect(old).toBeLessThan(young)
    db.exec(
      "INSERT INTO sqlite_sequence (name, seq) SELECT 'egress', 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'egress')",
    )
    db.exec("UPDATE sqlite_sequence SET seq = 50000 WHERE name = 'egress'")
    const newest = egress.add({ ...entry, at: now })
    expect(newest).toBe(50_001)
    expect(egress.trim(now, 10)).toBe(0)
    egress.add({ ...entry, at: now })
    expect(egress.trim(now, 10)).toBe(1)
    expect(egress.list({}, undefined, 10).map(({ id }) => id)).toEqual([50_002, 50_001])
  })

  it('tells a request that never ended from one that was answered', () => {
    const { db } = openQueue()
    const egress = createEgressStore(db)
    egress.add({ at: 1, day: 'd', host: 'a', path: 'x'.repeat(2000), method: 'GET', kind: 'page', jobId: null, jobType: null, itemIds: [] })
    expect(egress.list({}, undefined, 1)[0]).toMatchObject({ durationMs: null, status: null, failure: null })
    expect(egress.list({}, undefined, 1)[0]?.path).toHaveLength(500)
  })
})
