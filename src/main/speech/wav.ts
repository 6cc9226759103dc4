import { AppError } from '../../shared/errors'

const HEADER_BYTES = 44
const BYTES_PER_SAMPLE = 2

/** What a WAV file says about its sound. `dataOffset` and `dataBytes` place the samples inside the file. */
export interface WavHeader {
  channels: number
  sampleRate: number
  bitsPerSample: number
  dataOffset: number
  dataBytes: number
  durationMs: number
}

/** A whole mono WAV file of 16-bit samples: the 44-byte header and the samples, little-endian. */
export function writeWav(samples: Int16Array, sampleRate: number): Buffer {
  const dataBytes = samples.length * BYTES_PER_SAMPLE
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
  for (let index = 0; index < samples.length; index += 1) wav.writeInt16LE(samples[index] ?? 0, HEADER_BYTES + index * BYTES_PER_SAMPLE)
  return wav
}

const broken = (why: string) =>
  new AppError(
    'VOICE_FAILED',
    `The voice did not give a sound file that can be read (${why}). Try again, or choose another voice in the settings.`,
  )

/**
 * Reads the header of an uncompressed WAV file, also one that was streamed and so declares no true length (servers write
 * 0 or 4,294,967,295): then the sound goes to the end of the file. Errors: VOICE_FAILED for anything else.
 */
export function readWavHeader(wav: Uint8Array): WavHeader {
  const bytes = Buffer.from(wav.buffer, wav.byteOffset, wav.byteLength)
  if (bytes.length < 12 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WAVE')
    throw broken('it is no WAV file')
  let format: Pick<WavHeader, 'channels' | 'sampleRate' | 'bitsPerSample'> | undefined
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = bytes.toString('latin1', at, at + 4)
    const size = bytes.readUInt32LE(at + 4)
    const start = at + 8
    if (name === 'fmt ') format = readFormat(bytes, start, size)
    if (name === 'data') {
      if (format === undefined) throw broken('its format is not stated')
      const available = bytes.length - start
      const frame = format.channels * (format.bitsPerSample / 8)
      const declared = size === 0 || size > available ? available : size
      const dataBytes = declared - (declared % frame)
      return { ...format, dataOffset: start, dataBytes, durationMs: Math.round((dataBytes / frame / format.sampleRate) * 1000) }
    }
    at = start + size + (size % 2) // Chunks begin at even places.
  }
  throw broken('it has no sound in it')
}

function readFormat(bytes: Buffer, start: number, size: number) {
  if (size < 16 || start + 16 > bytes.length) throw broken('its format is cut off')
  const coding = bytes.readUInt16LE(start)
  const channels = bytes.readUInt16LE(start + 2)
  const sampleRate = bytes.readUInt32LE(start + 4)
  const bitsPerSample = bytes.readUInt16LE(start + 14)
  const known = [8, 16, 24, 32].includes(bitsPerSample)
  if (!(coding === 1 || coding === 3 || coding === 0xfffe) || channels === 0 || sampleRate === 0 || !known)
    throw broken('its format is not known')
  return { channels, sampleRate, bitsPerSample }
}

/** A stretch of samples and the silence that follows it. */
export interface SoundPart {
  samples: Int16Array
  pauseAfterMs: number
}

/** The samples of all parts in one array with their pauses between (none after the last), and where each part begins and ends. */
export function joinSound(
  parts: readonly SoundPart[],
  sampleRate: number,
): { samples: Int16Array; spans: { start: number; end: number }[] } {
  const spans: { start: number; end: number }[] = []
  let length = 0
  parts.forEach(({ samples, pauseAfterMs }, index) => {
    spans.push({ start: length, end: length + samples.length })
    const pause = index === parts.length - 1 ? 0 : Math.round((pauseAfterMs / 1000) * sampleRate)
    length += samples.length + pause
  })
  const joined = new Int16Array(length)
  parts.forEach(({ samples }, index) => {
    joined.set(samples, spans[index]?.start ?? 0)
  })
  return { samples: joined, spans }
}
