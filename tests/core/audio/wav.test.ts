import { describe, expect, it } from 'vitest'
import { joinSound, writeWav } from '../../../src/main/core/audio/wav'

const wav = writeWav(Int16Array.of(0, 1, -1, 32_767, -32_768), 22_050)

describe('a WAV file', () => {
  it('has the header that players expect, byte for byte', () => {
    expect(wav.toString('hex', 0, 44)).toBe(
      `52494646${'2e000000'}57415645666d742010000000${'0100'}${'0100'}${'22560000'}${'44ac0000'}${'0200'}${'1000'}64617461${'0a000000'}`,
    )
    expect(wav.toString('hex', 44)).toBe('00000100ffffff7f0080')
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
