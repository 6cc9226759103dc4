import type { SpokenSentence } from '../../../shared/entities'

/** What the voice thread is started with. */
export interface VoiceTask {
  /** URL of the synthesizer's entry file. */
  moduleUrl: string
  script: string
  language: string
}

export interface VoiceResult {
  wav: Uint8Array<ArrayBuffer>
  durationMs: number
  sampleRate: number
  voice: string
  sentences: SpokenSentence[]
}

export type VoiceFailure = 'not-loaded' | 'no-sound' | 'implausible-length'

/** What the voice thread tells: progress after each sentence, then one of the two ends. */
export type VoiceMessage =
  | { kind: 'progress'; done: number; total: number }
  | { kind: 'spoken'; result: VoiceResult }
  | { kind: 'failed'; reason: VoiceFailure }
