import { afterEach, describe, expect, it } from 'vitest'
import { closeApps, startWithVault, type TestApp } from '../support/app'
import { type FakeOpenAi, startFakeOpenAi } from '../support/fake-openai-server'
import { chooseModelServer } from '../support/model-server'

let server: FakeOpenAi | undefined
afterEach(async () => {
  await closeApps()
  await server?.close()
  server = undefined
})

async function setUp(
  options: Parameters<typeof startWithVault>[0] = {},
): Promise<TestApp & { fake: FakeOpenAi; id: string; serverId: string }> {
  const fake = await startFakeOpenAi({ models: ['fake-model', 'other-model'] })
  server = fake
  const running = await startWithVault(options)
  const serverId = await chooseModelServer(running.window, { baseUrl: fake.baseUrl, model: 'fake-model' })
  await running.window.call('update-settings', { autoSummary: false })
  const { id } = await running.window.call('capture-item', { body: 'Meetings should end with a written bet.' })
  await running.app.whenIdle()
  return { ...running, fake, id, serverId }
}

describe('a dead job', () => {
  it('is retried by another model and with more room, and so is what follows it', { timeout: 60_000 }, async () => {
    const { window, app, fake, id } = await setUp()
    fake.failNext(1, { kind: 'status', status: 401, message: 'bad key', route: 'chat' })
    const { jobId } = await window.call('deep-think', { itemId: id })
    await app.whenIdle()
    expect((await window.call('get-job', { id: jobId })).status).toBe('dead')
    await expect(window.call('retry-job', { id: jobId, changes: { maxOutputTokens: 1 } })).rejects.toMatchObject({ code: 'BAD_INPUT' })
    const before = fake.requests.length
    await window.call('retry-job', { id: jobId, changes: { model: 'other-model', maxOutputTokens: 9000 } })
    await app.whenIdle()
    const chats = fake.requests.slice(before).filter((request) => request.route === 'chat')
    expect(chats.map((request) => [request.body.model, request.body.max_tokens])).toEqual(Array(3).fill(['other-model', 9000]))
    expect((await window.call('get-thesis', { itemId: id })).engine?.label).toBe('other-model')
    expect((await window.call('get-job', { id: jobId })).changes).toEqual({ model: 'other-model', maxOutputTokens: 9000 })
  })

  it('is deleted alone, and a waiting one is not', { timeout: 60_000 }, async () => {
    const { window, app, fake, id } = await setUp()
    fake.failNext(1, { kind: 'status', status: 401, route: 'chat' })
    const { jobId } = await window.call('deep-think', { itemId: id })
    await app.whenIdle()
    await window.call('delete-job', { id: jobId })
    await expect(window.call('get-job', { id: jobId })).rejects.toMatchObject({ code: 'JOB_NOT_FOUND' })
    await window.call('pause-queue', {})
    const again = await window.call('deep-think', { itemId: id })
    await expect(window.call('delete-job', { id: again.jobId })).rejects.toMatchObject({ code: 'CONFLICT' })
  })
})

describe('a run of Deep Think', () => {
  it('is found from any of its jobs, in the order of its stages', { timeout: 60_000 }, async () => {
    const { window, app, id } = await setUp()
    const { jobId } = await window.call('deep-think', { itemId: id })
    await app.whenIdle()
    const { jobs } = await window.call('get-job-run', { id: jobId })
    expect(jobs.map((job) => job.type)).toEqual(['expand', 'counterpoint', 'synthesize'])
    expect(jobs.every((job) => job.attemptsLog[0]?.calls.length === 1)).toBe(true)
    const last = await window.call('get-job-run', { id: jobs[2]?.id ?? '' })
    expect(last.jobs.map((job) => job.id)).toEqual(jobs.map((job) => job.id))
    const embed = (await window.call('list-jobs', { type: 'embed' })).jobs[0]
    expect((await window.call('get-job-run', { id: embed?.id ?? '' })).jobs.map((job) => job.type)).toEqual(['embed'])
  })
})

describe('finished jobs', () => {
  it('are deleted with their trace once they are older than the settings keep them', { timeout: 60_000 }, async () => {
    const clock = { now: Date.now() }
    const running = await startWithVault({ now: () => clock.now })
    const { window, app } = running
    await window.call('update-settings', { keepJobsDays: 2, autoLockMinutes: null })
    await window.call('capture-item', { body: 'Old work.' })
    await app.whenIdle()
    expect((await window.call('list-jobs', {})).counts.done).toBeGreaterThan(1)
    clock.now += 3 * 86_400_000
    await window.call('lock-vault', {})
    await window.call('unlock-vault', { passphrase: 'correct horse battery staple' })
    await expect.poll(async () => (await window.call('list-jobs', {})).counts.done, { timeout: 10_000 }).toBe(0)
  })
})

describe('pause', () => {
  it('outlives a restart, and says so to whoever asks', async () => {
    const { window } = await startWithVault()
    await window.call('pause-queue', {})
    await window.call('lock-vault', {})
    await window.call('unlock-vault', { passphrase: 'correct horse battery staple' })
    await window.call('capture-item', { body: 'Waits.' })
    const { jobs, paused } = await window.call('list-jobs', { status: 'pending' })
    expect(paused).toBe(true)
    expect(jobs[0]?.waitingFor).toBe('The queue is paused.')
  })
})

describe('a key that the server refuses', () => {
  it('makes one dead job and one call; the others wait, and go on once it is mended', { timeout: 60_000 }, async () => {
    const { window, app, fake, serverId } = await setUp()
    const ids: string[] = []
    for (let n = 0; n < 12; n++) ids.push((await window.call('capture-item', { body: `Thought number ${n} about bets.` })).id)
    await app.whenIdle()
    fake.setBehaviour({ apiKey: 'the-right-key' })
    const before = fake.requests.length
    for (const id of ids) await window.call('deep-think', { itemId: id })
    await app.whenIdle()
    const { counts, jobs } = await window.call('list-jobs', { type: 'expand', limit: 50 })
    expect(fake.requests.length - before).toBeLessThanOrEqual(2)
    expect(counts.dead).toBeLessThanOrEqual(2)
    expect(jobs.filter((job) => job.status === 'pending').every((job) => job.errorCode === 'MODEL_KEY_REFUSED' && job.attempts === 0)).toBe(
      true,
    )
    await window.call('save-endpoint', { id: serverId, apiKey: 'the-right-key' })
    await window.call('retry-dead-jobs', {})
    await app.whenIdle()
    expect((await window.call('list-jobs', { type: 'synthesize' })).jobs.filter((job) => job.status === 'done')).toHaveLength(12)
  })
})

describe('Deep Think pressed again', () => {
  it('five times in a second is one run, and a stopped second run leaves the finished thesis', { timeout: 60_000 }, async () => {
    let later = 0
    const { window, app, fake } = await setUp({ now: () => Date.now() + later })
    await window.call('update-settings', { engine: 'builtin' })
    const { id } = await window.call('capture-item', { body: 'Notes rot from the edges because the reason goes first.' })
    await app.whenIdle()
    for (let press = 0; press < 5; press++) {
      await window.call('deep-think', { itemId: id })
      await app.whenIdle()
    }
    expect((await window.call('list-jobs', { itemId: id, type: 'expand' })).jobs).toHaveLength(1)
    later += 3100
    await window.call('update-settings', { engine: 'endpoint' })
    fake.failAlways({ kind: 'hang-before-first-byte', route: 'chat' })
    const { jobId } = await window.call('deep-think', { itemId: id })
    await expect.poll(async () => (await window.call('get-job', { id: jobId })).status).toBe('running')
    await window.call('cancel-job', { id: jobId })
    const thesis = await window.call('get-thesis', { itemId: id })
    expect(thesis).toMatchObject({ status: 'failed', outputOf: 'earlier', engine: { label: 'built-in outline, no model' } })
    expect(thesis.output?.gates).toHaveLength(8)
    expect((await window.call('list-items', {})).items.find((item) => item.id === id)?.thesis?.gates).toHaveLength(8)
  })

  it('on an empty thought is refused in words', async () => {
    const { window } = await startWithVault()
    const { id } = await window.call('capture-item', { body: 'Going.' })
    await window.call('update-item', { id, body: '' })
    await expect(window.call('deep-think', { itemId: id })).rejects.toMatchObject({ code: 'BAD_INPUT' })
    await expect(window.call('brief-item', { itemId: id })).rejects.toMatchObject({ code: 'BAD_INPUT' })
    expect((await window.call('get-item', { id })).summary).toBe('')
  })
})

describe('more jobs than one statement wakes', () => {
  it('all look again once the settings change, not only the first five hundred', { timeout: 120_000 }, async () => {
    const { window, app, fake, serverId } = await setUp()
    fake.setBehaviour({ models: ['fake-model', 'other-model', 'fake-embedder'] })
    await window.call('start-embedding-change', { embedder: { endpointId: serverId, model: 'fake-embedder' } })
    await app.whenIdle()
    const { id } = await window.call('capture-item', { body: 'A first call that uses the ceiling up.' })
    await window.call('deep-think', { itemId: id })
    await app.whenIdle()
    await window.call('update-settings', { ceilings: { perDay: 1, perType: {} } })
    for (let n = 0; n < 620; n++) await window.call('capture-item', { body: `Thought ${n} that waits for its vector.` })
    await app.whenIdle()
    expect((await window.call('list-jobs', { limit: 1 })).counts.pending).toBeGreaterThan(600)
    await window.call('update-settings', { ceilings: { perDay: null, perType: {} } })
    await expect.poll(async () => (await window.call('list-jobs', { limit: 1 })).counts.pending, { timeout: 60_000 }).toBe(0)
  })
})
