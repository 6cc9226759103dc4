import type { ThesisStage } from '../../../shared/entities'
import { AppError } from '../../../shared/errors'
import type { Session } from '../../app/session'
import type { Handlers } from '../../core/commands/dispatch'
import { itemBriefingRequest, summarizeRequest, thinkingRequest } from '../../core/jobs/pipeline'
import { forCaller, requireBriefing } from '../briefings/briefing-commands'
import { requireItem } from '../items/item-commands'
import type { ItemRow } from '../items/item-store'
import type { ThesisRow, ThinkingStage } from './thesis-store'

type ThinkingCommands = Pick<
  Handlers,
  | 'deep-think'
  | 'get-thesis'
  | 'settle-contradiction'
  | 'summarize-item'
  | 'brief-item'
  | 'get-briefing'
  | 'list-briefings'
  | 'read-briefing-audio'
>

/** Bytes of audio in one answer: small enough for IPC and HTTP, a multiple of 3 so that base64 parts join. */
const AUDIO_PART_BYTES = 768 * 1024

/** Starts of Deep Think on an unchanged thought within this time are one. */
const ONE_CLICK_MS = 3000

const stages: readonly ThinkingStage[] = ['expand', 'counterpoint', 'synthesize']

export function thinkingCommands(session: () => Session): ThinkingCommands {
  function stageOf(s: Session, thesis: ThesisRow, stage: ThinkingStage): ThesisStage {
    const jobId = thesis.stageJobs[stage] ?? s.liveJobOf(thesis.itemId, stage)
    const job = jobId === null ? null : s.trace.brief(jobId)
    const stored = { expand: thesis.expansion, counterpoint: thesis.counterpoint, synthesize: thesis.output?.core ?? '' }[stage]
    const status: ThesisStage['status'] =
      job === null
        ? stored === ''
          ? 'next'
          : 'done'
        : job.status === 'pending'
          ? job.attempts > 0 || job.nextRunAt > s.now()
            ? 'retrying'
            : 'waiting'
          : job.status
    const live = jobId !== null && stage !== 'synthesize' ? s.live.text(jobId) : ''
    return {
      stage,
      jobId,
      status,
      startedAt: job?.startedAt ?? null,
      finishedAt: job?.finishedAt ?? null,
      text: live === '' ? stored : live,
    }
  }

  return {
    'deep-think': ({ itemId }, caller) => {
      const s = session()
      const item = requireItem(s, itemId, caller)
      requireWords(item, 'to argue with')
      return s.write((tx) => {
        s.forgetOldRefusal()
        const running = stages.map((stage) => s.liveJobOf(itemId, stage)).find((id) => id !== null)
        if (running) return { jobId: running }
        // Both write theses of the thought, and the later of two is the one that shows.
        if (s.liveJobOf(itemId, 'orchestrate') !== null)
          throw new AppError('CONFLICT', 'A plan is at work on this thought. Let it end, or stop it, and then press Deep Think.')
        // The built-in engine may be done between two clicks of one impatient hand.
        const last = s.theses.newest(itemId)
        const lastJob = last?.stageJobs.synthesize ?? last?.stageJobs.expand
        const built = last?.status === 'done' && last.engine?.kind === 'builtin' && !s.usesModel()
        if (last && lastJob && built && tx.now - last.createdAt < ONE_CLICK_MS && last.createdAt >= item.updated_at)
          return { jobId: lastJob }
        const thesisId = s.newId()
        s.theses.create(thesisId, itemId, tx.now)
        const { jobId } = tx.enqueue(thinkingRequest('expand', itemId, thesisId))
        s.theses.setStageJob(thesisId, 'expand', jobId)
        tx.emit('thesis-updated', { itemId, status: 'pending' })
        return { jobId }
      })
    },

    'get-thesis': ({ itemId }, caller) => {
      const s = session()
      requireItem(s, itemId, caller)
      const thesis = s.theses.newest(itemId)
      if (!thesis) return { status: 'none' }
      // A run that was stopped, failed or is under way does not take the finished thesis away.
      const finished = thesis.output ? thesis : s.theses.newestDone(itemId)
      return {
        status: thesis.status,
        ...(finished?.output
          ? {
              output: finished.output,
              outputOf: finished === thesis ? ('newest' as const) : ('earlier' as const),
              outputAt: finished.updatedAt,
            }
          : {}),
        id: thesis.id,
        engine: finished?.engine ?? thesis.engine,
        stages: stages.map((stage) => stageOf(s, thesis, stage)),
        settled: finished?.settled ?? [],
        error: thesis.error,
        createdAt: thesis.createdAt,
        updatedAt: thesis.updatedAt,
      }
    },

    'settle-contradiction': ({ itemId, index, settled }, caller) => {
      const s = session()
      requireItem(s, itemId, caller)
      const thesis = s.theses.newestDone(itemId)
      if (!thesis?.output || index >= thesis.output.contradictions.length) {
        throw new AppError('NOT_FOUND', 'This contradiction is not in the newest thesis. It may have been thought through again since.')
      }
      const next = settled
        ? [...new Set([...thesis.settled, index])].sort((a, b) => a - b)
        : thesis.settled.filter((known) => known !== index)
      s.write((tx) => {
        s.theses.settle(thesis.id, next, tx.now)
        tx.emit('thesis-updated', { itemId, status: thesis.status })
      })
      return {}
    },

    'summarize-item': ({ itemId }, caller) => {
      const s = session()
      const item = requireItem(s, itemId, caller)
      return s.write((tx) => {
        s.forgetOldRefusal()
        // Asked for by the person: their own summary gives way.
        if (item.summary_by === 'person') s.items.update(itemId, { summary: { text: '', by: 'none' } }, tx.now)
        return { jobId: tx.enqueue(summarizeRequest(itemId, item.content_hash, true)).jobId }
      })
    },

    'brief-item': ({ itemId }, caller) => {
      const s = session()
      requireWords(requireItem(s, itemId, caller), 'to read aloud')
      return s.write((tx) => {
        s.forgetOldRefusal()
        const running = s.liveJobOf(itemId, 'generate_item_briefing')
        const newest = s.briefings.newest(itemId)
        if (running && newest) return { jobId: running, briefingId: newest.id }
        const briefingId = s.newId()
        s.briefings.create(briefingId, itemId, tx.now)
        const { jobId } = tx.enqueue(itemBriefingRequest(itemId, briefingId))
        s.briefings.setJob(briefingId, jobId)
        tx.emit('briefing-updated', { briefingId, itemId, status: 'pending' })
        return { jobId, briefingId }
      })
    },

    'get-briefing': ({ itemId, id }, caller) => {
      const s = session()
      if ((itemId === undefined) === (id === undefined))
        throw new AppError('BAD_INPUT', 'Name either the thought (itemId) or the briefing (id).')
      if (itemId !== undefined) requireItem(s, itemId, caller)
      const found = itemId !== undefined ? s.briefings.newest(itemId) : s.briefings.find(id ?? '')
      const briefing = found && requireBriefing(s, found.id, caller)
      return { briefing: briefing && forCaller(briefing, caller) }
    },

    'list-briefings': ({ cursor, limit }, caller) => {
      const page = session().briefings.list(cursor, limit ?? 50, caller.host !== 'window')
      return { ...page, briefings: page.briefings.map((briefing) => forCaller(briefing, caller)) }
    },

    'read-briefing-audio': async ({ id, offset }, caller) => {
      const s = session()
      requireBriefing(s, id, caller)
      const blob = s.briefings.blob(id)
      if (!blob) throw new AppError('NOT_FOUND', 'This briefing has no audio. Its script can be read.')
      const bytes = await s.readBlob(blob.blobId, blob.wrappedKey)
      const part = bytes.subarray(Math.min(offset, bytes.length), offset + AUDIO_PART_BYTES)
      return {
        mime: blob.mime,
        bytes: bytes.length,
        offset,
        base64: Buffer.from(part.buffer, part.byteOffset, part.length).toString('base64'),
        done: offset + part.length >= bytes.length,
      }
    },
  }
}

function requireWords(item: ItemRow, what: string): void {
  if (item.body.trim() === '' && item.given_title.trim() === '') {
    throw new AppError('BAD_INPUT', `This thought is empty, so there is nothing ${what}. Write something first.`)
  }
}
