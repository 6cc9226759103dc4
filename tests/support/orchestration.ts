import type { Client } from '../../src/shared/client'
import type { Orchestration } from '../../src/shared/contract/orchestrate'
import { closeApps, startWithVault } from './app'
import { type FakeOpenAi, startFakeOpenAi } from './fake-openai-server'
import { chooseModelServer } from './model-server'
import { planModel } from './plan-model'

let server: FakeOpenAi | undefined

/** For `afterEach`: closes the apps and the model server of `setUpPlans`. */
export async function closePlans(): Promise<void> {
  await closeApps()
  await server?.close()
  server = undefined
}

export const PLANNED = 'Meetings should end with a written bet. We argue for an hour and nobody writes down what we expect to happen.'
/** A thought that is close to it. */
export const EARLIER = 'Written bets in meetings make people quiet: once a bet is written down in a meeting, nobody wants to lose it.'

/** A vault with two thoughts, of which `id` is to be planned for, and a model server. */
export async function setUpPlans(model = planModel(), options: Parameters<typeof startFakeOpenAi>[0] = {}) {
  const fake = await startFakeOpenAi({ answer: model.answer, ...options })
  server = fake
  const running = await startWithVault()
  await running.window.call('update-settings', { autoSummary: false })
  const earlier = (await running.window.call('capture-item', { body: EARLIER })).id
  const id = (await running.window.call('capture-item', { body: PLANNED })).id
  await running.app.whenIdle()
  const serverId = await chooseModelServer(running.window, { baseUrl: fake.baseUrl, model: 'fake-model' })
  return { ...running, fake, model, id, earlier, serverId }
}

/** The newest plan of an item; throws where there is none. */
export async function newestPlan({ window }: { window: Client }, itemId: string): Promise<Orchestration> {
  const { orchestration } = await window.call('get-orchestration', { itemId })
  if (!orchestration) throw new Error('there is no plan')
  return orchestration
}

/** Each step as "tool status". */
export const stepWords = (plan: Orchestration) => plan.steps.map(({ tool, status }) => `${tool} ${status}`)

export const chatsOf = (fake: FakeOpenAi) => fake.requests.filter((request) => request.route === 'chat')
