import type { JobType } from '../../shared/entities'
import type { AttachedImagesDeps } from './attached-images'
import type { AutoLinkDeps } from './auto-link'
import { autoLinkJob } from './auto-link'
import { type CollectDeps, collectJob } from './collect'
import { counterpointJob } from './counterpoint'
import { type CrossSynthesizeDeps, crossSynthesizeJob } from './cross-synthesize'
import type { AnyJob } from './define-job'
import { type EmbedDeps, embedJob } from './embed'
import type { Engine, TextRole } from './engine'
import { expandJob } from './expand'
import { type ItemBriefingDeps, itemBriefingJob } from './item-briefing'
import { type ManyBriefingDeps, manyBriefingJob } from './many-briefing'
import { type MigrateEmbeddingsDeps, migrateEmbeddingsJob } from './migrate-embeddings'
import { orchestrateJob } from './orchestrate'
import type { OrchestrateDeps } from './orchestrate/orchestrate-deps'
import { type ReadAttachmentDeps, readAttachmentJob } from './read-attachment'
import { type ReflectionPassDeps, reflectionPassJob } from './reflection-pass'
import { type ResearchJobDeps, researchJob } from './research'
import { summarizeJob } from './summarize'
import { synthesizeJob } from './synthesize'
import type { ThinkingDeps } from './thinking-deps'

/** What all jobs need; the engine and the time limit are those of the role that a job's model works as. */
export type JobDeps = EmbedDeps &
  AutoLinkDeps &
  MigrateEmbeddingsDeps &
  ReadAttachmentDeps &
  CollectDeps &
  ResearchJobDeps &
  Omit<AttachedImagesDeps, 'engine'> &
  Pick<OrchestrateDeps, 'orchestrations' | 'newId' | 'research'> &
  Omit<CrossSynthesizeDeps, 'engine' | 'timeoutMs'> &
  Omit<ReflectionPassDeps, 'engine' | 'timeoutMs'> &
  Omit<ThinkingDeps & ItemBriefingDeps & ManyBriefingDeps, 'engine' | 'modelName' | 'timeoutMs'> & {
    engineOf: (role: TextRole) => Engine
    /** The model of a role; empty without one. */
    modelNameOf: (role: TextRole) => string
    timeoutOf: (role: TextRole) => number
  }

/** Every job type with its definition; a missing one does not compile. */
export function createAllJobs(deps: JobDeps): Record<JobType, AnyJob> {
  const as = (role: TextRole) => ({
    ...deps,
    engine: deps.engineOf(role),
    modelName: () => deps.modelNameOf(role),
    timeoutMs: () => deps.timeoutOf(role),
  })
  const [thinker, worker] = [as('thinker'), as('worker')]
  return {
    embed: embedJob(deps),
    auto_link: autoLinkJob(deps),
    summarize: summarizeJob(worker),
    expand: expandJob(thinker),
    counterpoint: counterpointJob(thinker),
    synthesize: synthesizeJob(thinker),
    orchestrate: orchestrateJob(thinker),
    generate_item_briefing: itemBriefingJob(worker),
    generate_briefing: manyBriefingJob(worker),
    migrate_embeddings: migrateEmbeddingsJob(deps),
    read_attachment: readAttachmentJob(deps),
    research: researchJob(deps),
    collect: collectJob(deps),
    reflection_pass: reflectionPassJob(thinker),
    cross_synthesize: crossSynthesizeJob(thinker),
  }
}
