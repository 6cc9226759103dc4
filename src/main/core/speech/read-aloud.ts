import type { SpokenSentence } from '../../../shared/entities'
import { normalisePeak, trimSilence } from '../audio/loudness'
import { scriptSentences } from '../audio/script-sentences'
import { countSpokenWords, isPlausibleDuration } from '../audio/speaking-rate'
import { joinSound, type SoundPart, writeWav } from '../audio/wav'
import type { EspeakEngine } from './espeak-engine'
import type { VoiceMessage } from './voice-messages'

/**
 * Reads a script aloud, sentence by sentence, into one WAV file. Blocks its thread between two calls of `onProgress`. Answers
 * the message to send: "spoken" only when there is sound and its length fits the words.
 */
export function readAloud(
  engine: EspeakEngine,
  { script, language }: { script: string; language: string },
  onProgress: (done: number, total: number) => void,
): VoiceMessage {
  const sentences = scriptSentences(script, language)
  const parts: (SoundPart & { text: string })[] = []
  sentences.forEach(({ text, pauseAfterMs }, index) => {
    const samples = trimSilence(engine.speak(text))
    if (samples.length > 0) parts.push({ text, samples, pauseAfterMs })
    onProgress(index + 1, sentences.length)
  })
  if (parts.length === 0) return { kind: 'failed', reason: 'no-sound' }

  const { samples, spans } = joinSound(parts, engine.sampleRate)
  normalisePeak(samples)
  const milliseconds = (position: number) => Math.round((position / engine.sampleRate) * 1000)
  const durationMs = milliseconds(samples.length)
  if (!isPlausibleDuration(countSpokenWords(script, language), durationMs)) return { kind: 'failed', reason: 'implausible-length' }

  const spoken: SpokenSentence[] = parts.map(({ text }, index) => {
    const span = spans[index] ?? { start: 0, end: 0 }
    return { text, startMs: milliseconds(span.start), endMs: milliseconds(span.end) }
  })
  const wav = new Uint8Array(writeWav(samples, engine.sampleRate))
  const voice = `eSpeak NG (${engine.language})`
  return { kind: 'spoken', result: { wav, durationMs, sampleRate: engine.sampleRate, voice, sentences: spoken } }
}
