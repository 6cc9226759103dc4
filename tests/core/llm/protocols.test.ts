import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createModelEndpoint } from '../../../src/main/core/llm/model-endpoint'
import { errorOf, withEndpoint } from './endpoint-fixture'

const Answer = z.object({ status: z.number().default(200), headers: z.record(z.string(), z.string()).optional(), body: z.unknown() })
const Failing = Answer.extend({ code: z.string(), words: z.string(), retryAfterMs: z.number().optional() })
/** What one kind of server sends, as its documentation shows it; written by hand from there. */
const Protocol = z.object({
  server: z.string(),
  source: z.string(),
  model: z.string(),
  models: Answer.extend({ names: z.array(z.string()) }),
  stream: Answer,
  object: Answer,
  whole: Answer,
  embeddings: Answer.optional(),
  refusal: Answer.optional(),
  cut: Answer.optional(),
  silent: Answer.optional(),
  usage: z.object({ promptTokens: z.number(), outputTokens: z.number() }),
  reasoning: z.string(),
  'broken streams': z.record(z.string(), Failing).default({}),
  errors: z.record(z.string(), Failing),
  stepDown: Answer.optional(),
})
const folder = join(__dirname, '../../fixtures/protocols')
const protocols = readdirSync(folder).map((file) => Protocol.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))))
const text = 'Bike twice a week. 自転車 🚲'
/** The times in the fixtures are told from here. */
const now = Date.parse('2026-11-30T12:00:00Z')

const use = withEndpoint()
const endpointOf = (model: string) =>
  createModelEndpoint({ settings: () => ({ ...use.settings, model, embeddingModel: model }), ladder: use.ladder, now: () => now })

it('there is a fixture for each of the servers that people have', () => {
  expect(protocols.map(({ server }) => server).sort()).toEqual(
    ['DeepSeek', 'Groq', 'LM Studio', 'Mistral', 'Ollama', 'OpenAI', 'OpenRouter', 'llama.cpp server', 'vLLM'].sort(),
  )
})

describe.each(protocols)('$server', (protocol) => {
  const ask = async () => {
    const deltas: string[] = []
    const answer = await endpointOf(protocol.model).generate(
      { name: 'n', system: 'You are brief.', prompt: 'Bikes?' },
      { ...use.context(), onText: (delta) => deltas.push(delta) },
    )
    return { ...answer, deltas }
  }

  it('lists its models', async () => {
    use.server.replay(protocol.models)
    expect(await endpointOf(protocol.model).listModels(new AbortController().signal)).toEqual(protocol.models.names)
  })

  it('streams a text: all of it, its tokens counted, its thinking apart', async () => {
    use.server.replay(protocol.stream)
    const answer = await ask()
    expect(answer.text).toBe(text)
    expect(answer.deltas.join('')).toBe(text)
    expect(answer.usage).toEqual(protocol.usage)
    expect(use.records).toMatchObject([{ reasoning: protocol.reasoning, finishReason: 'stop', errorCode: null, reply: text }])
  })

  it('gives the same in a whole answer, though a stream was asked for', async () => {
    use.server.replay(protocol.whole)
    const answer = await ask()
    expect([answer.text, answer.usage]).toEqual([text, protocol.usage])
    expect(use.records[0]?.reasoning).toBe(protocol.reasoning)
  })

  it('gives an object', async () => {
    use.server.replay(protocol.object)
    const answer = await endpointOf(protocol.model).generate(
      { name: 'n', system: '', prompt: 'p', schema: z.object({ title: z.string(), points: z.array(z.string()) }) },
      use.context(),
    )
    expect(answer.value).toEqual({ title: 'Bike', points: ['cheap'] })
    expect(answer.usage).toEqual(protocol.usage)
    expect(use.server.requests).toHaveLength(1)
  })

  it('is not believed when the stream stops before its end', async () => {
    const body = String(protocol.stream.body)
    use.server.replay({ status: 200, body: body.slice(0, body.indexOf('自転')) })
    const error = await errorOf(ask())
    expect([error.code, use.records[0]?.reply]).toEqual(['MODEL_SERVER_ERROR', expect.stringContaining('Bike twice')])
  })

  const { embeddings } = protocol
  if (embeddings !== undefined)
    it('embeds', async () => {
      use.server.replay(embeddings)
      const { vectors } = await endpointOf(protocol.model).embed(['a', 'b'], use.context())
      expect(vectors.map((vector) => [...vector])).toEqual([
        [0.25, -0.5, 0.75],
        [0.5, 0.5, -0.25],
      ])
      expect(use.records[0]?.promptTokens).toEqual(expect.any(Number))
    })

  it.each(Object.entries(protocol.errors))('fails: %s', async (name, failing) => {
    use.server.replay(...Array.from({ length: 8 }, () => failing))
    const endpoint = endpointOf(protocol.model)
    const error = await errorOf(/embed/.test(name) ? endpoint.embed(['a'], use.context()) : ask())
    expect(error.code).toBe(failing.code)
    expect(error.data?.serverWords).toContain(failing.words)
    expect(error.message).toContain(failing.words)
    expect(error.data?.retryAfterMs).toBe(failing.retryAfterMs)
    // What the server has explained is not asked again with fewer fields, and nothing is asked twice.
    const bodies = use.server.requests.map(({ body }) => JSON.stringify(body))
    expect(new Set(bodies).size).toBe(bodies.length)
    if (failing.code === 'MODEL_CONTEXT_TOO_LONG' || failing.code === 'MODEL_RATE_LIMITED') expect(bodies).toHaveLength(1)
  })

  it.each(Object.entries(protocol['broken streams']))('breaks: %s', async (_name, failing) => {
    use.server.replay(failing)
    const error = await errorOf(ask())
    expect(error.code).toBe(failing.code)
    expect(error.data?.serverWords).toContain(failing.words)
    expect(use.records.at(-1)?.errorCode).toBe(failing.code)
  })

  const { refusal } = protocol
  if (refusal !== undefined)
    it('refuses in a field of its own', async () => {
      use.server.replay(refusal)
      const error = await errorOf(ask())
      expect([error.code, error.data?.serverWords]).toEqual(['MODEL_REFUSED', "I'm sorry, I can't assist with that."])
    })

  const { cut } = protocol
  if (cut !== undefined)
    it('says in its own word that the answer was cut', async () => {
      use.server.replay(cut)
      expect((await errorOf(ask())).code).toBe('MODEL_CUT_OFF')
    })

  const { silent } = protocol
  if (silent !== undefined)
    it('answers nothing at all to a prompt that is too long, and that is no answer', async () => {
      use.server.replay(silent)
      expect((await errorOf(ask())).code).toBe('MODEL_EMPTY')
    })

  const { stepDown } = protocol
  if (stepDown !== undefined)
    it('refuses a field of ours, is asked without it and answers', async () => {
      use.server.replay(stepDown, protocol.stream)
      expect((await ask()).text).toBe(text)
      const [first, second] = use.server.requests.map(({ body }) => Object.keys(body))
      expect(first?.filter((field) => !second?.includes(field))).toHaveLength(1)
      expect(use.records.map(({ finishReason, errorCode }) => [finishReason, errorCode])).toEqual([
        ['stepped-down', null],
        ['stop', null],
      ])
    })
})
