import { constants } from 'node:fs'
import { access, open, stat } from 'node:fs/promises'
import { basename, isAbsolute } from 'node:path'
import { AppError } from '../../../shared/errors'

export interface PiperPaths {
  /** Path of the program. */
  program: string
  /** Path of the voice model, an .onnx file; its description lies beside it as .onnx.json. */
  voice: string
}

/** What a voice says of itself. */
export interface PiperVoiceFacts {
  /** Samples a second of what the program gives without a header. */
  sampleRate: number
  /** A BCP 47 tag such as "en-GB"; "und" when it does not tell. */
  language: string
  /** Such as "en_GB-alba-medium". */
  name: string
}

/** Descriptions of voices have some kilobytes. */
const LARGEST_DESCRIPTION = 1024 * 1024

const unavailable = (message: string, cause?: unknown) => new AppError('VOICE_UNAVAILABLE', message, cause === undefined ? {} : { cause })

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}

/**
 * Looks at the files of a choice, without starting anything: the program must be one that can be started, the voice must be there with its
 * description. Throws VOICE_UNAVAILABLE with what is wrong and what to do.
 */
export async function readPiperFiles({ program, voice }: PiperPaths): Promise<PiperVoiceFacts> {
  if (!isAbsolute(program) || !(await isFile(program)))
    throw unavailable('The Piper program is not where it was chosen. Look for it again in Settings, or choose another voice.')
  if (process.platform === 'win32' && !/\.exe$/i.test(program))
    throw unavailable('The Piper program must be an .exe file on Windows. Choose it again in Settings.')
  try {
    await access(program, constants.X_OK)
  } catch (cause) {
    throw unavailable('The Piper program may not be started. Allow running the file, or choose another one in Settings.', cause)
  }
  if (!isAbsolute(voice) || !/\.onnx$/i.test(voice) || !(await isFile(voice)))
    throw unavailable('The Piper voice is not where it was chosen. It is a file that ends in .onnx. Choose it again in Settings.')
  return readDescription(voice)
}

async function readDescription(voice: string): Promise<PiperVoiceFacts> {
  let parsed: unknown
  try {
    parsed = JSON.parse(await readSmallFile(`${voice}.json`))
  } catch (cause) {
    throw unavailable(
      'The description of the Piper voice is missing or cannot be read. Put the file that ends in .onnx.json beside the voice, under the same name.',
      cause,
    )
  }
  const facts = parsed as { audio?: { sample_rate?: unknown }; language?: { code?: unknown }; espeak?: { voice?: unknown } } | null
  const sampleRate = Number(facts?.audio?.sample_rate)
  if (!Number.isInteger(sampleRate) || sampleRate < 8000 || sampleRate > 48_000)
    throw unavailable('The description of the Piper voice names no sample rate that can be. Get the voice with its description anew.')
  const code = [facts?.language?.code, facts?.espeak?.voice].find((tag) => typeof tag === 'string' && /^[a-z]{2,3}([_-]\w+)*$/i.test(tag))
  return {
    sampleRate,
    language: typeof code === 'string' ? code.replaceAll('_', '-') : 'und',
    name: basename(voice).replace(/\.onnx$/i, ''),
  }
}

async function readSmallFile(path: string): Promise<string> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    if (size > LARGEST_DESCRIPTION) throw new Error('too large for a description')
    return await file.readFile('utf8')
  } finally {
    await file.close()
  }
}
