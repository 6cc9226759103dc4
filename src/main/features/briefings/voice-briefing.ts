import type { ModelCall, SpokenSentence } from '../../../shared/entities'
import { AppError } from '../../../shared/errors'
import { countSpokenWords, isPlausibleDuration } from '../../core/audio/speaking-rate'
import type { JobContext } from '../../core/jobs/define-job'
import type { StoredAudio } from './briefing-store'

/** What was read aloud of a script that is not finished, for a reading that goes on later. */
export interface SpokenParts {
  get(key: string): Promise<{ samples: Int16Array; sampleRate: number } | undefined>
  set(key: string, sound: { samples: Int16Array; sampleRate: number }): Promise<void>
  delete(key: string): Promise<void>
}

export interface VoiceOptions {
  /** BCP 47 tag of the script. */
  language: string
  signal: AbortSignal
  /** Sentences spoken, of how many. */
  onProgress?: (done: number, total: number) => void
  /** Whether the text may go to another computer; asked anew before each request that would. */
  mayLeave: () => boolean
  /** Called before a request leaves for a speech server; what it throws ends the reading. */
  beforeModelCall: () => void
  recordCall: (call: Omit<ModelCall, 'id'>) => void
  /** Where each part is kept once it is spoken; without it a voice keeps them as it can. */
  parts?: SpokenParts
}

/** A voice that reads a script aloud: the built-in one, or that of a speech server. */
export interface Voice {
  /** True when a script would be read aloud on another computer. */
  leavesComputer(): boolean
  availability(): Promise<{ available: true; name: string } | { available: false; reason: string }>
  /** Errors mean for a job what they say: RetryLater, GiveUp, or an ordinary retry. ITEM_PRIVATE when the text may not leave. */
  synthesize(
    script: string,
    options: VoiceOptions,
  ): Promise<{ wav: Uint8Array; durationMs: number; voice: string; sentences: SpokenSentence[] }>
}

/** Keeps bytes encrypted outside the database. The file is there before the row that names it. */
export interface BlobWriter {
  write(id: string, bytes: Uint8Array): Promise<{ wrappedKey: Uint8Array }>
}

export interface VoiceBriefingDeps {
  voice: Voice
  blobs: BlobWriter
  newId: () => string
}

/**
 * Reads the script aloud and keeps the audio; without a voice the script alone is the briefing and the notice says how to get one.
 * `mayLeave` tells whether the thought behind the script may go to another computer.
 */
export async function voiceBriefing(
  deps: VoiceBriefingDeps,
  script: { script: string; language: string },
  mayLeave: () => boolean,
  context: JobContext,
  parts?: SpokenParts,
): Promise<{ audio: StoredAudio | null; notice: string | null }> {
  const available = await deps.voice.availability()
  if (!available.available) return { audio: null, notice: available.reason }
  const spoken = await deps.voice.synthesize(script.script, {
    language: script.language,
    signal: context.signal,
    onProgress: (done, total) => context.note(`${done} of ${total} sentences`),
    mayLeave,
    beforeModelCall: context.beforeModelCall,
    recordCall: (call) => context.recordCall(call, 'voice'),
    ...(parts ? { parts } : {}),
  })
  assertWhole(script, spoken)
  const blobId = deps.newId()
  const { wrappedKey } = await deps.blobs.write(blobId, spoken.wav)
  const audio = {
    blobId,
    mime: 'audio/wav',
    bytes: spoken.wav.byteLength,
    wrappedKey,
    durationMs: spoken.durationMs,
    voice: spoken.voice,
    sentences: spoken.sentences,
  }
  return { audio, notice: null }
}

/** Whatever the voice says of itself: silence, half a sound, or one that does not fit its script is never kept. */
function assertWhole({ script, language }: { script: string; language: string }, spoken: { wav: Uint8Array; durationMs: number }): void {
  if (spoken.wav.byteLength > 0 && isPlausibleDuration(countSpokenWords(script, language), spoken.durationMs)) return
  throw new AppError(
    'VOICE_FAILED',
    'The voice did not read the whole script: the sound is not as long as the words need. The script is kept. Try again, or choose another voice.',
  )
}
