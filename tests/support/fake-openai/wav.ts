const WORD_SECONDS = 0.35
const PAUSE_SECONDS = 0.3

/** The loudest sample of the fake voice. */
export const toneLevel = 3000

/**
 * What the fake voice says: a quiet 440 Hz tone, 0.35 s for each word (171 words a minute) and 0.3 s of silence between two sentences, at
 * least half a second.
 */
export function speechSamples(text: string, rate: number): Int16Array {
  const words = text.split(/\s+/).filter((word) => word !== '')
  const stretches: [samples: number, isTone: boolean][] = words.flatMap((word, index): [number, boolean][] => {
    const tone: [number, boolean] = [Math.round(WORD_SECONDS * rate), true]
    return /[.!?]$/.test(word) && index < words.length - 1 ? [tone, [Math.round(PAUSE_SECONDS * rate), false]] : [tone]
  })
  const total = stretches.reduce((sum, [samples]) => sum + samples, 0)
  if (total < rate / 2) stretches.push([Math.round(rate / 2) - total, true])
  const out = new Int16Array(Math.max(total, Math.round(rate / 2)))
  let at = 0
  for (const [samples, isTone] of stretches) {
    for (const end = at + samples; at < end; at += 1)
      out[at] = isTone ? Math.round(toneLevel * Math.sin((2 * Math.PI * 440 * at) / rate)) : 0
  }
  return out
}

export interface WavWriting {
  rate: number
  channels?: number
  /** 1: integers, 3: floats, 6: A-law. */
  coding?: number
  bits?: number
  /** In place of the true length of the sound. */
  size?: number
}

/** A WAV file of the samples, in the form asked for; every channel holds the same. */
export function wavOf(samples: Int16Array, { rate, channels = 1, coding = 1, bits = 16, size }: WavWriting): Buffer {
  const bytes = bits / 8
  const data = Buffer.alloc(samples.length * channels * bytes)
  samples.forEach((sample, index) => {
    for (let channel = 0; channel < channels; channel += 1) {
      const at = (index * channels + channel) * bytes
      if (coding === 3) data.writeFloatLE(sample / 32_767, at)
      else if (bits === 8) data.writeUInt8(Math.round(sample / 256) + 128, at)
      else if (bits === 16) data.writeInt16LE(sample, at)
      else if (bits === 24) data.writeIntLE(sample * 256, at, 3)
      else data.writeInt32LE(sample * 65_536, at)
    }
  })
  const length = size ?? data.length
  const header = Buffer.alloc(44)
  header.write('RIFF', 0, 'ascii')
  header.writeUInt32LE(Math.min(0xffffffff, length + 36), 4)
  header.write('WAVEfmt ', 8, 'ascii')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(coding, 20)
  header.writeUInt16LE(channels, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate * channels * bytes, 28)
  header.writeUInt16LE(channels * bytes, 32)
  header.writeUInt16LE(bits, 34)
  header.write('data', 36, 'ascii')
  header.writeUInt32LE(length, 40)
  return Buffer.concat([header, data])
}

/** Frames of an MP3 (MPEG-1 layer III, 64 kbit/s, 44.1 kHz) with nothing in them. */
export function makeMp3(seconds: number): Buffer {
  const frame = Buffer.alloc(208)
  frame.writeUInt32BE(0xfffb5044, 0)
  return Buffer.concat(Array.from({ length: Math.max(3, Math.round(seconds * 38)) }, () => frame))
}
