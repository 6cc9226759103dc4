import { beforeEach, describe, expect, it } from 'vitest'
import type { KeptParts, LongSpeechContext, Sound } from '../../../src/main/core/llm/speech-call'
import { errorOf, withEndpoint } from './endpoint-fixture'
import { isSame, samplesOf } from './speech-fixture'

const use = withEndpoint()
const script = [
  'The idea began as a small note. Most of it fades within a day.',
  'A second thought argues the opposite! Is forgetting what makes room? It may well be.',
].join('\n\n')
const speakLong = (text: string, context: Partial<LongSpeechContext> = {}) =>
  use.endpoint.speakLong({ name: 'Read aloud', text, model: 'tts-1', voice: 'alloy', language: 'en' }, { ...use.context(), ...context })
const inputs = () => use.server.requests.map(({ body }) => String(body.input))

beforeEach(() => use.server.setBehaviour({ models: ['tts-1'] }))

describe('a long text', () => {
  it('goes out in parts of whole sentences and comes back as one sound with pauses of 250 and 600 ms', async () => {
    const parts: unknown[] = []
    const spoken = await speakLong(script, { partCharacters: 70, onPart: (...told) => parts.push(told) })
    expect(inputs()).toEqual([
      'The idea began as a small note. Most of it fades within a day.',
      'A second thought argues the opposite! Is forgetting what makes room?',
      'It may well be.',
    ])
    expect(parts).toEqual([
      [1, 3, { done: 2, of: 5 }],
      [2, 3, { done: 4, of: 5 }],
      [3, 3, { done: 5, of: 5 }],
    ])
    // 7 + 7 words with 0.3 s between, 0.6 s, 6 + 5 words with 0.3 s between, 0.25 s, 4 words; 0.35 s a word. No more than a sample is lost at an end.
    expect(spoken.seconds).toBeCloseTo(29 * 0.35 + 0.3 + 0.6 + 0.3 + 0.25, 2)
    const samples = samplesOf(spoken.wav)
    const isSilent = (from: number, to: number) => samples.subarray(from * 24_000, to * 24_000).every((sample) => sample === 0)
    expect([isSilent(5.22, 5.79), isSilent(5.1, 5.19), isSilent(5.81, 5.9)]).toEqual([true, false, false])
    expect(use.records.map(({ name }) => name)).toEqual(['Read aloud, part 1 of 3', 'Read aloud, part 2 of 3', 'Read aloud, part 3 of 3'])
  })

  it('gives every sentence its place', async () => {
    const { sentences, seconds } = await speakLong(script, { partCharacters: 70 })
    expect(sentences.map(({ text }) => text)).toEqual([
      'The idea began as a small note.',
      'Most of it fades within a day.',
      'A second thought argues the opposite!',
      'Is forgetting what makes room?',
      'It may well be.',
    ])
    const expected = [
      [0, 2450],
      [2750, 5200],
      [5800, 7900],
      [8200, 9950],
      [10_200, 11_600],
    ]
    sentences.forEach(({ startMs, endMs }, index) => {
      expect(Math.abs(startMs - (expected[index]?.[0] ?? 0))).toBeLessThanOrEqual(20)
      expect(Math.abs(endMs - (expected[index]?.[1] ?? 0))).toBeLessThanOrEqual(20)
    })
    expect(sentences.at(-1)?.endMs).toBe(Math.round(seconds * 1000))
  })

  it('goes on at the part that failed when it is tried again', async () => {
    const kept: KeptParts = new Map<string, Sound>()
    use.server.failNext(1, { kind: 'speech', how: 'slow' })
    const whole = await speakLong(script, { partCharacters: 70 })
    const before = use.server.requests.length
    let asked = 0
    const failing = speakLong(script, {
      partCharacters: 70,
      kept,
      beforeRequest() {
        asked += 1
        if (asked === 3) use.server.failNext(1, { kind: 'status', status: 500, message: 'boom' })
      },
    })
    expect((await errorOf(failing)).code).toBe('MODEL_SERVER_ERROR')
    const parts: number[] = []
    const again = await speakLong(script, { partCharacters: 70, kept, onPart: (index) => parts.push(index) })
    expect(inputs().slice(before)).toEqual([...inputs().slice(0, 3), 'It may well be.'])
    expect(parts).toEqual([1, 2, 3])
    expect(isSame(samplesOf(again.wav), samplesOf(whole.wav))).toBe(true)
  })

  it('does not take a kept part of another voice', async () => {
    const kept: KeptParts = new Map<string, Sound>()
    await speakLong('A short text for one part.', { kept })
    await use.endpoint.speakLong(
      { name: 'n', text: 'A short text for one part.', model: 'tts-1', voice: 'nova' },
      { ...use.context(), kept },
    )
    expect(use.server.requests.map(({ body }) => body.voice)).toEqual(['alloy', 'nova'])
  })

  it('is joined at the highest rate when the parts differ, with nothing longer or shorter', async () => {
    use.server.failNext(1, { kind: 'speech', how: '8-khz' })
    const spoken = await speakLong(script, { partCharacters: 70 })
    expect(spoken.sampleRate).toBe(24_000)
    expect(spoken.seconds).toBeCloseTo(29 * 0.35 + 0.3 + 0.6 + 0.3 + 0.25, 2)
  })

  it('finds out what a server takes at once, remembers it, and is whole all the same', async () => {
    use.server.setBehaviour({ speechCharacters: 200 })
    const sentences = Array.from({ length: 30 }, (_none, index) => `Sentence number ${index + 1} says a little more.`)
    const spoken = await speakLong(sentences.join(' '))
    expect(spoken.sentences.map(({ text }) => text)).toEqual(sentences)
    const refused = inputs().filter((input) => input.length > 200).length
    expect(refused).toBe(3)
    const before = use.server.requests.length
    await speakLong(sentences.join(' '))
    expect(
      Math.max(
        ...inputs()
          .slice(before)
          .map((input) => input.length),
      ),
    ).toBeLessThanOrEqual(200)
  })

  it('fails plainly when the server takes next to nothing', async () => {
    use.server.setBehaviour({ speechCharacters: 20 })
    expect(await errorOf(speakLong(script))).toMatchObject({ code: 'MODEL_CONTEXT_TOO_LONG' })
    expect(use.server.requests.length).toBeLessThan(5)
  })

  it('refuses what has no words, or would run for hours, before any request', async () => {
    expect(await errorOf(speakLong('... ---\n\n!'))).toMatchObject({ code: 'BAD_INPUT' })
    expect(await errorOf(speakLong('word '.repeat(9000)))).toMatchObject({ code: 'BAD_INPUT' })
    expect(use.server.requests).toHaveLength(0)
  })

  it('ends with what beforeRequest throws, without a request', async () => {
    const stop = new Error('ceiling')
    const beforeRequest = () => {
      throw stop
    }
    await expect(speakLong(script, { beforeRequest })).rejects.toBe(stop)
    expect(use.server.requests).toHaveLength(0)
  })
})

describe('trying a server out', () => {
  const trial = (voice: string) => use.endpoint.test({ model: '', embeddingModel: '', speechModel: 'tts-1', voice })

  it('tells that it speaks, and with which voice', async () => {
    const report = await trial('alloy')
    expect(report.ok).toBe(true)
    // Seven words at 0.35 s.
    expect(report.lines.at(-1)).toEqual({ ok: true, text: 'tts-1 speaks: 2.5 s of audio with the voice alloy.' })
  })

  it('tells what the server says of an unknown voice, and of silence', async () => {
    use.server.setBehaviour({ voices: ['af_sky'] })
    const unknown = await trial('alloy')
    expect(unknown.ok).toBe(false)
    expect(unknown.lines.at(-1)).toMatchObject({ ok: false, text: expect.stringContaining('Available voices: af_sky') })
    use.server.failAlways({ kind: 'speech', how: 'silence' })
    const silent = await trial('af_sky')
    expect(silent.ok).toBe(false)
    expect(silent.lines.at(-1)?.text).toContain('it was silence')
  })
})
