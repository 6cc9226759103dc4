/** How the samples of a WAV file are written. */
export interface WavFormat {
  channels: number
  /** Frames a second. */
  sampleRate: number
  bytesPerSample: number
  isFloat: boolean
}

/** Codings of a WAV file that are no plain samples (RFC 2361). */
const compressed: Record<number, string> = {
  2: 'ADPCM',
  6: 'A-law',
  7: 'µ-law',
  17: 'ADPCM',
  49: 'GSM',
  80: 'MPEG',
  85: 'MP3',
}

const extensible = 0xfffe

/** Reads the `fmt ` chunk. What is no plain samples is a fault, with its name where it has one. */
export function readWavFormat(view: DataView, start: number, size: number): WavFormat | { fault: string; coding?: string } {
  if (size < 16 || start + 16 > view.byteLength) return { fault: 'its format is cut off' }
  let coding = view.getUint16(start, true)
  // The true coding stands at the beginning of the sub-format.
  if (coding === extensible && size >= 26 && start + 26 <= view.byteLength) coding = view.getUint16(start + 24, true)
  const channels = view.getUint16(start + 2, true)
  const sampleRate = view.getUint32(start + 4, true)
  const bits = view.getUint16(start + 14, true)
  const named = compressed[coding]
  if (named !== undefined) return { fault: `it is compressed as ${named}`, coding: `${named} in a WAV file` }
  const isFloat = coding === 3
  const isKnown = isFloat ? bits === 32 || bits === 64 : coding === 1 && [8, 16, 24, 32].includes(bits)
  if (!isKnown || channels < 1 || channels > 8 || sampleRate < 4000 || sampleRate > 192_000) return { fault: 'its format is not known' }
  return { channels, sampleRate, bytesPerSample: bits / 8, isFloat }
}

/**
 * Decodes frames (samples of all channels at one moment) to 16-bit mono into `out`, from its place `to` on: channels are averaged, floats
 * clamped to full scale, what is no number is silence. `offset` is where the first of `count` frames lies in the bytes.
 */
export function decodeFrames(
  bytes: Uint8Array,
  format: WavFormat,
  { offset, count, out, to }: { offset: number; count: number; out: Int16Array; to: number },
): void {
  const { channels, bytesPerSample } = format
  if (channels === 1 && bytesPerSample === 2) {
    // As they lie in memory, which is little-endian like the file.
    const target = new Uint8Array(out.buffer, out.byteOffset + to * 2, count * 2)
    target.set(bytes.subarray(offset, offset + count * 2))
    return
  }
  const read = sampleReader(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), format)
  let at = offset
  for (let frame = 0; frame < count; frame += 1) {
    let sum = 0
    for (let channel = 0; channel < channels; channel += 1) {
      sum += read(at)
      at += bytesPerSample
    }
    const mean = Math.round(sum / channels)
    out[to + frame] = Math.max(-32_768, Math.min(32_767, mean))
  }
}

/** Gives the sample at a place of the bytes on the scale of 16 bits. */
function sampleReader(view: DataView, { bytesPerSample, isFloat }: WavFormat): (at: number) => number {
  if (isFloat) {
    const float = bytesPerSample === 4 ? (at: number) => view.getFloat32(at, true) : (at: number) => view.getFloat64(at, true)
    return (at) => {
      const value = float(at)
      return Number.isNaN(value) ? 0 : Math.min(1, Math.max(-1, value)) * 32_767
    }
  }
  if (bytesPerSample === 1) return (at) => (view.getUint8(at) - 128) * 256 // 8-bit samples have no sign.
  if (bytesPerSample === 2) return (at) => view.getInt16(at, true)
  if (bytesPerSample === 3) return (at) => view.getInt16(at + 1, true) + view.getUint8(at) / 256
  return (at) => view.getInt32(at, true) / 65_536
}
