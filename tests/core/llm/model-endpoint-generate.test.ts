import { describe, expect, it } from 'vitest'
import { createModelEndpoint } from '../../../src/main/core/llm/model-endpoint'
import { AppError } from '../../../src/shared/errors'
import { errorOf, Note, noteReply, withEndpoint } from './endpoint-fixture'

const use = withEndpoint()

describe('a text answer', () => {
  it('streams: the deltas, joined, are the text, in more than one piece', async () => {
    use.server.script('  Yes.\n\nTwice a week, 自転車 🚲 first.  ')
    const deltas: string[] = []
    const answer = await use.endpoint.generate(
      { name: 'Write', system: 's', prompt: 'p' },
      { ...use.context(), onText: (delta) => deltas.push(delta) },
    )
    expect(answer.text).toBe('Yes.\n\nTwice a week, 自転車 🚲 first.')
    expect(answer.value).toBe(answer.text)
    expect(deltas.length).toBeGreaterThan(1)
    expect(deltas.join('')).toBe(answer.text)
  })

  it('sends system and prompt, the budget and the model, and reports the usage', async () => {
    const answer = await use.ask('Should I?')
    const [request] = use.server.requests
    expect(request?.body).toMatchObject({
      model: 'fake-model',
      max_tokens: 1000,
      stream: true,
      messages: [
        { role: 'system', content: 'You are brief.' },
        { role: 'user', content: 'Should I?' },
      ],
    })
    expect(answer.usage.promptTokens).toBeGreaterThan(5)
    expect(answer.usage.outputTokens).toBeGreaterThan(5)
    expect(answer.model).toBe('fake-model')
  })

  it('records one call with prompt, reply and times', async () => {
    await use.ask('Should I?')
    expect(use.records).toHaveLength(1)
    expect(use.records[0]).toMatchObject({
      name: 'Write the answer',
      endpoint: use.server.baseUrl,
      model: 'fake-model',
      finishReason: 'stop',
      errorCode: null,
      prompt: '[system]\nYou are brief.\n\n[user]\nShould I?',
      reply: expect.stringContaining('sound thought'),
      reasoning: '',
    })
  })

  it('keeps reasoning apart, whether in tags or in its own field', async () => {
    use.server.script({ content: '<think>in tags</think>\nAnswer', reasoning: 'in a field, ' })
    const deltas: string[] = []
    const answer = await use.endpoint.generate(
      { name: 'Write', system: '', prompt: 'p' },
      { ...use.context(), onText: (delta) => deltas.push(delta) },
    )
    expect(answer.text).toBe('Answer')
    expect(deltas.join('')).toBe('Answer')
    expect(use.records[0]?.reasoning).toBe('in a field, in tags')
  })

  it.each(['json-instead-of-stream', 'wrong-content-type'] as const)(
    'reads the answer of a server that streams badly: %s',
    async (kind) => {
      use.server.failNext(1, { kind })
      expect((await use.ask()).text).toContain('sound thought')
      expect(use.records[0]?.finishReason).toBe('stop')
    },
  )

  it('takes a stream that ends with [DONE] but names no finish reason', async () => {
    use.server.failNext(1, { kind: 'no-finish-reason', done: true })
    expect((await use.ask()).text).toContain('sound thought')
  })

  it('sends a query and a password of the base URL with each request and keeps them out of the record', async () => {
    use.settings = {
      ...use.settings,
      baseUrl: use.server.baseUrl.replace('http://', 'http://ann:pw-1234@').concat('/?version=preview-7&key=abcdefgh'),
    }
    await use.ask()
    expect(use.server.requests[0]?.path).toBe('/v1/chat/completions?version=preview-7&key=abcdefgh')
    expect(use.server.requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from('ann:pw-1234').toString('base64')}`)
    expect(JSON.stringify(use.records)).not.toMatch(/pw-1234|abcdefgh/)
  })

  it('adds /v1 to an address without a path', async () => {
    use.settings = { ...use.settings, baseUrl: use.server.baseUrl.replace('/v1', '') }
    expect((await use.ask()).text).not.toBe('')
  })

  it('counts before it sends when the context is known', async () => {
    use.settings = { ...use.settings, contextTokens: 2_000 }
    expect((await errorOf(use.ask('=:{}$|'.repeat(300)))).code).toBe('MODEL_CONTEXT_TOO_LONG')
    expect(use.server.requests).toHaveLength(0)
  })
})

describe('an object as the answer', () => {
  it('asks by schema and gives the parsed value', async () => {
    use.server.script(noteReply)
    const answer = await use.askNote()
    expect(answer.value).toEqual({ title: 'Bike', points: ['cheap'] })
    expect(use.server.requests[0]?.body.response_format).toMatchObject({
      type: 'json_schema',
      json_schema: { strict: true, schema: { type: 'object', required: ['title', 'points'], additionalProperties: false } },
    })
  })

  it.each([
    ['json_schema only', { kind: 'refuse-response-format', type: 'json_schema' } as const, ['json_schema', 'json_object'], 'json_object'],
    ['any response_format', { kind: 'refuse-response-format' } as const, ['json_schema', 'json_object', undefined], 'prompt'],
  ])('steps down when the server refuses %s, remembers it, and fails no call for it', async (_name, fault, asked, format) => {
    use.server.failAlways(fault)
    use.server.setBehaviour({ answer: () => noteReply })
    expect((await use.askNote()).value).toEqual({ title: 'Bike', points: ['cheap'] })
    const formatsOf = () => use.server.requests.map(({ body }) => (body.response_format as { type: string } | undefined)?.type)
    expect(formatsOf()).toEqual(asked)
    expect(use.records.map((record) => record.errorCode)).toEqual(asked.map(() => null))
    expect(use.records.map((record) => record.finishReason)).toEqual([...asked.slice(1).map(() => 'stepped-down'), 'stop'])
    expect([...use.ladder.values()].map((known) => known.format)).toEqual([format])
    // The second call starts where the first one ended, also through another endpoint on the same memory.
    await createModelEndpoint({ settings: () => use.settings, ladder: use.ladder, now: Date.now }).generate(
      { name: 'n', system: '', prompt: 'p', schema: Note },
      use.context(),
    )
    expect(formatsOf()).toEqual([...asked, asked.at(-1)])
  })

  it('puts the schema into the prompt once it no longer goes by field', async () => {
    use.server.failAlways({ kind: 'refuse-response-format' })
    use.server.setBehaviour({ answer: () => noteReply })
    await use.askNote()
    expect(JSON.stringify(use.server.requests.at(-1)?.body.messages)).toContain('JSON Schema')
    expect(JSON.stringify(use.server.requests[0]?.body.messages)).not.toContain('JSON Schema')
  })

  it('finds what a server takes that refuses every unknown field without naming one', async () => {
    use.server.failAlways({ kind: 'refuse-unknown-fields' })
    use.server.setBehaviour({ answer: () => noteReply })
    expect((await use.askNote()).value.title).toBe('Bike')
    expect(Object.keys(use.server.requests.at(-1)?.body ?? {}).sort()).toEqual(['messages', 'model', 'stream'])
    expect(use.server.requests.length).toBeLessThanOrEqual(6)
  })

  it('sends max_completion_tokens where max_tokens is refused', async () => {
    use.server.failAlways({ kind: 'refuse-field', field: 'max_tokens' })
    await use.ask()
    expect(use.server.requests.at(-1)?.body).toMatchObject({ max_completion_tokens: 1000 })
    expect(use.server.requests).toHaveLength(2)
  })

  it('asks once more, naming the fault and showing the schema, when a server takes the schema and ignores it; next time the schema stands in the prompt', async () => {
    use.server.failAlways({ kind: 'ignore-schema' })
    use.server.setBehaviour({ answer: () => noteReply })
    expect((await use.askNote()).value.title).toBe('Bike')
    const messages = use.server.requests[1]?.body.messages as { role: string; content: string }[]
    expect(messages.map((message) => message.role)).toEqual(['system', 'user', 'assistant', 'user'])
    expect(messages[3]?.content).toMatch(/no JSON object[\s\S]*JSON Schema/)
    expect(use.records.map((record) => record.name)).toEqual(['Write the note', 'Write the note (asked again)'])
    await use.askNote()
    expect(use.server.requests).toHaveLength(3)
  })

  it('adds up the usage of both askings, and streams the first only', async () => {
    use.server.script('no object here', noteReply)
    const deltas: string[] = []
    const answer = await use.endpoint.generate(
      { name: 'n', system: '', prompt: 'p', schema: Note },
      { ...use.context(), onText: (delta) => deltas.push(delta) },
    )
    expect(answer.usage.outputTokens).toBe((use.records[0]?.outputTokens ?? 0) + (use.records[1]?.outputTokens ?? 0))
    expect(deltas.join('')).toBe('no object here')
  })

  it('fails with MODEL_BAD_OUTPUT after the second broken reply, and keeps both raw replies', async () => {
    use.server.script('not at all', '{"points": ["still no title"]}')
    const error = await errorOf(use.askNote())
    expect(error.code).toBe('MODEL_BAD_OUTPUT')
    expect(error.message).toContain('"title"')
    expect(use.records.map((record) => record.reply)).toEqual(['not at all', '{"points": ["still no title"]}'])
    expect(use.server.requests).toHaveLength(2)
  })

  it('repairs by code without asking again', async () => {
    use.server.script("Sure!\n```JSON\n{'title': 'Bike', points: 'cheap',}\n```\n{shorter}")
    expect((await use.askNote()).value).toEqual({ title: 'Bike', points: ['cheap'] })
    expect(use.server.requests).toHaveLength(1)
  })
})

describe('an answer that is none', () => {
  it.each([
    ['cut-off', 'MODEL_CUT_OFF'],
    ['empty', 'MODEL_EMPTY'],
    ['blank', 'MODEL_EMPTY'],
    ['only-reasoning', 'MODEL_ONLY_THINKING'],
    ['refusal', 'MODEL_REFUSED'],
    ['content-filter', 'MODEL_REFUSED'],
  ] as const)('%s is %s, in one request', async (kind, code) => {
    use.server.failAlways({ kind })
    expect((await errorOf(use.ask())).code).toBe(code)
    expect((await errorOf(use.askNote())).code).toBe(code)
    expect(use.server.requests).toHaveLength(2)
    expect(use.records.map((record) => record.errorCode)).toEqual([code, code])
  })

  it('thinking that ends by itself without an answer is only thinking too', async () => {
    use.server.script('<think>hm, what now')
    expect((await errorOf(use.ask())).code).toBe('MODEL_ONLY_THINKING')
    expect(use.records[0]).toMatchObject({ reasoning: 'hm, what now', reply: '<think>hm, what now', finishReason: 'stop' })
  })

  it('never hands a refusal on as text', async () => {
    use.server.failAlways({ kind: 'refusal', message: 'I will not.' })
    const deltas: string[] = []
    const error = await errorOf(
      use.endpoint.generate({ name: 'n', system: '', prompt: 'p' }, { ...use.context(), onText: (delta) => deltas.push(delta) }),
    )
    expect(error.data?.serverWords).toBe('I will not.')
    expect(deltas).toEqual([])
  })

  it('an object that stops in the middle is not made whole, though the server says "stop"', async () => {
    use.server.script('{"title": "Bi', '{"title": "Bike", "points": ["cheap",')
    expect((await errorOf(use.askNote())).code).toBe('MODEL_BAD_OUTPUT')
  })
})

describe('an abort', () => {
  it.each([
    ['before the first byte', { kind: 'hang-before-first-byte' } as const],
    ['in the middle of the answer', { kind: 'hang-mid-stream', afterChunks: 1 } as const],
  ])('%s ends the call and the socket', async (_name, fault) => {
    use.server.failAlways(fault)
    const stopper = new AbortController()
    const started = new Promise<void>((resolve) => {
      const look = setInterval(() => {
        if (use.server.requests.length === 0) return
        clearInterval(look)
        resolve()
      }, 5)
    })
    const call = errorOf(use.endpoint.generate({ name: 'n', system: '', prompt: 'p' }, { ...use.context(), signal: stopper.signal }))
    await started
    stopper.abort()
    expect((await call).code).toBe('CANCELLED')
    expect(await use.server.requests[0]?.ended).toBe('hung-up')
    expect(use.records[0]?.errorCode).toBe('CANCELLED')
  })

  it('gives the reason of the signal when that is an error of ours', async () => {
    const reason = new AppError('JOB_TIMEOUT', 'The job took too long.')
    const call = use.endpoint.generate({ name: 'n', system: '', prompt: 'p' }, { ...use.context(), signal: AbortSignal.abort(reason) })
    expect(await errorOf(call)).toBe(reason)
    expect(use.server.requests).toHaveLength(0)
    expect(use.records).toHaveLength(0)
  })

  it('keeps what had come in the record', async () => {
    const stopper = new AbortController()
    use.server.failAlways({ kind: 'hang-mid-stream', afterChunks: 2 })
    const call = errorOf(
      use.endpoint.generate(
        { name: 'n', system: '', prompt: 'p' },
        { ...use.context(), signal: stopper.signal, onText: () => stopper.abort() },
      ),
    )
    expect((await call).code).toBe('CANCELLED')
    expect(use.records[0]?.reply).not.toBe('')
  })
})
