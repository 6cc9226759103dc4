import type { BriefingStatus } from '../../../shared/entities'
import { AppError } from '../../../shared/errors'
import { hasSpeech } from '../../core/audio/script-sentences'
import type { JobContext } from '../../core/jobs/define-job'
import { GiveUp } from '../../core/queue/job-rules'
import type { WriteTransaction } from '../../core/queue/write-transaction'
import type { BriefingPartStore } from './briefing-part-store'
import type { BriefingStore, StoredAudio } from './briefing-store'
import type { PartBlobs } from './spoken-parts'
import { readSpokenScript, type SpokenScript } from './spoken-script'

export interface VoicedBriefing {
  audio: StoredAudio | null
  notice: string | null
}

interface BriefingJobPayload {
  briefingId: string
  itemId?: string
}

/** How both kinds of briefing tell where they are and how they end. */
export function briefingEndings(deps: { briefings: BriefingStore; briefingParts: BriefingPartStore; blobs: PartBlobs }) {
  const { briefings, briefingParts, blobs } = deps

  function tell(tx: WriteTransaction, { briefingId, itemId }: BriefingJobPayload, status: BriefingStatus, error: string | null): void {
    briefings.setStatus(briefingId, status, error, tx.now)
    tx.emit('briefing-updated', { briefingId, itemId: itemId ?? null, status })
  }

  return {
    /** In the middle of a run. */
    move(context: Pick<JobContext, 'write'>, payload: BriefingJobPayload, status: BriefingStatus): void {
      context.write((tx) => tell(tx, payload, status, null))
    },
    started(_tx: WriteTransaction, { briefingId }: BriefingJobPayload, jobId: string): void {
      briefings.setJob(briefingId, jobId)
    },
    commit(tx: WriteTransaction, { briefingId, itemId }: BriefingJobPayload, { audio, notice }: VoicedBriefing): { note: string } {
      if (briefings.find(briefingId) === null)
        throw new GiveUp('NOT_FOUND', 'The briefing was deleted while it was made, so it was not kept.')
      briefings.finish(briefingId, audio, notice, tx.now)
      const parts = briefingParts.remove(briefingId)
      // A file that stays behind for a fault of the disk costs room and nothing else.
      tx.afterCommit(() => void Promise.all(parts.map((id) => blobs.remove(id))).catch(() => undefined))
      tx.emit('briefing-updated', { briefingId, itemId: itemId ?? null, status: 'done' })
      return { note: audio ? `${Math.round(audio.durationMs / 1000)} s of audio` : 'Script only, no voice' }
    },
    retried(tx: WriteTransaction, payload: BriefingJobPayload): void {
      tell(tx, payload, 'pending', null)
    },
    ended(tx: WriteTransaction, payload: BriefingJobPayload, message: string): void {
      tell(tx, payload, 'failed', message)
    },
  }
}

/** The script for the ear, of what a model or the outline wrote. Throws MODEL_BAD_OUTPUT when nothing is left that could be said. */
export function scriptForEar(text: string, language: string, notes: number): SpokenScript {
  const script = readSpokenScript(text, language === 'und' ? 'en' : language, notes)
  if (!hasSpeech(script.script))
    throw new AppError('MODEL_BAD_OUTPUT', 'The model wrote nothing that can be read aloud. Retry, or choose another model in Settings.')
  return script
}
