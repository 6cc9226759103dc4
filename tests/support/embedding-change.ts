import { expect } from 'vitest'
import { startWithVault, type TestApp } from './app'
import type { Hold } from './fake-openai/hold'
import { type FakeOpenAi, type RecordedRequest, startFakeOpenAi } from './fake-openai-server'
import { chooseModelServer } from './model-server'

let server: FakeOpenAi | undefined

/** Closes the server of the last test, or the one that took its place. */
export async function closeServer(): Promise<void> {
  await server?.close()
  server = undefined
}

/** A server at the address of one that was closed. */
export async function startServerAgain(port: number): Promise<void> {
  server = await startFakeOpenAi({ models, port })
}

const models = ['fake-model', 'fake-embedder', 'second-embedder']

export interface Setup extends TestApp {
  fake: FakeOpenAi
  serverId: string
  ids: string[]
  second: { endpointId: string; model: string }
}

/** A vault with thoughts whose vectors are made by `fake-embedder`, or `builtin`: then no change of the model came before them. */
export async function setUp(
  count: number,
  { embeddedBy = 'fake-embedder', ...options }: { now?: () => number; embeddedBy?: 'fake-embedder' | 'builtin' } = {},
): Promise<Setup> {
  const fake = await startFakeOpenAi({ models })
  server = fake
  const running = await startWithVault(options)
  const { window, app } = running
  const embedding = embeddedBy === 'builtin' ? {} : { embeddingModel: embeddedBy }
  const serverId = await chooseModelServer(window, { baseUrl: fake.baseUrl, model: 'fake-model', ...embedding })
  await window.call('update-settings', { autoSummary: false })
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
    const { id } = await window.call('capture-item', { body: `Thought number${index} about word${index}.` })
    ids.push(id)
  }
  await app.whenIdle()
  return { ...running, fake, serverId, ids, second: { endpointId: serverId, model: 'second-embedder' } }
}

/** All texts that a model was asked to embed, in order. */
export function textsSentTo(fake: FakeOpenAi, model: string): string[] {
  return fake.requests
    .filter((request) => request.route === 'embeddings' && request.body.model === model)
    .flatMap((request) => request.body.input as string[])
}

export const ownTexts = (fake: FakeOpenAi, model: string) => textsSentTo(fake, model).filter((text) => text.startsWith('Thought'))

/** Keeps the requests waiting that ask the second model for thoughts, once so many of them were asked for before. */
export function holdSecond(fake: FakeOpenAi, after = 0): Hold<RecordedRequest> {
  const asked = () => ownTexts(fake, 'second-embedder').length
  return fake.hold(({ body }) => {
    const own = body.model === 'second-embedder' && [body.input].flat().some((text) => String(text).startsWith('Thought'))
    return own && asked() - textsOf(body) >= after
  })
}

const textsOf = (body: RecordedRequest['body']) => [body.input].flat().length

export const state = (running: Pick<TestApp, 'window'>) => running.window.call('get-embedding-state', {})

export async function changeIsOver(running: Pick<TestApp, 'window' | 'app'>): Promise<void> {
  await expect.poll(async () => (await state(running)).change, { timeout: 20_000 }).toBeNull()
  await running.app.whenIdle()
}

export function progressOf({ events }: TestApp): number[] {
  return events.flatMap((event) => (event.type === 'embedding-migration-progress' ? [event.payload.done] : []))
}

/** Found by meaning: the words are in no thought as they stand. */
export async function foundByMeaning(running: TestApp, query: string): Promise<string[]> {
  const { hits } = await running.window.call('search-items', { query })
  return hits.filter((hit) => hit.why !== 'words').map((hit) => hit.id)
}
