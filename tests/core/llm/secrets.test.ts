import { describe, expect, it } from 'vitest'
import { createRedactor } from '../../../src/main/core/llm/redact-secrets'
import type { AppError } from '../../../src/shared/errors'
import type { RecordedAnswer } from '../../support/fake-openai-server'
import { errorOf, Note, withEndpoint } from './endpoint-fixture'

const key = 'sk-test-CANARY-quokka'
const use = withEndpoint()
/** The key is in the settings, the password and the query in the base URL. */
const withSecrets = () => {
  use.settings = {
    ...use.settings,
    apiKey: key,
    baseUrl: use.server.baseUrl.replace('http://', 'http://ann:pw-CANARY-wombat@').concat('?key=CANARY-numbat'),
  }
}
const secrets = /CANARY|CANA\b|pw-|quokka|wombat|numbat|c2stdGVzdC1D|YW5uOnB3/
const everything = (error: unknown) => {
  const parts: unknown[] = [use.records]
  for (let cause = error; cause instanceof Error; cause = cause.cause) parts.push([cause.message, cause.stack, (cause as AppError).data])
  return JSON.stringify(parts)
}
const event = (delta: unknown, finish: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
const said = `Authorization: Bearer ${key}, from http://ann:pw-CANARY-wombat@host/v1?key=CANARY-numbat, Basic ${Buffer.from('ann:pw-CANARY-wombat').toString('base64')}`

describe('a server that repeats our secrets', () => {
  it.each<[string, RecordedAnswer]>([
    ['in the body of an error', { status: 500, body: { error: { message: said } } }],
    ['in an error body that is no JSON', { status: 401, body: `<html><body>${said}</body></html>` }],
    ['in an error inside a 200', { status: 200, body: { error: { message: said, code: 500 } } }],
    [
      'in an error in the stream',
      { status: 200, body: `${event({ content: 'Yes' })}data: ${JSON.stringify({ error: { message: said } })}\n\n` },
    ],
    ['in an error event', { status: 200, body: `event: error\ndata: ${said}\n\n` }],
    ['in a web page', { status: 200, body: `<html>${said}</html>` }],
    ['in a broken event', { status: 200, body: `data: {"choices": ${said}\n\n` }],
    ['in the address of a redirect', { status: 307, headers: { location: `http://other/v1?key=CANARY-numbat&token=${key}` }, body: '' }],
    ['in its refusal', { status: 200, body: `${event({ content: null, refusal: `No. ${said}` })}${event({}, 'stop')}data: [DONE]\n\n` }],
    ['in a text that is cut off', { status: 200, body: `${event({ content: said }, 'length')}data: [DONE]\n\n` }],
    ['in a stream that breaks in the middle of the key', { status: 200, body: event({ content: `Bearer ${key.slice(0, 15)}` }) }],
  ])('%s: nowhere in errors and records', async (_name, answer) => {
    withSecrets()
    use.server.replay(...Array.from({ length: 6 }, () => answer))
    const heard: string[] = []
    const error = await errorOf(
      use.endpoint.generate({ name: 'n', system: 's', prompt: 'p' }, { ...use.context(), onText: (delta) => heard.push(delta) }),
    )
    expect(use.server.requests[0]?.headers.authorization).toBe(`Bearer ${key}`)
    expect(use.server.requests[0]?.path).toContain('CANARY-numbat')
    expect(use.records.length).toBeGreaterThan(0)
    expect(everything(error)).not.toMatch(secrets)
    expect(heard.join('')).not.toMatch(secrets)
  })

  it.each([1, 3, 7, 1000])(
    'in its answer, %i characters at a time: nowhere in the result, the stream, the thinking and the records',
    async (size) => {
      withSecrets()
      use.server.setBehaviour({ chunkSize: size })
      use.server.script({ content: `Your header was ${said}. That is all.`, reasoning: `They sent ${said}` })
      const heard: string[] = []
      const answer = await use.endpoint.generate(
        { name: 'n', system: '', prompt: 'p' },
        { ...use.context(), onText: (delta) => heard.push(delta) },
      )
      expect(JSON.stringify([answer, heard.join(''), use.records])).not.toMatch(secrets)
      expect(heard.join('')).toBe(answer.text)
      expect(answer.text).toMatch(/^Your header was Authorization: Bearer \[removed\].*That is all\.$/)
      expect(use.records[0]?.reasoning).toContain('They sent')
    },
  )

  it('in the object it gives, and in one it is asked for again', async () => {
    withSecrets()
    const reply = JSON.stringify({ title: said, points: [key] })
    use.server.script(`not yet: ${said}`, reply)
    const answer = await use.endpoint.generate({ name: 'n', system: '', prompt: 'p', schema: Note }, use.context())
    expect(JSON.stringify([answer, use.records])).not.toMatch(secrets)
    // Nor does it go back to the server as part of the conversation.
    expect(JSON.stringify(use.server.requests[1]?.body)).not.toMatch(secrets)
  })

  it('in an embedding error, a model list and a trial', async () => {
    withSecrets()
    use.server.failAlways({ kind: 'echo-secrets', status: 500 })
    const errors = [
      await errorOf(use.endpoint.embed(['a'], use.context())),
      await errorOf(use.endpoint.listModels(new AbortController().signal)),
    ]
    const report = await use.endpoint.test({ model: 'fake-model', embeddingModel: 'fake-embedder' })
    expect(JSON.stringify([errors.map(everything), report])).not.toMatch(secrets)
  })

  it('a prompt that holds the key is recorded without it', async () => {
    withSecrets()
    await use.ask(`Why does ${key} not work?`)
    expect(use.records[0]?.prompt).toContain('Why does [removed] not work?')
  })
})

describe('a redacted stream', () => {
  const redactor = createRedactor({ apiKey: key, baseUrl: 'http://host/v1' })
  const run = (pieces: string[]) => {
    const stream = redactor.stream()
    return pieces.map((piece) => stream.push(piece)).join('') + stream.end()
  }

  it('finds a secret wherever it is cut, and loses nothing else', () => {
    const text = `sk-test, sk-sk-test-${key}s and ${key}`
    for (let size = 1; size <= text.length; size += 1) {
      const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_none, at) => text.slice(at * size, (at + 1) * size))
      expect(run(pieces)).toBe(redactor.reply(text))
    }
  })

  it('gives text on at once where no secret may be beginning', () => {
    const stream = redactor.stream()
    expect([stream.push('Hello '), stream.push('s'), stream.push('un')]).toEqual(['Hello ', '', 'sun'])
  })

  it('holds nothing back where there is no secret', () => {
    const plain = createRedactor({ apiKey: '', baseUrl: 'http://host/v1' }).stream()
    expect(plain.push('sk-test')).toBe('sk-test')
  })
})
