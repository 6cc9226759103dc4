import type { Orchestration, OrchestrationSummary, PlanStep } from '../../../shared/contract/orchestrate'
import type { JobType } from '../../../shared/entities'
import { AppError } from '../../../shared/errors'
import { type Caller, type Handlers, isPerson } from '../../core/commands/dispatch'
import { orchestrateRequest } from '../../core/jobs/pipeline'
import type { JobTrace } from '../../core/queue/job-trace'
import type { LiveProgress } from '../../core/queue/live-progress'
import type { UnitOfWork } from '../../core/queue/write-transaction'
import { itemHash } from '../../core/text/content-hash'
import { requireItem } from '../items/item-commands'
import { enqueueBackground, type ItemWriteDeps, indexItem } from '../items/item-writes'
import type { LinkStore } from '../links/link-store'
import { keptBody } from './kept-answer'
import type { OrchestrationRow, OrchestrationStore, StepRow } from './orchestration-store'

export interface OrchestrateCommandDeps extends ItemWriteDeps {
  write: UnitOfWork['write']
  newId: () => string
  orchestrations: OrchestrationStore
  trace: JobTrace
  live: LiveProgress
  links: LinkStore
  web: { isLocalOnly(): boolean }
  liveJobOf: (itemId: string, type: JobType) => string | null
  forgetOldRefusal: () => void
}

type OrchestrateCommands = Pick<Handlers, 'orchestrate-item' | 'get-orchestration' | 'list-orchestrations' | 'keep-orchestration'>

const stages = ['expand', 'counterpoint', 'synthesize'] as const

export function orchestrateCommands(s: OrchestrateCommandDeps): OrchestrateCommands {
  function summaryOf(s: OrchestrateCommandDeps, row: OrchestrationRow, steps: readonly StepRow[]): OrchestrationSummary {
    const job = row.jobId === null ? null : s.trace.brief(row.jobId)
    const counted = steps.filter((step) => step.status !== 'replaced')
    return {
      id: row.id,
      itemId: row.itemId,
      jobId: job === null ? null : row.jobId,
      goal: row.goal,
      webQuestion: row.webQuestion,
      status: row.status === 'failed' && job?.status === 'cancelled' ? 'stopped' : row.status,
      plannedBy: row.plannedBy,
      stepsDone: counted.filter((step) => step.status === 'done').length,
      stepsTotal: counted.length,
      createdAt: row.createdAt,
      finishedAt: row.finishedAt,
    }
  }

  function shown(s: OrchestrateCommandDeps, row: OrchestrationRow, caller: Caller): Orchestration {
    const steps = s.orchestrations.steps(row.id)
    const job = row.jobId === null ? null : s.trace.brief(row.jobId)
    // For a program an earlier thought that came to stay here is not there: what names it is left out.
    const hidden = (step: Pick<PlanStep, 'sources'>) =>
      !caller.viewer.seesPrivate && step.sources.some((source) => source.kind === 'item' && s.items.find(source.itemId)?.private === 1)
    const veil = <T extends Pick<PlanStep, 'text' | 'sources'>>(part: T): T => (hidden(part) ? { ...part, text: '', sources: [] } : part)
    const answer = veil({ text: row.answer, sources: row.sources })
    const live = row.answer === '' && job?.status === 'running' ? s.live.text(job.id) : ''
    return {
      ...summaryOf(s, row, steps),
      steps: steps.map(({ dropped: _, thesis: __, ...step }) => veil(step)),
      warnings: row.warnings,
      answer: live === '' || steps.some(hidden) ? answer.text : live,
      sources: answer.sources,
      droppedCitations: row.droppedCitations,
      engine: row.engine,
      error: row.error,
      thesisId: row.thesisId,
      keptItemId: row.keptItemId !== null && s.items.find(row.keptItemId)?.deleted_at === null ? row.keptItemId : null,
      job: job && { status: job.status, nextRunAt: job.nextRunAt, waitingFor: job.waitingFor, errorCode: job.errorCode },
    }
  }

  return {
    'orchestrate-item': ({ itemId, goal, webQuestion }, caller) => {
      const item = requireItem(s, itemId, caller)
      const question = webQuestion?.trim() ?? ''
      if (item.body.trim() === '' && item.given_title.trim() === '')
        throw new AppError('BAD_INPUT', 'This thought is empty, so there is nothing to think through. Write something first.')
      if (question !== '') refuseQuestion(s, item.private === 1, caller)
      return s.write((tx) => {
        s.forgetOldRefusal()
        const running = s.liveJobOf(itemId, 'orchestrate')
        const newest = s.orchestrations.newest(itemId)
        if (running && newest) return { jobId: running, orchestrationId: newest.id }
        // Both write theses of the thought, and the later of two is the one that shows.
        if (stages.some((stage) => s.liveJobOf(itemId, stage) !== null))
          throw new AppError('CONFLICT', 'Deep Think is at work on this thought. Let it end, or stop it, and then start the plan.')
        const orchestrationId = s.newId()
        s.orchestrations.create(
          orchestrationId,
          { itemId, goal: goal?.trim() ?? '', webQuestion: question === '' ? null : question },
          tx.now,
        )
        const { jobId } = tx.enqueue(orchestrateRequest(itemId, orchestrationId))
        s.orchestrations.setJob(orchestrationId, jobId)
        tx.emit('orchestration-updated', { orchestrationId, itemId, status: 'pending' })
        return { jobId, orchestrationId }
      })
    },

    'get-orchestration': ({ itemId, id }, caller) => {
      if ((itemId === undefined) === (id === undefined))
        throw new AppError('BAD_INPUT', 'Name either the thought (itemId) or the plan (id).')
      if (itemId !== undefined) requireItem(s, itemId, caller)
      const row = id !== undefined ? s.orchestrations.find(id) : s.orchestrations.newest(itemId ?? '')
      if (!row) return { orchestration: null }
      requireItem(s, row.itemId, caller)
      return { orchestration: shown(s, row, caller) }
    },

    'list-orchestrations': ({ itemId }, caller) => {
      requireItem(s, itemId, caller)
      return { orchestrations: s.orchestrations.ofItem(itemId).map((row) => summaryOf(s, row, s.orchestrations.steps(row.id))) }
    },

    'keep-orchestration': ({ id }, caller) => {
      const row = s.orchestrations.find(id)
      if (!row) throw new AppError('NOT_FOUND', 'There is no such plan. It may have been deleted with its thought.')
      const about = requireItem(s, row.itemId, caller)
      if (row.status !== 'done' || row.answer === '')
        throw new AppError('CONFLICT', 'This plan has no answer yet, so there is nothing to keep. Wait until it is done.')
      const kept = row.keptItemId === null ? null : s.items.find(row.keptItemId)
      if (kept && kept.deleted_at === null) return { itemId: kept.id }
      const itemId = s.newId()
      const givenTitle = (row.goal === '' ? `Answer: ${about.title}` : row.goal).replace(/\s+/g, ' ').slice(0, 200).trim()
      const body = keptBody(row.answer, row.sources)
      const hash = itemHash(givenTitle, body, '')
      s.write((tx) => {
        s.items.insert(
          { id: itemId, kind: 'thought', source: 'manual', givenTitle, body, private: about.private === 1, contentHash: hash },
          tx.now,
        )
        indexItem(s, tx, itemId)
        s.links.add({ id: s.newId(), fromId: itemId, toId: about.id, kind: 'synthesis', reason: 'Answer of a plan' }, tx.now)
        s.orchestrations.setKept(id, itemId)
        tx.emit('item-changed', { itemId, change: 'created' })
        tx.emit('links-changed', { itemId })
        tx.emit('links-changed', { itemId: about.id })
        enqueueBackground(s, tx, itemId, hash, body.length)
        tx.emit('orchestration-updated', { orchestrationId: id, itemId: about.id, status: 'done' })
      })
      return { itemId }
    },
  }
}

function refuseQuestion(s: OrchestrateCommandDeps, isPrivate: boolean, caller: Caller): void {
  if (!isPerson(caller))
    throw new AppError(
      'BAD_INPUT',
      'A question for the web is taken from the Cortexa window only, where the person sees what leaves. Leave it out.',
    )
  if (isPrivate)
    throw new AppError(
      'ITEM_PRIVATE',
      'This thought is set to stay here, so a plan for it does not go to the web. Leave the question out, or start Research on it by itself.',
    )
  if (s.web.isLocalOnly())
    throw new AppError(
      'WEB_LOCAL_ONLY',
      'Nothing may leave this computer, so no question goes to the web. Leave it out, or allow it in Settings.',
    )
}
