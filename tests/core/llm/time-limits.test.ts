import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { type ClientRequest, createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ModelEndpointSettings } from '../../../src/main/core/llm/model-call'
import { createModelEndpoint } from '../../../src/main/core/llm/model-endpoint'
import { nodeFetch } from '../../../src/main/core/llm/node-fetch'
import { errorOf } from './endpoint-fixture'

const minutes = 60_000
/** Answers only when told to. The clock of the client is not the machine's: it is moved by hand, and the sockets are real. */
const server = createServer((request, response) => {
  request.resume()
  arrived(response)
})
let arrived: (response: ServerResponse) => void = () => {}
let settings: ModelEndpointSettings
const nextRequest = () => new Promise<ServerResponse>((resolve) => (arrived = resolve))
const ask = (onText: (delta: string) => void = () => {}) =>
  createModelEndpoint({ settings: () => settings, now: Date.now }).generate(
    { name: 'n', system: '', prompt: 'p' },
    { signal: new AbortController().signal, onText },
  )
/** Waits in turns of the event loop: the waiting of the test runner would move the clock. */
const until = async (isMet: () => boolean) => {
  while (!isMet()) await new Promise((resolve) => setImmediate(resolve))
}
const event = (content: string) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`

beforeEach(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  settings = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    apiKey: '',
    model: 'fake-model',
    embeddingModel: '',
    timeoutMs: 15 * minutes,
    maxOutputTokens: 100,
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(async () => {
  vi.useRealTimers()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

describe('the limits of a call', () => {
  it('an answer whose headers take 330 s arrives when the limit is 900 s', async () => {
    const request = nextRequest()
    const call = ask()
    const response = await request
    vi.advanceTimersByTime(330_000)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(`${event('late, and whole')}data: [DONE]\n\n`)
    expect((await call).text).toBe('late, and whole')
  })

  it('the same answer is refused when the limit is 300 s, with the limit in the sentence', async () => {
    settings = { ...settings, timeoutMs: 900_000, firstByteMs: 300_000 }
    const request = nextRequest()
    const call = errorOf(ask())
    await request
    vi.advanceTimersByTime(299_999)
    vi.advanceTimersByTime(1)
    expect(await call).toMatchObject({
      code: 'MODEL_TIMEOUT',
      message: expect.stringMatching(/^The model did not begin to answer within 300 s\./),
    })
  })

  it('headers alone do not count as a beginning: the first piece does', async () => {
    settings = { ...settings, firstByteMs: 60_000 }
    let hasHeaders = false
    const endpoint = createModelEndpoint({
      now: Date.now,
      settings: () => settings,
      fetch: async (url, init) => {
        const response = await nodeFetch(url, init)
        hasHeaders = true
        return response
      },
    })
    const request = nextRequest()
    const call = errorOf(endpoint.generate({ name: 'n', system: '', prompt: 'p' }, { signal: new AbortController().signal }))
    const response = await request
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.flushHeaders()
    await until(() => hasHeaders)
    vi.advanceTimersByTime(60_000)
    expect((await call).message).toMatch(/did not begin to answer within 60 s/)
  })

  it('silence in the middle, and the limit begins anew with each piece', async () => {
    settings = { ...settings, idleMs: 120_000 }
    const request = nextRequest()
    const heard: string[] = []
    const call = errorOf(ask((delta) => heard.push(delta)))
    const response = await request
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const word of ['one', 'two', 'three']) {
      response.write(event(word))
      await until(() => heard.at(-1) === word)
      vi.advanceTimersByTime(119_999)
    }
    expect(heard).toEqual(['one', 'two', 'three'])
    vi.advanceTimersByTime(1)
    expect(await call).toMatchObject({
      code: 'MODEL_TIMEOUT',
      message: expect.stringMatching(/fell silent in the middle of its answer within 120 s/),
    })
  })

  it('the whole time, however busy the answer', async () => {
    settings = { ...settings, timeoutMs: 5 * minutes, idleMs: 4 * minutes }
    const request = nextRequest()
    const heard: string[] = []
    const call = errorOf(ask((delta) => heard.push(delta)))
    const response = await request
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const word of ['one', 'two']) {
      response.write(event(word))
      await until(() => heard.at(-1) === word)
      vi.advanceTimersByTime(2 * minutes)
    }
    vi.advanceTimersByTime(minutes)
    expect(await call).toMatchObject({ code: 'MODEL_TIMEOUT', message: expect.stringMatching(/did not finish within 300 s/) })
  })

  it('the three limits have a sentence of their own each, and each says what to do', async () => {
    const sentences = new Set<string>()
    for (const limits of [{ firstByteMs: 1_000 }, { idleMs: 1_000 }, { timeoutMs: 1_000, idleMs: 900_000, firstByteMs: 900_000 }]) {
      const usual = settings
      settings = { ...settings, ...limits }
      const request = nextRequest()
      let heard = ''
      const call = errorOf(ask((delta) => (heard += delta)))
      const response = await request
      if (!('firstByteMs' in limits) || 'timeoutMs' in limits) {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write(event('one'))
        await until(() => heard === 'one')
      }
      vi.advanceTimersByTime(1_000)
      sentences.add((await call).message)
      settings = usual
    }
    expect(sentences.size).toBe(3)
    for (const sentence of sentences) expect(sentence).toMatch(/Raise the time limit in Settings/)
  })
})

describe('hidden limits', () => {
  it('the call does not go through undici, whose five minutes cannot be changed, and its socket has no limit of its own', async () => {
    const throughUndici: unknown[] = []
    const throughHttp: ClientRequest[] = []
    const seeUndici = (message: unknown) => void throughUndici.push(message)
    const seeHttp = (message: unknown) => void throughHttp.push((message as { request: ClientRequest }).request)
    subscribe('undici:request:create', seeUndici)
    subscribe('http.client.request.start', seeHttp)
    try {
      const request = nextRequest()
      const call = ask()
      const response = await request
      const [sent] = throughHttp
      expect(throughHttp).toHaveLength(1)
      expect([(sent as { timeout?: number } | undefined)?.timeout, sent?.socket?.timeout ?? 0, sent?.listenerCount('timeout')]).toEqual([
        undefined,
        0,
        0,
      ])
      response.end(`${event('done')}data: [DONE]\n\n`)
      await call
      expect(throughUndici).toEqual([])
      // That the channel would have told: the global fetch does go through undici.
      const again = nextRequest()
      const plain = fetch(settings.baseUrl)
      ;(await again).end()
      await plain
      expect(throughUndici).toHaveLength(1)
    } finally {
      unsubscribe('undici:request:create', seeUndici)
      unsubscribe('http.client.request.start', seeHttp)
    }
  })
})
