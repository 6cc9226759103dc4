import type { SpokenSentence } from '../../../shared/entities'
import { applyGain, evenGain, speechLevel } from './loudness'
import { placeSentences } from './place-sentences'
import { resampledLength, resampleInto } from './resample'
import type { SpeechPart } from './speech-parts'
import { placeParts, putSamples, silentWav } from './wav'

/** Mono samples of 16 bit. */
export interface PartSound {
  samples: Int16Array
  sampleRate: number
}

export interface JoinedSpeech {
  /** A whole WAV file: mono, 16 bit. */
  wav: Buffer
  sampleRate: number
  seconds: number
  /** Each sentence with its place in the sound, in order, never overlapping; places inside a part are estimated. */
  sentences: SpokenSentence[]
}

/** Samples worked on in one turn: under 20 ms. */
const samplesPerTurn = 200_000

/**
 * Joins the sounds of parts, one for each and without silence around them, to one sound of one rate, the highest of all, with every part
 * equally loud. It yields after some ten milliseconds of work, so that whoever runs it on the main thread can give way.
 */
export function* joinSpeech(parts: readonly SpeechPart[], sounds: readonly PartSound[]): Generator<void, JoinedSpeech> {
  const sampleRate = Math.max(...sounds.map((sound) => sound.sampleRate))
  const pieces: { samples: Int16Array; pauseAfterMs: number }[] = []
  for (const [index, sound] of sounds.entries()) {
    const samples = yield* atRate(sound, sampleRate)
    yield* makeEven(samples, sampleRate)
    pieces.push({ samples, pauseAfterMs: parts[index]?.pauseAfterMs ?? 0 })
  }
  const { spans, length } = placeParts(pieces, sampleRate)
  const wav = silentWav(length, sampleRate)
  const milliseconds = (position: number): number => Math.round((position / sampleRate) * 1000)
  const sentences: SpokenSentence[] = []
  for (const [index, { samples }] of pieces.entries()) {
    yield
    const start = spans[index]?.start ?? 0
    putSamples(wav, start, samples)
    const texts = parts[index]?.sentences ?? []
    for (const [place, span] of placeSentences(texts, samples, sampleRate).entries()) {
      sentences.push({ text: texts[place] ?? '', startMs: milliseconds(start + span.start), endMs: milliseconds(start + span.end) })
    }
  }
  return { wav, sampleRate, seconds: length / sampleRate, sentences }
}

/** The samples at a rate; a copy, as they are changed afterwards. */
function* atRate({ samples, sampleRate: from }: PartSound, to: number): Generator<void, Int16Array> {
  if (from === to) return samples.slice()
  const out = new Int16Array(resampledLength(samples.length, from, to))
  for (let start = 0; start < out.length; start += samplesPerTurn) {
    resampleInto(out, { start, end: Math.min(out.length, start + samplesPerTurn) }, samples, from, to)
    yield
  }
  return out
}

function* makeEven(samples: Int16Array, sampleRate: number): Generator<void, void> {
  const gain = evenGain(speechLevel(samples, sampleRate))
  yield
  for (let start = 0; start < samples.length; start += samplesPerTurn) {
    applyGain(samples, gain, start, Math.min(samples.length, start + samplesPerTurn))
    yield
  }
}
