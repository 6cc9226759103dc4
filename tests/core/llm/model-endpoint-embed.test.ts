import { describe, expect, it } from 'vitest'
import { createModelEndpoint } from '../../../src/main/core/llm/model-endpoint'
import type { FakeOpenAi } from '../../support/fake-openai-server'
import { errorOf, withEndpoint } from './endpoint-fixture'

const use = withEndpoint()
const texts = ['bikes are cheap', 'trains are slow', 'bikes are healthy']

describe('embed', () => {
  it('gives one vector a text, in order, near for near texts', async () => {
    const { vectors, modelId } = await use.endpoint.embed(texts, use.context())
    expect(modelId).toBe('fake-embedder')
    expect(vectors.map((vector) => vector.length)).toEqual([384, 384, 384])
    const dot = (a = 0, b = 0) => vectors[a]?.reduce((sum, number, place) => sum + number * (vectors[b]?.[place] ?? 0), 0) ?? 0
    expect(dot(0, 2)).toBeGreaterThan(dot(0, 1) + 0.3)
    expect(use.records[0]).toMatchObject({ name: 'Embed 3 texts', errorCode: null, reply: '3 vectors of 384 numbers' })
    expect(use.records[0]?.promptTokens).toBeGreaterThan(0)
  })

  it.each(['reversed', 'base64'] as const)('reads vectors that come %s as the same', async (how) => {
    const plain = await use.endpoint.embed(texts, use.context())
    use.server.failAlways({ kind: 'vectors', how })
    const odd = await use.endpoint.embed(texts, use.context())
    expect(odd.vectors).toEqual(plain.vectors)
  })

  it.each([
    ['one-missing', /2 vectors came for 3 texts/],
    ['mixed-lengths', /different lengths/],
    ['nan', /no numbers/],
    ['zeros', /all zeros/],
    ['not-a-list', /no list/],
  ] as const)('refuses vectors with the fault %s and says why', async (how, why) => {
    use.server.failAlways({ kind: 'vectors', how })
    const error = await errorOf(use.endpoint.embed(texts, use.context()))
    expect(error.code).toBe('MODEL_BAD_OUTPUT')
    expect(error.message).toMatch(why)
    expect(use.records.at(-1)?.errorCode).toBe('MODEL_BAD_OUTPUT')
  })

  it('names NaN written as NaN, which is no JSON', async () => {
    use.server.failAlways({ kind: 'status', status: 200, body: '{"data":[{"index":0,"embedding":[0.1,NaN,0.2]}]}' })
    expect((await errorOf(use.endpoint.embed(['a'], use.context()))).message).toMatch(/no numbers/)
  })

  it('refuses two vectors with one number', async () => {
    use.server.failAlways({ kind: 'status', status: 200, body: '{"data":[{"index":0,"embedding":[1]},{"index":0,"embedding":[2]}]}' })
    expect((await errorOf(use.endpoint.embed(['a', 'b'], use.context()))).message).toMatch(/numbering/)
  })

  it('refuses vectors whose length changes from one request to the next', async () => {
    const many = Array.from({ length: 33 }, (_none, index) => `word${index}`)
    const embedding = use.endpoint.embed(many, { ...use.context(), recordCall: () => use.server.setBehaviour({ dimensions: 100 }) })
    expect((await errorOf(embedding)).message).toMatch(/different lengths \(384, 100\)/)
  })

  it('sends many texts in several requests and keeps the order over all of them', async () => {
    const many = Array.from({ length: 70 }, (_none, index) => `word${index}`)
    const { vectors } = await use.endpoint.embed(many, use.context())
    expect(use.server.requests.map(({ body }) => (body.input as string[]).length)).toEqual([32, 32, 6])
    expect((await use.endpoint.embed(['word69'], use.context())).vectors[0]).toEqual(vectors[69])
  })

  it('sends nothing for no texts', async () => {
    expect((await use.endpoint.embed([], use.context())).vectors).toEqual([])
    expect(use.server.requests).toHaveLength(0)
  })

  it('never sends `dimensions`, and drops `encoding_format` where it is refused, once and for all', async () => {
    use.server.failAlways({ kind: 'refuse-unknown-fields' })
    await use.endpoint.embed(['a'], use.context())
    await use.endpoint.embed(['b'], use.context())
    expect(use.server.requests.map(({ body }) => Object.keys(body).sort().join())).toEqual([
      'encoding_format,input,model',
      'input,model',
      'input,model',
    ])
    expect(use.records.map((record) => record.errorCode)).toEqual([null, null, null])
  })

  it('says so when the model is for chat only', async () => {
    use.server.failAlways({ kind: 'status', status: 400, message: 'this endpoint is not for this kind of thing' })
    const error = await errorOf(use.endpoint.embed(['a'], use.context()))
    expect(error.code).toBe('MODEL_UNKNOWN')
    expect(error.message).toMatch(/embedding model/)
  })

  it.each([
    ['a key', { kind: 'status', status: 401 } as const, 'MODEL_KEY_REFUSED'],
    ['a rate limit', { kind: 'status', status: 429, headers: { 'retry-after': '3' } } as const, 'MODEL_RATE_LIMITED'],
    [
      'a text too long',
      { kind: 'status', status: 500, message: 'input (700 tokens) is too large to process' } as const,
      'MODEL_CONTEXT_TOO_LONG',
    ],
    ['an answer cut in the middle', { kind: 'garbage' } as const, 'MODEL_SERVER_ERROR'],
    ['a closed socket', { kind: 'drop', afterChunks: null } as const, 'MODEL_SERVER_ERROR'],
  ])('knows %s', async (_name, fault, code) => {
    use.server.failAlways(fault)
    expect((await errorOf(use.endpoint.embed(['a'], use.context()))).code).toBe(code)
  })

  it('stops at an abort and hangs up', async () => {
    use.server.failAlways({ kind: 'hang-before-first-byte' })
    const stopper = new AbortController()
    const call = errorOf(use.endpoint.embed(['a'], { ...use.context(), signal: stopper.signal }))
    await firstRequest(use.server)
    stopper.abort()
    expect((await call).code).toBe('CANCELLED')
    expect(await use.server.requests[0]?.ended).toBe('hung-up')
  })
})

describe('test', () => {
  const chosen = { model: 'fake-model', embeddingModel: 'fake-embedder' }

  it('tells in sentences what works, and what the server has', async () => {
    const report = await use.endpoint.test(chosen)
    expect(report.ok).toBe(true)
    expect(report.models).toEqual(['fake-model', 'fake-embedder'])
    expect(report.lines.map((line) => line.text)).toEqual([
      expect.stringMatching(/^127\.0\.0\.1:\d+ answers\.$/),
      'fake-model answers; structured output works by schema.',
      'fake-model takes 8192 tokens at once.',
      'fake-embedder makes vectors of 384 numbers.',
    ])
  })

  it.each([
    [{ kind: 'refuse-response-format', type: 'json_schema' } as const, 'as a JSON object'],
    [{ kind: 'refuse-response-format' } as const, 'only by asking'],
  ])('says what structured output is left with %j', async (fault, words) => {
    use.server.failAlways(fault)
    expect((await use.endpoint.test(chosen)).lines.some((line) => line.text.includes(words))).toBe(true)
  })

  it('says that the key is accepted, or refused', async () => {
    use.server.setBehaviour({ apiKey: 'right-key-1' })
    use.settings = { ...use.settings, apiKey: 'right-key-1' }
    expect((await use.endpoint.test(chosen)).lines).toContainEqual({ ok: true, text: 'The key is accepted.' })
    use.settings = { ...use.settings, apiKey: 'wrong-key-1' }
    const refused = await use.endpoint.test(chosen)
    expect(refused).toMatchObject({ ok: false, models: [], lines: [{ ok: false, text: expect.stringContaining('refused the API key') }] })
  })

  it('names a model that is not there, and still lists those that are', async () => {
    const report = await use.endpoint.test({ model: 'gone', embeddingModel: '' })
    expect(report.ok).toBe(false)
    expect(report.lines.at(-1)?.text).toMatch(/no model named "gone"/)
    expect(report.models).toContain('fake-model')
  })

  it('goes on where a server does not list its models', async () => {
    use.server.failAlways({ kind: 'status', status: 404, route: 'models' })
    expect((await use.endpoint.test(chosen)).ok).toBe(true)
  })

  it('says that nothing answers', async () => {
    await use.server.close()
    expect(await use.endpoint.test(chosen)).toMatchObject({
      ok: false,
      lines: [{ ok: false, text: expect.stringContaining('No model server answers') }],
    })
  })

  it('warns of text in clear over a network, and does not fail for it', async () => {
    const local = use.server.baseUrl
    const endpoint = createModelEndpoint({
      now: Date.now,
      settings: () => ({ ...use.settings, baseUrl: 'http://models.example.org/v1' }),
      fetch: (url, init) => fetch(url.replace('http://models.example.org/v1', local), init),
    })
    const report = await endpoint.test(chosen)
    expect(report.ok).toBe(true)
    expect(report.lines).toContainEqual({ ok: false, text: expect.stringContaining('not encrypted') })
  })
})

function firstRequest(server: FakeOpenAi): Promise<void> {
  return new Promise((resolve) => {
    const look = setInterval(() => {
      if (server.requests.length === 0) return
      clearInterval(look)
      resolve()
    }, 5)
  })
}
