import { access } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { SpokenSentence } from '../../../shared/entities'
import { AppError } from '../../../shared/errors'
import { hasSpeech, longestScript } from '../audio/script-sentences'
import { startVoiceThread } from './voice-thread'

const voicePackage = '@echogarden/espeak-ng-emscripten'
const notInstalled = `The built-in voice is not installed, so there is the script alone. To hear briefings, install the optional package ${voicePackage} (npm install ${voicePackage}) and start Cortexa again.`

export interface SpokenScript {
  /** A mono WAV file of 16-bit samples, its loudest sample 1 dB below full scale. */
  wav: Buffer
  durationMs: number
  sampleRate: number
  voice: string
  /** Each sentence with its place in the sound, in order, never overlapping; the last one ends with the sound. */
  sentences: SpokenSentence[]
}

export interface SynthesisOptions {
  /** A BCP 47 tag; a language without a voice is read by the English one. */
  language: string
  signal: AbortSignal
  /** After each sentence: how many are spoken, of how many. */
  onProgress?: (done: number, total: number) => void
}

export interface BuiltinVoice {
  /** Never: the script is read aloud on this computer. */
  leavesComputer(): false
  /** Whether the voice is installed; else a sentence that says how to get it. */
  availability(): Promise<{ available: true; name: string } | { available: false; reason: string }>
  /**
   * Reads a script aloud in a thread of its own. Errors: BAD_INPUT (nothing to say, or too long), VOICE_UNAVAILABLE (not
   * installed, or it does not load), VOICE_FAILED (no sound, or not as long as the script), CANCELLED or the signal's own AppError.
   */
  synthesize(script: string, options: SynthesisOptions): Promise<SpokenScript>
  /** Ends what is being read; it rejects with CANCELLED. */
  close(): Promise<void>
}

const cancelled = (signal?: AbortSignal) =>
  signal?.reason instanceof AppError ? signal.reason : new AppError('CANCELLED', 'Reading aloud was cancelled.')

/**
 * The offline voice: eSpeak NG, an optional package. It is looked for beside `workerFile` (the built voice-worker.js) and
 * loaded only in the thread that a script is read in; the thread ends with the script. `moduleName` is for tests.
 */
export function createBuiltinVoice({ workerFile, moduleName = voicePackage }: { workerFile: string; moduleName?: string }): BuiltinVoice {
  const running = new Set<ReturnType<typeof startVoiceThread>>()

  /** The URL of the package's entry file when it and its voice data are there. */
  async function findPackage(): Promise<string | undefined> {
    try {
      const entry = createRequire(workerFile).resolve(moduleName)
      await access(join(dirname(entry), 'espeak-ng.data'))
      return pathToFileURL(entry).href
    } catch {
      return undefined
    }
  }

  return {
    leavesComputer: () => false,
    async availability() {
      return (await findPackage()) === undefined ? { available: false, reason: notInstalled } : { available: true, name: 'eSpeak NG' }
    },
    async synthesize(script, { language, signal, onProgress }) {
      if (!hasSpeech(script)) throw new AppError('BAD_INPUT', 'There is nothing to read aloud: the script has no words.')
      if (script.length > longestScript) {
        throw new AppError(
          'BAD_INPUT',
          `The script is too long to read aloud: ${script.length} characters, and ${longestScript} are the limit. Shorten it.`,
        )
      }
      const moduleUrl = await findPackage()
      if (moduleUrl === undefined) throw new AppError('VOICE_UNAVAILABLE', notInstalled)
      if (signal.aborted) throw cancelled(signal)
      const thread = startVoiceThread(workerFile, { moduleUrl, script, language }, onProgress ?? (() => {}))
      const abort = () => thread.cancel(cancelled(signal))
      running.add(thread)
      signal.addEventListener('abort', abort)
      try {
        const { wav, ...rest } = await thread.result
        return { wav: Buffer.from(wav.buffer, wav.byteOffset, wav.byteLength), ...rest }
      } finally {
        running.delete(thread)
        signal.removeEventListener('abort', abort)
      }
    },
    async close() {
      const threads = [...running]
      for (const thread of threads) thread.cancel(cancelled())
      await Promise.allSettled(threads.map(({ result }) => result))
    },
  }
}
