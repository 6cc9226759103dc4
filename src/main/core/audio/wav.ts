const HEADER_BYTES = 44
const BYTES_PER_SAMPLE = 2

/** A whole mono WAV file of 16-bit samples: the 44-byte header and the samples, little-endian. */
export function writeWav(samples: Int16Array, sampleRate: number): Buffer {
  const wav = silentWav(samples.length, sampleRate)
  putSamples(wav, 0, samples)
  return wav
}

/** The same file with so many samples of silence, to be filled with `putSamples`. */
export function silentWav(length: number, sampleRate: number): Buffer {
  const dataBytes = length * BYTES_PER_SAMPLE
  const wav = Buffer.alloc(HEADER_BYTES + dataBytes)
  wav.write('RIFF', 0, 'latin1')
  wav.writeUInt32LE(HEADER_BYTES - 8 + dataBytes, 4)
  wav.write('WAVEfmt ', 8, 'latin1')
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20) // PCM
  wav.writeUInt16LE(1, 22) // one channel
  wav.writeUInt32LE(sampleRate, 24)
  wav.writeUInt32LE(sampleRate * BYTES_PER_SAMPLE, 28)
  wav.writeUInt16LE(BYTES_PER_SAMPLE, 32)
  wav.writeUInt16LE(8 * BYTES_PER_SAMPLE, 34)
  wav.write('data', 36, 'latin1')
  wav.writeUInt32LE(dataBytes, 40)
  return wav
}

/** Puts samples into such a file, the first one at place `start` of its sound. */
export function putSamples(wav: Buffer, start: number, samples: Int16Array): void {
  // As they lie in memory: every platform that Node and Electron run this on is little-endian, as the file is.
  Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength).copy(wav, HEADER_BYTES + start * BYTES_PER_SAMPLE)
}

/** A stretch of samples and the silence that follows it. */
export interface SoundPart {
  samples: Int16Array
  pauseAfterMs: number
}

/** A stretch of sound, in samples. */
export interface SoundSpan {
  start: number
  end: number
}

/** Where each part begins and ends when they follow each other with their pauses between (none after the last), and the length of all. */
export function placeParts(parts: readonly SoundPart[], sampleRate: number): { spans: SoundSpan[]; length: number } {
  const spans: SoundSpan[] = []
  let length = 0
  parts.forEach(({ samples, pauseAfterMs }, index) => {
    spans.push({ start: length, end: length + samples.length })
    const pause = index === parts.length - 1 ? 0 : Math.round((pauseAfterMs / 1000) * sampleRate)
    length += samples.length + pause
  })
  return { spans, length }
}

/** The samples of all parts in one array, and where each part is. */
export function joinSound(parts: readonly SoundPart[], sampleRate: number): { samples: Int16Array; spans: SoundSpan[] } {
  const { spans, length } = placeParts(parts, sampleRate)
  const joined = new Int16Array(length)
  parts.forEach(({ samples }, index) => {
    joined.set(samples, spans[index]?.start ?? 0)
  })
  return { samples: joined, spans }
}
