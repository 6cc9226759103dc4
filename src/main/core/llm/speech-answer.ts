import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '../../../shared/errors'
import { countFrames, findWavSound, isWav } from '../audio/read-wav'
import { decodeFrames } from '../audio/wav-format'
import { isRecord, parseOrUndefined } from './json-values'
import { failureInAnswer, readBytes } from './model-http'
import { noOpenAiAnswer, ServerFailure } from './server-failure'
import { nameSoundFormat } from './sound-format'
import type { Sound } from './speech-call'

/** Twenty minutes in the most wasteful form that is read (48 kHz, stereo, 32 bit); no server speaks that long at once. */
const largestSound = 200 * 1024 * 1024

/** Samples without a header are of this rate when the server does not tell: so OpenAI documents its `pcm`. */
const usualRate = 24_000

/** Frames decoded in one turn of the main thread: under 10 ms for the slowest format in stereo. */
const framesPerTurn = 100_000

/** The sound came in a form that is not read here; `format` names it. */
export class UnreadableSound extends Error {
  readonly format: string

  constructor(format: string) {
    super(`the sound came as ${format}`)
    this.name = 'UnreadableSound'
    this.format = format
  }
}

/** What came is no sound worth keeping; `why` goes on from "the sound ...". */
export function badSound(model: string, why: string): AppError {
  return new AppError('MODEL_BAD_OUTPUT', `${model} gave no usable sound: ${why}. Retry, or choose another voice or model in Settings.`)
}

/**
 * Reads the sound in an answer, by its content alone: servers send other forms than asked for, and name them wrongly. Samples without a header
 * are believed only where `asked` is `pcm`. Throws UnreadableSound, ServerFailure for an error or a page in place of sound, and
 * MODEL_BAD_OUTPUT for what is broken, cut off or empty.
 */
export async function readSpeech(response: Response, asked: 'wav' | 'pcm', model: string, signal: AbortSignal): Promise<Sound> {
  const bytes = await readBytes(response, largestSound, 'refuse')
  if (bytes.length === 0) throw badSound(model, 'the answer was empty')
  refuseText(bytes)
  if (isWav(bytes)) return readWavSound(bytes, model, signal)
  const format = nameSoundFormat(bytes)
  if (format !== undefined) throw new UnreadableSound(format)
  if (asked === 'wav') throw new UnreadableSound('something that is not WAV')
  // Half a sample at the end is none.
  const samples = new Int16Array(Math.floor(bytes.length / 2))
  Buffer.from(samples.buffer).set(bytes.subarray(0, samples.length * 2))
  return { samples, sampleRate: rateInType(response.headers.get('content-type') ?? '') }
}

async function readWavSound(bytes: Buffer, model: string, signal: AbortSignal): Promise<Sound> {
  const sound = findWavSound(bytes)
  if ('fault' in sound) {
    if (sound.coding !== undefined) throw new UnreadableSound(sound.coding)
    throw badSound(model, `the WAV file cannot be read, ${sound.fault}`)
  }
  const frame = sound.channels * sound.bytesPerSample
  const frames = countFrames(sound)
  const missing = sound.missingBytes / frame / sound.sampleRate
  // A header may be a little wrong; a twentieth of a second is not heard.
  if (missing > 0.05)
    throw badSound(model, `it was cut off, ${seconds(frames / sound.sampleRate)} of it came and ${seconds(missing)} did not`)
  const samples = new Int16Array(frames)
  let to = 0
  for (const { offset, bytes: length } of sound.spans) {
    for (let done = 0; done < length / frame; ) {
      const count = Math.min(framesPerTurn, length / frame - done)
      decodeFrames(bytes, sound, { offset: offset + done * frame, count, out: samples, to })
      done += count
      to += count
      if (count === framesPerTurn) await nextTurn()
      if (signal.aborted) throw signal.reason
    }
  }
  return { samples, sampleRate: sound.sampleRate }
}

/** An error in a 200, a web page, or events: whatever is text is no sound. */
function refuseText(bytes: Buffer): void {
  if (!isText(bytes)) return
  const text = bytes.toString('utf8', 0, largestText).replace(/^\ufeff/, '')
  const answer = parseOrUndefined(text)
  const failure = failureInAnswer(answer, text)
  if (failure !== undefined) throw failure
  // FastAPI and some gateways say it without the word "error".
  if (isRecord(answer) && (answer.detail !== undefined || answer.message !== undefined)) throw new ServerFailure(500, text)
  throw new ServerFailure(noOpenAiAnswer, text.slice(0, 2_000))
}

const largestText = 64 * 1024

/** Samples and files of sound hold bytes that no text has within their first few. */
function isText(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 256).every((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d)
}

/** `audio/pcm;rate=22050`, as OpenRouter and openedai-speech write it. */
function rateInType(contentType: string): number {
  const rate = Number(/[;\s]rate=(\d+)/i.exec(contentType)?.[1] ?? usualRate)
  return rate >= 8000 && rate <= 48_000 ? rate : usualRate
}

/** "1.2 s". */
export function seconds(value: number): string {
  return `${value.toFixed(1)} s`
}
