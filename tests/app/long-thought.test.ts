import { afterEach, expect, it } from 'vitest'
import { countTokens } from '../../src/main/core/llm/count-tokens'
import { closeApps, startWithVault } from '../support/app'
import { type FakeOpenAi, startFakeOpenAi } from '../support/fake-openai-server'
import { chooseModelServer } from '../support/model-server'

let server: FakeOpenAi | undefined
afterEach(async () => {
  await closeApps()
  await server?.close()
  server = undefined
})

/** The long thought in a vault whose server thinks within a context, and embeds: the built-in encoder would read it for seconds. */
async function captured(contextTokens: number, options: Parameters<typeof startFakeOpenAi>[0] = {}) {
  const fake = await startFakeOpenAi(options)
  server = fake
  const { window, app } = await startWithVault()
  const models = { model: 'fake-model', embeddingModel: 'fake-embedder', limits: { contextTokens } }
  await chooseModelServer(window, { baseUrl: fake.baseUrl, ...models })
  await window.call('update-settings', { autoSummary: false })
  const { id } = await window.call('capture-item', { body })
  return { window, app, fake, id }
}

const filler = Array.from(
  { length: 740 },
  (_, n) => `In part ${n} of the meeting nothing of weight was said about the plans for the garden.`,
).join(' ')
const body = `The key lies under the BLUE flowerpot.\n${filler}\nThe train leaves at SEVENTEEN past nine.`

/** A model that repeats what carries a fact, as far as it sees it, and reads no more than its context. */
function answerFacts(limit: number) {
  return ({ system, prompt }: { system: string; prompt: string }) => {
    const words = (system + prompt).split(/\s+/)
    const seen = countTokens(system + prompt) > limit ? words.slice(-Math.floor(limit / 2)).join(' ') : words.join(' ')
    const facts = ['BLUE', 'SEVENTEEN'].filter((fact) => seen.includes(fact))
    return facts.length > 0 ? `It tells of ${facts.join(' and ')}.` : 'Nothing of weight.'
  }
}

it('keeps the first and the last fact of 60,000 characters with a 4,096-token model', { timeout: 60_000 }, async () => {
  expect(body.length).toBeGreaterThan(60_000)
  const { window, app, fake, id } = await captured(4096, { answer: answerFacts(4096) })
  await window.call('summarize-item', { itemId: id })
  await app.whenIdle()
  const { summary } = await window.call('get-item', { id })
  expect(summary).toContain('BLUE')
  expect(summary).toContain('SEVENTEEN')
  for (const request of fake.requests.filter((one) => one.route === 'chat')) {
    const messages = request.body.messages as { content: string }[]
    expect(
      countTokens(messages.map((message) => String(message.content)).join('\n')) + Number(request.body.max_tokens),
    ).toBeLessThanOrEqual(4096)
  }
})

it('asks in smaller parts after a refusal for length, and never makes the same call twice', { timeout: 60_000 }, async () => {
  const { window, app, fake, id } = await captured(6000, { answer: answerFacts(100_000) })
  fake.failNext(1, {
    kind: 'status',
    status: 400,
    message: "This model's maximum context length is 3000 tokens.",
    code: 'context_length_exceeded',
    route: 'chat',
  })
  await window.call('summarize-item', { itemId: id })
  await app.whenIdle()
  expect((await window.call('get-item', { id })).summary).toContain('SEVENTEEN')
  const prompts = fake.requests.filter((one) => one.route === 'chat').map((one) => JSON.stringify(one.body.messages))
  expect(new Set(prompts).size).toBe(prompts.length)
})

it('thinks about a long thought within the context too', { timeout: 120_000 }, async () => {
  const { window, app, fake, id } = await captured(8192)
  await window.call('deep-think', { itemId: id })
  await app.whenIdle()
  expect((await window.call('get-thesis', { itemId: id })).status).toBe('done')
  for (const request of fake.requests.filter((one) => one.route === 'chat')) {
    const messages = request.body.messages as { content: string }[]
    expect(countTokens(messages.map((message) => String(message.content)).join('\n'))).toBeLessThan(8192)
  }
})

it('loses neither end when the model does not condense at all', { timeout: 120_000 }, async () => {
  let last = ''
  const { window, app, id } = await captured(16_384, {
    answer: ({ system, prompt }) => {
      last = prompt
      return system.includes('DIGEST') ? prompt.replace(/<\/?part>/g, '') : 'Done.'
    },
  })
  await window.call('summarize-item', { itemId: id })
  await app.whenIdle()
  expect(last).toContain('BLUE')
  expect(last).toContain('SEVENTEEN')
  expect(last).toContain('characters left out')
})
