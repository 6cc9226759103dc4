import type { SpokenSentence } from '../../shared/entities'
import type { StoredAudio } from '../vault/briefing-store'
import type { JobContext } from './define-job'

/** A voice that reads a script aloud. */
export interface Voice {
  availability(): Promise<{ available: true; name: string } | { available: false; reason: string }>
  synthesize(
    script: string,
    options: { language: string; signal: AbortSignal; onProgress?: (done: number, total: number) => void },
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

/** Reads the script aloud and keeps the audio; without a voice the script alone is the briefing and the notice says how to get one. */
export async function voiceBriefing(
  deps: VoiceBriefingDeps,
  script: { script: string; language: string },
  context: JobContext,
): Promise<{ audio: StoredAudio | null; notice: string | null }> {
  const available = await deps.voice.availability()
  if (!available.available) return { audio: null, notice: available.reason }
  const spoken = await deps.voice.synthesize(script.script, {
    language: script.language,
    signal: context.signal,
    onProgress: (done, total) => context.note(`${done} of ${total} sentences`),
  })
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
