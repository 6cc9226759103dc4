import { afterEach, expect, it } from 'vitest'
import { closeApps, makeFolder, PASSPHRASE, startApp } from '../support/app'
import { atTheWindow } from '../support/at-the-window'
import { ownTexts } from '../support/embedding-change'
import { type FakeOpenAi, startFakeOpenAi } from '../support/fake-openai-server'
import { type Headless, startHeadless } from '../support/headless'
import { chooseModelServer } from '../support/model-server'

/** `npm run test:long -- bulk` makes it 5,000; two hundred are enough to catch work that is lost or done twice. */
const NOTES = Number(process.env.CORTEXA_BULK_NOTES ?? 200)
/** Texts that both workers may have on their way: these alone may be sent again after a kill. */
const ON_THE_WAY = 2 * 16
/** A slice of a change is stored at its end. */
const SLICE = 32

const hosts: Headless[] = []
let fake: FakeOpenAi | undefined
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.kill()
  await closeApps()
  await fake?.close()
  fake = undefined
})

interface State {
  embedded: number
  total: number
  change: { done: number; total: number } | null
}

async function start(dataDir: string): Promise<Headless> {
  const host = await startHeadless(dataDir)
  hosts.push(host)
  return host
}

const stateOf = (host: Pick<Headless, 'call'>) => host.call<State>('get-embedding-state', {})

/** What it was at each look until `enough`; the last one is `enough`. */
async function watch(host: Headless, enough: (state: State) => boolean): Promise<State[]> {
  const seen: State[] = []
  for (;;) {
    const state = await stateOf(host)
    seen.push(state)
    if (enough(state)) return seen
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

function countsOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

/** Keeps the model's requests waiting once it was asked for as much as is stored at 40 %, so that it cannot be done before anyone looks. */
function holdAfter(server: FakeOpenAi, model: string) {
  const enough = NOTES * 0.4 + 2 * SLICE
  return server.hold(({ body }) => body.model === model && ownTexts(server, model).length > enough)
}

async function captureAll(host: Headless): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let number = next++; number < NOTES; number = next++)
        await host.call('capture-item', { body: `Thought number${number} about word${number}.` })
    }),
  )
}

it(`embeds ${NOTES} thoughts that come at once, goes on after a kill at 40 %, and then does only the rest`, {
  timeout: 120_000 + NOTES * 300,
}, async () => {
  const server = await startFakeOpenAi({ models: ['fake-model', 'fake-embedder', 'second-embedder'] })
  fake = server
  const dataDir = `${makeFolder('bulk')}/vault`
  const endpointId = await atTheWindow(dataDir, async (window) => {
    await window.call('update-settings', { autoSummary: false })
    return chooseModelServer(window, { baseUrl: server.baseUrl, model: 'fake-model', embeddingModel: 'fake-embedder' })
  })
  let host = await start(dataDir)
  await captureAll(host)
  expect(await stateOf(host)).toMatchObject({ embedded: 0, total: NOTES })
  const held = holdAfter(server, 'fake-embedder')
  await host.call('resume-queue', {})

  const before = await watch(host, ({ embedded }) => embedded >= NOTES * 0.4)
  const last = before.at(-1)?.embedded ?? 0
  // Search answers in between, with what is not embedded yet, too.
  const { hits } = await host.call<{ hits: { title: string }[] }>('search-items', { query: `word${NOTES - 1}` })
  expect(hits[0]?.title).toContain(`number${NOTES - 1} `)
  await host.kill()
  expect(last).toBeLessThan(NOTES)
  held.release()
  const sentBefore = ownTexts(server, 'fake-embedder').length

  host = await start(dataDir)
  const after = await watch(host, ({ embedded }) => embedded === NOTES)
  expect(after[0]?.embedded).toBeGreaterThanOrEqual(last)
  for (const seen of [before, after]) {
    expect(seen.map(({ embedded }) => embedded)).toEqual(seen.map(({ embedded }) => embedded).sort((a, b) => a - b))
    expect(seen.every(({ total }) => total === NOTES)).toBe(true)
  }
  const sent = ownTexts(server, 'fake-embedder')
  const again = countsOf(sent.slice(sentBefore))
  expect([...again.values()].filter((times) => times > 1)).toEqual([])
  expect(countsOf(sent).size).toBe(NOTES)
  expect(sent.length - NOTES).toBeLessThanOrEqual(ON_THE_WAY)

  // The same for a change of the model, with its estimate: what it says is left is what is done.
  await host.end()
  await atTheWindow(dataDir, (window) => window.call('start-embedding-change', { embedder: { endpointId, model: 'second-embedder' } }))
  host = await start(dataDir)
  const heldChange = holdAfter(server, 'second-embedder')
  await host.call('resume-queue', {})
  const changing = await watch(host, ({ change }) => change === null || change.done >= NOTES * 0.4)
  expect(changing.at(-1)?.change).toMatchObject({ total: NOTES })
  await host.kill()
  heldChange.release()
  const { window } = startApp({ dataDir })
  await window.call('unlock-vault', { passphrase: PASSPHRASE })
  await window.call('pause-queue', {})
  await window.call('cancel-embedding-change', {})
  const embedder = { endpointId, model: 'second-embedder' }
  const plan = await window.call('plan-embedding-change', { embedder })
  expect(plan.items).toBeLessThanOrEqual(NOTES * 0.6 + 1)
  expect(plan.pieces).toBe(plan.items)
  await window.call('resume-queue', {})
  const sentOfSecond = () => countsOf(ownTexts(server, 'second-embedder'))
  const tried = ownTexts(server, 'second-embedder').length
  await window.call('start-embedding-change', { embedder })
  await expect.poll(async () => (await window.call('get-embedding-state', {})).change, { timeout: 60_000 + NOTES * 50 }).toBeNull()
  expect(await window.call('get-embedding-state', {})).toMatchObject({ model: 'second-embedder', embedded: NOTES, total: NOTES })
  expect(sentOfSecond().size).toBe(NOTES)
  expect(ownTexts(server, 'second-embedder').length - tried).toBe(plan.items)
  // At most what was on its way, and the few that the plan was tried with.
  expect([...sentOfSecond().values()].filter((times) => times > 1).length).toBeLessThanOrEqual(2 * SLICE + 8)
})
