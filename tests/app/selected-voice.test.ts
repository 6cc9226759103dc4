import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createEndpointRests } from '../../src/main/core/jobs/endpoint-rest'
import { createModelEndpoint } from '../../src/main/core/llm/model-endpoint'
import { GiveUp, RetryLater } from '../../src/main/core/queue/job-rules'
import type { EndpointVoiceChoice } from '../../src/main/features/briefings/endpoint-voice'
import { createSelectedVoice } from '../../src/main/features/briefings/selected-voice'
import { createUnfinishedReadings } from '../../src/main/features/briefings/unfinished-readings'
import { type Voice, type VoiceOptions, voiceBriefing } from '../../src/main/features/briefings/voice-briefing'
import { assertMayBeVoiced } from '../../src/main/features/items/item-reader'
import type { ModelCall } from '../../src/shared/entities'
import { isSame, samplesOf } from '../core/llm/speech-fixture'
import { type FakeOpenAi, startFakeOpenAi } from '../support/fake-openai-server'

/** Four paragraphs of some 1,400 characters each: four parts. */
const script = Array.from({ length: 4 }, (_none, index) => `Part ${index + 1} goes on and on. `.repeat(60).trim()).join('\n\n')
const short = 'This is a short script. It has two sentences.'

let server: FakeOpenAi
let choice: EndpointVoiceChoice | null
let calls: Omit<ModelCall, 'id'>[]
let clock: number
let builtinRead: string[]
let voice: ReturnType<typeof createSelectedVoice>

/** Stands for the built-in voice, whose package need not be there. */
const builtin: Voice = {
  leavesComputer: () => false,
  availability: async () => ({ available: true, name: 'built in' }),
  async synthesize(text) {
    builtinRead.push(text)
    return { wav: new Uint8Array(), durationMs: 1, voice: 'built in', sentences: [] }
  },
}

const options = (change: Partial<VoiceOptions> = {}): VoiceOptions => ({
  language: 'en',
  signal: new AbortController().signal,
  mayLeave: () => true,
  beforeModelCall: () => undefined,
  recordCall: (call) => void calls.push(call),
  ...change,
})

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work
  } catch (error) {
    return error
  }
  throw new Error('it should have failed')
}

beforeEach(async () => {
  server = await startFakeOpenAi({ models: ['tts-1'], speechRate: 8000 })
  calls = []
  builtinRead = []
  clock = 0
  const endpoint = createModelEndpoint({
    now: Date.now,
    settings: () => ({ baseUrl: server.baseUrl, apiKey: '', model: '', embeddingModel: '', timeoutMs: 15_000, maxOutputTokens: 100 }),
  })
  choice = { endpointId: 'e1', model: 'tts-1', voice: 'alloy', endpoint, leavesComputer: true, timeoutMs: 15_000 }
  voice = createSelectedVoice({ builtin, endpoint: () => choice, rests: createEndpointRests(() => clock) })
})
afterEach(() => server.close())

describe('the voice in force', () => {
  it('is that of the server while one is chosen, else the built-in one', async () => {
    expect([voice.isBuiltin(), voice.leavesComputer(), await voice.availability()]).toEqual([
      false,
      true,
      { available: true, name: 'alloy (tts-1)' },
    ])
    const spoken = await voice.synthesize(short, options())
    expect(spoken).toMatchObject({ voice: 'alloy (tts-1)', durationMs: Math.round((samplesOf(spoken.wav).length / 8000) * 1000) })
    expect(spoken.sentences.map(({ text }) => text)).toEqual(['This is a short script.', 'It has two sentences.'])
    expect(calls.map(({ name, prompt }) => [name, prompt])).toEqual([['Read the script aloud', short]])
    choice = null
    expect([voice.isBuiltin(), voice.leavesComputer(), await voice.availability()]).toEqual([
      true,
      false,
      { available: true, name: 'built in' },
    ])
    await voice.synthesize(short, options({ mayLeave: () => false }))
    expect(builtinRead).toEqual([short])
    expect(server.requests).toHaveLength(1)
  })

  it('tells how far it is in sentences', async () => {
    const progress: unknown[] = []
    await voice.synthesize(`${script} And one more.`, options({ onProgress: (...told) => progress.push(told) }))
    expect(progress.length).toBeGreaterThan(2)
    const [done, of] = progress.at(-1) as [number, number]
    expect(done).toBe(of)
  })
})

describe('a thought that stays here', () => {
  it('is not voiced by another computer: no request, a plain reason, and no built-in voice in its place', async () => {
    const error = await failureOf(voice.synthesize(short, options({ mayLeave: () => false })))
    expect(error).toBeInstanceOf(GiveUp)
    expect(error).toMatchObject({ code: 'ITEM_PRIVATE', message: expect.stringContaining('nothing was sent') })
    expect(server.requests).toHaveLength(0)
    expect(builtinRead).toEqual([])
    expect(() => assertMayBeVoiced({ private: 1 }, voice)).toThrow(GiveUp)
    assertMayBeVoiced({ private: 0 }, voice)
  })

  it('stops in the middle when it comes to stay here while it is read', async () => {
    const error = await failureOf(voice.synthesize(script, options({ mayLeave: () => server.requests.length < 2 })))
    expect(error).toMatchObject({ code: 'ITEM_PRIVATE' })
    expect(server.requests).toHaveLength(2)
  })

  it('stops also between two requests for the same part', async () => {
    server.setBehaviour({ speechFormats: ['pcm'] })
    const error = await failureOf(voice.synthesize(short, options({ mayLeave: () => server.requests.length < 1 })))
    expect(error).toMatchObject({ code: 'ITEM_PRIVATE' })
    expect(server.requests).toHaveLength(1)
  })

  it('may be voiced by a server on this computer', async () => {
    if (choice) choice = { ...choice, leavesComputer: false }
    assertMayBeVoiced({ private: 1 }, voice)
    await voice.synthesize(short, options({ mayLeave: () => false }))
    expect(server.requests).toHaveLength(1)
  })
})

describe('a reading that fails', () => {
  it('goes on at the failed part, and leaves nothing behind when it is done', async () => {
    const whole = await voice.synthesize(script, options())
    const each = server.requests.length
    expect(each).toBe(4)
    const failing = voice.synthesize(
      script,
      options({
        beforeModelCall() {
          if (server.requests.length === each + 2) server.failNext(1, { kind: 'status', status: 500 })
        },
      }),
    )
    expect(await failureOf(failing)).toMatchObject({ code: 'MODEL_SERVER_ERROR' })
    const again = await voice.synthesize(script, options())
    expect(server.requests.length).toBe(each + 3 + 2)
    expect(isSame(samplesOf(again.wav), samplesOf(whole.wav))).toBe(true)
    await voice.synthesize(script, options())
    expect(server.requests.length).toBe(each + 3 + 2 + 4)
  })

  it('begins anew after forget, which the lock calls', async () => {
    const breakOffAfter = (requests: number) =>
      failureOf(voice.synthesize(script, options({ mayLeave: () => server.requests.length < requests })))
    await breakOffAfter(2)
    voice.forget()
    await breakOffAfter(4)
    const [first, , again] = server.requests
    expect(again?.body.input).toBe(first?.body.input)
  })

  it('waits without cost for a server that is away, and rests with one that asks for a pause', async () => {
    server.failNext(1, { kind: 'status', status: 429, headers: { 'retry-after': '60' } })
    const limited = await failureOf(voice.synthesize(short, options()))
    expect(limited).toBeInstanceOf(RetryLater)
    clock += 20_000
    expect(await failureOf(voice.synthesize(short, options()))).toMatchObject({ delayMs: 40_000, code: 'MODEL_RATE_LIMITED' })
    expect(server.requests).toHaveLength(1)
    clock += 41_000
    await server.close()
    expect(await failureOf(voice.synthesize(short, options()))).toMatchObject({ name: 'RetryLater', code: 'MODEL_UNREACHABLE' })
    expect(builtinRead).toEqual([])
  })

  it('gives up on what only a person can mend, with the words of the server', async () => {
    server.setBehaviour({ voices: ['nova'] })
    const error = await failureOf(voice.synthesize(short, options()))
    expect(error).toBeInstanceOf(GiveUp)
    expect(error).toMatchObject({ code: 'MODEL_UNKNOWN', serverWords: expect.stringContaining('Available voices: nova') })
  })

  it('ends with the ceiling of the day, before a request', async () => {
    const ceiling = new RetryLater(1000, 'Used up.', 'USAGE_CEILING')
    const beforeModelCall = () => {
      throw ceiling
    }
    expect(await failureOf(voice.synthesize(short, options({ beforeModelCall })))).toBe(ceiling)
    expect(server.requests).toHaveLength(0)
  })

  it('hands a long reading on to the next attempt, a part at least each time, until it is whole', async () => {
    if (choice) choice = { ...choice, timeoutMs: 0 }
    server.failAlways({ kind: 'stall', ms: 5 })
    let attempts = 0
    for (;;) {
      attempts += 1
      const outcome = await voice.synthesize(script, options()).catch((error: unknown) => error)
      if (!(outcome instanceof RetryLater)) break
      expect(outcome).toMatchObject({ delayMs: 0, code: 'PART_READ' })
    }
    expect([attempts, server.requests.length]).toEqual([4, 4])
  })
})

describe('unfinished readings', () => {
  const sound = (samples: number) => ({ samples: new Int16Array(samples), sampleRate: 8000 })

  it('give way from the oldest on, but not while they are read', () => {
    const readings = createUnfinishedReadings(1000)
    const inUse = readings.open('in use')
    inUse.parts.set('1', sound(300))
    for (const key of ['old', 'new']) {
      const reading = readings.open(key)
      reading.parts.set('1', sound(200))
      reading.pause()
    }
    expect(readings.open('old').parts.size).toBe(0)
    expect(readings.open('new').parts.size).toBe(1)
    expect(inUse.size()).toBe(600)
    inUse.pause()
    expect(readings.open('in use').parts.size).toBe(1)
  })
})

describe('voicing a briefing', () => {
  it('keeps the audio of the server with its length, voice and sentences, and its calls in the trace', async () => {
    const written: Uint8Array[] = []
    const blobs = {
      async write(_id: string, bytes: Uint8Array) {
        written.push(bytes)
        return { wrappedKey: new Uint8Array([1]) }
      },
    }
    const notes: string[] = []
    const { audio, notice } = await voiceBriefing({ voice, blobs, newId: () => 'blob-1' }, { script: short, language: 'en' }, () => true, {
      jobId: 'j',
      itemId: 'i',
      attempt: 1,
      changes: {},
      signal: new AbortController().signal,
      append: () => undefined,
      note: (text) => notes.push(text),
      recordCall: (call) => void calls.push(call),
      beforeModelCall: () => undefined,
      warn: () => undefined,
      write: () => undefined,
    })
    expect(notice).toBeNull()
    expect(audio).toMatchObject({ blobId: 'blob-1', mime: 'audio/wav', bytes: written[0]?.byteLength, voice: 'alloy (tts-1)' })
    // Five and four words at 0.35 s, 0.3 s between.
    expect(audio?.durationMs).toBe(3450)
    expect(audio?.sentences).toHaveLength(2)
    expect(notes).toEqual(['2 of 2 sentences'])
    expect(calls.map(({ reply }) => reply)).toEqual(['3.5 s of audio'])
  })
})
