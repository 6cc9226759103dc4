import { afterEach, expect, it } from 'vitest'
import { closeApps, startWithVault } from '../support/app'
import { type FakeOpenAi, startFakeOpenAi } from '../support/fake-openai-server'
import { chooseModelServer } from '../support/model-server'
import { createNormalizer } from './normalize'

let server: FakeOpenAi | undefined
afterEach(async () => {
  await closeApps()
  await server?.close()
})

const noon = Date.UTC(2031, 9, 3, 12)

/** Each step starts one chain of jobs and waits until the queue is idle. Progress is left out: its pieces follow the packets of the network. */
it('keeps the sequence of events of a scripted day', { timeout: 120_000 }, async () => {
  server = await startFakeOpenAi()
  const fake = server
  const { app, window, events } = await startWithVault({ now: () => noon, zone: () => 'UTC' })
  const steps: [string, unknown[]][] = []
  let seen = 0
  async function step<T>(name: string, act: () => Promise<T>): Promise<T> {
    const result = await act()
    await app.whenIdle()
    steps.push([name, events.slice(seen).filter(({ type }) => type !== 'job-progress')])
    seen = events.length
    return result
  }
  await step('choose a model', async () => {
    await chooseModelServer(window, { baseUrl: fake.baseUrl, model: 'fake-model' })
    await window.call('update-settings', { autoSummary: false, autoLockMinutes: null })
  })
  const first = await step('capture', () =>
    window.call('capture-item', { body: 'Meetings should end with a written bet.', tags: ['work'] }),
  )
  const second = await step('capture another', () =>
    window.call('capture-item', {
      body: 'A meeting that ends without a written bet was a talk. See [[Meetings should end with a written bet.]]',
    }),
  )
  await step('summarize', () => window.call('summarize-item', { itemId: first.id }))
  await step('deep think', () => window.call('deep-think', { itemId: first.id }))
  await step('brief', () => window.call('brief-item', { itemId: first.id }))
  await step('edit', () => window.call('update-item', { id: second.id, body: 'A meeting without a bet was a talk.' }))
  await step('rename a tag', () => window.call('rename-tag', { from: 'work', to: 'office' }))
  fake.failAlways({ kind: 'status', status: 400, message: 'no such thing' })
  await step('a job that dies', () => window.call('summarize-item', { itemId: second.id }))
  fake.heal()
  const { jobs } = await window.call('list-jobs', { status: 'dead' })
  await step('retry it', () => window.call('retry-job', { id: jobs[0]?.id ?? '' }))
  await step('delete', () => window.call('delete-item', { id: second.id }))
  await step('restore', () => window.call('restore-item', { id: second.id }))
  await step('brief the day', () => window.call('brief-many', { scope: 'day' }))
  await step('capture a third', () => window.call('capture-item', { body: 'Decisions need an owner and a date, or they are wishes.' }))
  await step('reflect', () => window.call('start-reflection', { since: 'everything' }))
  await step('lock', () => window.call('lock-vault', {}))
  const lines = (createNormalizer()(steps) as [string, unknown[]][]).flatMap(([name, of]) => [
    `# ${name}`,
    ...of.map((event) => JSON.stringify(event)),
  ])
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('day.txt')
})
