import type { ScheduleKind } from '../../../shared/contract/schedules'
import { AppError } from '../../../shared/errors'
import { theVault } from '../../core/privacy/viewer'
import type { WriteTransaction } from '../../core/queue/write-transaction'
import type { SessionBriefings } from '../briefings/session-briefings'
import type { ReflectionStore } from '../reflections/reflection-store'
import type { SessionReflections } from '../reflections/session-reflections'
import { type ReadyEngineDeps, readyEngine, type StartResearchDeps, startResearch } from '../research/start-research'

/** How a kind of schedule is started, and what came of it. */
export interface ScheduleAction {
  /**
   * Enqueues the run's job and writes what it needs. Throws an AppError, before it has written anything, when there can be no run now; the
   * slot is then over, with this reason. The transaction puts the job into the right lane, and gives it a key where it has none of its own.
   */
  start(tx: WriteTransaction, schedule: { id: string; question: string }): { jobId: string; created: boolean }
  /** The item that a job which is done has made. Asked in the transaction of its end, after its own writes. */
  made?(jobId: string): string | null
}

/** A kind without an action is not offered, and a stored schedule of it rests. */
export type ScheduleActions = Partial<Record<ScheduleKind, ScheduleAction>>

export type ScheduleActionsDeps = ReadyEngineDeps &
  StartResearchDeps & {
    briefs: Pick<SessionBriefings, 'begin'>
    reflecting: Pick<SessionReflections, 'begin'>
    reflections: Pick<ReflectionStore, 'find' | 'findByJob'>
  }

/** What schedules start. A new kind of run joins here once its job exists; its default times stand in scheduler.ts. */
export function createScheduleActions(deps: ScheduleActionsDeps): ScheduleActions {
  const { researchRuns, briefs, reflections, reflecting } = deps
  const unasked = { asked: false, viewer: theVault }
  return {
    daily_briefing: { start: (tx) => briefs.begin(tx, { scope: 'since_last' }, unasked) },
    weekly_review: { start: (tx) => briefs.begin(tx, { scope: 'week' }, unasked) },
    reflection: {
      start: (tx) => reflecting.begin(tx, 'last', unasked),
      made(jobId) {
        const id = reflections.findByJob(jobId)
        return id === null ? null : (reflections.find(id)?.report?.id ?? null)
      },
    },
    research_question: {
      start: (tx, { question }) => startResearch(tx, deps, { item: null, question, searchEngine: readyEngine(deps) }),
      made(jobId) {
        const id = researchRuns.findByJob(jobId)
        return id === null ? null : (researchRuns.find(id)?.report?.id ?? null)
      },
    },
  }
}

/** What an action refused, in words; null for a fault of another kind, such as a full disk. */
export function refusalOf(error: unknown): string | null {
  const isRefusal = error instanceof AppError && error.code !== 'INTERNAL' && error.code !== 'DISK_FULL' && error.code !== 'VAULT_DAMAGED'
  return isRefusal ? error.message : null
}
