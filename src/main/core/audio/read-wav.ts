import { readWavFormat, type WavFormat } from './wav-format'

/** Where the sound lies in a WAV file. */
export interface WavSound extends WavFormat {
  /** The stretches of samples, in bytes of the file, each a whole number of frames. */
  spans: { offset: number; bytes: number }[]
  /** Bytes of sound that the header promises and that did not come; 0 when it gives no believable length. */
  missingBytes: number
}

/** Why there is no sound to be had. `coding` names the coding of a WAV file that is compressed. */
export interface WavFault {
  fault: string
  coding?: string
}

/**
 * Servers that stream cannot know the length beforehand and write a placeholder: 0 (libsndfile), 4,294,967,295 (OpenAI, Kokoro-FastAPI,
 * Speaches, ffmpeg), 2,147,483,647 (ElevenLabs), 2,000,000,000 (Pocket TTS). No speech is as long as the smallest of them.
 */
const smallestPlaceholder = 1_500_000_000

/** Writers that put the length of the whole file into the place of the sound's promise a few bytes too many. */
const wrongByHeader = 64

/** Whether bytes begin like a WAV file, whatever follows. */
export function isWav(bytes: Uint8Array, at = 0): boolean {
  return bytes.length >= at + 12 && nameAt(bytes, at) === 'RIFF' && nameAt(bytes, at + 8) === 'WAVE'
}

/**
 * Finds the sound in an uncompressed WAV file: 8, 16, 24 or 32-bit integers, 32 or 64-bit floats, any channels, whatever other chunks there
 * are. A false length does not lead astray: sound goes to the end of the bytes where the length is a placeholder or was meant for the first
 * piece of a stream, and whole WAV files one behind the other count as one. Never throws.
 */
export function findWavSound(bytes: Uint8Array): WavSound | WavFault {
  if (!isWav(bytes)) return { fault: 'it is no WAV file' }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let format: WavFormat | undefined
  let hasData = false
  let missingBytes = 0
  const spans: WavSound['spans'] = []

  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = nameAt(bytes, at)
    const size = view.getUint32(at + 4, true)
    const start = at + 8
    let next = start + size + (size % 2) // Chunks have an even length.
    if (name === 'fmt ') {
      const read = readWavFormat(view, start, size)
      if ('fault' in read) return read
      if (format !== undefined && !isSameFormat(format, read)) return { fault: 'its format changes in the middle' }
      format = read
    } else if (name === 'data') {
      if (format === undefined) return { fault: 'its format is not stated' }
      hasData = true
      const available = bytes.length - start
      const isWhole = size <= available && isEndOfSound(bytes, view, start + size, next)
      const taken = isWhole ? size : available
      if (size > available + wrongByHeader && size < smallestPlaceholder) missingBytes += size - available
      const frame = format.channels * format.bytesPerSample
      if (taken >= frame) spans.push({ offset: start, bytes: taken - (taken % frame) })
      if (!isWhole) next = bytes.length
      else if (isWav(bytes, start + size)) next = start + size
    }
    at = isWav(bytes, next) ? next + 12 : next
  }
  if (format === undefined) return { fault: 'its format is not stated' }
  return hasData ? { ...format, spans, missingBytes } : { fault: 'it has no sound in it' }
}

/** The number of frames (samples of all channels) in the sound. */
export function countFrames(sound: WavSound): number {
  const frame = sound.channels * sound.bytesPerSample
  return sound.spans.reduce((frames, { bytes }) => frames + bytes / frame, 0)
}

/**
 * Whether a stretch of sound ends where its length says: when another WAV file, proper chunks or nothing much follows. Else the length was
 * that of the first piece of a stream, and all that follows is sound.
 */
function isEndOfSound(bytes: Uint8Array, view: DataView, end: number, padded: number): boolean {
  if (isWav(bytes, end) || isWav(bytes, padded)) return true
  for (let at = padded; bytes.length - at >= 8; ) {
    const size = view.getUint32(at + 4, true)
    if (!/^[\x20-\x7e]{4}$/.test(nameAt(bytes, at)) || at + 8 + size > bytes.length) return false
    at += 8 + size + (size % 2)
  }
  return true
}

function isSameFormat(one: WavFormat, other: WavFormat): boolean {
  return (
    one.channels === other.channels &&
    one.sampleRate === other.sampleRate &&
    one.bytesPerSample === other.bytesPerSample &&
    one.isFloat === other.isFloat
  )
}

function nameAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4))
}
