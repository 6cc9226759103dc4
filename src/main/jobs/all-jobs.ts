import type { JobType } from '../../shared/entities'
import type { AutoLinkDeps } from './auto-link'
import { autoLinkJob } from './auto-link'
import { counterpointJob } from './counterpoint'
import type { AnyJob } from './define-job'
import { type EmbedDeps, embedJob } from './embed'
import { expandJob } from './expand'
import { type ItemBriefingDeps, itemBriefingJob } from './item-briefing'
import { summarizeJob } from './summarize'
import { synthesizeJob } from './synthesize'
import type { ThinkingDeps } from './thinking-deps'

export type JobDeps = EmbedDeps & AutoLinkDeps & ThinkingDeps & ItemBriefingDeps

/** Every job type with its definition; a missing one does not compile. */
export function createAllJobs(deps: JobDeps): Record<JobType, AnyJob> {
  return {
    embed: embedJob(deps),
    auto_link: autoLinkJob(deps),
    summarize: summarizeJob(deps),
    expand: expandJob(deps),
    counterpoint: counterpointJob(deps),
    synthesize: synthesizeJob(deps),
    generate_item_briefing: itemBriefingJob(deps),
  }
}
