import { describe, expect, it } from 'vitest'
import { chooseModelServer } from '../support/model-server'
import { closeResearchAfterEach, jobOf, QUESTION, research, startResearchApp } from '../support/research-app'
import { sentences } from '../support/research-site'

closeResearchAfterEach()

const slow = { timeout: 60_000 }

describe('a question of a thought', () => {
  it('becomes a report whose every mark was looked up, linked, searchable, with its sources', slow, async () => {
    const running = await startResearchApp()
    const { window, itemId, events } = running
    const run = await research(running, { itemId })
    expect(run).toMatchObject({ state: 'done', error: null, engine: { kind: 'model', label: 'fake-model' }, searchEngine: 'DuckDuckGo' })
    expect(run.queries).toEqual(['tool library numbers', 'tool library closed why'])
    expect(run.pages.map(({ state }) => state)).toEqual(['read', 'failed', 'read', 'failed', 'read', 'read'])
    expect(run.pages[1]?.reason).toContain('has no such page')
    expect(run.sources.map(({ n, url }) => [n, new URL(url).pathname])).toEqual([
      [1, '/graz'],
      [2, '/wien'],
      [3, '/study'],
      [4, '/obey'],
    ])
    expect(run.sources[0]?.passages).toMatchObject([{ quote: 'lent 4,212 tools to 812 members' }])
    expect(run.sources[1]?.passages[0]?.quote).toBe('because its only volunteer moved away')
    expect(run.unsupported).toEqual(['Nine in ten members come back.', 'Graz has a waiting list.'])
    expect(run.droppedCitations).toBe(3)

    const report = await window.call('get-item', { id: run.report?.id ?? '' })
    expect(report).toMatchObject({
      kind: 'research',
      source: 'collect',
      title: 'How tool libraries fare',
      private: false,
      validation: { score: 0.6 },
    })
    expect(report.body).toContain('Wien closed when one person left [2].')
    expect(report.body).not.toMatch(/trap\.example|\[9\]|waiting list|Nine in ten/)
    expect(report.links).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: 'research', item: expect.objectContaining({ id: itemId }) })]),
    )
    expect((await window.call('search-items', { query: 'volunteer hang on few people' })).hits.map(({ id }) => id)).toContain(report.id)
    expect((await window.call('list-jobs', { itemId: report.id })).jobs.map(({ type }) => type)).toContain('embed')
    expect((await window.call('get-research', { reportId: report.id })).research?.id).toBe(run.id)
    expect((await window.call('get-research', { itemId })).research?.id).toBe(run.id)

    const texts = events.flatMap((event) =>
      event.type === 'job-progress' && event.payload.type === 'research' ? [event.payload.text] : [],
    )
    expect(texts.join('')).toContain('Graz lent more than four thousand tools in a year [1].')
    expect(texts.join('')).not.toContain('"citations"')
    const states = events.flatMap((event) => (event.type === 'research-updated' ? [event.payload.state] : []))
    expect([...new Set(states)]).toEqual(['pending', 'asking', 'searching', 'reading', 'writing', 'done'])
  })

  it('sends nothing of the vault: queries and prompts have the question and the web, and the trap is never asked', slow, async () => {
    const running = await startResearchApp()
    const run = await research(running, { itemId: running.itemId })
    const sent = JSON.stringify([running.pages.search.requests, running.pages.site.requests])
    expect(sent).not.toContain('heliotrope')
    expect(sent).not.toContain('Mill')
    const job = await jobOf(running, run.jobId)
    const prompts = job.attemptsLog.flatMap(({ calls }) => calls.map(({ prompt }) => prompt))
    expect(prompts).toHaveLength(2)
    expect(prompts.join('\n')).not.toMatch(/heliotrope|Mill Street/)
    expect(prompts[1]).toContain(sentences['/obey'])
    const { hosts } = await running.window.call('list-egress', {})
    expect(hosts.map(({ host }) => host)).toEqual(['127.0.0.1'])
    const { entries } = await running.window.call('list-egress', { kind: 'search' })
    expect(entries.map(({ jobType, items }) => [jobType, items[0]?.id])).toEqual([
      ['research', running.itemId],
      ['research', running.itemId],
    ])
  })

  it('asked twice at once is one run; after that there is a list of them', slow, async () => {
    const running = await startResearchApp()
    const { window, app, itemId } = running
    const [first, second] = await Promise.all([
      window.call('start-research', { itemId, question: QUESTION }),
      window.call('start-research', { itemId, question: ` ${QUESTION.replace(' ', '\n ')} ` }),
    ])
    expect(second).toEqual(first)
    // Another question of the same thought is refused, not swallowed.
    await expect(window.call('start-research', { itemId, question: 'Another question?' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: `This thought is being researched: “${QUESTION}”. Let it end or stop it, then ask this.`,
    })
    await app.whenIdle()
    expect((await window.call('list-jobs', { type: 'research' })).jobs.map(({ about }) => about)).toEqual([QUESTION])
    const again = await research(running, { itemId, question: 'Another question?' })
    const { research: runs, total } = await window.call('list-research', { itemId, limit: 1 })
    expect([runs[0]?.id, total]).toEqual([again.id, 2])
    const next = await window.call('list-research', { itemId })
    expect(next.research.map(({ question }) => question)).toEqual(['Another question?', QUESTION])
  })

  it('is gone with its sources when its report is erased, and with the thought when there is no report', slow, async () => {
    const running = await startResearchApp()
    const { window, itemId } = running
    const run = await research(running, { itemId })
    const id = run.report?.id ?? ''
    await window.call('delete-item', { id })
    expect((await window.call('get-research', { id: run.id })).research?.report).toMatchObject({ id, inTrash: true })
    await window.call('erase-item', { id })
    expect((await window.call('get-research', { id: run.id })).research).toBeNull()

    running.pages.findNothing()
    const empty = await research(running, { itemId })
    const kept = await (async () => {
      running.pages.findAll()
      return research(running, { itemId })
    })()
    await window.call('delete-item', { id: itemId })
    await window.call('erase-item', { id: itemId })
    expect((await window.call('get-research', { id: empty.id })).research).toBeNull()
    expect((await window.call('get-research', { id: kept.id })).research).toMatchObject({
      itemId: null,
      state: 'done',
      sources: { length: 4 },
    })
  })
})

describe('what may not leave', () => {
  it('with “Local only” on nothing is queued, and the answer says where to switch it off', slow, async () => {
    const { window, itemId } = await startResearchApp()
    await window.call('update-settings', { localOnly: true })
    await expect(window.call('start-research', { itemId, question: QUESTION })).rejects.toMatchObject({
      code: 'WEB_LOCAL_ONLY',
      message: expect.stringContaining('Settings, Network'),
    })
    expect((await window.call('list-research', {})).total).toBe(0)
    expect((await window.call('list-jobs', { type: 'research' })).jobs).toEqual([])
  })

  it('the report of a thought that stays here stays here, and programs see neither', slow, async () => {
    const running = await startResearchApp({ private: true })
    const { window, program, itemId } = running
    const run = await research(running, { itemId })
    expect(run).toMatchObject({ state: 'done', private: true })
    expect((await window.call('get-item', { id: run.report?.id ?? '' })).private).toBe(true)
    await expect(program.call('get-research', { id: run.id })).rejects.toMatchObject({ code: 'ITEM_PRIVATE' })
    await expect(program.call('start-research', { itemId, question: QUESTION })).rejects.toMatchObject({ code: 'ITEM_PRIVATE' })
    expect(await program.call('list-research', {})).toMatchObject({ research: [], total: 0 })
    expect((await program.call('list-jobs', { type: 'research' })).jobs).toEqual([])
    await expect(program.call('get-job', { id: run.jobId ?? '' })).rejects.toMatchObject({ code: 'ITEM_PRIVATE' })
  })

  it(
    'a thought that stays here is not researched with a model elsewhere: the job says why, and nothing is asked at all',
    slow,
    async () => {
      const running = await startResearchApp({ private: true })
      const { window, itemId, pages: site } = running
      await chooseModelServer(window, { baseUrl: 'https://models.example/v1', model: 'far-model' })
      const run = await research(running, { itemId })
      expect(run).toMatchObject({ state: 'failed', report: null })
      expect(run.error).toContain('set to stay here')
      expect(await jobOf(running, run.jobId)).toMatchObject({ status: 'dead', errorCode: 'ITEM_PRIVATE' })
      expect([site.search.requests, site.site.requests]).toEqual([[], []])
    },
  )

  it('an empty question is refused, and a long one is cut for the search engine', slow, async () => {
    const running = await startResearchApp({ model: false })
    await expect(running.window.call('start-research', { question: '  \n ' })).rejects.toMatchObject({ code: 'BAD_INPUT' })
    const run = await research(running, { question: `Tool libraries ${'and their members '.repeat(26)}` })
    expect(run.queries).toHaveLength(1)
    expect(run.queries[0]?.length).toBeLessThanOrEqual(200)
    expect(new URLSearchParams(running.pages.search.requests[0]?.body).get('q')).toBe(run.queries[0])
  })
})

it('without a model and without a thought, makes a report of the pages’ own sentences, and says so', slow, async () => {
  const running = await startResearchApp({ model: false })
  const run = await research(running, { question: 'How many tools do tool library members borrow a year?' })
  expect(run).toMatchObject({ state: 'done', itemId: null, engine: { kind: 'builtin' }, droppedCitations: 0, unsupported: [] })
  const report = await running.window.call('get-item', { id: run.report?.id ?? '' })
  expect(report.body).toContain(sentences['/graz'].replace(/\.$/, ' [1].'))
  expect(report.body).toContain('Built-in report, no model')
  expect(report.links.filter(({ kind }) => kind === 'research')).toEqual([])
})
