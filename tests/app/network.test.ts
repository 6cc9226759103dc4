import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { contract } from '../../src/shared/contract'
import { failureOf } from '../core/web/web-fixture'
import { closeApp, closeApps, PASSPHRASE, startApp, startWithVault, type TestApp } from '../support/app'
import { type FakeOpenAi, startFakeOpenAi } from '../support/fake-openai-server'
import { duckDuckGoPages } from '../support/fake-search/duckduckgo-pages'
import { braveAnswer, searxngAnswer } from '../support/fake-search/json-answers'
import { type FakeSearch, startFakeSearch } from '../support/fake-search/search-site'
import { chooseModelServer } from '../support/model-server'

let search: FakeSearch | undefined
let model: FakeOpenAi | undefined
afterEach(async () => {
  await closeApps()
  await search?.close()
  await model?.close()
  search = undefined
  model = undefined
})

async function setUp(options: { now?: () => number } = {}): Promise<TestApp & { fake: FakeSearch }> {
  const fake = await startFakeSearch()
  search = fake
  const running = await startWithVault({
    ...options,
    web: { exemptOrigins: [fake.origin], searchBases: { duckduckgo: fake.origin, brave: fake.origin }, limits: { paceMs: 0 } },
  })
  await running.window.call('update-settings', { autoSummary: false })
  return { ...running, fake }
}

/** A model server that counts as one on another computer: its host is no name of this one. */
async function useRemoteModel(running: TestApp): Promise<FakeOpenAi> {
  const fake = await startFakeOpenAi()
  model = fake
  await chooseModelServer(running.window, { baseUrl: fake.baseUrl.replace('127.0.0.1', '0.0.0.0'), model: 'fake-model' })
  return fake
}

describe('the ledger', () => {
  it('is empty while nothing has left this computer', async () => {
    const { window, app } = await setUp()
    await window.call('capture-item', { body: 'Meetings should end with a written bet.' })
    await app.whenIdle()
    expect(await window.call('list-egress', {})).toEqual({
      entries: [],
      more: false,
      sums: { requests: 0, refused: 0, bytesOut: 0, bytesIn: 0 },
      hosts: [],
      days: [],
      kinds: [],
      keptDays: 90,
    })
  })

  it('has a line for a search, without what was searched for', async () => {
    const { window, fake } = await setUp()
    fake.answer({ body: duckDuckGoPages.results })
    expect(await window.call('test-search-engine', { id: 'duckduckgo' })).toMatchObject({
      ok: true,
      lines: [{ ok: true, text: 'DuckDuckGo answers and found 5 pages for “Wikipedia”.' }, { ok: true }],
    })
    const { entries, sums } = await window.call('list-egress', {})
    expect(entries).toMatchObject([
      { host: '127.0.0.1', path: '/html/', method: 'POST', kind: 'test', jobId: null, items: [], status: 200, failure: null, reason: null },
    ])
    expect(sums).toEqual({ requests: 1, refused: 0, bytesOut: entries[0]?.bytesOut, bytesIn: entries[0]?.bytesIn })
    expect(entries[0]?.bytesIn).toBeGreaterThan(duckDuckGoPages.results.length)
    expect(JSON.stringify(entries)).not.toContain('Wikipedia')
  })

  it('has a line for each call of a model on another computer, with its job and its thought; none for one on this computer', {
    timeout: 60_000,
  }, async () => {
    const running = await setUp()
    const { window, program, app } = running
    const fake = await useRemoteModel(running)
    const { id } = await window.call('capture-item', { body: 'Meetings should end with a written bet.' })
    await window.call('deep-think', { itemId: id })
    await app.whenIdle()
    const { entries, hosts, kinds } = await window.call('list-egress', { kind: 'model' })
    expect(entries.map(({ jobType }) => jobType).sort()).toEqual(['counterpoint', 'expand', 'synthesize'])
    for (const entry of entries) {
      expect(entry).toMatchObject({ host: '0.0.0.0', path: '/v1', items: [{ id }], status: 200, failure: null })
      expect(entry.bytesOut).toBeGreaterThan(100)
      expect(entry.bytesIn).toBeGreaterThan(100)
      expect((await window.call('get-job', { id: entry.jobId ?? '' })).type).toBe(entry.jobType)
    }
    expect([hosts.map(({ host }) => host), kinds]).toEqual([['0.0.0.0'], ['model']])
    // A program sees what left, but not the thought once it stays here.
    expect((await program.call('list-egress', {})).entries[0]?.items).toHaveLength(1)
    await window.call('update-item', { id, private: true })
    expect((await program.call('list-egress', {})).entries[0]?.items).toEqual([])
    expect((await window.call('list-egress', {})).entries[0]?.items).toHaveLength(1)

    await chooseModelServer(window, { baseUrl: fake.baseUrl, model: 'fake-model' })
    const other = await window.call('capture-item', { body: 'Another thought on bets.' })
    await window.call('deep-think', { itemId: other.id })
    await app.whenIdle()
    expect((await window.call('list-egress', {})).sums.requests).toBe(3)
  })

  it('can be looked through by host, day and kind, and page by page', async () => {
    // All on one day, also when the test runs at midnight.
    const noon = new Date(2025, 9, 6, 12).getTime()
    const { window, fake } = await setUp({ now: () => noon })
    fake.answer({ body: duckDuckGoPages.results })
    for (let count = 0; count < 3; count += 1) await window.call('test-search-engine', { id: 'duckduckgo' })
    const first = await window.call('list-egress', { limit: 2 })
    expect([first.entries.length, first.more, first.sums.requests]).toEqual([2, true, 3])
    const second = await window.call('list-egress', { limit: 2, before: first.entries[1]?.id })
    expect([second.entries.length, second.more]).toEqual([1, false])
    expect(new Set([...first.entries, ...second.entries].map(({ id }) => id)).size).toBe(3)
    expect((await window.call('list-egress', { host: 'elsewhere.example' })).sums.requests).toBe(0)
    expect((await window.call('list-egress', { day: first.days[0] })).sums.requests).toBe(3)
    expect((await window.call('list-egress', { day: '2001-01-01' })).entries).toEqual([])
    expect((await window.call('list-egress', { kind: 'page' })).entries).toEqual([])
  })
})

describe('“Local only”', () => {
  it('keeps searches here and says so in the line and in the ledger', async () => {
    const { window, fake } = await setUp()
    await window.call('update-settings', { localOnly: true })
    const answer = await window.call('test-search-engine', { id: 'duckduckgo' })
    expect(answer.ok).toBe(false)
    expect(answer.lines[0]?.text).toContain('Local only')
    expect(fake.requests).toEqual([])
    expect(await window.call('list-egress', {})).toMatchObject({
      entries: [{ failure: 'WEB_LOCAL_ONLY', bytesOut: 0, status: null }],
      sums: { requests: 1, refused: 1 },
    })
  })

  it('has work for a model elsewhere wait, without an attempt lost, and go on when it is switched off', { timeout: 60_000 }, async () => {
    const running = await setUp()
    const { window, app } = running
    const fake = await useRemoteModel(running)
    await window.call('update-settings', { localOnly: true })
    const { id } = await window.call('capture-item', { body: 'Meetings should end with a written bet.' })
    const { jobId } = await window.call('deep-think', { itemId: id })
    await app.whenIdle()
    expect(fake.requests).toEqual([])
    const job = await window.call('get-job', { id: jobId })
    expect(job).toMatchObject({ status: 'pending', attempts: 0 })
    expect(job.waitingFor).toContain('Local only')
    const { endpoints } = await window.call('get-settings', {})
    expect((await window.call('test-endpoint', { id: endpoints[0]?.id, model: 'fake-model' })).ok).toBe(false)
    expect((await failureOf(window.call('list-endpoint-models', { id: endpoints[0]?.id ?? '' }))).code).toBe('WEB_LOCAL_ONLY')
    expect(fake.requests).toEqual([])
    await window.call('update-settings', { localOnly: false })
    await expect.poll(async () => (await window.call('get-thesis', { itemId: id })).status, { timeout: 20_000 }).toBe('done')
  })
})

describe('search engines', () => {
  it('keep their key sealed, never show it, and are chosen once they have it', async () => {
    const { window, program, app, fake, dataDir } = await setUp()
    const key = 'brave-key-0123456789'
    expect((await failureOf(window.call('save-search-engine', { id: 'brave', use: true }))).code).toBe('BAD_INPUT')
    expect(await window.call('save-search-engine', { id: 'brave', apiKey: ` ${key}\n`, use: true })).toEqual({
      id: 'brave',
      name: 'Brave Search',
      needs: 'key',
      hasApiKey: true,
      address: '',
      ready: true,
    })
    fake.answer({ body: braveAnswer })
    expect((await window.call('test-search-engine', { id: 'brave' })).ok).toBe(true)
    expect(fake.requests[0]?.headers['x-subscription-token']).toBe(key)
    const seen = [
      await window.call('list-search-engines', {}),
      await program.call('list-search-engines', {}),
      await window.call('get-settings', {}),
    ]
    expect(seen[0]).toMatchObject({ used: 'brave' })
    expect(JSON.stringify(seen)).not.toContain(key)
    expect((await window.call('list-egress', {})).entries).toHaveLength(1)
    expect(JSON.stringify(await window.call('list-egress', {}))).not.toContain(key)
    await closeApp(app)
    expect(readFileSync(join(dataDir, 'vault.db')).includes(key)).toBe(false)

    const again = await startWithVaultAgain(dataDir, fake)
    expect((await again.window.call('test-search-engine', { id: 'brave' })).ok).toBe(true)
    expect(fake.requests.at(-1)?.headers['x-subscription-token']).toBe(key)
    // Without its key it can search no more; the one that needs none steps in.
    expect((await again.window.call('save-search-engine', { id: 'brave', apiKey: '' })).ready).toBe(false)
    expect((await again.window.call('list-search-engines', {})).used).toBe('duckduckgo')
  })

  it('of one’s own may be on this computer, at the address a person entered at the window', async () => {
    const fake = await startFakeSearch()
    search = fake
    const { window, program } = await startWithVault()
    fake.answer({ body: searxngAnswer })
    expect((await window.call('test-search-engine', { id: 'searxng', address: `${fake.origin}/` })).ok).toBe(true)
    expect(await window.call('save-search-engine', { id: 'searxng', address: `${fake.origin}/`, use: true })).toMatchObject({
      address: fake.origin,
      ready: true,
    })
    for (const address of ['file:///etc/passwd', 'http://me:you@127.0.0.1:1', 'http://[', `${fake.origin}/?a=b`])
      expect((await failureOf(window.call('save-search-engine', { id: 'searxng', address }))).code, address).toBe('BAD_INPUT')
    expect((await failureOf(window.call('save-search-engine', { id: 'brave', address: fake.origin }))).code).toBe('BAD_INPUT')
    expect((await failureOf(window.call('save-search-engine', { id: 'brave', apiKey: 'two words' }))).code).toBe('BAD_INPUT')
    // A program could otherwise open any address of this computer.
    expect([contract['save-search-engine'].expose, contract['test-search-engine'].expose]).toEqual([[], []])
    expect((await program.call('list-search-engines', {})).used).toBe('searxng')
  })

  it('of others are never at an address of this computer, whatever the settings say', async () => {
    const { window } = await startWithVault()
    expect((await failureOf(window.call('update-settings', { exemptOrigins: ['http://127.0.0.1:1'] } as never))).code).toBe('BAD_INPUT')
    expect((await failureOf(window.call('update-settings', { web: {} } as never))).code).toBe('BAD_INPUT')
  })
})

async function startWithVaultAgain(dataDir: string, fake: FakeSearch): Promise<TestApp> {
  const running = startApp({ dataDir, web: { exemptOrigins: [fake.origin], searchBases: { brave: fake.origin } } })
  await running.window.call('unlock-vault', { passphrase: PASSPHRASE })
  return running
}
