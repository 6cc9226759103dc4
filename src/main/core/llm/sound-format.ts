/** Beginnings of files by which their format is known, in Latin-1; `at` bytes from the start. */
const beginnings: readonly { name: string; at: number; bytes: string }[] = [
  { name: 'MP3', at: 0, bytes: 'ID3' },
  { name: 'Ogg (Opus or Vorbis)', at: 0, bytes: 'OggS' },
  { name: 'FLAC', at: 0, bytes: 'fLaC' },
  { name: 'MP4 (AAC)', at: 4, bytes: 'ftyp' },
  { name: 'WebM', at: 0, bytes: '\x1a\x45\xdf\xa3' },
  { name: 'AIFF', at: 0, bytes: 'FORM' },
  { name: 'Sun audio', at: 0, bytes: '.snd' },
  { name: 'AMR', at: 0, bytes: '#!AMR' },
]

/** The name of a sound format that is not WAV, told by the bytes alone; undefined for anything else, such as samples without a header. */
export function nameSoundFormat(bytes: Uint8Array): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 16))
  return (
    beginnings.find((one) => head.startsWith(one.bytes, one.at))?.name ?? (isAdts(bytes) ? 'AAC' : isMpegAudio(bytes) ? 'MP3' : undefined)
  )
}

/** Kilobits a second of MPEG-1 layer III, and of layer III of MPEG-2 and 2.5, by the index in the frame's header. */
const bitRates = {
  one: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  two: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
}
const sampleRates = [44_100, 48_000, 32_000]

/** Bytes of the layer III frame at a place, or undefined when there is none. */
function mpegFrameBytes(bytes: Uint8Array, at: number): number | undefined {
  const [sync = 0, second = 0, third = 0] = bytes.subarray(at, at + 3)
  if (sync !== 0xff || (second & 0xe0) !== 0xe0 || (second & 0x06) !== 0x02) return undefined
  const version = (second >> 3) & 3 // 3: MPEG-1, 2: MPEG-2, 0: MPEG-2.5
  const bitRate = (version === 3 ? bitRates.one : bitRates.two)[third >> 4]
  const sampleRate = sampleRates[(third >> 2) & 3]
  if (version === 1 || bitRate === undefined || bitRate === 0 || sampleRate === undefined) return undefined
  const rate = version === 3 ? sampleRate : version === 2 ? sampleRate / 2 : sampleRate / 4
  return Math.floor(((version === 3 ? 144 : 72) * bitRate * 1000) / rate) + ((third >> 1) & 1)
}

/** Two bytes of a loud sample look like the beginning of an MP3, so the next two frames have to be where the first says. */
function isMpegAudio(bytes: Uint8Array): boolean {
  let at = 0
  for (let frame = 0; frame < 3; frame += 1) {
    const length = mpegFrameBytes(bytes, at)
    if (length === undefined) return frame > 0 && at >= bytes.length
    at += length
  }
  return true
}

function isAdts(bytes: Uint8Array): boolean {
  let at = 0
  for (let frame = 0; frame < 3; frame += 1) {
    const [sync = 0, second = 0, , fourth = 0, fifth = 0, sixth = 0] = bytes.subarray(at, at + 6)
    if (sync !== 0xff || (second & 0xf6) !== 0xf0) return frame > 0 && at >= bytes.length
    const length = ((fourth & 3) << 11) | (fifth << 3) | (sixth >> 5)
    if (length < 7) return false
    at += length
  }
  return true
}
