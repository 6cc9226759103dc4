import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinSound, readWavHeader, writeWav } from '../../src/main/speech/wav'

const wav = writeWav(Int16Array.of(0, 1, -1, 32_767, -32_768), 22_050)

describe('a WAV file', () => {
  it('has the header that players expect, byte for byte', () => {
    expect(wav.toString('hex', 0, 44)).toBe(
      `52494646${'2e000000'}57415645666d742010000000${'0100'}${'0100'}${'22560000'}${'44ac0000'}${'0200'}${'1000'}64617461${'0a000000'}`,
    )
    expect(wav.toString('hex', 44)).toBe('00000100ffffff7f0080')
  })

  it('is read back with its length', () => {
    expect(readWavHeader(wav)).toEqual({ channels: 1, sampleRate: 22_050, bitsPerSample: 16, dataOffset: 44, dataBytes: 10, durationMs: 0 })
    expect(readWavHeader(writeWav(new Int16Array(22_050), 22_050)).durationMs).toBe(1000)
  })

  it('is read also when it was streamed without a true length, or has other chunks before the sound', () => {
    for (const length of [0, 0xffffffff]) {
      const streamed = Buffer.from(wav)
      streamed.writeUInt32LE(length, 40)
      expect(readWavHeader(streamed).dataBytes).toBe(10)
    }
    const list = Buffer.from('LIST\x03\0\0\0abc\0', 'latin1') // odd length, padded
    const extended = Buffer.concat([wav.subarray(0, 36), list, wav.subarray(36)])
    expect(readWavHeader(extended)).toMatchObject({ dataOffset: 56, dataBytes: 10 })
  })

  it('never claims more sound than there is, and refuses the rest in words', () => {
    expect(readWavHeader(wav.subarray(0, 49)).dataBytes).toBe(4) // half a sample is none
    for (const broken of [
      Buffer.alloc(0),
      Buffer.from('ID3'),
      wav.subarray(0, 30),
      wav.subarray(0, 40),
      Buffer.from(`RIFF1234WAVEdata${'x'.repeat(40)}`),
    ]) {
      expect(() => readWavHeader(broken)).toThrow(expect.objectContaining({ code: 'VOICE_FAILED' }))
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (noise) => {
        const bytes = Buffer.concat([wav.subarray(0, 20), noise])
        try {
          const { dataOffset, dataBytes } = readWavHeader(bytes)
          expect(dataOffset + dataBytes).toBeLessThanOrEqual(bytes.length)
        } catch (error) {
          expect(error).toMatchObject({ code: 'VOICE_FAILED' })
        }
      }),
    )
  })
})

describe('joining', () => {
  it('keeps every sample at its place with silence between', () => {
    const joined = joinSound(
      [
        { samples: Int16Array.of(1, 2), pauseAfterMs: 3 },
        { samples: Int16Array.of(3), pauseAfterMs: 500 },
      ],
      1000,
    )
    expect([...joined.samples]).toEqual([1, 2, 0, 0, 0, 3])
    expect(joined.spans).toEqual([
      { start: 0, end: 2 },
      { start: 5, end: 6 },
    ])
  })
})
