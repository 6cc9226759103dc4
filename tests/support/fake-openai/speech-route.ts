import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Fault } from './faults'
import { makeMp3, speechSamples, wavOf } from './wav'

export interface SpeechSettings {
  /** The voices there are; null takes any. */
  voices: string[] | null
  /** What `response_format` may be; anything else is a 400. */
  speechFormats: string[]
  /** A longer text is refused, in the words of OpenAI; null takes any. */
  speechCharacters: number | null
  /** Samples a second. */
  speechRate: number
}

export const usualSpeech: SpeechSettings = {
  voices: null,
  speechFormats: ['wav', 'pcm', 'mp3'],
  speechCharacters: null,
  speechRate: 24_000,
}

/** A refusal of a speech request: status, words, code; undefined when it is all right. */
export function refuseSpeech(body: Record<string, unknown>, settings: SpeechSettings): [number, string] | undefined {
  const { voice, input, response_format: format = 'mp3' } = body
  if (settings.voices !== null && !settings.voices.includes(String(voice)))
    return [400, `Voice '${String(voice)}' not found. Available voices: ${settings.voices.join(', ')}`]
  if (!settings.speechFormats.includes(String(format)))
    return [400, `Invalid response_format: '${String(format)}'. Supported: ${settings.speechFormats.join(', ')}`]
  const length = String(input ?? '').length
  if (settings.speechCharacters !== null && length > settings.speechCharacters)
    return [
      400,
      `[{'type': 'string_too_long', 'loc': ('body', 'input'), 'msg': 'String should have at most ${settings.speechCharacters} characters'}]`,
    ]
  return undefined
}

/** Speaks, with the fault it was told. */
export async function answerSpeech(
  response: ServerResponse,
  body: Record<string, unknown>,
  { speechRate: rate }: SpeechSettings,
  fault: Fault | undefined,
): Promise<void> {
  const samples = speechSamples(String(body.input ?? ''), rate)
  const how = fault?.kind === 'speech' ? fault.how : undefined
  const isPcm = body.response_format === 'pcm'
  const plain = isPcm
    ? Buffer.from(samples.buffer)
    : body.response_format === 'mp3'
      ? makeMp3(samples.length / rate)
      : wavOf(samples, { rate })
  const sound = how === undefined ? plain : spoil(how, samples, rate, plain)
  const type = how === 'wrong-type' ? 'audio/mpeg' : isPcm ? `audio/pcm;rate=${rate}` : 'audio/wav'
  if (how === 'slow' || how === 'dropped' || how === 'hangs') {
    response.writeHead(200, { 'content-type': type })
    const pieces = 5
    for (let piece = 0; piece < pieces; piece += 1) {
      response.write(sound.subarray(Math.floor((sound.length * piece) / pieces), Math.floor((sound.length * (piece + 1)) / pieces)))
      await delay(20)
      if (piece === 2 && how === 'dropped') return void response.destroy()
      if (piece === 2 && how === 'hangs') return
    }
    response.end()
    return
  }
  response.writeHead(200, { 'content-type': type, 'content-length': sound.length })
  response.end(sound)
}

export type SpeechFault =
  | 'mp3'
  | 'ogg'
  | 'noise'
  | 'size-0'
  | 'size-max'
  | 'size-of-first-piece'
  | 'two-files'
  | 'cut-short'
  | 'float32'
  | 'stereo'
  | '24-bit'
  | '8-bit'
  | '8-khz'
  | 'a-law'
  | 'silence'
  | 'too-short'
  | 'too-long'
  | 'empty'
  | 'no-samples'
  | 'wrong-type'
  | 'slow'
  | 'dropped'
  | 'hangs'

function spoil(how: SpeechFault, samples: Int16Array, rate: number, plain: Buffer): Buffer {
  const half = Math.floor(samples.length / 2)
  switch (how) {
    case 'mp3':
      return makeMp3(samples.length / rate)
    case 'ogg':
      return Buffer.concat([Buffer.from('OggS\0\x02'), Buffer.alloc(2000, 7)])
    case 'noise':
      return Buffer.from(Uint8Array.from({ length: 4000 }, (_none, index) => (index * 89) % 251))
    case 'size-0':
      return wavOf(samples, { rate, size: 0 })
    case 'size-max':
      return wavOf(samples, { rate, size: 0xffffffff })
    case 'size-of-first-piece':
      return wavOf(samples, { rate, size: half * 2 })
    case 'two-files':
      return Buffer.concat([wavOf(samples.subarray(0, half), { rate }), wavOf(samples.subarray(half), { rate })])
    case 'cut-short':
      return wavOf(samples, { rate }).subarray(0, 44 + half * 2)
    case 'float32':
      return wavOf(samples, { rate, coding: 3, bits: 32 })
    case 'stereo':
      return wavOf(samples, { rate, channels: 2 })
    case '24-bit':
      return wavOf(samples, { rate, bits: 24 })
    case '8-bit':
      return wavOf(samples, { rate, bits: 8 })
    case '8-khz':
      return wavOf(
        Int16Array.from(
          { length: Math.floor((samples.length * 8000) / rate) },
          (_none, index) => samples[Math.round((index * rate) / 8000)] ?? 0,
        ),
        { rate: 8000 },
      )
    case 'a-law':
      return wavOf(samples, { rate, coding: 6, bits: 8 })
    case 'silence':
      return wavOf(new Int16Array(samples.length), { rate })
    case 'too-short':
      return wavOf(samples.subarray(0, Math.floor(samples.length / 4)), { rate })
    case 'too-long':
      return wavOf(
        Int16Array.from({ length: samples.length * 6 }, (_none, index) => samples[index % samples.length] ?? 0),
        { rate },
      )
    case 'empty':
      return Buffer.alloc(0)
    case 'no-samples':
      return wavOf(new Int16Array(0), { rate })
    default:
      return plain
  }
}
