import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countFrames, findWavSound, type WavSound } from '../../../src/main/core/audio/read-wav'
import { resampledLength, resampleInto } from '../../../src/main/core/audio/resample'
import { writeWav } from '../../../src/main/core/audio/wav'
import { decodeFrames } from '../../../src/main/core/audio/wav-format'
import { type WavWriting, wavOf } from '../../support/fake-openai/wav'

const samples = Int16Array.of(0, 256, -256, 25_600, -25_600, 32_512, -32_768, 512)
const wav = writeWav(samples, 22_050)

function soundIn(bytes: Uint8Array): WavSound {
  const sound = findWavSound(bytes)
  if ('fault' in sound) throw new Error(sound.fault)
  return sound
}

function decode(bytes: Uint8Array): number[] {
  const sound = soundIn(bytes)
  const out = new Int16Array(countFrames(sound))
  let to = 0
  for (const span of sound.spans) {
    const count = span.bytes / sound.channels / sound.bytesPerSample
    decodeFrames(bytes, sound, { offset: span.offset, count, out, to })
    to += count
  }
  return [...out]
}

const withSize = (size: number) => {
  const changed = Buffer.from(wav)
  changed.writeUInt32LE(size, 40)
  return changed
}

describe('finding the sound in a WAV file', () => {
  it('gives its format and every sample', () => {
    expect(soundIn(wav)).toEqual({
      channels: 1,
      sampleRate: 22_050,
      bytesPerSample: 2,
      isFloat: false,
      spans: [{ offset: 44, bytes: 16 }],
      missingBytes: 0,
    })
    expect(decode(wav)).toEqual([...samples])
  })

  // A reader that trusts these gives nothing, or 24 hours of it.
  it.each([0, 0xffffffff, 0xffffffff - 36, 0x7fffffff, 2_000_000_000])('goes to the end where the length is a placeholder (%i)', (size) => {
    expect(decode(withSize(size))).toEqual([...samples])
    expect(soundIn(withSize(size)).missingBytes).toBe(0)
  })

  it('tells how much is missing of a believable length, but not of one that is a header too long', () => {
    expect(soundIn(withSize(1000)).missingBytes).toBe(984)
    expect(soundIn(withSize(16 + 36)).missingBytes).toBe(0)
  })

  it('goes to the end where the length was that of the first piece of a stream', () => {
    expect(decode(withSize(4))).toEqual([...samples])
  })

  it('puts whole files one behind the other together, also where one has an odd length', () => {
    expect(decode(Buffer.concat([wav, wav]))).toEqual([...samples, ...samples])
    const odd = wavOf(Int16Array.of(256, 512, 768), { rate: 8000, bits: 8 })
    expect(decode(Buffer.concat([odd, odd]))).toEqual([256, 512, 768, 256, 512, 768])
    const other = wavOf(samples, { rate: 8000 })
    expect(findWavSound(Buffer.concat([wav, other]))).toEqual({ fault: 'its format changes in the middle' })
  })

  it('skips chunks before and behind the sound', () => {
    const list = Buffer.from('LIST\x03\0\0\0abc\0', 'latin1') // odd length, padded
    expect(decode(Buffer.concat([wav.subarray(0, 36), list, wav.subarray(36), list]))).toEqual([...samples])
    // No sound at all, and truly so: the chunk behind it is not heard.
    expect(decode(Buffer.concat([withSize(0).subarray(0, 44), list]))).toEqual([])
  })

  it('reads the format inside of an extensible one', () => {
    const extended = Buffer.alloc(40)
    wav.copy(extended, 0, 20, 36)
    extended.writeUInt16LE(0xfffe, 0)
    extended.writeUInt16LE(1, 24)
    const size = Buffer.from([40, 0, 0, 0])
    expect(decode(Buffer.concat([wav.subarray(0, 16), size, extended, wav.subarray(36)]))).toEqual([...samples])
  })

  it.each<[string, Uint8Array, string]>([
    ['nothing', Buffer.alloc(0), 'it is no WAV file'],
    ['an MP3', Buffer.from('ID3'), 'it is no WAV file'],
    ['a header cut in two', wav.subarray(0, 30), 'its format is cut off'],
    ['a header without sound', wav.subarray(0, 40), 'it has no sound in it'],
    ['sound without a format', Buffer.from(`RIFF1234WAVEdata${'x'.repeat(40)}`), 'its format is not stated'],
    ['16-bit floats', wavOf(samples, { rate: 8000, bits: 16 }).fill(3, 20, 21), 'its format is not known'],
  ])('says what is wrong with %s', (_name, bytes, fault) => {
    expect(findWavSound(bytes)).toEqual({ fault })
  })

  it('names a coding that is not plain samples', () => {
    expect(findWavSound(Buffer.from(wav).fill(7, 20, 21))).toMatchObject({ coding: 'µ-law in a WAV file' })
  })

  it('never throws, never claims more than there is', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), fc.nat({ max: 44 }), (noise, from) => {
        const bytes = Buffer.concat([wav.subarray(0, from), noise])
        const sound = findWavSound(bytes)
        if ('fault' in sound) return
        for (const { offset, bytes: length } of sound.spans) expect(offset + length).toBeLessThanOrEqual(bytes.length)
        decode(bytes)
      }),
    )
  })
})

describe('decoding to 16-bit mono', () => {
  it.each<[string, Omit<WavWriting, 'rate'>]>([
    ['8 bit', { bits: 8 }],
    ['24 bit', { bits: 24 }],
    ['32 bit', { bits: 32 }],
    ['floats', { coding: 3, bits: 32 }],
    ['stereo', { channels: 2 }],
    ['24 bit in six channels', { channels: 6, bits: 24 }],
  ])('%s gives the same samples', (_name, writing) => {
    // All are multiples of 256, so that not even 8 bits lose anything.
    const exact = Int16Array.of(0, 256, -256, 25_600, -25_600, 32_512, -32_512)
    expect(decode(wavOf(exact, { rate: 16_000, ...writing }))).toEqual([...exact])
  })

  it('averages channels that differ', () => {
    const left = wavOf(Int16Array.of(1000, 3000, -500, -700), { rate: 8000 })
    left.writeUInt16LE(2, 22) // The four samples are two frames now.
    expect(decode(left)).toEqual([2000, -600])
  })

  it('clamps floats beyond full scale, and takes what is no number for silence', () => {
    const floats = wavOf(Int16Array.of(1, 1, 1), { rate: 8000, coding: 3, bits: 32 })
    floats.writeFloatLE(1.7, 44)
    floats.writeFloatLE(Number.NaN, 48)
    floats.writeFloatLE(Number.NEGATIVE_INFINITY, 52)
    expect(decode(floats)).toEqual([32_767, 0, -32_767])
  })
})

describe('resampling', () => {
  const tone = (pitch: number, rate: number, seconds = 0.5) =>
    Int16Array.from({ length: rate * seconds }, (_none, index) => Math.round(10_000 * Math.sin((2 * Math.PI * pitch * index) / rate)))
  const resample = (samples: Int16Array, from: number, to: number) => {
    const out = new Int16Array(resampledLength(samples.length, from, to))
    // In two turns, as a long sound is.
    const middle = Math.floor(out.length / 3)
    resampleInto(out, { start: 0, end: middle }, samples, from, to)
    resampleInto(out, { start: middle, end: out.length }, samples, from, to)
    return out
  }

  it('keeps length, pitch and level, sample by sample, between the rates that voices have', () => {
    for (const [from, to] of [
      [22_050, 24_000],
      [16_000, 48_000],
      [48_000, 22_050],
    ] as const) {
      const made = resample(tone(1000, from), from, to)
      const right = tone(1000, to)
      expect(made.length).toBe(right.length)
      let worst = 0
      for (let index = 100; index < right.length - 100; index += 1)
        worst = Math.max(worst, Math.abs((made[index] ?? 0) - (right[index] ?? 0)))
      expect(worst).toBeLessThan(60)
    }
  })

  it('makes no tone of what the lower rate cannot carry, and leaves a constant alone', () => {
    const loudest = resample(tone(10_000, 48_000), 48_000, 16_000)
      .slice(200, -200)
      .reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0)
    expect(loudest).toBeLessThan(30)
    expect([...resample(new Int16Array(50).fill(1234), 16_000, 24_000)].every((sample) => Math.abs(sample - 1234) <= 1)).toBe(true)
    expect([resampledLength(44_100, 44_100, 24_000), resampledLength(1, 48_000, 8000), resampledLength(0, 1, 2)]).toEqual([24_000, 1, 0])
  })
})
