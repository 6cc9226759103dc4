import { afterEach, describe, expect, it } from 'vitest'
import { closeApp, closeApps, PASSPHRASE, startApp, startWithVault } from '../support/app'
import { type FakeOpenAi, startFakeOpenAi } from '../support/fake-openai-server'

const servers: FakeOpenAi[] = []
afterEach(async () => {
  await closeApps()
  for (const server of servers.splice(0)) await server.close()
})

async function startServer(options: Parameters<typeof startFakeOpenAi>[0] = {}): Promise<FakeOpenAi> {
  const server = await startFakeOpenAi(options)
  servers.push(server)
  return server
}
const chats = (server: FakeOpenAi) => server.requests.filter((request) => request.route === 'chat')

describe('roles', () => {
  it('send Deep Think to the thinker and summaries to the worker, each counted as what it is', { timeout: 60_000 }, async () => {
    const [big, small] = [await startServer({ models: ['large'] }), await startServer({ models: ['little'] })]
    const { window, app } = await startWithVault()
    const thinker = await window.call('save-endpoint', { baseUrl: big.baseUrl })
    const worker = await window.call('save-endpoint', { baseUrl: small.baseUrl })
    await window.call('update-settings', {
      autoSummary: false,
      roles: { thinker: { endpointId: thinker.id, model: 'large' }, worker: { endpointId: worker.id, model: 'little' } },
    })
    const { id } = await window.call('capture-item', { body: 'Meetings should end with a written bet.' })
    await window.call('deep-think', { itemId: id })
    await window.call('summarize-item', { itemId: id })
    await app.whenIdle()
    expect(chats(big)).toHaveLength(3)
    expect(chats(small)).toHaveLength(1)
    const { rows } = await window.call('get-usage', {})
    expect(rows.map(({ role, model }) => `${role} ${model}`).sort()).toEqual([
      'thinker large',
      'thinker large',
      'thinker large',
      'worker little',
    ])
  })

  it('stand in for each other where one is free', { timeout: 60_000 }, async () => {
    const server = await startServer()
    const { window, app } = await startWithVault()
    const { id: endpointId } = await window.call('save-endpoint', { baseUrl: server.baseUrl })
    await window.call('update-settings', { autoSummary: false, roles: { worker: { endpointId, model: 'fake-model' } } })
    expect((await window.call('get-settings', {})).engine).toBe('endpoint')
    const { id } = await window.call('capture-item', { body: 'Meetings should end with a written bet.' })
    await window.call('deep-think', { itemId: id })
    await app.whenIdle()
    expect((await window.call('get-thesis', { itemId: id })).engine).toEqual({ kind: 'model', label: 'fake-model' })
    await window.call('update-settings', { roles: { worker: null } })
    expect((await window.call('get-settings', {})).engine).toBe('builtin')
  })

  it('name only servers that are there, and models that have a name', async () => {
    const { window } = await startWithVault()
    await expect(window.call('update-settings', { roles: { thinker: { endpointId: 'gone', model: 'm' } } })).rejects.toMatchObject({
      code: 'BAD_INPUT',
    })
    const { id } = await window.call('save-endpoint', { baseUrl: 'http://127.0.0.1:9/v1' })
    await expect(window.call('update-settings', { roles: { thinker: { endpointId: id, model: '  ' } } })).rejects.toMatchObject({
      code: 'BAD_INPUT',
    })
    await expect(window.call('update-settings', { engine: 'endpoint' })).rejects.toMatchObject({ code: 'BAD_INPUT' })
  })
})

describe('a stored server', () => {
  it('gets its own key and headers, and nobody is ever shown them', { timeout: 60_000 }, async () => {
    const server = await startServer({ apiKey: 'sk-CANARY-wombat' })
    const { window, program, app } = await startWithVault()
    const saved = await window.call('save-endpoint', {
      name: ' Home ',
      baseUrl: `${server.baseUrl}/`,
      apiKey: 'sk-CANARY-wombat',
      headers: [{ name: 'X-Team', value: 'CANARY-numbat' }],
    })
    expect(saved).toMatchObject({ name: 'Home', baseUrl: server.baseUrl, hasApiKey: true, headerNames: ['x-team'], leavesComputer: false })
    await window.call('update-settings', { autoSummary: false, roles: { thinker: { endpointId: saved.id, model: 'fake-model' } } })
    const { id } = await window.call('capture-item', { body: 'Who sees the header?' })
    server.failNext(1, { kind: 'echo-secrets', status: 500 })
    await window.call('deep-think', { itemId: id })
    await expect.poll(async () => (await window.call('get-thesis', { itemId: id })).status, { timeout: 20_000 }).toBe('done')
    await app.whenIdle()
    expect(chats(server).every((request) => request.headers['x-team'] === 'CANARY-numbat')).toBe(true)
    const { jobs } = await window.call('list-jobs', { type: 'expand' })
    const shown = [
      await window.call('get-settings', {}),
      await program.call('get-settings', {}),
      await window.call('get-job', { id: jobs[0]?.id ?? '' }),
    ]
    expect(JSON.stringify(shown)).not.toContain('CANARY')
  })

  it('keeps key and headers through a change of name or path, and loses both with its origin', async () => {
    const [one, other] = [await startServer({ apiKey: 'sk-CANARY-wombat' }), await startServer()]
    const { window } = await startWithVault()
    const headers = [{ name: 'x-team', value: 'CANARY-numbat' }]
    const { id } = await window.call('save-endpoint', { baseUrl: one.baseUrl, apiKey: 'sk-CANARY-wombat', headers })
    expect(await window.call('save-endpoint', { id, name: 'Renamed' })).toMatchObject({ hasApiKey: true, headerNames: ['x-team'] })
    await window.call('test-endpoint', { id, baseUrl: other.baseUrl, model: 'fake-model' })
    expect(await window.call('save-endpoint', { id, baseUrl: other.baseUrl })).toMatchObject({ hasApiKey: false, headerNames: [] })
    await window.call('list-endpoint-models', { id })
    expect(other.requests.length).toBeGreaterThan(1)
    expect(JSON.stringify(other.requests.map((request) => request.headers))).not.toContain('CANARY')
  })

  it.each([
    [{ name: 'Host', value: 'other' }],
    [{ name: 'x y', value: 'v' }],
    [{ name: 'x', value: 'line\nbreak' }],
    [{ name: 'x', value: 'ünïcode' }],
  ])('refuses the header %o in words', async (header) => {
    const { window } = await startWithVault()
    await expect(window.call('save-endpoint', { baseUrl: 'http://127.0.0.1:9/v1', headers: [header] })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringMatching(/header/),
    })
  })

  it('is removed with its roles, and comes back with key and roles within ten minutes', async () => {
    let now = Date.now()
    const { window } = await startWithVault({ now: () => now })
    const { id } = await window.call('save-endpoint', { baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'sk-1234567890' })
    const role = { endpointId: id, model: 'm' }
    await window.call('update-settings', { roles: { thinker: role, voice: { ...role, voice: 'alloy' } } })
    await window.call('delete-endpoint', { id })
    expect(await window.call('get-settings', {})).toMatchObject({ engine: 'builtin', endpoints: [], roles: { thinker: null, voice: null } })
    expect(await window.call('restore-endpoint', { id })).toMatchObject({ hasApiKey: true })
    expect(await window.call('get-settings', {})).toMatchObject({
      engine: 'endpoint',
      roles: { thinker: role, worker: null, voice: { ...role, voice: 'alloy' } },
    })
    await window.call('delete-endpoint', { id })
    now += 10 * 60_000 + 1
    await expect(window.call('restore-endpoint', { id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('is there after a lock, and its models are listed with their context', async () => {
    const server = await startServer()
    const first = await startWithVault()
    const { id } = await first.window.call('save-endpoint', { baseUrl: server.baseUrl })
    await closeApp(first.app)
    const second = startApp({ dataDir: first.dataDir })
    await second.window.call('unlock-vault', { passphrase: PASSPHRASE })
    expect((await second.window.call('list-endpoint-models', { id })).models).toEqual([
      { id: 'fake-model', contextTokens: 8192 },
      { id: 'fake-embedder', contextTokens: 8192 },
    ])
    await expect(second.window.call('list-endpoint-models', { id: 'gone' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('a server that asks for a pause', () => {
  it('is left alone by all jobs while another server goes on', { timeout: 60_000 }, async () => {
    const [busy, free] = [await startServer(), await startServer()]
    const { window, app } = await startWithVault()
    const thinker = await window.call('save-endpoint', { baseUrl: busy.baseUrl })
    const worker = await window.call('save-endpoint', { baseUrl: free.baseUrl })
    await window.call('update-settings', {
      autoSummary: false,
      roles: { thinker: { endpointId: thinker.id, model: 'fake-model' }, worker: { endpointId: worker.id, model: 'fake-model' } },
    })
    const ids: string[] = []
    for (let n = 0; n < 6; n++) ids.push((await window.call('capture-item', { body: `Thought ${n} about bets.` })).id)
    await app.whenIdle()
    busy.failAlways({ kind: 'status', status: 429, message: 'slow down', route: 'chat' })
    for (const id of ids) await window.call('deep-think', { itemId: id })
    await window.call('summarize-item', { itemId: ids[0] ?? '' })
    await expect.poll(async () => (await window.call('get-item', { id: ids[0] ?? '' })).summaryBy, { timeout: 20_000 }).toBe('model')
    await app.whenIdle()
    // Two workers may ask at the same moment; after that nobody does until the pause is over.
    expect(chats(busy).length).toBeLessThanOrEqual(2)
    const { jobs } = await window.call('list-jobs', { type: 'expand' })
    expect(jobs.every((job) => job.status === 'pending' && job.attempts === 0)).toBe(true)
  })
})
