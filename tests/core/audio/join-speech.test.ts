import { describe, expect, it } from 'vitest'
import { joinSpeech, type PartSound } from '../../../src/main/core/audio/join-speech'
import { applyGain, evenGain, speechLevel } from '../../../src/main/core/audio/loudness'
import { cutShortPart } from '../../../src/main/core/audio/speaking-rate'
import { samplesOf, toneOf } from '../llm/speech-fixture'

const RATE = 16_000
function tone(level: number, seconds: number, rate = RATE, pitch = 440): Int16Array {
  return Int16Array.from({ length: Math.round(rate * seconds) }, (_none, index) =>
    Math.round(level * 32_768 * Math.sin((2 * Math.PI * pitch * index) / rate)),
  )
}
function run(parts: { text: string; pauseAfterMs: number }[], sounds: PartSound[]) {
  const joining = joinSpeech(
    parts.map((part) => ({ ...part, sentences: [part.text] })),
    sounds,
  )
  let turns = 0
  for (;;) {
    const step = joining.next()
    if (step.done) return { ...step.value, turns }
    turns += 1
  }
}

describe('loudness', () => {
  it('is that of the speech alone: silence around it does not make it quieter', () => {
    const speech = tone(0.2, 2)
    const paused = new Int16Array(speech.length * 4)
    paused.set(speech, speech.length)
    expect(speechLevel(speech, RATE)).toBeCloseTo(0.2 / Math.SQRT2, 3)
    expect(Math.abs(speechLevel(paused, RATE) / speechLevel(speech, RATE) - 1)).toBeLessThan(0.08)
    expect(speechLevel(new Int16Array(RATE), RATE)).toBe(0)
    expect(speechLevel(new Int16Array(0), RATE)).toBe(0)
    expect(speechLevel(tone(0.2, 0.1), RATE)).toBeCloseTo(0.2 / Math.SQRT2, 2)
  })

  it('is brought to the target within 12 dB, and silence is left alone', () => {
    expect(evenGain(0.05)).toBeCloseTo(2, 5)
    expect([evenGain(0.001), evenGain(10), evenGain(0)]).toEqual([4, 0.25, 1])
  })

  it('never clips, whatever the factor, and only multiplies what is not loud', () => {
    const quiet = Int16Array.of(0, 100, -100, 5000)
    applyGain(quiet, 2)
    expect([...quiet]).toEqual([0, 200, -200, 10_000])
    const loud = Int16Array.of(32_767, -32_768, 25_000, 24_000)
    applyGain(loud, 4)
    expect(Math.max(...loud.map(Math.abs))).toBeLessThanOrEqual(Math.round(32_768 * 10 ** (-1 / 20)))
    // Louder stays louder: the limiter bends and does not cut flat.
    const ramp = Int16Array.from({ length: 300 }, (_none, index) => index * 100)
    applyGain(ramp, 1.2)
    for (let index = 1; index < ramp.length; index += 1) expect(ramp[index] ?? 0).toBeGreaterThan(ramp[index - 1] ?? 0)
  })
})

describe('joining parts', () => {
  const parts = [
    { text: 'One.', pauseAfterMs: 250 },
    { text: 'Two.', pauseAfterMs: 600 },
    { text: 'Three.', pauseAfterMs: 600 },
  ]

  it('makes parts of different loudness and rate one sound, even and of the highest rate, in steps', () => {
    const joined = run(parts, [
      { samples: tone(0.05, 1), sampleRate: RATE },
      { samples: tone(0.4, 1, 22_050), sampleRate: 22_050 },
      { samples: tone(0.14, 1), sampleRate: RATE },
    ])
    expect(joined.sampleRate).toBe(22_050)
    expect(joined.seconds).toBeCloseTo(3.85, 3)
    const samples = samplesOf(joined.wav)
    const levels = [0.1, 1.35, 2.95].map((from) => toneOf(samples.subarray(from * 22_050, (from + 0.8) * 22_050), 22_050))
    for (const { pitch, level } of levels) {
      expect(Math.abs(pitch - 440)).toBeLessThan(3)
      expect(Math.abs(level / 3277 - 1)).toBeLessThan(0.03)
    }
    expect(samples.subarray(22_060, 22_050 * 1.24).every((sample) => sample === 0)).toBe(true)
    expect(joined.sentences.map(({ text, startMs }) => [text, startMs])).toEqual([
      ['One.', 0],
      ['Two.', 1250],
      ['Three.', 2850],
    ])
    expect(joined.turns).toBeGreaterThan(6)
  })

  it('does not change the sounds it was given, which may be used again', () => {
    const samples = tone(0.05, 0.5)
    const before = samples.slice()
    run([{ text: 'One.', pauseAfterMs: 0 }], [{ samples, sampleRate: RATE }])
    expect(Buffer.from(samples.buffer).equals(Buffer.from(before.buffer))).toBe(true)
  })
})

describe('a part that lost words', () => {
  const text = 'This sentence has ten words and is spoken at pace. '.repeat(4)
  const part = (share: number, said = text) => ({ text: said, durationMs: 14_000 * share })

  it('is found by the pace of the others, half a part always', () => {
    expect(cutShortPart([part(1), part(1.1), part(0.5), part(0.95)], 'en')).toBe(2)
    expect(cutShortPart([part(1), part(1.2), part(0.8), part(0.9)], 'en')).toBe(-1)
  })

  it('is not claimed of two parts, of short ones, or of another script', () => {
    expect(cutShortPart([part(1), part(0.4)], 'en')).toBe(-1)
    expect(cutShortPart([part(1), part(1), { text: 'Short one.', durationMs: 10 }], 'en')).toBe(-1)
    const japanese = '余白を先に決めて、文字を後に置くのがよいと思う。'.repeat(4)
    const slow = { text: japanese, durationMs: 20_000 }
    expect(cutShortPart([slow, slow, slow, part(1)], 'ja')).toBe(-1)
  })
})
