import { afterEach, describe, expect, it } from 'vitest'
import { failureOf } from '../core/web/web-fixture'
import { PASSPHRASE } from '../support/app'
import { type CollectWorld, call, calls, until } from '../support/collect-world'
import { closeToolWorld, openToolWorld } from '../support/tool-world'

afterEach(closeToolWorld)

const searchThenRead = ({ site }: CollectWorld) => [
  calls(call('search', { queries: ['small tools'] })),
  calls(call('processUrls', { urls: [`${site.origin}/one`] }, 'a'), call('processUrls', { urls: [`${site.origin}/two`] }, 'b')),
  calls(call('reportProgress', { message: 'Read two lists' })),
]

describe('a new collection', () => {
  it('is searched for, read, proposed, and after it is accepted found by search', { timeout: 60_000 }, async () => {
    const w = await openToolWorld()
    w.script(...searchThenRead(w), 'Four tools were found.')
    const { runId, collectionId, jobId } = await w.start({ description: 'Little things' })
    await w.app.whenIdle()
    const run = await w.run(runId)
    expect(run).toMatchObject({ status: 'completed', percent: 100, found: 4, pages: 2, error: null, warnings: [], jobId, mode: 'CREATE' })
    expect(run.proposals).toEqual({ new: 4, changed: 0, removal: 0, undecided: 4 })
    expect(run.steps.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed', 'skipped', 'completed'])
    expect(run.tokens.parent.totalTokens).toBeGreaterThan(0)
    expect(run.tokens.workers.totalTokens).toBeGreaterThan(0)
    // Nothing is in the vault before a person says so.
    expect((await w.window.call('list-items', {})).items).toEqual([])
    expect(await w.window.call('get-collection', { id: collectionId })).toMatchObject({ collection: { items: 0, undecided: 4 } })

    const answer = await w.window.call('decide-proposals', { runId, decision: 'accept' })
    expect(answer).toEqual({ decided: ['alpha', 'beta', 'gamma', 'zeta'], notes: [] })
    await w.app.whenIdle()
    const { items, total } = await w.window.call('list-collected-items', { id: collectionId })
    expect([items.map(({ name, category, sourceUrl }) => [name, category, sourceUrl])[0], total]).toEqual([
      ['Alpha', 'Early tools', 'https://alpha.example/'],
      4,
    ])
    const item = await w.window.call('get-item', { id: items[0]?.itemId ?? '' })
    expect(item).toMatchObject({
      kind: 'collected',
      source: 'collect',
      title: 'Alpha',
      tags: ['small', 'tool'],
      validation: { score: 0.6 },
      summary: 'It is a small tool called Alpha.',
    })
    expect(item.body).toBe('It is a small tool called Alpha.\n\nSource: <https://alpha.example/>')
    expect(await w.window.call('collection-of-item', { itemId: item.id })).toMatchObject({ collection: { id: collectionId } })
    expect((await w.window.call('search-items', { query: 'Gamma' })).hits[0]?.title).toBe('Gamma')
    expect(await w.window.call('get-collection', { id: collectionId })).toMatchObject({
      collection: { items: 4, undecided: 0, prompt: 'Collect small tools.', lastRun: { id: runId, status: 'completed' } },
      categories: [
        { name: 'Early tools', items: 3 },
        { name: 'Late tools', items: 1 },
      ],
      tags: [
        { name: 'small', items: 4 },
        { name: 'tool', items: 4 },
      ],
    })
    expect(
      (await w.window.call('list-collected-items', { id: collectionId, category: 'late tools' })).items.map(({ name }) => name),
    ).toEqual(['Zeta'])
    const trace = await w.window.call('get-job', { id: jobId })
    expect([...new Set(trace.attemptsLog[0]?.calls.map(({ model }) => model))].sort()).toEqual(['parent', 'worker'])
    expect(w.events.filter(({ type }) => type === 'collect-progress').at(-1)?.payload).toMatchObject({ runId, found: 4, pages: 2 })
    expect((await w.window.call('read-collect-log', { id: runId })).lines.map(({ message }) => message)).toContain(
      'Prepare Context: started',
    )
  })

  it('is left out of nothing by two acceptances of one proposal', async () => {
    const w = await openToolWorld()
    w.script(...searchThenRead(w))
    const { runId, collectionId } = await w.start()
    await w.app.whenIdle()
    const both = await Promise.all([
      w.window.call('decide-proposals', { runId, decision: 'accept', slugs: ['alpha'] }),
      w.window.call('decide-proposals', { runId, decision: 'accept', slugs: ['alpha', 'alpha', 'no-such'] }),
    ])
    expect(both.flatMap(({ decided }) => decided)).toEqual(['alpha'])
    expect((await w.window.call('list-collected-items', { id: collectionId })).total).toBe(1)
  })
})

describe('going on with a collection', () => {
  async function collected(): Promise<CollectWorld & { collectionId: string }> {
    const w = await openToolWorld()
    w.script(...searchThenRead(w))
    const { runId, collectionId } = await w.start()
    await w.app.whenIdle()
    await w.window.call('decide-proposals', { runId, decision: 'accept' })
    await w.app.whenIdle()
    return { ...w, collectionId }
  }
  const idOf = async (w: CollectWorld, collectionId: string, name: string): Promise<string> => {
    const { items } = await w.window.call('list-collected-items', { id: collectionId })
    return items.find((item) => item.name === name)?.itemId ?? ''
  }
  const change = (...operations: unknown[]) => calls(call('modifyItems', { operations }))

  it('proposes what it would change and remove, says nothing of the rest, and does it only when accepted', {
    timeout: 60_000,
  }, async () => {
    const w = await collected()
    const { collectionId } = w
    const before = await w.window.call('get-item', { id: await idOf(w, collectionId, 'Alpha') })
    w.script(
      change(
        { action: 'update', slug: 'alpha', data: { description: 'It grew large.', category: 'Large tools', tags: ['small', 'grown'] } },
        { action: 'remove', slug: 'beta' },
        { action: 'set-featured', slug: 'gamma', data: { featured: false } },
      ),
    )
    const { runId } = await w.start({ collectionId, name: undefined, prompt: 'Tidy up.' })
    await w.app.whenIdle()
    expect(await w.run(runId)).toMatchObject({
      status: 'completed',
      mode: 'CREATE_UPDATE',
      proposals: { new: 0, changed: 1, removal: 1, undecided: 2 },
    })
    expect(await w.proposals(runId)).toMatchObject([
      { slug: 'alpha', kind: 'changed', before: { category: 'Early tools' }, item: { category: 'Large tools' }, itemId: before.id },
      { slug: 'beta', kind: 'removal' },
    ])
    expect(await w.window.call('get-item', { id: before.id })).toMatchObject({ body: before.body })
    const beta = await idOf(w, collectionId, 'Beta')

    expect(await w.window.call('decide-proposals', { runId, decision: 'accept' })).toEqual({ decided: ['alpha', 'beta'], notes: [] })
    expect(await w.window.call('get-item', { id: before.id })).toMatchObject({
      body: 'It grew large.\n\nSource: <https://alpha.example/>',
      summary: 'It grew large.',
      tags: ['small', 'grown'],
      versions: 1,
    })
    expect((await w.window.call('get-item', { id: beta })).deletedAt).not.toBeNull()
    expect((await w.window.call('list-collected-items', { id: collectionId })).items.map(({ name, category }) => [name, category])).toEqual(
      [
        ['Alpha', 'Large tools'],
        ['Gamma', 'Early tools'],
        ['Zeta', 'Late tools'],
      ],
    )

    // And back again.
    expect(await w.window.call('decide-proposals', { runId, decision: 'reopen', slugs: ['alpha', 'beta'] })).toEqual({
      decided: ['alpha', 'beta'],
      notes: [],
    })
    expect(await w.window.call('get-item', { id: before.id })).toMatchObject({
      body: before.body,
      summary: before.summary,
      tags: before.tags,
    })
    expect((await w.window.call('get-item', { id: beta })).deletedAt).toBeNull()
    expect((await w.window.call('list-collected-items', { id: collectionId })).total).toBe(4)
    expect((await w.run(runId)).proposals.undecided).toBe(2)
    await w.window.call('decide-proposals', { runId, decision: 'discard' })
    expect((await w.proposals(runId)).map(({ decision }) => decision)).toEqual(['discarded', 'discarded'])
  })

  it('keeps a text that the person edited since the run read it, and says so', { timeout: 60_000 }, async () => {
    const w = await collected()
    const [alpha, beta] = [await idOf(w, w.collectionId, 'Alpha'), await idOf(w, w.collectionId, 'Beta')]
    w.script(
      change({ action: 'update', slug: 'alpha', data: { description: 'Theirs.', category: 'Moved' } }, { action: 'remove', slug: 'beta' }),
    )
    const { runId } = await w.start({ collectionId: w.collectionId, name: undefined })
    await w.app.whenIdle()
    for (const id of [alpha, beta]) await w.window.call('update-item', { id, body: 'My own words.', tags: ['mine'] })
    const { decided, notes } = await w.window.call('decide-proposals', { runId, decision: 'accept' })
    expect(decided).toEqual(['alpha', 'beta'])
    expect(notes).toEqual([
      'You edited “Alpha” after the run read it, so your text was kept.',
      'You edited “Beta” after the run read it, so it was kept.',
    ])
    expect(await w.window.call('get-item', { id: alpha })).toMatchObject({ body: 'My own words.', tags: ['mine'], deletedAt: null })
    expect((await w.window.call('get-item', { id: beta })).deletedAt).toBeNull()
    expect(
      (await w.window.call('list-collected-items', { id: w.collectionId, category: 'Moved' })).items.map(({ itemId }) => itemId),
    ).toEqual([alpha])
    expect((await w.proposals(runId)).map(({ note, decision }) => [note !== '', decision])).toEqual([
      [true, 'accepted'],
      [true, 'discarded'],
    ])
  })

  it('changes nothing in the trash, erases a new item that nobody touched when it is taken back, and trashes one that was edited', {
    timeout: 60_000,
  }, async () => {
    const w = await collected()
    const alpha = await idOf(w, w.collectionId, 'Alpha')
    w.script(change({ action: 'update', slug: 'alpha', data: { category: 'Moved' } }))
    const { runId } = await w.start({ collectionId: w.collectionId, name: undefined })
    await w.app.whenIdle()
    await w.window.call('delete-item', { id: alpha })
    const answer = await w.window.call('decide-proposals', { runId, decision: 'accept' })
    expect(answer).toEqual({ decided: [], notes: ['“Alpha” is in the trash. Restore it first, then accept the change.'] })
    await w.window.call('restore-item', { id: alpha })
    expect((await w.window.call('decide-proposals', { runId, decision: 'accept' })).decided).toEqual(['alpha'])

    const first = (await w.window.call('get-collection', { id: w.collectionId })).runs.at(-1)?.id ?? ''
    expect((await w.window.call('decide-proposals', { runId: first, decision: 'reopen', slugs: ['gamma'] })).decided).toEqual(['gamma'])
    expect((await w.window.call('list-collected-items', { id: w.collectionId })).total).toBe(3)
    expect((await w.proposals(first)).find(({ slug }) => slug === 'gamma')).toMatchObject({ decision: null, itemId: null })
    expect((await w.window.call('list-items', { place: 'trash' })).items).toEqual([])
    expect((await w.window.call('decide-proposals', { runId: first, decision: 'accept', slugs: ['gamma'] })).decided).toEqual(['gamma'])
    await w.window.call('update-item', { id: await idOf(w, w.collectionId, 'Gamma'), body: 'My own words.' })
    await w.window.call('decide-proposals', { runId: first, decision: 'reopen', slugs: ['gamma'] })
    expect((await w.window.call('list-items', { place: 'trash' })).items.map(({ title }) => title)).toEqual(['Gamma'])
    // Accepted anew it is the same item, out of the trash.
    expect((await w.window.call('decide-proposals', { runId: first, decision: 'accept', slugs: ['gamma'] })).decided).toEqual(['gamma'])
    expect((await w.window.call('list-items', { place: 'trash' })).items).toEqual([])
    expect((await w.window.call('list-collected-items', { id: w.collectionId })).total).toBe(4)
  })

  it('does not find again what is there, nor read again the pages of the run before', { timeout: 60_000 }, async () => {
    const w = await collected()
    const read = () => w.site.requests.length
    const before = read()
    w.script(...searchThenRead(w))
    const { runId } = await w.start({ collectionId: w.collectionId, name: undefined })
    await w.app.whenIdle()
    expect(await w.run(runId)).toMatchObject({ status: 'completed', found: 0, message: 'Nothing new was found' })
    expect(read()).toBe(before)
  })

  it('tells no model and no site of an item that stays here, of edits, or of other thoughts', { timeout: 60_000 }, async () => {
    const w = await collected()
    await w.window.call('capture-item', { title: 'CANARY-OTHER', body: 'A thought that no run may see: CANARY-BODY.' })
    const hidden = await idOf(w, w.collectionId, 'Zeta')
    await w.window.call('update-item', { id: hidden, private: true, title: 'CANARY-PRIVATE' })
    await w.window.call('update-item', {
      id: await idOf(w, w.collectionId, 'Alpha'),
      title: 'CANARY-EDIT',
      body: 'CANARY-EDIT-BODY',
      tags: ['CANARY-TAG'],
    })
    const [asked, searched] = [w.model.requests.length, w.search.requests.length]
    w.script(calls(call('getWorkspaceOverview', {})), ...searchThenRead(w))
    await w.start({ collectionId: w.collectionId, name: undefined })
    await w.app.whenIdle()
    const sent = JSON.stringify([w.model.requests.slice(asked).map(({ body }) => body), w.search.requests.slice(searched), w.site.requests])
    expect(sent).toContain('Gamma')
    expect(sent).not.toMatch(/CANARY|Zeta — |"name":"Zeta"|slug\\?":\\?"zeta/)
    // Programs see neither the item nor what is proposed for it.
    expect((await w.program.call('list-collected-items', { id: w.collectionId })).items).toHaveLength(3)
    expect((await w.program.call('export-collection', { id: w.collectionId, format: 'csv' })).text).not.toContain('zeta')
  })
})

/** A run that has read the first page and waits for the second. */
async function runToSecondPage(w: CollectWorld) {
  const held = w.hold('/two')
  const read = (path: string) => calls(call('processUrls', { urls: [`${w.site.origin}${path}`] }))
  w.script(calls(call('search', { queries: ['tools'] })), read('/one'), read('/two'))
  const run = await w.start()
  await held.asked
  return { held, ...run }
}

describe('a run', () => {
  it('that is locked in the middle goes on from what it had, and fetches no page twice', { timeout: 60_000 }, async () => {
    const w = await openToolWorld()
    const { held, runId, jobId } = await runToSecondPage(w)
    await w.app.lock('person')
    held.release()
    await w.window.call('unlock-vault', { passphrase: PASSPHRASE })
    w.script(...searchThenRead(w))
    await w.app.whenIdle()
    expect(await w.window.call('get-job', { id: jobId })).toMatchObject({ status: 'done', attempts: 1 })
    expect(await w.run(runId)).toMatchObject({ status: 'completed', found: 4, pages: 2 })
    expect(w.site.requests.map(({ path }) => path)).toEqual(['/one', '/two', '/two'])
  })

  it('that is stopped ends at once and offers what it had found', { timeout: 60_000 }, async () => {
    const w = await openToolWorld()
    const { held, runId, jobId, collectionId } = await runToSecondPage(w)
    await w.window.call('cancel-job', { id: jobId })
    // The page is never answered: only the abort ends the run.
    await w.app.whenIdle()
    expect(await w.run(runId)).toMatchObject({ status: 'cancelled', found: 2, error: null, proposals: { new: 2, undecided: 2 } })
    await until(async () => (await w.run(runId)).tokens.total.totalTokens > 0)
    expect((await w.window.call('decide-proposals', { runId, decision: 'accept' })).decided).toEqual(['alpha', 'beta'])
    held.release()

    // Run again by hand it goes on from there: the page that was read is not read again.
    w.script(...searchThenRead(w))
    await w.window.call('retry-job', { id: jobId })
    await w.app.whenIdle()
    expect(await w.run(runId)).toMatchObject({ status: 'completed', mode: 'CREATE_UPDATE' })
    expect((await w.proposals(runId)).filter(({ decision }) => decision === null).map(({ slug }) => slug)).toEqual(['gamma', 'zeta'])
    expect(w.site.requests.filter(({ path }) => path === '/one')).toHaveLength(1)
    expect((await w.window.call('list-collected-items', { id: collectionId })).total).toBe(2)
  })

  it('that fails says why, offers what it had found, and is not tried again by itself', { timeout: 60_000 }, async () => {
    const w = await openToolWorld()
    const { held, runId, jobId } = await runToSecondPage(w)
    w.model.failAlways({ kind: 'status', status: 401, message: 'no such key' })
    held.release()
    await w.app.whenIdle()
    const run = await w.run(runId)
    expect([run.status, run.error]).toEqual(['failed', expect.stringMatching(/key/i)])
    expect(run.proposals).toEqual({ new: 2, changed: 0, removal: 0, undecided: 2 })
    expect(await w.window.call('get-job', { id: jobId })).toMatchObject({
      status: 'dead',
      attempts: 1,
      maxAttempts: 1,
      errorCode: 'MODEL_KEY_REFUSED',
    })
  })

  it('is one at a time over all collections, and the refusal names the other', async () => {
    const w = await openToolWorld()
    const held = w.hold('/one')
    w.script(...searchThenRead(w))
    const { jobId } = await w.start({ name: 'First list' })
    await held.asked
    const refusal = await failureOf(w.start({ name: 'Second list' }))
    expect([refusal.code, refusal.message]).toEqual(['CONFLICT', expect.stringContaining('“First list”')])
    expect((await w.window.call('list-collections', {})).collections.map(({ name }) => name)).toEqual(['First list'])
    await w.window.call('cancel-job', { id: jobId })
    held.release()
    await w.app.whenIdle()
    w.script()
    await w.start({ name: 'Second list' })
    await w.app.whenIdle()
  })

  it('opens no address that no search and no person gave', { timeout: 60_000 }, async () => {
    const w = await openToolWorld()
    w.script(
      calls(call('search', { queries: ['tools'] })),
      calls(
        call('processUrls', {
          urls: [`${w.site.origin}/trap?q=secret`, `${w.site.origin}/one?utm_source=secret`, 'http://169.254.169.254/'],
        }),
      ),
    )
    await w.start({ prompt: `Read ${w.site.origin}/two first.` })
    await w.app.whenIdle()
    expect(w.site.requests.map(({ path, query }) => [path, query.toString()])).toEqual([['/one', '']])
    const hosts = (await w.window.call('list-egress', { kind: 'page' })).entries.map(({ host, jobType }) => [host, jobType])
    expect(hosts).toEqual([['127.0.0.1', 'collect']])
  })

  it('waits, without an attempt lost, while the ceiling of the day is reached, and goes on when it is raised', {
    timeout: 60_000,
  }, async () => {
    const w = await openToolWorld()
    await w.window.call('update-settings', { ceilings: { perDay: 1, perType: {} } })
    w.script(...searchThenRead(w))
    const { runId, jobId } = await w.start()
    await w.app.whenIdle()
    // One request may leave before the ceiling is known to be passed.
    expect(w.model.requests.length).toBeLessThan(3)
    expect(await w.window.call('get-job', { id: jobId })).toMatchObject({ status: 'pending', attempts: 0 })
    expect(await w.run(runId)).toMatchObject({ status: 'waiting', message: expect.stringContaining('ceiling') })
    w.script(...searchThenRead(w))
    await w.window.call('update-settings', { ceilings: { perDay: null, perType: {} } })
    await until(async () => (await w.run(runId)).status === 'completed')
    expect(await w.run(runId)).toMatchObject({ found: 4, pages: 2 })
  })
})
