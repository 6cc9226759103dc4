import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '../../shared/errors'
import { trimSilence } from '../domain/loudness'
import { placeSentences } from '../domain/place-sentences'
import { resampledLength, resampleInto } from '../domain/resample'
import { longestScript } from '../domain/script-sentences'
import { type SpeechPart, speechParts } from '../domain/speech-parts'
import { placeParts, putSamples, type SoundPart, silentWav } from '../domain/wav'
import { capabilityKey, fullCapabilities } from './capability-ladder'
import type { CallSetup } from './model-call'
import { speakSamples } from './speech'
import type { KeptParts, LongSpeechContext, LongSpeechResult, Sound, SpeechRequest } from './speech-call'

/** A minute and a half of speech: progress shows, and a failure costs little. OpenAI takes 4,096 characters, others less. */
const usualPart = 1_500
/** A server that refuses even this as too long cannot do the work. Groq's Orpheus takes 200 characters. */
const smallestPart = 100
/** Samples brought to another rate in one turn of the main thread. */
const samplesPerTurn = 400_000

/** See `ModelEndpoint.speakLong`. */
export async function speakLong(setup: CallSetup, request: SpeechRequest, context: LongSpeechContext): Promise<LongSpeechResult> {
  const { ladder, address } = setup
  const { text, model, language = 'en' } = request
  if (text.length > longestScript) {
    throw new AppError(
      'BAD_INPUT',
      `The script is too long to read aloud: ${text.length} characters, and ${longestScript} are the limit. Shorten it.`,
    )
  }
  const key = capabilityKey(address.root, model)
  const kept: KeptParts = context.kept ?? new Map<string, Sound>()
  for (;;) {
    const limit = Math.min(context.partCharacters ?? usualPart, ladder.get(key)?.spokenCharacters ?? Number.POSITIVE_INFINITY)
    const parts = speechParts(text, language, limit)
    if (parts.length === 0) throw new AppError('BAD_INPUT', 'There is nothing to read aloud: the script has no words.')
    const refused = await speakParts(setup, request, context, parts, kept)
    if ('sounds' in refused) return joinParts(parts, refused.sounds, model)
    const smaller = Math.floor(Math.min(limit, refused.tooLong.text.length) / 2)
    if (smaller < smallestPart) throw refused.error
    ladder.set(key, { ...(ladder.get(key) ?? fullCapabilities), spokenCharacters: smaller })
  }
}

/** The sound of every part, or the first part that the server refused as too long. */
async function speakParts(
  setup: CallSetup,
  request: SpeechRequest,
  context: LongSpeechContext,
  parts: readonly SpeechPart[],
  kept: KeptParts,
): Promise<{ sounds: Sound[] } | { tooLong: SpeechPart; error: AppError }> {
  const sounds: Sound[] = []
  const sentences = { done: 0, of: parts.reduce((sum, part) => sum + part.sentences.length, 0) }
  for (const [index, part] of parts.entries()) {
    const key = JSON.stringify([setup.address.root, request.model, request.voice, request.speed ?? 1, part.text])
    let sound = kept.get(key)
    if (sound === undefined) {
      const name = parts.length === 1 ? request.name : `${request.name}, part ${index + 1} of ${parts.length}`
      try {
        sound = await speakSamples(setup, { ...request, name, text: part.text }, context)
      } catch (error) {
        if (error instanceof AppError && error.code === 'MODEL_CONTEXT_TOO_LONG') return { tooLong: part, error }
        throw error
      }
      // The silence around it is not kept: how long the pauses are is decided at joining.
      sound = { ...sound, samples: trimSilence(sound.samples) }
      kept.set(key, sound)
    }
    sounds.push(sound)
    sentences.done += part.sentences.length
    context.onPart?.(index + 1, parts.length, { ...sentences })
  }
  return { sounds }
}

/**
 * One sound of one rate, the highest of all, with the places of the sentences in it. A part at a time, so that the main thread is not held up:
 * a minute and a half of sound takes some 10 ms.
 */
async function joinParts(parts: readonly SpeechPart[], sounds: readonly Sound[], model: string): Promise<LongSpeechResult> {
  const sampleRate = Math.max(...sounds.map((sound) => sound.sampleRate))
  const pieces: SoundPart[] = []
  for (const [index, sound] of sounds.entries()) {
    pieces.push({ samples: await atRate(sound, sampleRate), pauseAfterMs: parts[index]?.pauseAfterMs ?? 0 })
  }
  const { spans, length } = placeParts(pieces, sampleRate)
  const wav = silentWav(length, sampleRate)
  const milliseconds = (position: number): number => Math.round((position / sampleRate) * 1000)
  const sentences: LongSpeechResult['sentences'] = []
  for (const [index, { samples }] of pieces.entries()) {
    await nextTurn()
    const start = spans[index]?.start ?? 0
    putSamples(wav, start, samples)
    const texts = parts[index]?.sentences ?? []
    for (const [place, span] of placeSentences(texts, samples, sampleRate).entries()) {
      sentences.push({ text: texts[place] ?? '', startMs: milliseconds(start + span.start), endMs: milliseconds(start + span.end) })
    }
  }
  return { wav, sampleRate, seconds: length / sampleRate, model, sentences }
}

async function atRate({ samples, sampleRate: from }: Sound, to: number): Promise<Int16Array> {
  if (from === to) return samples
  const out = new Int16Array(resampledLength(samples.length, from, to))
  for (let start = 0; start < out.length; start += samplesPerTurn) {
    resampleInto(out, { start, end: Math.min(out.length, start + samplesPerTurn) }, samples, from, to)
    await nextTurn()
  }
  return out
}
