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

const KEY = 'sk-test-CANARY-0001'
const body =
  'Meetings should end with a written bet. We argue for an hour and nobody writes down what we expect to happen, because a bet can be lost.'

async function setUp(
  options: Parameters<typeof startFakeOpenAi>[0] = {},
): Promise<TestApp & { fake: FakeOpenAi; id: string; serverId: string }> {
  const fake = await startFakeOpenAi({ apiKey: KEY, ...options })
  server = fake
  const running = await startWithVault()
  const serverId = await chooseModelServer(running.window, { baseUrl: `${fake.baseUrl}/`, model: 'fake-model', apiKey: KEY })
  await running.window.call('update-settings', { autoSummary: false })
  const { id } = await running.window.call('capture-item', { body })
  await running.app.whenIdle()
  return { ...running, fake, id, serverId }
}

describe('Deep Think through a model server', () => {
  it('streams the stages and stores the structured thesis, with every call in the trace', { timeout: 60_000 }, async () => {
    const { window, app, fake, id, events } = await setUp({ chunkDelayMs: 5 })
    expect((await window.call('get-settings', {})).engine).toBe('endpoint')
    await window.call('deep-think', { itemId: id })
    await expect
      .poll(() => events.some((event) => event.type === 'job-progress' && event.payload.text !== ''), { timeout: 10_000 })
      .toBe(true)
    await app.whenIdle()
    const thesis = await window.call('get-thesis', { itemId: id })
    expect(thesis).toMatchObject({ status: 'done', engine: { kind: 'model', label: 'fake-model' } })
    expect(thesis.output?.gates).toHaveLength(8)
    const progress = events.flatMap((event) => (event.type === 'job-progress' && event.payload.type === 'expand' ? [event.payload] : []))
    let text = ''
    for (const piece of progress) {
      expect(piece.offset).toBe(text.length)
      text += piece.text
    }
    expect(text.trim()).toBe(thesis.stages?.[0]?.text.trim())
    const { jobs } = await window.call('list-jobs', { type: 'synthesize' })
    const job = await window.call('get-job', { id: jobs[0]?.id ?? '' })
    expect(job.attemptsLog[0]?.calls[0]).toMatchObject({ model: 'fake-model', name: 'Write the thesis', errorCode: null })
    expect(job.attemptsLog[0]?.calls[0]?.prompt).toContain('written bet')
    expect(JSON.stringify(job)).not.toContain(KEY)
    expect(JSON.stringify(await window.call('get-settings', {}))).not.toContain(KEY)
    expect(fake.requests.filter((request) => request.route === 'chat').length).toBeGreaterThanOrEqual(3)
  })

  it('drops and counts citations and quotes that the vault does not hold, and leaves a missing gate open', {
    timeout: 60_000,
  }, async () => {
    const { window, app, fake, id } = await setUp()
    await window.call('capture-item', {
      body: 'Scores make people quiet. The moment you score people in meetings, they go quiet and write down nothing.',
    })
    await app.whenIdle()
    const other = (await window.call('list-items', {})).items.find((item) => item.id !== id)?.id ?? ''
    fake.script(
      'An expansion.',
      'A counterpoint.',
      JSON.stringify({
        core: `End meetings with a bet [item:${other}] [item:invented] [7].`,
        sub_questions: 'Only one?',
        supporting_arguments: [],
        risks: null,
        prior_art: [],
        open_questions: [],
        next_steps: [],
        confidence: 'certain',
        contradictions: [
          { item_id: other, quote: 'The moment you score people in meetings, they go quiet', reason: 'Scores silence.' },
          { item_id: other, quote: 'Words nobody wrote', reason: 'Invented.' },
          { item_id: 'invented', quote: 'x', reason: 'y' },
        ],
        lenses: [{ lens: 'Pre-mortem', text: 'It died.' }],
        gates: [
          { gate: 'problem_stated', status: 'Closed', reason: 'Said.' },
          { gate: 'success-criterion', status: 'maybe', reason: 'Unsure.' },
        ],
      }),
    )
    await window.call('deep-think', { itemId: id })
    await app.whenIdle()
    const { output } = await window.call('get-thesis', { itemId: id })
    expect(output?.core).toBe('End meetings with a bet [1].')
    expect(output?.sources).toEqual([{ n: 1, itemId: other, title: expect.stringContaining('Scores make people quiet') }])
    expect(output?.dropped_citations).toBe(3)
    expect(output?.sub_questions).toEqual(['Only one?'])
    expect(output?.confidence).toBeUndefined()
    expect(output?.contradictions.map((entry) => entry.quote)).toEqual(['The moment you score people in meetings, they go quiet', ''])
    expect(output?.lenses).toEqual([{ lens: 'pre-mortem', text: 'It died.' }])
    expect(output?.gates.map((gate) => gate.status)).toEqual(['closed', ...Array(7).fill('open')])
    expect(output?.gates[7]?.reason).toBe('The model did not judge this gate.')
  })

  it('goes on from the stage that died', { timeout: 60_000 }, async () => {
    const { window, app, fake, id } = await setUp()
    fake.script('The expansion that is kept.')
    fake.failNext(1, { kind: 'stall', ms: 0, route: 'chat' })
    await window.call('deep-think', { itemId: id })
    await expect.poll(async () => (await window.call('get-thesis', { itemId: id })).stages?.[0]?.status).toBe('done')
    await app.whenIdle()
    fake.heal()
    fake.script('The expansion that is kept.', { kind: 'status', status: 401, message: 'bad key' })
    await window.call('deep-think', { itemId: id })
    await expect.poll(async () => (await window.call('get-thesis', { itemId: id })).status, { timeout: 10_000 }).toBe('failed')
    const failed = await window.call('get-thesis', { itemId: id })
    expect(failed.stages?.map((stage) => stage.status)).toEqual(['done', 'dead', 'next'])
    expect(failed.error).toBeTruthy()
    const before = fake.requests.length
    await window.call('retry-job', { id: failed.stages?.[1]?.jobId ?? '' })
    await app.whenIdle()
    const done = await window.call('get-thesis', { itemId: id })
    expect(done.status).toBe('done')
    expect(done.stages?.[0]?.text).toBe('The expansion that is kept.')
    expect(fake.requests.length - before).toBe(2)
  })
})

describe('what a failing server means for a job', () => {
  it('is waiting without cost while it is down, and going on by itself', { timeout: 60_000 }, async () => {
    const { window, app, fake, id } = await setUp()
    const { port } = new URL(fake.baseUrl)
    await fake.close()
    await window.call('deep-think', { itemId: id })
    await expect
      .poll(async () => (await window.call('list-jobs', { type: 'expand' })).jobs[0]?.waitingFor, { timeout: 10_000 })
      .toContain('No model server answers')
    expect((await window.call('list-jobs', { type: 'expand' })).jobs[0]).toMatchObject({ status: 'pending', attempts: 0 })
    expect((await window.call('capture-item', { body: 'Capture goes on.' })).id).toBeTruthy()
    server = await startFakeOpenAi({ apiKey: KEY, port: Number(port) })
    await window.call('update-settings', { modelTimeoutSeconds: 120 })
    await expect.poll(async () => (await window.call('get-thesis', { itemId: id })).status, { timeout: 20_000 }).toBe('done')
    await app.whenIdle()
  })

  it('is dead at once, with what to fix, for a bad key and an unknown model', { timeout: 60_000 }, async () => {
    const { window, app, fake, id, serverId } = await setUp()
    fake.setBehaviour({ apiKey: 'another' })
    await window.call('deep-think', { itemId: id })
    await app.whenIdle()
    expect((await window.call('list-jobs', { status: 'dead' })).jobs[0]).toMatchObject({
      type: 'expand',
      attempts: 1,
      errorCode: 'MODEL_KEY_REFUSED',
    })
    fake.setBehaviour({ apiKey: KEY, models: ['something-else'] })
    await window.call('save-endpoint', { id: serverId, apiKey: KEY })
    await window.call('deep-think', { itemId: id })
    await app.whenIdle()
    expect((await window.call('list-jobs', { status: 'dead' })).jobs[0]).toMatchObject({
      type: 'expand',
      attempts: 1,
      errorCode: 'MODEL_UNKNOWN',
    })
  })

  it('is another attempt after two 500s', { timeout: 60_000 }, async () => {
    const { window, fake, id } = await setUp()
    fake.failNext(2, { kind: 'status', status: 500, route: 'chat' })
    await window.call('deep-think', { itemId: id })
    await expect.poll(async () => (await window.call('get-thesis', { itemId: id })).status, { timeout: 30_000 }).toBe('done')
    const { jobs } = await window.call('list-jobs', { type: 'expand' })
    expect(jobs[0]).toMatchObject({ status: 'done', attempts: 3 })
  })

  it('is stopped within two seconds by cancel, and the server sees the client hang up', { timeout: 60_000 }, async () => {
    const { window, fake, id } = await setUp()
    fake.failAlways({ kind: 'hang-before-first-byte', route: 'chat' })
    const { jobId } = await window.call('deep-think', { itemId: id })
    await expect.poll(() => fake.requests.filter((request) => request.route === 'chat').length).toBe(1)
    await window.call('cancel-job', { id: jobId })
    expect(await fake.requests.find((request) => request.route === 'chat')?.ended).toBe('hung-up')
    expect(await window.call('get-thesis', { itemId: id })).toMatchObject({ status: 'failed', error: 'Stopped by you.' })
    expect((await window.call('get-job', { id: jobId })).status).toBe('cancelled')
  })

  it('puts a running job back at lock, and it is done after unlock', { timeout: 60_000 }, async () => {
    const { window, fake, id } = await setUp()
    fake.failNext(1, { kind: 'hang-before-first-byte', route: 'chat' })
    const { jobId } = await window.call('deep-think', { itemId: id })
    await expect.poll(() => fake.requests.filter((request) => request.route === 'chat').length).toBe(1)
    await window.call('lock-vault', {})
    await window.call('unlock-vault', { passphrase: 'correct horse battery staple' })
    await expect.poll(async () => (await window.call('get-thesis', { itemId: id })).status, { timeout: 20_000 }).toBe('done')
    expect((await window.call('get-job', { id: jobId })).attemptsLog.map((attempt) => attempt.outcome)).toEqual(['interrupted', 'done'])
    expect((await window.call('get-job', { id: jobId })).attempts).toBe(1)
  })
})

describe('a server that reads a part of the prompt only', () => {
  it('is told of beside the result, with what to change', { timeout: 60_000 }, async () => {
    const { window, app } = await setUp({ contextTokens: 2048 })
    const { id } = await window.call('capture-item', { body: `${body} `.repeat(120) })
    await window.call('deep-think', { itemId: id })
    await app.whenIdle()
    const { jobs } = await window.call('list-jobs', { itemId: id, type: 'expand' })
    expect(jobs[0]).toMatchObject({ status: 'done' })
    expect(jobs[0]?.resultNote).toMatch(/part/)
  })
})

describe('items that stay here', () => {
  it('are thought about by a server on this computer, and by no other', { timeout: 60_000 }, async () => {
    const { window, app, serverId } = await setUp()
    const { id } = await window.call('capture-item', { body: 'PRIVATE-CANARY-7731 stays here.', private: true })
    await window.call('deep-think', { itemId: id })
    await app.whenIdle()
    expect((await window.call('get-thesis', { itemId: id })).status).toBe('done')
    await window.call('save-endpoint', { id: serverId, baseUrl: 'https://models.example.invalid/v1' })
    const { jobId } = await window.call('deep-think', { itemId: id })
    await app.whenIdle()
    expect(await window.call('get-job', { id: jobId })).toMatchObject({ status: 'dead', errorCode: 'ITEM_PRIVATE' })
  })
})

describe('embeddings of a server', () => {
  it('take over from the built-in ones and are stored beside them', { timeout: 60_000 }, async () => {
    const { window, app, fake, id, serverId } = await setUp()
    await window.call('start-embedding-change', { embedder: { endpointId: serverId, model: 'fake-embedder' } })
    await expect
      .poll(() => fake.requests.filter((request) => request.route === 'embeddings').length, { timeout: 10_000 })
      .toBeGreaterThan(0)
    await app.whenIdle()
    expect((await window.call('search-items', { query: 'written bet' })).hits[0]?.id).toBe(id)
    expect((await window.call('get-settings', {})).roles.embedder?.model).toBe('fake-embedder')
    await window.call('undo-embedding-change', {})
    expect((await window.call('search-items', { query: 'written bet' })).hits[0]?.id).toBe(id)
  })
})

describe('the API key', () => {
  it('never goes to another server than the one it was entered for', { timeout: 60_000 }, async () => {
    const { window, fake, serverId } = await setUp()
    const other = await startFakeOpenAi()
    try {
      await window.call('test-endpoint', { id: serverId, baseUrl: other.baseUrl, model: 'fake-model' })
      expect(await window.call('save-endpoint', { id: serverId, baseUrl: other.baseUrl })).toMatchObject({ hasApiKey: false })
      const { id } = await window.call('capture-item', { body: 'Who gets the key?' })
      await window.call('deep-think', { itemId: id })
      await expect.poll(async () => (await window.call('get-thesis', { itemId: id })).status, { timeout: 20_000 }).toBe('done')
      expect(other.requests.length).toBeGreaterThan(3)
      expect(JSON.stringify(other.requests.map((request) => request.headers))).not.toContain('CANARY')
      await window.call('save-endpoint', { id: serverId, baseUrl: fake.baseUrl, apiKey: KEY })
      expect((await window.call('test-endpoint', { id: serverId, model: 'fake-model' })).ok).toBe(true)
    } finally {
      await closeApps()
      await other.close()
    }
  })
})
