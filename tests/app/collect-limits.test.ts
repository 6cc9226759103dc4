import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { failureOf } from '../core/web/web-fixture'
import { closeApp, makeFolder, PASSPHRASE, startApp } from '../support/app'
import { call, calls, toolPage, until } from '../support/collect-world'
import { closeToolWorld, openToolWorld, searchThenRead } from '../support/tool-world'

afterEach(closeToolWorld)

describe('what a run needs', () => {
  it('is told before it is started, and nothing is left behind', async () => {
    const w = await openToolWorld()
    const hindrance = async () => (await w.window.call('get-collect-form', {})).hindrance
    expect(await hindrance()).toBeNull()
    await w.window.call('update-settings', { localOnly: true })
    expect(await hindrance()).toContain('Local only')
    expect((await failureOf(w.start())).code).toBe('WEB_LOCAL_ONLY')
    await w.window.call('update-settings', { localOnly: false })
    await w.window.call('update-settings', { engine: 'builtin' })
    expect(await hindrance()).toContain('call tools')
    expect((await failureOf(w.start())).message).toContain('Settings')
    expect((await w.window.call('list-collections', {})).collections).toEqual([])
    expect(w.model.requests.concat(w.site.requests as never)).toEqual([])
  })

  it('is checked field by field', async () => {
    const w = await openToolWorld()
    const refusal = await failureOf(w.start({ name: undefined, config: { target_items: 0, max_pages_to_process: 'many' } }))
    expect([refusal.code, refusal.data]).toEqual([
      'BAD_INPUT',
      {
        errors: [
          { path: 'name', message: 'name is required for a new collection' },
          { path: 'target_items', message: 'target_items must be between 1 and 500' },
          { path: 'max_pages_to_process', message: 'max_pages_to_process must be a number' },
        ],
      },
    ])
    expect((await failureOf(w.start({ collectionId: 'no-such' }))).code).toBe('NOT_FOUND')
  })
})

describe('a model on another computer', () => {
  it('has each call in the ledger, and the limit of its answers in the request', { timeout: 60_000 }, async () => {
    const w = await openToolWorld({ isRemote: true })
    await w.window.call('update-settings', { maxOutputTokens: 4321 })
    w.script(...searchThenRead(w))
    const { runId } = await w.start()
    await w.app.whenIdle()
    expect(await w.run(runId)).toMatchObject({ status: 'completed', found: 4 })
    const { entries } = await w.window.call('list-egress', { kind: 'model' })
    expect(entries.length).toBe(w.model.requests.length)
    expect(entries.every(({ jobType, host, bytesOut }) => jobType === 'collect' && host === '0.0.0.0' && bytesOut > 0)).toBe(true)
    expect(new Set(w.model.requests.map(({ body }) => body.max_tokens))).toEqual(new Set([4321]))
    const usage = await w.window.call('get-usage', {})
    expect(new Set(usage.rows.map(({ role, type }) => `${role} ${type}`))).toEqual(new Set(['thinker collect', 'worker collect']))
  })

  it('is asked nothing once “Local only” is switched on in the middle; the run waits and goes on', { timeout: 60_000 }, async () => {
    const w = await openToolWorld({ isRemote: true })
    const held = w.hold('/two')
    w.script(
      calls(call('search', { queries: ['tools'] })),
      calls(call('processUrls', { urls: [`${w.site.origin}/one`] })),
      calls(call('processUrls', { urls: [`${w.site.origin}/two`] })),
    )
    const { runId, jobId } = await w.start()
    await held.asked
    await w.window.call('update-settings', { localOnly: true })
    const asked = w.model.requests.length
    held.release()
    await w.app.whenIdle()
    expect(w.model.requests.length).toBe(asked)
    expect(await w.window.call('get-job', { id: jobId })).toMatchObject({ status: 'pending', attempts: 0 })
    expect(await w.run(runId)).toMatchObject({ status: 'waiting', message: expect.stringContaining('Local only'), found: 2 })
    w.script(...searchThenRead(w))
    await w.window.call('update-settings', { localOnly: false })
    await until(async () => (await w.run(runId)).status === 'completed')
    expect(await w.run(runId)).toMatchObject({ found: 4, pages: 2 })
  })
})

it('a server that knows another field for the length of an answer is asked again with that, once', { timeout: 60_000 }, async () => {
  const w = await openToolWorld()
  w.model.failAlways({ kind: 'refuse-field', field: 'max_tokens' })
  w.script(...searchThenRead(w))
  const { runId } = await w.start()
  await w.app.whenIdle()
  expect(await w.run(runId)).toMatchObject({ status: 'completed', found: 4 })
  const parents = w.model.requests.filter(({ body }) => body.model === 'parent')
  expect(parents.map(({ body }) => ['max_tokens', 'max_completion_tokens'].filter((field) => body[field] !== undefined)[0])).toEqual([
    'max_tokens',
    'max_completion_tokens',
    'max_completion_tokens',
    'max_completion_tokens',
  ])
})

it('a pause that the server asks of the worker is waited for, and the page is not lost', { timeout: 60_000 }, async () => {
  const w = await openToolWorld()
  const held = w.hold('/one')
  w.script(...searchThenRead(w, ['/one']))
  const { runId } = await w.start()
  await held.asked
  w.model.failNext(1, { kind: 'status', status: 429, headers: { 'retry-after': '1' } })
  held.release()
  await w.app.whenIdle()
  expect(await w.run(runId)).toMatchObject({ status: 'completed', found: 2, warnings: [] })
})

it('a run that the process died under goes on from what it had', { timeout: 60_000 }, async () => {
  const w = await openToolWorld()
  const held = w.hold('/two')
  w.script(
    calls(call('search', { queries: ['tools'] })),
    calls(call('processUrls', { urls: [`${w.site.origin}/one`] })),
    calls(call('processUrls', { urls: [`${w.site.origin}/two`] })),
  )
  const { runId } = await w.start()
  await held.asked
  // The folder as a power cut would leave it.
  const dataDir = join(makeFolder('died'), 'vault')
  cpSync(w.dataDir, dataDir, { recursive: true })
  await closeApp(w.app)
  held.release()
  w.script(...searchThenRead(w))
  const web = { exemptOrigins: [w.site.origin, w.search.origin], searchBases: { brave: w.search.origin }, limits: { paceMs: 0 } }
  const again = startApp({ dataDir, web })
  await again.window.call('unlock-vault', { passphrase: PASSPHRASE })
  await again.app.whenIdle()
  expect(await again.window.call('get-collect-run', { id: runId })).toMatchObject({ status: 'completed', found: 4, pages: 2 })
  expect(w.site.requests.filter(({ path }) => path === '/one')).toHaveLength(1)
})

describe('a deleted collection', () => {
  it('stops its run, and keeps its items or puts them into the trash', { timeout: 60_000 }, async () => {
    const w = await openToolWorld()
    w.script(...searchThenRead(w, ['/one']))
    const first = await w.start()
    await w.app.whenIdle()
    await w.window.call('decide-proposals', { runId: first.runId, decision: 'accept', slugs: ['alpha'] })
    const held = w.hold('/two')
    w.script(...searchThenRead(w, ['/two']))
    const { runId, jobId } = await w.start({ collectionId: first.collectionId, name: undefined })
    await held.asked
    expect(await w.window.call('delete-collection', { id: first.collectionId, items: 'trash' })).toEqual({ trashed: 1 })
    held.release()
    await w.app.whenIdle()
    expect(await w.window.call('get-job', { id: jobId })).toMatchObject({ status: 'cancelled' })
    expect((await failureOf(w.run(runId))).code).toBe('NOT_FOUND')
    expect((await failureOf(w.window.call('decide-proposals', { runId: first.runId, decision: 'accept' }))).code).toBe('NOT_FOUND')
    expect((await w.window.call('list-items', { place: 'trash' })).items.map(({ title }) => title)).toEqual(['Alpha'])
    // The place is free for another run.
    w.script()
    const other = await w.start({ name: 'Other' })
    await w.app.whenIdle()
    expect(await w.window.call('delete-collection', { id: other.collectionId, items: 'keep' })).toEqual({ trashed: 0 })
  })
})

describe('an exported collection', () => {
  it('is Markdown by category or CSV, and cannot be broken out of', { timeout: 60_000 }, async () => {
    const nasty = '=HYPERLINK("https://evil.example","x")'
    const w = await openToolWorld({}, { '/one': toolPage('Alpha', 'Zeta', nasty.replace(/[^A-Za-z]/g, '')) })
    w.script(...searchThenRead(w, ['/one']))
    const { runId, collectionId } = await w.start({ name: '../My: *list*', description: 'Short' })
    await w.app.whenIdle()
    await w.window.call('decide-proposals', { runId, decision: 'accept' })
    const { items } = await w.window.call('list-collected-items', { id: collectionId })
    await w.window.call('update-item', { id: items[0]?.itemId ?? '', title: nasty })
    const csv = await w.window.call('export-collection', { id: collectionId, format: 'csv' })
    expect([csv.items, csv.fileName]).toEqual([3, 'My_ _list_.csv'])
    const lines = csv.text.split('\r\n')
    expect(lines[0]).toBe('\ufeffName,Description,Source,Category,Tags,Featured,Brand,Also seen at,Text')
    expect(lines.slice(1).find((line) => line.includes('HYPERLINK("'.replaceAll('"', '""')))).toMatch(/^"'=HYPERLINK\(""https/)
    const markdown = await w.window.call('export-collection', { id: collectionId, format: 'markdown' })
    expect(markdown.fileName).toBe('My_ _list_.md')
    expect(markdown.text.split('\n').filter((line) => line.startsWith('#'))).toEqual([
      '# ../My: \\*list\\*',
      '## Early tools',
      '## Late tools',
    ])
    expect(markdown.text).toContain('- [Zeta](<https://zeta.example/>): It is a small tool called Zeta. (small, tool)')
  })
})

it('five hundred proposals are accepted at once, in many small writes', { timeout: 120_000 }, async () => {
  const names = Array.from({ length: 500 }, (_, index) => `Tool${index}`)
  const w = await openToolWorld({}, { '/one': toolPage(...names) })
  w.script(...searchThenRead(w, ['/one']))
  const { runId, collectionId } = await w.start({ config: { target_items: 500 } })
  await w.app.whenIdle()
  expect((await w.run(runId)).proposals.new).toBe(500)
  const before = w.events.filter(({ type }) => type === 'collection-changed').length
  const accepting = w.window.call('decide-proposals', { runId, decision: 'accept' })
  // Something else gets its turn in between.
  expect((await w.window.call('get-collection', { id: collectionId })).collection.items).toBeLessThan(500)
  expect((await accepting).decided).toHaveLength(500)
  expect(w.events.filter(({ type }) => type === 'collection-changed').length - before).toBeGreaterThan(3)
  expect((await w.window.call('list-collected-items', { id: collectionId, limit: 1 })).total).toBe(500)
  const ids = new Set<string>()
  for (let cursor: string | undefined; ; ) {
    const page = await w.window.call('list-collected-items', {
      id: collectionId,
      sort: 'newest',
      limit: 200,
      ...(cursor ? { cursor } : {}),
    })
    for (const { itemId } of page.items) ids.add(itemId)
    if (page.nextCursor === null) break
    cursor = page.nextCursor
  }
  expect(ids.size).toBe(500)
  await w.window.call('pause-queue', {})
})
