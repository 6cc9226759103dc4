import { afterEach, describe, expect, it } from 'vitest'
import { costOf, localDay, nextMidnight } from '../../src/main/features/models/model-budget'
import { closeApps, startWithVault, type TestApp } from '../support/app'
import { type FakeOpenAi, startFakeOpenAi } from '../support/fake-openai-server'
import { chooseModelServer } from '../support/model-server'

let server: FakeOpenAi | undefined
afterEach(async () => {
  await closeApps()
  await server?.close()
  server = undefined
})

async function setUp(options: { now?: () => number } = {}): Promise<TestApp & { fake: FakeOpenAi; id: string }> {
  const fake = await startFakeOpenAi()
  server = fake
  // Noon, unless a test has a clock of its own: what belongs to one day stays on one.
  const noon = new Date(2025, 9, 6, 12).getTime()
  const running = await startWithVault({ now: () => noon, ...options })
  await chooseModelServer(running.window, { baseUrl: fake.baseUrl, model: 'fake-model' })
  await running.window.call('update-settings', {
    autoSummary: false,
    autoLockMinutes: null,
    prices: [{ model: 'fake-model', input: 2, output: 10 }],
  })
  const { id } = await running.window.call('capture-item', { body: 'Meetings should end with a written bet.' })
  await running.app.whenIdle()
  return { ...running, fake, id }
}

describe('usage', () => {
  it('sums what the server counted by day, model, role and kind of job, with its price', { timeout: 60_000 }, async () => {
    const { window, app, id } = await setUp()
    await window.call('deep-think', { itemId: id })
    await window.call('summarize-item', { itemId: id })
    await app.whenIdle()
    const usage = await window.call('get-usage', {})
    expect(usage.rows.map((row) => [row.role, row.type, row.calls])).toEqual(
      expect.arrayContaining([
        ['thinker', 'expand', 1],
        ['thinker', 'counterpoint', 1],
        ['thinker', 'synthesize', 1],
        ['worker', 'summarize', 1],
      ]),
    )
    const { jobs } = await window.call('list-jobs', { type: 'expand' })
    const call = (await window.call('get-job', { id: jobs[0]?.id ?? '' })).attemptsLog[0]?.calls[0]
    const row = usage.rows.find((one) => one.type === 'expand')
    expect([row?.promptTokens, row?.outputTokens]).toEqual([call?.promptTokens, call?.outputTokens])
    expect(row?.cost).toBeCloseTo(((call?.promptTokens ?? 0) * 2 + (call?.outputTokens ?? 0) * 10) / 1_000_000, 12)
    expect(usage.tokensToday).toBe(usage.rows.reduce((sum, one) => sum + one.promptTokens + one.outputTokens, 0))
    expect(usage.leftToday).toBeNull()
  })

  it('costs nothing with the built-in engine', async () => {
    const { window, app, id } = await setUp()
    await window.call('update-settings', { engine: 'builtin' })
    await window.call('deep-think', { itemId: id })
    await app.whenIdle()
    expect((await window.call('get-usage', {})).rows).toEqual([])
  })
})

describe('a ceiling', () => {
  it('stops before the call, costs no attempt, tells once, and the next day goes on by itself', { timeout: 60_000 }, async () => {
    // Long past, so that a part which asks the computer instead of this clock is found out on any day.
    const clock = { now: new Date(2025, 10, 30, 22, 0).getTime() }
    const { window, app, fake, id, events } = await setUp({ now: () => clock.now })
    await window.call('deep-think', { itemId: id })
    await app.whenIdle()
    await window.call('update-settings', { ceilings: { perDay: 1, perType: {} } })
    const before = fake.requests.length
    const other = await window.call('capture-item', { body: 'Another thought on bets.' })
    const { jobId } = await window.call('deep-think', { itemId: id })
    await window.call('deep-think', { itemId: other.id })
    await app.whenIdle()
    expect(fake.requests.length).toBe(before)
    expect(await window.call('get-job', { id: jobId })).toMatchObject({
      status: 'pending',
      attempts: 0,
      nextRunAt: new Date(2025, 11, 1).getTime(),
    })
    expect((await window.call('get-job', { id: jobId })).waitingFor).toContain('ceiling of 1 tokens')
    const { stages = [] } = await window.call('get-thesis', { itemId: id })
    expect(stages.find(({ stage }) => stage === 'expand')).toMatchObject({ jobId, status: 'retrying' })
    expect(events.filter((event) => event.type === 'usage-limit-reached')).toHaveLength(1)
    clock.now = new Date(2025, 11, 1, 0, 1).getTime()
    await window.call('update-settings', { ceilings: { perDay: 1_000_000, perType: {} } })
    await expect.poll(async () => (await window.call('get-thesis', { itemId: id })).status, { timeout: 20_000 }).toBe('done')
  })

  it('of one kind of work leaves the others alone', { timeout: 60_000 }, async () => {
    const { window, app, id } = await setUp()
    await window.call('summarize-item', { itemId: id })
    await app.whenIdle()
    await window.call('update-settings', { ceilings: { perDay: null, perType: { summarize: 1 } } })
    const { jobId } = await window.call('summarize-item', { itemId: id })
    await window.call('deep-think', { itemId: id })
    await expect.poll(async () => (await window.call('get-thesis', { itemId: id })).status, { timeout: 20_000 }).toBe('done')
    expect((await window.call('get-job', { id: jobId })).status).toBe('pending')
  })
})

describe('a request that was refused', () => {
  it('cost nothing, also while it was found out which fields the server takes', { timeout: 60_000 }, async () => {
    const { window, app, fake, id } = await setUp()
    fake.failAlways({ kind: 'status', status: 400, message: 'no', route: 'chat' })
    const { jobId } = await window.call('summarize-item', { itemId: id })
    await app.whenIdle()
    expect(await window.call('get-job', { id: jobId })).toMatchObject({ status: 'dead', attempts: 1, errorCode: 'MODEL_NOT_ACCEPTED' })
    expect(fake.requests.filter(({ route }) => route === 'chat').length).toBeGreaterThan(1)
    expect((await window.call('get-usage', {})).rows).toEqual([])
  })
})

describe('days and prices', () => {
  it('are counted by the local calendar', () => {
    expect(localDay(new Date(2026, 0, 5, 23, 59).getTime())).toBe('2026-01-05')
    expect(nextMidnight(new Date(2026, 11, 31, 12).getTime())).toBe(new Date(2027, 0, 1).getTime())
  })

  it('have no cost without a price', () => {
    expect(costOf([], { model: 'a', promptTokens: 1, outputTokens: 1 })).toBeNull()
    expect(costOf([{ model: 'a', input: 1, output: 3 }], { model: 'a', promptTokens: 1_000_000, outputTokens: 500_000 })).toBe(2.5)
  })
})
