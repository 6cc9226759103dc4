import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '../../../shared/errors'
import { joinSpeech } from '../audio/join-speech'
import { trimSilence } from '../audio/loudness'
import { longestScript } from '../audio/script-sentences'
import { cutShortPart } from '../audio/speaking-rate'
import { type SpeechPart, speechParts } from '../audio/speech-parts'
import { capabilityKey, fullCapabilities } from './capability-ladder'
import type { CallSetup } from './model-call'
import { speakSamples } from './speech'
import { badSound } from './speech-answer'
import type { KeptParts, LongSpeechContext, LongSpeechResult, Sound, SpeechRequest } from './speech-call'

/** A minute and a half of speech: progress shows, and a failure costs little. OpenAI takes 4,096 characters, others less. */
const usualPart = 1_500
/** A server that refuses even this as too long cannot do the work. Groq's Orpheus takes 200 characters. */
const smallestPart = 100

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
    if ('sounds' in refused) return joinParts(parts, refused, kept, request)
    const smaller = Math.floor(Math.min(limit, refused.tooLong.text.length) / 2)
    if (smaller < smallestPart) throw refused.error
    ladder.set(key, { ...(ladder.get(key) ?? fullCapabilities), spokenCharacters: smaller })
  }
}

/** The sound of every part in order, and what each is kept by. */
interface SpokenParts {
  sounds: Sound[]
  keys: string[]
}

/** The sound of every part, or the first part that the server refused as too long. */
async function speakParts(
  setup: CallSetup,
  request: SpeechRequest,
  context: LongSpeechContext,
  parts: readonly SpeechPart[],
  kept: KeptParts,
): Promise<SpokenParts | { tooLong: SpeechPart; error: AppError }> {
  const sounds: Sound[] = []
  const keys: string[] = []
  const sentences = { done: 0, of: parts.reduce((sum, part) => sum + part.sentences.length, 0) }
  for (const [index, part] of parts.entries()) {
    const key = JSON.stringify([setup.address.root, request.model, request.voice, request.speed ?? 1, part.text])
    let sound = await kept.get(key)
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
      await kept.set(key, sound)
    }
    sounds.push(sound)
    keys.push(key)
    sentences.done += part.sentences.length
    context.onPart?.(index + 1, parts.length, { ...sentences })
  }
  return { sounds, keys }
}

/** One sound of all parts. A part that lost words is forgotten, so that only it is asked for again. */
async function joinParts(
  parts: readonly SpeechPart[],
  { sounds, keys }: SpokenParts,
  kept: KeptParts,
  { model, language = 'en' }: SpeechRequest,
): Promise<LongSpeechResult> {
  const spoken = sounds.map(({ samples, sampleRate }, index) => ({
    text: parts[index]?.text ?? '',
    durationMs: (samples.length / sampleRate) * 1000,
  }))
  const short = cutShortPart(spoken, language)
  if (short >= 0) {
    await kept.delete(keys[short] ?? '')
    throw badSound(model, `part ${short + 1} of ${parts.length} is too short for its words`)
  }
  const joining = joinSpeech(parts, sounds)
  for (;;) {
    const step = joining.next()
    if (step.done) return { ...step.value, model }
    await nextTurn()
  }
}
