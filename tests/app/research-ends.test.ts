import { describe, expect, it } from 'vitest'
import { closeResearchAfterEach, jobOf, QUESTION, research, startResearchApp } from '../support/research-app'
import { researchAnswer } from '../support/research-site'

closeResearchAfterEach()

const slow = { timeout: 60_000 }

describe('a search that gives no pages', () => {
  it('ends in a state of its own when the engine blocks, is not understood, or finds nothing', slow, async () => {
    const running = await startResearchApp()
    const { pages: site, itemId } = running
    site.block()
    const blocked = await research(running, { itemId })
    expect(blocked).toMatchObject({ state: 'blocked', report: null })
    expect(blocked.error).toContain('does not answer programs')
    expect(await jobOf(running, blocked.jobId)).toMatchObject({ status: 'dead', errorCode: 'SEARCH_BLOCKED', attempts: 1 })
    site.changeForm()
    const changed = await research(running, { itemId })
    expect(changed).toMatchObject({ state: 'not-understood', report: null })
    expect(await jobOf(running, changed.jobId)).toMatchObject({ status: 'dead', errorCode: 'SEARCH_NOT_UNDERSTOOD' })
    site.findNothing()
    const nothing = await research(running, { itemId })
    expect(nothing).toMatchObject({ state: 'nothing-found', report: null, error: null, queries: { length: 2 } })
    expect(await jobOf(running, nothing.jobId)).toMatchObject({ status: 'done', resultNote: 'Nothing found' })
    expect((await running.window.call('list-items', {})).items).toHaveLength(1)
  })

  it('runs again from the job panel once the engine answers', slow, async () => {
    const running = await startResearchApp()
    running.pages.block()
    const { id, jobId } = await research(running, { itemId: running.itemId })
    running.pages.findAll()
    await running.window.call('retry-job', { id: jobId ?? '' })
    await running.app.whenIdle()
    expect((await running.window.call('get-research', { id })).research).toMatchObject({ state: 'done', error: null })
  })

  it('is waited for once when the engine names a short time', slow, async () => {
    const running = await startResearchApp()
    running.pages.search.answer({ status: 429, headers: { 'retry-after': '1' }, body: 'too often' })
    const { window, app } = running
    const { researchId } = await window.call('start-research', { question: QUESTION })
    await expect.poll(() => running.pages.search.requests.length, { timeout: 10_000 }).toBeGreaterThan(0)
    running.pages.findAll()
    await app.whenIdle()
    expect((await window.call('get-research', { id: researchId })).research?.state).toBe('done')
  })
})

it('fails with the reasons when no page can be read', slow, async () => {
  const running = await startResearchApp()
  running.pages.find(['/gone', '/broken'])
  const run = await research(running, { itemId: running.itemId })
  expect(run).toMatchObject({ state: 'failed', report: null, pages: [{ state: 'failed' }, { state: 'failed' }] })
  expect(run.error).toContain('None of the 2 pages')
  expect(await jobOf(running, run.jobId)).toMatchObject({ status: 'dead', errorCode: 'RESEARCH_NOTHING_READ', attempts: 1 })
})

it('tries again, without asking the web again, when no statement of the model stands on a page', slow, async () => {
  let reports = 0
  const running = await startResearchApp({
    answer(question) {
      if (!question.system.startsWith('TASK: RESEARCH')) return researchAnswer(question)
      reports += 1
      const invented = { text: 'All invented [1].', citations: [{ source: 1, quote: 'these words stand on no page at all' }] }
      return reports > 1
        ? researchAnswer(question)
        : JSON.stringify({ title: 'T', answer: 'A', findings: [invented], disagreements: [], open_questions: [] })
    },
  })
  const { researchId } = await running.window.call('start-research', { itemId: running.itemId, question: QUESTION })
  const state = async () => (await running.window.call('get-research', { id: researchId })).research?.state
  await expect.poll(state, { timeout: 20_000 }).toBe('done')
  expect(reports).toBe(2)
  expect(running.pages.search.requests).toHaveLength(2)
  expect(running.pages.site.requests).toHaveLength(6)
})

it('stopped while a page hangs, lets go of the page and writes no report', slow, async () => {
  const running = await startResearchApp()
  const { window, app, itemId } = running
  running.pages.find(['/graz', '/slow'])
  const { jobId, researchId } = await window.call('start-research', { itemId, question: QUESTION })
  await expect.poll(() => running.pages.site.requests.some(({ path }) => path === '/slow'), { timeout: 10_000 }).toBe(true)
  await window.call('cancel-job', { id: jobId })
  await app.whenIdle()
  expect((await window.call('get-research', { id: researchId })).research).toMatchObject({ state: 'cancelled', report: null, sources: [] })
  expect((await window.call('list-items', {})).items).toHaveLength(1)
  expect(running.model?.requests.filter(({ route }) => route === 'chat')).toHaveLength(1)
})

it('goes on after a lock in the middle', slow, async () => {
  const running = await startResearchApp()
  const { window, app } = running
  running.pages.find(['/graz', '/slow'])
  const { researchId } = await window.call('start-research', { itemId: running.itemId, question: QUESTION })
  await expect.poll(() => running.pages.site.requests.some(({ path }) => path === '/slow'), { timeout: 10_000 }).toBe(true)
  await app.lock('idle')
  running.pages.findAll()
  await window.call('unlock-vault', { passphrase: 'correct horse battery staple' })
  await app.whenIdle()
  expect((await window.call('get-research', { id: researchId })).research?.state).toBe('done')
})
