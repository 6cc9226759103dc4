import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SpokenSentence } from '../../../shared/entities'
import { AppError } from '../../../shared/errors'
import { joinSpeech, type PartSound } from '../audio/join-speech'
import { trimSilence } from '../audio/loudness'
import { countFrames, findWavSound, isWav } from '../audio/read-wav'
import { longestScript } from '../audio/script-sentences'
import { countSpokenWords, cutShortPart, isPlausibleDuration } from '../audio/speaking-rate'
import { type SpeechPart, speechParts } from '../audio/speech-parts'
import { decodeFrames } from '../audio/wav-format'
import { type PiperPaths, type PiperVoiceFacts, readPiperFiles } from './piper-files'
import { type RawSpelling, rawSpellings, runPiper, UnknownOption } from './piper-process'

/** Three quarters of a minute: the places of its sentences are told well, and the voice is not loaded too often. */
const PART_CHARACTERS = 700
/** A small computer speaks slower than one listens: a minute to begin, and a fifth of a second for each character. */
const START_MS = 60_000
const MS_PER_CHARACTER = 200
/** No voice of Piper's reads so fast; a sound that seems to lost its end. Words a minute, for texts of some length. */
const FASTEST = 320
const FEWEST_WORDS = 12

export interface PiperOptions {
  /** A BCP 47 tag of the script. */
  language: string
  signal: AbortSignal
  onProgress?: (done: number, total: number) => void
  /** Where each part is kept once it is spoken. */
  parts?: {
    get(key: string): Promise<PartSound | undefined>
    set(key: string, sound: PartSound): Promise<void>
    delete(key: string): Promise<void>
  }
}

const bad = (why: string) =>
  new AppError('VOICE_FAILED', `Piper gave no usable sound: ${why}. The script is kept. Try again, or choose another voice in Settings.`)

/** Piper, a program on this computer, as a voice: one process for each part of a script, everything by pipes. */
export function createPiperVoice(choice: () => PiperPaths | null) {
  /** How the option is spelled, by program: found out once. */
  const spellings = new Map<string, RawSpelling>()

  function chosen(): PiperPaths {
    const paths = choice()
    if (paths === null) throw new AppError('VOICE_UNAVAILABLE', 'Piper is not chosen any more. Choose a voice in Settings.')
    return paths
  }

  async function run(paths: PiperPaths, text: string, signal: AbortSignal): Promise<Buffer> {
    const known = spellings.get(paths.program)
    for (const spelling of known === undefined ? rawSpellings : [known]) {
      try {
        const bytes = await runPiper(paths, text, spelling, { signal, timeoutMs: START_MS + text.length * MS_PER_CHARACTER })
        spellings.set(paths.program, spelling)
        return bytes
      } catch (error) {
        if (!(error instanceof UnknownOption)) throw error
      }
    }
    spellings.delete(paths.program)
    throw new AppError(
      'VOICE_UNAVAILABLE',
      'The chosen program does not speak to its output as Piper does. Choose the program “piper” in Settings, in version 1.0 or later.',
    )
  }

  async function speakPart(
    paths: PiperPaths,
    facts: PiperVoiceFacts,
    text: string,
    language: string,
    signal: AbortSignal,
  ): Promise<PartSound> {
    const { samples, sampleRate } = await readSound(await run(paths, text, signal), facts.sampleRate, signal)
    const heard = trimSilence(samples)
    if (heard.length === 0) throw bad(samples.length === 0 ? 'there was none' : 'it was silence')
    const words = countSpokenWords(text, language)
    const durationMs = (heard.length / sampleRate) * 1000
    const isTooFast = words >= FEWEST_WORDS && words / (durationMs / 60_000) > FASTEST
    if (words > 0 && (isTooFast || !isPlausibleDuration(words, durationMs)))
      throw bad(`${(durationMs / 1000).toFixed(1)} s cannot be the ${words} words of the text`)
    return { samples: heard, sampleRate }
  }

  return {
    leavesComputer: () => false as const,

    async availability(): Promise<{ available: true; name: string } | { available: false; reason: string }> {
      try {
        return { available: true, name: nameOf(await readPiperFiles(chosen())) }
      } catch (error) {
        if (error instanceof AppError && error.code === 'VOICE_UNAVAILABLE') return { available: false, reason: error.message }
        throw error
      }
    },

    /** The language of the chosen voice, such as "en"; "und" when it does not tell. Throws VOICE_UNAVAILABLE. */
    async language(): Promise<string> {
      return (await readPiperFiles(chosen())).language.split('-')[0]?.toLowerCase() ?? 'und'
    },

    /**
     * Reads a script aloud, part by part. With `parts` a call goes on at the part where the last one failed. Errors: BAD_INPUT,
     * VOICE_UNAVAILABLE, VOICE_FAILED, the signal's reason.
     */
    async synthesize(
      script: string,
      { language, signal, onProgress, parts: kept }: PiperOptions,
    ): Promise<{ wav: Buffer; durationMs: number; sampleRate: number; voice: string; sentences: SpokenSentence[] }> {
      const paths = chosen()
      const facts = await readPiperFiles(paths)
      if (script.length > longestScript)
        throw new AppError(
          'BAD_INPUT',
          `The script is too long to read aloud: ${script.length} characters, and ${longestScript} are the limit. Shorten it.`,
        )
      const parts = speechParts(script, language, PART_CHARACTERS)
      if (parts.length === 0) throw new AppError('BAD_INPUT', 'There is nothing to read aloud: the script has no words.')
      const keys = parts.map(({ text }) => JSON.stringify(['piper', paths.program, paths.voice, text]))
      const total = parts.reduce((sum, part) => sum + part.sentences.length, 0)
      const sounds: PartSound[] = []
      let done = 0
      for (const [index, part] of parts.entries()) {
        const key = keys[index] ?? ''
        let sound = await kept?.get(key)
        if (sound === undefined) {
          sound = await speakPart(paths, facts, part.text, language, signal)
          await kept?.set(key, sound)
        }
        sounds.push(sound)
        done += part.sentences.length
        onProgress?.(done, total)
      }
      const short = cutShortPart(timed(parts, sounds), language)
      if (short >= 0) {
        await kept?.delete(keys[short] ?? '')
        throw bad(`part ${short + 1} of ${parts.length} is too short for its words`)
      }
      const joining = joinSpeech(parts, sounds)
      for (;;) {
        const step = joining.next()
        if (step.done) {
          const { wav, seconds, sampleRate, sentences } = step.value
          return { wav, durationMs: Math.round(seconds * 1000), sampleRate, voice: nameOf(facts), sentences }
        }
        await nextTurn()
        signal.throwIfAborted()
      }
    },
  }
}

export type PiperVoice = ReturnType<typeof createPiperVoice>

const nameOf = ({ name }: PiperVoiceFacts) => `Piper (${name})`

function timed(parts: readonly SpeechPart[], sounds: readonly PartSound[]): { text: string; durationMs: number }[] {
  return sounds.map(({ samples, sampleRate }, index) => ({
    text: parts[index]?.text ?? '',
    durationMs: (samples.length / sampleRate) * 1000,
  }))
}

/** Samples as they are, or those of a WAV file, whose own rate counts then. */
async function readSound(bytes: Buffer, rate: number, signal: AbortSignal): Promise<PartSound> {
  if (!isWav(bytes)) {
    // Half a sample at the end is none.
    const samples = new Int16Array(Math.floor(bytes.length / 2))
    Buffer.from(samples.buffer).set(bytes.subarray(0, samples.length * 2))
    return { samples, sampleRate: rate }
  }
  const sound = findWavSound(bytes)
  if ('fault' in sound) throw bad(`its WAV file cannot be read, ${sound.fault}`)
  if (sound.missingBytes > sound.sampleRate * sound.channels * sound.bytesPerSample * 0.05) throw bad('it was cut off')
  const samples = new Int16Array(countFrames(sound))
  const frame = sound.channels * sound.bytesPerSample
  let to = 0
  for (const { offset, bytes: length } of sound.spans) {
    decodeFrames(bytes, sound, { offset, count: length / frame, out: samples, to })
    to += length / frame
    await nextTurn()
    signal.throwIfAborted()
  }
  return { samples, sampleRate: sound.sampleRate }
}
