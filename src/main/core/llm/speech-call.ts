import type { SpokenSentence } from '../../../shared/entities'
import type { PartSound } from '../audio/join-speech'
import type { CallContext } from './model-call'

export interface SpeechRequest {
  /** Shown in the trace, such as "Read the script aloud". */
  name: string
  text: string
  /** The speech model, such as "tts-1". */
  model: string
  /** A voice as the server names it; empty for servers whose model has only one. */
  voice: string
  /** 1 is the usual pace, and is not sent. */
  speed?: number
  /** BCP 47 tag of the text, for counting its words; English rules unless given. */
  language?: string
}

export interface SpeechContext extends Omit<CallContext, 'onText'> {
  /** Called before each request leaves; what it throws ends the call, unchanged. */
  beforeRequest?(): void
}

export interface SpeechResult {
  /** A whole WAV file: mono, 16 bit. */
  wav: Uint8Array
  sampleRate: number
  seconds: number
  model: string
}

/** Mono samples of 16 bit. */
export type Sound = PartSound

/** Parts of long texts that were spoken already. A Map will do. Holds the sound of a person's text. */
export interface KeptParts {
  get(key: string): Sound | undefined | Promise<Sound | undefined>
  /** What a promise rejects with ends the call. */
  set(key: string, sound: Sound): unknown
  /** A part that turned out to be wrong is spoken anew by the next call. */
  delete(key: string): unknown
}

export interface LongSpeechContext extends SpeechContext {
  /** The longest part in characters; 1,500 unless given. A server that is known to take less gets less. */
  partCharacters?: number
  /** A part is there, kept ones included: `index` from 1, `of` so many, `sentences` of them all so far. */
  onPart?(index: number, of: number, sentences: { done: number; of: number }): void
  /** Filled with each part; a call with the same map goes on at the part that failed. */
  kept?: KeptParts
}

export interface LongSpeechResult extends SpeechResult {
  /** Each sentence with its place in the sound, in order, never overlapping; places inside a part are estimated. */
  sentences: SpokenSentence[]
}
