import { spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { AppError } from '../../../shared/errors'
import type { PiperPaths } from './piper-files'
import { programWords } from './program-words'

export interface PiperRunOptions {
  signal: AbortSignal
  /** From the start to the end, in milliseconds. */
  timeoutMs: number
}

/** Twelve minutes at 48 kHz; a part has a minute. More is a program that does not stop. */
const MOST_BYTES = 72 * 1024 * 1024
const MOST_WORDS_BYTES = 16 * 1024

/** The two spellings of the option; versions differ in which of them they know. */
export const rawSpellings = ['--output_raw', '--output-raw'] as const
export type RawSpelling = (typeof rawSpellings)[number]

/** Piper does not know the option as it was spelled. */
export class UnknownOption extends Error {}

/** What the program needs of its surroundings, and no more: where libraries and interpreters are, and that text is UTF-8. */
function surroundings(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP, HOME } = process.env
  return {
    ...(PATH === undefined ? {} : { PATH }),
    ...(SystemRoot === undefined ? {} : { SystemRoot, ...(TEMP === undefined ? {} : { TEMP }) }),
    ...(HOME === undefined ? {} : { HOME }),
    LANG: 'C.UTF-8',
    PYTHONIOENCODING: 'utf-8',
    PYTHONDONTWRITEBYTECODE: '1',
  }
}

const failed = (what: string, words: string, cause?: unknown) =>
  new AppError(
    'VOICE_FAILED',
    `${what}${words === '' ? '' : ` It said: “${words}”.`} The script is kept. Try again, or choose another voice in Settings.`,
    cause === undefined ? {} : { cause },
  )

/**
 * Has Piper speak one line of text and gives what it wrote to its standard output: samples, or a WAV file. The text goes in by the standard
 * input, nothing is written to a file, and no shell is started. The program is ended when the signal aborts, its time is up, or it writes
 * without end. Errors: VOICE_FAILED, VOICE_UNAVAILABLE when it cannot be started, UnknownOption, the signal's reason.
 */
export function runPiper(paths: PiperPaths, text: string, raw: RawSpelling, { signal, timeoutMs }: PiperRunOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const child = spawn(paths.program, ['--model', paths.voice, raw], {
      cwd: dirname(paths.program),
      env: surroundings(),
      shell: false,
      windowsHide: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    const pieces: Buffer[] = []
    let bytes = 0
    let output = ''
    let refusal: unknown
    const end = (reason: unknown) => {
      refusal ??= reason
      child.kill('SIGKILL')
    }
    const aborted = () => end(signal.reason)
    const timer = setTimeout(() => end(failed('Piper took too long and was ended.', '')), timeoutMs)
    signal.addEventListener('abort', aborted, { once: true })

    child.stdout.on('data', (piece: Buffer) => {
      bytes += piece.length
      if (bytes > MOST_BYTES) end(failed('Piper did not stop speaking and was ended.', ''))
      else pieces.push(piece)
    })
    child.stderr.setEncoding('utf8')
    child.stderr.on('data', (piece: string) => {
      output = (output + piece).slice(-MOST_WORDS_BYTES)
    })
    // A program that ends before it has read its text closes the pipe; its exit code says why.
    child.stdin.on('error', () => undefined)
    child.on('error', (cause) => {
      refusal ??= new AppError('VOICE_UNAVAILABLE', 'Piper could not be started. Choose the program again in Settings, or another voice.', {
        cause,
      })
    })
    child.on('close', (code, by) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', aborted)
      const words = programWords(output, text)
      if (refusal !== undefined) reject(refusal)
      else if (code === 0) resolve(Buffer.concat(pieces))
      else if (/unrecogni[sz]ed|unknown (?:arg|opt)|no such option|invalid (?:arg|opt)|^usage:/im.test(output)) reject(new UnknownOption())
      else reject(failed(by === null ? `Piper ended with code ${code}.` : `Piper was ended by ${by}.`, words))
    })
    child.stdin.end(`${text.replace(/\s+/g, ' ').trim()}\n`, 'utf8')
  })
}
