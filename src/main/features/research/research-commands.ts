import type { Research } from '../../../shared/contract/research'
import { AppError } from '../../../shared/errors'
import type { Caller, Handlers } from '../../core/commands/dispatch'
import type { JobTrace } from '../../core/queue/job-trace'
import type { LiveProgress } from '../../core/queue/live-progress'
import type { UnitOfWork } from '../../core/queue/write-transaction'
import { type ItemLookup, requireItem } from '../items/item-commands'
import type { StoredResearch } from './research-store'
import { type ReadyEngineDeps, readyEngine, type StartResearchDeps, startResearch } from './start-research'

export interface ResearchCommandDeps extends ItemLookup, ReadyEngineDeps, StartResearchDeps {
  write: UnitOfWork['write']
  trace: JobTrace
  live: LiveProgress
  forgetOldRefusal: () => void
}

type ResearchCommands = Pick<Handlers, 'start-research' | 'get-research' | 'list-research'>

export function researchCommands(s: ResearchCommandDeps): ResearchCommands {
  return {
    'start-research': ({ itemId, question: typed }, caller) => {
      const question = typed.replace(/\s+/g, ' ').trim()
      if (question === '') throw new AppError('BAD_INPUT', 'There is no question yet. Write what you want to know.')
      const item = itemId === undefined ? null : requireItem(s, itemId, caller)
      const searchEngine = readyEngine(s)
      return s.write((tx) => {
        s.forgetOldRefusal()
        const { jobId, researchId } = startResearch(tx, s, { item, question, searchEngine })
        return { jobId, researchId }
      })
    },

    'get-research': ({ id, itemId, reportId }, caller) => {
      if ([id, itemId, reportId].filter((given) => given !== undefined).length !== 1)
        throw new AppError('BAD_INPUT', 'Name either the run (id), the thought it was asked from (itemId) or the report (reportId).')
      for (const named of [itemId, reportId]) if (named !== undefined) requireItem(s, named, caller, { deleted: caller.viewer.seesTrash })
      const found =
        id !== undefined
          ? s.researchRuns.find(id)
          : itemId !== undefined
            ? s.researchRuns.newestOf(itemId)
            : s.researchRuns.ofReport(reportId ?? '')
      if (!found) return { research: null }
      if (!caller.viewer.seesPrivate && isHiddenResearch(s, found)) {
        if (id === undefined) return { research: null }
        throw new AppError('ITEM_PRIVATE', 'This research belongs to a thought that is set to stay here. Open it in the Cortexa window.')
      }
      return { research: withJob(s, found) }
    },

    'list-research': ({ itemId, cursor, limit }, caller: Caller) => {
      if (itemId !== undefined) requireItem(s, itemId, caller)
      return s.researchRuns.list({ itemId, cursor, limit: limit ?? 50, viewer: caller.viewer })
    },
  }
}

/** Whether programs do not get it: a thought that it is about stays here. */
export function isHiddenResearch(s: ItemLookup, { private: stays, itemId, report }: StoredResearch): boolean {
  return stays || [itemId, report?.id].some((id) => id != null && s.items.find(id)?.private === 1)
}

/** With what its job does at this moment. */
function withJob(s: ResearchCommandDeps, run: StoredResearch): Research {
  const job = run.jobId === null ? null : s.trace.brief(run.jobId)
  const isWaiting = job?.status === 'pending' && run.state !== 'pending'
  return {
    ...run,
    waitingFor: job?.status === 'pending' ? (job.waitingFor ?? (isWaiting ? job.error : null)) : null,
    text: run.jobId !== null && run.state === 'writing' ? s.live.text(run.jobId) : '',
  }
}
