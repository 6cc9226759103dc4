import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { closeApps, makeFolder, PASSPHRASE, startApp, startWithVault } from '../support/app'
import { type FakeOpenAi, startFakeOpenAi } from '../support/fake-openai-server'
import { chooseModelServer } from '../support/model-server'

let server: FakeOpenAi | undefined
afterEach(async () => {
  await closeApps()
  await server?.close()
  server = undefined
})

const paragraph = (n: number) =>
  `Part ${n} of the plan speaks of the ${['garden', 'bridge', 'letter', 'river', 'bread'][n % 5]} and of ${n * 37} reasons for it. Nobody has ${['asked', 'tried', 'paid', 'waited'][n % 4]} so far, and day ${n} is near.`
const body = Array.from({ length: 240 }, (_, n) => paragraph(n)).join('\n\n')

/** Prompts of the calls that read a part, in order. */
function partsRead(fake: FakeOpenAi, from = 0): string[] {
  return fake.requests.slice(from).flatMap(({ route, body: { messages } }) => {
    const [system, ...rest] = route === 'chat' ? (messages as { content: string }[]) : []
    return system?.content.includes('TASK: DIGEST') ? [rest.map(({ content }) => content).join('\n')] : []
  })
}
const chats = (fake: FakeOpenAi, from = 0) => fake.requests.slice(from).filter(({ route }) => route === 'chat').length

async function setUp(options: Parameters<typeof startFakeOpenAi>[0] = {}) {
  const fake = await startFakeOpenAi({ models: ['fake-model', 'other-model', 'fake-embedder'], ...options })
  server = fake
  const running = await startWithVault()
  // The server embeds, too: the built-in encoder would read a thought of this length for seconds.
  const embeddingModel = 'fake-embedder'
  await chooseModelServer(running.window, { baseUrl: fake.baseUrl, model: 'fake-model', embeddingModel, limits: { contextTokens: 2560 } })
  await running.window.call('update-settings', { autoSummary: false })
  const { id } = await running.window.call('capture-item', { body })
  await running.app.whenIdle()
  return { ...running, fake, id }
}

it('reads each part of a long thought once for all stages, the summary and the briefing', { timeout: 120_000 }, async () => {
  const { window, app, fake, id } = await setUp()
  await window.call('deep-think', { itemId: id })
  await app.whenIdle()
  expect((await window.call('get-thesis', { itemId: id })).status).toBe('done')
  const read = partsRead(fake)
  expect(read.length).toBeGreaterThan(10)
  expect(new Set(read).size).toBe(read.length)
  expect(chats(fake)).toBe(read.length + 3)
  for (const fact of [paragraph(0), paragraph(119), paragraph(239)]) expect(read.filter((part) => part.includes(fact)).length).toBe(1)

  const before = fake.requests.length
  await window.call('summarize-item', { itemId: id })
  await window.call('brief-item', { itemId: id })
  await app.whenIdle()
  expect(chats(fake, before)).toBe(2)
})

it('reads only what changed of an edited thought, and all of it for another model', { timeout: 120_000 }, async () => {
  const { window, app, fake, id } = await setUp()
  await window.call('summarize-item', { itemId: id })
  await app.whenIdle()
  const all = partsRead(fake).length
  const top = fake.requests.length
  await window.call('update-item', { id, body: `A new beginning, written today.\n\n${body}` })
  await window.call('summarize-item', { itemId: id })
  await app.whenIdle()
  const changed = partsRead(fake, top)
  expect(changed.some((part) => part.includes('A new beginning'))).toBe(true)
  expect(changed.length).toBeLessThan(all / 2)
  const end = fake.requests.length
  await window.call('update-item', { id, body: `A new beginning, written today.\n\n${body}\n\nA new ending.` })
  await window.call('summarize-item', { itemId: id })
  await app.whenIdle()
  expect(partsRead(fake, end).some((part) => part.includes('A new ending'))).toBe(true)
  expect(partsRead(fake, end).length).toBeLessThanOrEqual(3)

  const { roles } = await window.call('get-settings', {})
  if (!roles.thinker) throw new Error('no thinker')
  await window.call('update-settings', { roles: { thinker: { ...roles.thinker, model: 'other-model' } } })
  const other = fake.requests.length
  await window.call('summarize-item', { itemId: id })
  await app.whenIdle()
  expect(partsRead(fake, other).length).toBeGreaterThanOrEqual(all - 1)
})

it('goes on from the part that failed', { timeout: 120_000 }, async () => {
  let fifth = true
  const { window, app, fake, id } = await setUp({
    answer: ({ prompt }) => {
      if (partsRead(fake).length === 5 && fifth) {
        fifth = false
        fake.failNext(1, { kind: 'status', status: 500, route: 'chat' })
      }
      return `Of ${prompt.length} characters.`
    },
  })
  await window.call('summarize-item', { itemId: id })
  await expect.poll(async () => (await window.call('get-item', { id })).summary, { timeout: 30_000 }).toContain('characters')
  await app.whenIdle()
  const read = partsRead(fake)
  expect(fifth).toBe(false)
  // Only the one that met the fault is sent twice.
  expect(read.length - new Set(read).size).toBe(1)
})

it('goes on from the parts read before the process was killed', { timeout: 120_000 }, async () => {
  const { window, app, fake, id, dataDir } = await setUp({
    answer: ({ prompt }) => {
      if (partsRead(fake).length === 6) fake.failAlways({ kind: 'hang-before-first-byte', route: 'chat' })
      return `Of ${prompt.length} characters.`
    },
  })
  await window.call('summarize-item', { itemId: id })
  await expect.poll(() => partsRead(fake).length, { timeout: 30_000 }).toBe(7)
  // The files as a kill would leave them at this moment.
  const left = join(makeFolder('killed'), 'vault')
  cpSync(dataDir, left, { recursive: true })
  const read = partsRead(fake)
  await window.call('cancel-job', { id: (await window.call('list-jobs', { type: 'summarize' })).jobs[0]?.id ?? '' })
  await app.whenIdle()
  await window.call('lock-vault', {})
  fake.heal()
  const from = fake.requests.length
  const again = startApp({ dataDir: left })
  await again.window.call('unlock-vault', { passphrase: PASSPHRASE })
  await expect.poll(async () => (await again.window.call('get-item', { id })).summary, { timeout: 30_000 }).toContain('characters')
  const rest = partsRead(fake, from)
  expect(rest[0]).toBe(read[6])
  expect(rest.filter((part) => read.slice(0, 6).includes(part))).toEqual([])
  expect(rest.length).toBeGreaterThan(3)
})

it('sends no further part once the thought is set to stay here and the server is elsewhere', { timeout: 120_000 }, async () => {
  const { window, app, fake, id } = await setUp({
    answer: ({ prompt }) => `Of ${prompt.length} characters.`,
  })
  const held = fake.hold(() => partsRead(fake).length === 4)
  const endpointId = (await window.call('get-settings', {})).roles.thinker?.endpointId ?? ''
  const { jobId } = await window.call('summarize-item', { itemId: id })
  await held.next()
  await window.call('update-item', { id, private: true })
  await window.call('save-endpoint', { id: endpointId, name: 'Away', baseUrl: 'https://models.example.invalid/v1' })
  held.release()
  await app.whenIdle()
  const job = await window.call('get-job', { id: jobId })
  expect(job).toMatchObject({ status: 'dead', errorCode: 'ITEM_PRIVATE' })
  expect(job.attemptsLog.flatMap(({ calls }) => calls).map(({ endpoint }) => new URL(endpoint).hostname)).toEqual(
    Array(4).fill('127.0.0.1'),
  )
})
