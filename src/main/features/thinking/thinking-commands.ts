import type { JobType, ThesisStage } from '../../../shared/entities'
import { AppError } from '../../../shared/errors'
import type { Handlers } from '../../core/commands/dispatch'
import { summarizeRequest, thinkingRequest } from '../../core/jobs/pipeline'
import type { JobTrace } from '../../core/queue/job-trace'
import type { LiveProgress } from '../../core/queue/live-progress'
import type { UnitOfWork } from '../../core/queue/write-transaction'
import { type ItemLookup, requireItem } from '../items/item-commands'
import type { ItemStore } from '../items/item-store'
import { requireWords } from '../items/require-words'
import type { ThesisRow, ThesisStore, ThinkingStage } from './thesis-store'

export interface ThinkingCommandDeps extends ItemLookup {
  write: UnitOfWork['write']
  now: () => number
  newId: () => string
  items: ItemStore
  theses: ThesisStore
  trace: JobTrace
  live: LiveProgress
  liveJobOf: (itemId: string, type: JobType) => string | null
  usesModel: () => boolean
  forgetOldRefusal: () => void
}

type ThinkingCommands = Pick<Handlers, 'deep-think' | 'get-thesis' | 'settle-contradiction' | 'summarize-item'>

/** Starts of Deep Think on an unchanged thought within this time are one. */
const ONE_CLICK_MS = 3000

const stages: readonly ThinkingStage[] = ['expand', 'counterpoint', 'synthesize']

export function thinkingCommands(s: ThinkingCommandDeps): ThinkingCommands {
  function stageOf(s: ThinkingCommandDeps, thesis: ThesisRow, stage: ThinkingStage): ThesisStage {
    const jobId = thesis.stageJobs[stage] ?? s.liveJobOf(thesis.itemId, stage)
    const job = jobId === null ? null : s.trace.brief(jobId)
    const stored = { expand: thesis.expansion, counterpoint: thesis.counterpoint, synthesize: thesis.output?.core ?? '' }[stage]
    const status: ThesisStage['status'] =
      job === null
        ? stored === ''
          ? 'next'
          : 'done'
        : job.status === 'pending'
          ? job.attempts > 0 || job.errorCode !== null || job.nextRunAt > s.now()
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
      const item = requireItem(s, itemId, caller)
      return s.write((tx) => {
        s.forgetOldRefusal()
        // Asked for by the person: their own summary gives way.
        if (item.summary_by === 'person') s.items.update(itemId, { summary: { text: '', by: 'none' } }, tx.now)
        return { jobId: tx.enqueue(summarizeRequest(itemId, item.content_hash, true)).jobId }
      })
    },
  }
}
