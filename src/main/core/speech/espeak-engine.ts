import { chooseEspeakVoice, type EspeakVoice } from './espeak-voice'

/**
 * Words a minute as eSpeak NG counts them. With the pauses between sentences, plain prose comes out at about 160 real words a
 * minute, the pace of an audio book.
 */
const RATE = 132

/** The parts of the package's interface that are used here. */
interface EspeakInstance {
  list_voices(): EspeakVoice[]
  set_voice(identifier: string): number
  set_rate(rate: number): void
  get_samplerate(): number
  synthesize(text: string, onSamples: (samples: Int16Array | null | undefined) => boolean | undefined): void
}

interface EspeakModule {
  eSpeakNGWorker: new () => EspeakInstance | Promise<EspeakInstance>
}

type EspeakFactory = (options: Record<string, unknown>) => Promise<EspeakModule>

export interface EspeakEngine {
  sampleRate: number
  /** The language tag of the voice that was chosen; "en" when there is none for the language asked for. */
  language: string
  /** The sound of one sentence, with the silence that the synthesizer puts around it. Blocks its thread. */
  speak(sentence: string): Int16Array
}

/** The synthesizer reads its input as markup; what a person wrote is text. A NUL would end it, [[ ]] would mean phonemes. */
const asMarkup = (sentence: string) =>
  sentence
    .replace(/\p{Cc}/gu, ' ')
    .replaceAll('[[', '[ [')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

function concatenate(pieces: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(pieces.reduce((length, piece) => length + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

/**
 * Loads the synthesizer from the URL of its entry file and sets the voice for a language. Rejects when the package is
 * missing, broken or of another version.
 */
export async function loadEspeakEngine(moduleUrl: string, language: string): Promise<EspeakEngine> {
  const { default: createModule } = (await import(/* @vite-ignore */ moduleUrl)) as { default: EspeakFactory }
  // What it would print could quote the script.
  const { eSpeakNGWorker } = await createModule({ print: () => {}, printErr: () => {} })
  const instance = await new eSpeakNGWorker()
  const voice = chooseEspeakVoice(instance.list_voices(), language)
  if (voice === undefined || instance.set_voice(voice.identifier) !== 0) throw new Error('no voice could be set')
  instance.set_rate(RATE)
  return {
    sampleRate: instance.get_samplerate(),
    language: voice.language,
    speak(sentence) {
      const pieces: Int16Array[] = []
      instance.synthesize(asMarkup(sentence), (samples) => {
        if (samples && samples.length > 0) pieces.push(samples)
        return false
      })
      return concatenate(pieces)
    },
  }
}
