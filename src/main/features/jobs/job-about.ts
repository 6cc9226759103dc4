import { z } from 'zod'
import type { JobSummary } from '../../../shared/entities'
import type { Caller } from '../../core/commands/dispatch'
import type { JobStore } from '../../core/queue/job-store'
import type { BriefingStore } from '../briefings/briefing-store'
import type { CollectionStore } from '../collect/collection-store'
import type { ItemLookup } from '../items/item-commands'
import { isHiddenResearch } from '../research/research-commands'
import type { ResearchStore } from '../research/research-store'

export interface JobAboutDeps extends ItemLookup {
  jobs: JobStore
  researchRuns: ResearchStore
  briefings: BriefingStore
  collections: CollectionStore
}

const Made = z.object({ briefingId: z.string().optional(), collectionId: z.string().optional() })

/**
 * What a job without a thought of its own is about, in a few words: the question of a research, the collection of a run of Collect, what a
 * briefing of many is of. Null for others. Programs get questions alone, and none of a research that stays here.
 */
export function jobAbout(s: JobAboutDeps, { id, type }: Pick<JobSummary, 'id' | 'type'>, caller: Caller): string | null {
  if (type === 'research') {
    const found = s.researchRuns.findByJob(id)
    const run = found === null ? null : s.researchRuns.find(found)
    return run && (caller.viewer.seesPrivate || !isHiddenResearch(s, run)) ? run.question : null
  }
  if (!caller.viewer.seesPrivate || (type !== 'collect' && type !== 'generate_briefing')) return null
  const made = Made.safeParse(s.jobs.find(id)?.payload).data
  if (made?.briefingId !== undefined) return s.briefings.find(made.briefingId)?.title ?? null
  return made?.collectionId === undefined ? null : (s.collections.find(made.collectionId, caller.viewer)?.name ?? null)
}
