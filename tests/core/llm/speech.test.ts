import { beforeEach, describe, expect, it } from 'vitest'
import { parseCapabilities } from '../../../src/main/core/llm/capability-ladder'
import { AppError } from '../../../src/shared/errors'
import { speechSamples, toneLevel } from '../../support/fake-openai/wav'
import type { Fault } from '../../support/fake-openai-server'
import { errorOf, withEndpoint } from './endpoint-fixture'
import { isSame, samplesOf, toneOf } from './speech-fixture'

const use = withEndpoint()
/** Ten words: 3.5 s of the fake voice. */
const text = 'one two three four five six seven eight nine ten'
const speak = (change: { text?: string; model?: string; voice?: string; speed?: number } = {}, signal?: AbortSignal) =>
  use.endpoint.speak(
    { name: 'Read the script aloud', text, model: 'tts-1', voice: 'alloy', ...change },
    { ...use.context(), ...(signal ? { signal } : {}) },
  )
const bodies = () => use.server.requests.map(({ body }) => body)
const how = (fault: Extract<Fault, { kind: 'speech' }>['how']): Fault => ({ kind: 'speech', how: fault })

beforeEach(() => use.server.setBehaviour({ models: ['tts-1'] }))

describe('speech', () => {
  it('is asked for as OpenAI documents it, and comes as the server spoke it', async () => {
    const spoken = await speak()
    expect(use.server.requests[0]?.path).toBe('/v1/audio/speech')
    expect(bodies()).toEqual([{ model: 'tts-1', input: text, voice: 'alloy', response_format: 'wav' }])
    expect(spoken).toMatchObject({ sampleRate: 24_000, seconds: 3.5, model: 'tts-1' })
    expect(isSame(samplesOf(spoken.wav), speechSamples(text, 24_000))).toBe(true)
  })

  it('stands in the trace with its text and its length', async () => {
    await speak()
    expect(use.records).toEqual([
      {
        name: 'Read the script aloud',
        endpoint: use.server.baseUrl,
        model: 'tts-1',
        startedAt: expect.any(Number),
        durationMs: expect.any(Number),
        promptTokens: null,
        outputTokens: null,
        finishReason: null,
        errorCode: null,
        prompt: text,
        reply: '3.5 s of audio',
        reasoning: '',
      },
    ])
  })

  it('sends a pace other than the usual, and judges the length by it', async () => {
    await speak({ speed: 1 })
    await speak({ speed: 1.5, voice: '' })
    expect(bodies().map(({ speed, voice }) => [speed, voice])).toEqual([
      [undefined, 'alloy'],
      [1.5, undefined],
    ])
    use.server.failAlways(how('too-short'))
    expect((await errorOf(speak({ speed: 1 }))).code).toBe('MODEL_BAD_OUTPUT')
    expect((await speak({ speed: 4 })).seconds).toBeCloseTo(0.875)
  })

  it.each(['size-0', 'size-max', 'size-of-first-piece', 'two-files', 'float32', 'stereo', '24-bit', 'wrong-type', 'slow'] as const)(
    'is the same, sample by sample, when it comes as %s',
    async (fault) => {
      use.server.failAlways(how(fault))
      const spoken = await speak()
      expect(isSame(samplesOf(spoken.wav), speechSamples(text, 24_000))).toBe(true)
      expect(use.server.requests).toHaveLength(1)
    },
  )

  it.each([
    ['8-bit', 24_000],
    ['8-khz', 8000],
  ] as const)('keeps pitch, level and length of %s', async (fault, rate) => {
    use.server.failAlways(how(fault))
    const spoken = await speak()
    expect(spoken).toMatchObject({ sampleRate: rate, seconds: 3.5 })
    const { pitch, level } = toneOf(samplesOf(spoken.wav), rate)
    expect(Math.abs(pitch - 440)).toBeLessThan(1)
    expect(Math.abs(level / (toneLevel / Math.SQRT2) - 1)).toBeLessThan(0.02)
  })
})

describe('a server that does not send WAV', () => {
  it('is asked for PCM when it refuses, and from then on at once', async () => {
    use.server.setBehaviour({ speechFormats: ['mp3', 'pcm'], speechRate: 22_050 })
    const spoken = await speak()
    // openedai-speech sends 22,050 Hz and says so in the content type only.
    expect(spoken).toMatchObject({ sampleRate: 22_050, seconds: expect.closeTo(3.5, 3) })
    expect(isSame(samplesOf(spoken.wav), speechSamples(text, 22_050))).toBe(true)
    await speak()
    expect(bodies().map((body) => body.response_format)).toEqual(['wav', 'pcm', 'pcm'])
    expect(use.records.map(({ finishReason, errorCode, reply }) => [finishReason, errorCode, reply])).toEqual([
      ['stepped-down', null, ''],
      [null, null, '3.5 s of audio'],
      [null, null, '3.5 s of audio'],
    ])
    const [stored] = [...use.ladder.values()]
    expect(parseCapabilities(JSON.parse(JSON.stringify(stored)))).toEqual(stored)
  })

  it('is asked for PCM also when it sends MP3 unasked, or refuses without a word', async () => {
    use.server.failNext(1, how('mp3'))
    expect((await speak()).seconds).toBe(3.5)
    use.ladder.clear()
    use.server.failNext(1, { kind: 'status', status: 400, message: 'Bad request' })
    expect((await speak()).seconds).toBe(3.5)
    expect(bodies().map((body) => body.response_format)).toEqual(['wav', 'pcm', 'wav', 'pcm'])
  })

  it('is asked for WAV again when PCM does not work any more', async () => {
    use.server.setBehaviour({ speechFormats: ['pcm'] })
    await speak()
    use.server.setBehaviour({ speechFormats: ['wav'] })
    await speak()
    await speak()
    expect(bodies().map((body) => body.response_format)).toEqual(['wav', 'pcm', 'pcm', 'wav', 'wav'])
  })

  it('may send a WAV file when asked for PCM: that is read as one, not as noise', async () => {
    use.server.setBehaviour({ speechFormats: ['pcm'] })
    await speak()
    use.server.failAlways(how('stereo'))
    expect(isSame(samplesOf((await speak()).wav), speechSamples(text, 24_000))).toBe(true)
  })

  it.each([
    ['mp3', 'MP3'],
    ['ogg', 'Ogg (Opus or Vorbis)'],
    ['a-law', 'A-law in a WAV file'],
  ] as const)('and sends %s always: says which form came and what to do', async (fault, name) => {
    use.server.failAlways(how(fault))
    const error = await errorOf(speak())
    // Trying again cannot help, and this code makes the job give up.
    expect(error.code).toBe('MODEL_UNKNOWN')
    expect(error.message).toContain(`the speech of tts-1 as ${name}, which Cortexa cannot read`)
    expect(error.message).toContain('Choose a speech model')
    expect(use.server.requests).toHaveLength(2)
    expect([...use.ladder.keys()]).toEqual([])
  })

  it('and sends bytes that are nothing known: never taken for samples', async () => {
    use.server.failAlways(how('noise'))
    expect((await errorOf(speak())).code).toBe('MODEL_BAD_OUTPUT')
    expect([...use.ladder.keys()]).toEqual([])
  })

  it('does not let the refusal of PCM hide what came first, nor other troubles', async () => {
    use.server.failNext(1, how('mp3'))
    use.server.failNext(1, { kind: 'status', status: 400, message: 'only mp3 here' })
    expect((await errorOf(speak())).message).toContain('as MP3')
    use.server.failNext(1, how('mp3'))
    use.server.failNext(1, { kind: 'status', status: 429, message: 'slow down' })
    expect((await errorOf(speak())).code).toBe('MODEL_RATE_LIMITED')
  })
})

describe('speech that is none', () => {
  it.each([
    ['silence', /silence/],
    ['empty', /empty/],
    ['no-samples', /there was none/],
    ['too-short', /0\.9 s cannot be the 10 words/],
    ['too-long', /21\.0 s cannot be the 10 words/],
    ['cut-short', /cut off, 1\.8 s of it came and 1\.8 s did not/],
  ] as const)('%s is bad output, never success', async (fault, words) => {
    use.server.failAlways(how(fault))
    const error = await errorOf(speak())
    expect(error.code).toBe('MODEL_BAD_OUTPUT')
    expect(error.message).toMatch(words)
    expect(use.server.requests).toHaveLength(1)
    expect(use.records.at(-1)).toMatchObject({ errorCode: 'MODEL_BAD_OUTPUT', reply: '' })
  })

  it.each<[string, Fault, string, RegExp]>([
    ['a refused key', { kind: 'status', status: 401, message: 'Incorrect API key provided' }, 'MODEL_KEY_REFUSED', /Check the key/],
    ['a rate limit inside a 200', { kind: 'error-in-200', status: 429, message: 'slow down' }, 'MODEL_RATE_LIMITED', /slow down/],
    ['an unknown model', { kind: 'status', status: 404, message: "The model 'tts-1' does not exist." }, 'MODEL_UNKNOWN', /no model named/],
    ['a server without speech', { kind: 'status', status: 404, body: 'Not Found' }, 'MODEL_UNKNOWN', /makes no speech with "tts-1"/],
    ['a web page', { kind: 'web-page' }, 'MODEL_SERVER_ERROR', /does not follow the OpenAI protocol[\s\S]*It works/],
    ['broken JSON in place of sound', { kind: 'garbage' }, 'MODEL_SERVER_ERROR', /does not follow[\s\S]*embedding/],
    ['a fault of its own', { kind: 'status', status: 500, message: 'boom' }, 'MODEL_SERVER_ERROR', /boom/],
    ['a socket closed before', { kind: 'drop', afterChunks: null }, 'MODEL_SERVER_ERROR', /broke the connection off/],
    ['a socket closed in the middle', how('dropped'), 'MODEL_SERVER_ERROR', /broke the connection off/],
  ])('%s', async (_name, fault, code, words) => {
    use.server.failAlways(fault)
    const error = await errorOf(speak())
    expect(error.code).toBe(code)
    expect(error.message).toMatch(words)
  })

  it('an error that FastAPI puts into a 200 is the failure', async () => {
    use.server.replay({ status: 200, body: { detail: 'CUDA out of memory' } })
    const error = await errorOf(speak())
    expect(error.code).toBe('MODEL_SERVER_ERROR')
    expect(error.message).toContain('CUDA out of memory')
  })

  it('an unknown voice is told in the words of the server, after one request', async () => {
    use.server.setBehaviour({ voices: ['af_heart', 'af_sky'] })
    const error = await errorOf(speak())
    expect(error.code).toBe('MODEL_UNKNOWN')
    expect(error.message).toContain('has no voice named "alloy" for tts-1')
    expect(error.message).toContain('Available voices: af_heart, af_sky')
    expect(use.server.requests).toHaveLength(1)
  })

  it('a model whose name holds the word voice is not taken for a voice', async () => {
    const error = await errorOf(speak({ model: 'grok-voice-1' }))
    expect(error.message).toContain('no model named "grok-voice-1"')
  })

  it('a text too long for the server is told as that', async () => {
    use.server.setBehaviour({ speechCharacters: 20 })
    expect(await errorOf(speak())).toMatchObject({ code: 'MODEL_CONTEXT_TOO_LONG' })
    expect(use.server.requests).toHaveLength(1)
  })

  it('no model and no text make no request', async () => {
    expect((await errorOf(speak({ model: '' }))).code).toBe('MODEL_UNKNOWN')
    expect((await errorOf(speak({ text: ' \n' }))).code).toBe('BAD_INPUT')
    expect(use.server.requests).toHaveLength(0)
  })
})

describe('limits', () => {
  it('of time hold to the first byte and between pieces', async () => {
    use.settings = { ...use.settings, timeoutMs: 5_000, firstByteMs: 200, idleMs: 150 }
    use.server.failNext(1, { kind: 'hang-before-first-byte' })
    expect((await errorOf(speak())).message).toMatch(/did not begin/)
    use.server.failNext(1, how('hangs'))
    expect(await errorOf(speak())).toMatchObject({ code: 'MODEL_TIMEOUT', message: expect.stringContaining('fell silent') })
    expect(use.server.requests).toHaveLength(2)
  })

  it('an abort ends the request with its own reason, and nothing more is asked', async () => {
    use.server.failAlways({ kind: 'hang-before-first-byte' })
    const stop = new AbortController()
    const reason = new AppError('JOB_TIMEOUT', 'Too slow.')
    const speaking = speak({}, stop.signal)
    while (use.server.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    stop.abort(reason)
    expect(await errorOf(speaking)).toBe(reason)
    expect(await use.server.requests[0]?.ended).toBe('hung-up')
    expect(use.server.requests).toHaveLength(1)
    expect(await errorOf(speak({}, AbortSignal.abort()))).toMatchObject({ code: 'CANCELLED' })
    expect(use.server.requests).toHaveLength(1)
  })

  it('of size: an endless answer is cut off', async () => {
    const megabyte = Buffer.alloc(1024 * 1024, 1)
    let sent = 0
    const { createModelEndpoint } = await import('../../../src/main/core/llm/model-endpoint')
    const endpoint = createModelEndpoint({
      now: Date.now,
      settings: () => use.settings,
      fetch: async () =>
        new Response(
          new ReadableStream({
            pull: (controller) => {
              sent += 1
              controller.enqueue(megabyte)
            },
          }),
        ),
    })
    const error = await errorOf(endpoint.speak({ name: 'n', text, model: 'tts-1', voice: 'x' }, use.context()))
    expect(error.code).toBe('MODEL_SERVER_ERROR')
    expect(sent).toBeLessThan(210)
  })
})

describe('secrets', () => {
  it('that a server repeats stand neither in errors nor in the trace', async () => {
    const key = 'sk-test-CANARY-quokka'
    use.settings = { ...use.settings, apiKey: key }
    for (const status of [400, 401, 500]) {
      use.server.failNext(2, { kind: 'echo-secrets', status })
      const error = await errorOf(speak())
      expect(JSON.stringify([error.message, error.data, use.records])).not.toMatch(/CANARY|quokka/)
    }
    expect(use.server.requests[0]?.headers.authorization).toBe(`Bearer ${key}`)
    await errorOf(speak({ text: `My key is ${key}, do not tell`, model: 'none' }))
    expect(use.records.at(-1)?.prompt).toBe('My key is [removed], do not tell')
  })
})
