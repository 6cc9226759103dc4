import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { Fault } from '../../support/fake-openai-server'
import { errorOf, withEndpoint } from './endpoint-fixture'

const use = withEndpoint()

describe('what the server says', () => {
  const cases: [string, Fault, string, RegExp][] = [
    ['a refused key', { kind: 'status', status: 401, message: 'Incorrect API key provided' }, 'MODEL_KEY_REFUSED', /Check the key/],
    ['a forbidden key', { kind: 'status', status: 403, message: 'no access' }, 'MODEL_KEY_REFUSED', /403/],
    ['a rate limit', { kind: 'status', status: 429, message: 'slow down' }, 'MODEL_RATE_LIMITED', /by itself/],
    ['a rate limit inside a 200', { kind: 'error-in-200', status: 429, message: 'slow down' }, 'MODEL_RATE_LIMITED', /slow down/],
    [
      'a used-up quota by code',
      { kind: 'status', status: 429, message: 'see your plan', code: 'insufficient_quota' },
      'MODEL_QUOTA_USED_UP',
      /credit/,
    ],
    ['a used-up quota by status', { kind: 'status', status: 402, message: 'pay' }, 'MODEL_QUOTA_USED_UP', /credit/],
    [
      'an unknown model',
      { kind: 'status', status: 404, message: 'model "fake-model" not found, try pulling it first' },
      'MODEL_UNKNOWN',
      /no model named "fake-model"/,
    ],
    [
      'an unknown model as a 400',
      { kind: 'status', status: 400, message: 'Invalid model', code: 'invalid_model' },
      'MODEL_UNKNOWN',
      /Choose one/,
    ],
    ['a wrong path', { kind: 'status', status: 404, body: 'Not Found' }, 'MODEL_UNKNOWN', /\/v1/],
    [
      'a text too long',
      { kind: 'status', status: 400, message: "This model's maximum context length is 4096 tokens.", code: 'context_length_exceeded' },
      'MODEL_CONTEXT_TOO_LONG',
      /larger context/,
    ],
    [
      'a text too long, llama.cpp',
      { kind: 'status', status: 500, message: 'the request exceeds the available context size' },
      'MODEL_CONTEXT_TOO_LONG',
      /Shorten/,
    ],
    ['a fault of its own', { kind: 'status', status: 500, message: 'boom' }, 'MODEL_SERVER_ERROR', /boom/],
    [
      'a bad gateway with a page',
      { kind: 'status', status: 502, body: '<html><body><h1>502</h1> Bad Gateway</body></html>' },
      'MODEL_SERVER_ERROR',
      /"502 Bad Gateway"/,
    ],
    ['a model that is loading', { kind: 'status', status: 503, message: 'Loading model' }, 'MODEL_UNREACHABLE', /still loading/],
    [
      'an error event in the middle',
      { kind: 'error-mid-stream', status: 500, message: 'out of memory', afterChunks: 2 },
      'MODEL_SERVER_ERROR',
      /out of memory/,
    ],
    [
      'a rate limit in the middle',
      { kind: 'error-mid-stream', status: 429, message: 'slow down', afterChunks: 2 },
      'MODEL_RATE_LIMITED',
      /slow down/,
    ],
    ['garbage in the stream', { kind: 'garbage' }, 'MODEL_SERVER_ERROR', /does not follow the OpenAI protocol/],
    ['a web page', { kind: 'web-page' }, 'MODEL_SERVER_ERROR', /does not follow the OpenAI protocol[\s\S]*It works/],
    ['a socket closed before the answer', { kind: 'drop', afterChunks: null }, 'MODEL_SERVER_ERROR', /broke the connection off/],
    ['a socket closed in the middle', { kind: 'drop', afterChunks: 2 }, 'MODEL_SERVER_ERROR', /broke the connection off/],
    ['a stream that just ends', { kind: 'no-finish-reason', done: false }, 'MODEL_SERVER_ERROR', /broke the connection off/],
  ]
  it.each(cases)('%s', async (_name, fault, code, words) => {
    use.server.failAlways(fault)
    const error = await errorOf(use.ask())
    expect(error.code).toBe(code)
    expect(error.message).toMatch(words)
    expect(use.records.at(-1)?.errorCode).toBe(code)
    expect(typeof error.data?.serverWords).toBe('string')
  })

  it.each(['401', '403', '429', '402', '404', '500', '503'])(
    'a %s is asked once only: the queue retries, not the client',
    async (status) => {
      use.server.failAlways({ kind: 'status', status: Number(status) })
      await errorOf(use.ask())
      expect(use.server.requests).toHaveLength(1)
    },
  )

  it.each([
    ['seconds', { 'retry-after': '7' }, 7_000],
    ['milliseconds', { 'retry-after-ms': '250', 'retry-after': '1' }, 250],
    ['nonsense', { 'retry-after': 'soon' }, undefined],
    ['nothing', {}, undefined],
  ])('gives the time to wait: %s', async (_name, headers, retryAfterMs) => {
    use.server.failAlways({ kind: 'status', status: 429, headers: headers as Record<string, string> })
    expect((await errorOf(use.ask())).data?.retryAfterMs).toBe(retryAfterMs)
  })

  it('keeps the text that had come before the connection broke', async () => {
    use.server.failAlways({ kind: 'drop', afterChunks: 3 })
    await errorOf(use.ask())
    expect(use.records[0]?.reply.length).toBeGreaterThan(10)
  })

  it('is well again as soon as the server is', async () => {
    use.server.failNext(2, { kind: 'status', status: 500 })
    await errorOf(use.ask())
    await errorOf(use.ask())
    expect((await use.ask()).text).not.toBe('')
  })
})

describe('no server', () => {
  it('a refused connection', async () => {
    await use.server.close()
    const error = await errorOf(use.ask())
    expect(error.code).toBe('MODEL_UNREACHABLE')
    expect(error.message).toMatch(/No model server answers at 127\.0\.0\.1/)
    expect(use.records[0]?.errorCode).toBe('MODEL_UNREACHABLE')
  })

  it('an unknown name', async () => {
    use.settings = { ...use.settings, baseUrl: 'http://nowhere.invalid/v1' }
    const error = await errorOf(use.ask())
    expect(error.code).toBe('MODEL_UNREACHABLE')
    expect(error.message).toContain('nowhere.invalid')
  })

  it('https where only http is spoken', async () => {
    use.settings = { ...use.settings, baseUrl: use.server.baseUrl.replace('http:', 'https:') }
    const error = await errorOf(use.ask())
    expect(error.code).toBe('MODEL_UNREACHABLE')
    expect(error.message).toMatch(/secure connection/)
  })

  it('a TLS server that offers no common cipher or certificate', async () => {
    const tls = createTlsServer(() => {})
    await new Promise<void>((resolve) => void tls.listen(0, '127.0.0.1', resolve))
    use.settings = { ...use.settings, baseUrl: `https://127.0.0.1:${(tls.address() as AddressInfo).port}/v1` }
    const error = await errorOf(use.ask())
    expect(error.code).toBe('MODEL_UNREACHABLE')
    await new Promise((resolve) => tls.close(resolve))
  })

  it('a server that speaks no HTTP at all', async () => {
    const noise = createServer((socket) =>
      socket
        .resume()
        .end('220 mail.example.org ESMTP\r\n')
        .on('error', () => {}),
    )
    await new Promise<void>((resolve) => void noise.listen(0, '127.0.0.1', resolve))
    use.settings = { ...use.settings, baseUrl: `http://127.0.0.1:${(noise.address() as AddressInfo).port}/v1` }
    expect((await errorOf(use.ask())).code).toBe('MODEL_SERVER_ERROR')
    await new Promise((resolve) => noise.close(resolve))
  })

  it.each([
    ['', 'MODEL_UNREACHABLE', /No model server is chosen/],
    ['http://', 'MODEL_UNREACHABLE', /cannot be read/],
    ['ftp://127.0.0.1/v1', 'MODEL_UNREACHABLE', /http:\/\//],
  ])('the address %j', async (baseUrl, code, words) => {
    use.settings = { ...use.settings, baseUrl }
    const error = await errorOf(use.ask())
    expect([error.code, error.message]).toEqual([code, expect.stringMatching(words)])
  })

  it('no model chosen', async () => {
    use.settings = { ...use.settings, model: '' }
    expect((await errorOf(use.ask())).code).toBe('MODEL_UNKNOWN')
  })
})

describe('time limits', () => {
  it.each([
    ['no first byte', { kind: 'hang-before-first-byte' } as const, { firstByteMs: 60 }, /did not begin/],
    ['silence in the middle', { kind: 'hang-mid-stream', afterChunks: 1 } as const, { idleMs: 60 }, /fell silent/],
    ['too long as a whole', { kind: 'hang-mid-stream', afterChunks: 1 } as const, { timeoutMs: 60, idleMs: 10_000 }, /did not finish/],
  ])('%s', async (_name, fault, limits, words) => {
    use.server.failAlways(fault)
    use.settings = { ...use.settings, ...limits }
    const error = await errorOf(use.ask())
    expect(error.code).toBe('MODEL_TIMEOUT')
    expect(error.message).toMatch(words)
    expect(await use.server.requests[0]?.ended).toBe('hung-up')
  })

  it('a slow answer that keeps coming passes a short idle limit', async () => {
    use.server.setBehaviour({ chunkDelayMs: 40, answer: () => 'a slow answer that comes piece by piece' })
    use.settings = { ...use.settings, idleMs: 5_000 }
    expect((await use.ask()).text).toBe('a slow answer that comes piece by piece')
  })

  it('a limit beyond what a timer can hold does not fire at once', async () => {
    use.settings = { ...use.settings, timeoutMs: 10 ** 12 }
    expect((await use.ask()).text).not.toBe('')
  })
})

describe('secrets', () => {
  const key = 'sk-test-CANARY-quokka'

  it.each([400, 401, 404, 429, 500])('a server that repeats the header in its %i tells nobody the key', async (status) => {
    use.settings = {
      ...use.settings,
      apiKey: key,
      baseUrl: use.server.baseUrl.replace('http://', 'http://ann:pw-CANARY-wombat@').concat('?key=CANARY-numbat'),
    }
    use.server.failAlways({ kind: 'echo-secrets', status })
    const errors = [
      await errorOf(use.ask()),
      await errorOf(use.endpoint.embed(['a'], use.context())),
      await errorOf(use.endpoint.listModels(new AbortController().signal)),
    ]
    expect(use.server.requests[0]?.headers.authorization).toBe(`Bearer ${key}`)
    const told = JSON.stringify([
      errors.map((error) => [error.message, error.data, error.stack]),
      use.records,
      await use.endpoint.test({ model: 'fake-model', embeddingModel: '' }),
    ])
    expect(told).not.toMatch(/CANARY|quokka|wombat|numbat/)
    expect(told).toContain('[removed]')
  })

  it('a model that repeats the key in its answer leaves none in the record', async () => {
    use.settings = { ...use.settings, apiKey: key }
    use.server.script({ content: `The header was Bearer ${key}.`, reasoning: key })
    await use.ask()
    expect(JSON.stringify(use.records)).not.toContain('CANARY')
  })

  it('a redirect is not followed, so the key stays', async () => {
    const thief: string[] = []
    const other = createServer((socket) => void thief.push(String(socket.remotePort)))
    await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve))
    use.settings = { ...use.settings, apiKey: key }
    use.server.failAlways({ kind: 'redirect', to: `http://127.0.0.1:${(other.address() as AddressInfo).port}/v1/chat/completions` })
    const error = await errorOf(use.ask())
    expect(error.code).toBe('MODEL_SERVER_ERROR')
    expect(error.message).toMatch(/another address/)
    expect(thief).toEqual([])
    await new Promise((resolve) => other.close(resolve))
  })

  it('a key with a line break in it is refused before it is sent', async () => {
    use.settings = { ...use.settings, apiKey: 'sk-abc\ndef' }
    expect((await errorOf(use.ask())).code).toBe('MODEL_KEY_REFUSED')
    expect(use.server.requests).toHaveLength(0)
  })
})
