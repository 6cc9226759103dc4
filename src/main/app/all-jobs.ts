import type { JobType } from '../../shared/entities'
import type { AnyJob } from '../core/jobs/define-job'
import type { Engine, TextRole } from '../core/jobs/engine'
import { type ReadAttachmentDeps, readAttachmentJob } from '../features/attachments/read-attachment'
import { type ItemBriefingDeps, itemBriefingJob } from '../features/briefings/item-briefing'
import { type ManyBriefingDeps, manyBriefingJob } from '../features/briefings/many-briefing'
import { type CollectDeps, collectJob } from '../features/collect/collect'
import { type EmbedDeps, embedJob } from '../features/embeddings/embed'
import { type MigrateEmbeddingsDeps, migrateEmbeddingsJob } from '../features/embeddings/migrate-embeddings'
import { type CrossSynthesizeDeps, crossSynthesizeJob } from '../features/hive/cross-synthesize'
import type { AutoLinkDeps } from '../features/links/auto-link'
import { autoLinkJob } from '../features/links/auto-link'
import { orchestrateJob } from '../features/orchestrate/orchestrate'
import type { OrchestrateDeps } from '../features/orchestrate/orchestrate-deps'
import { type ReflectionPassDeps, reflectionPassJob } from '../features/reflections/reflection-pass'
import { type ResearchJobDeps, researchJob } from '../features/research/research'
import type { AttachedImagesDeps } from '../features/thinking/attached-images'
import { counterpointJob } from '../features/thinking/counterpoint'
import { expandJob } from '../features/thinking/expand'
import { summarizeJob } from '../features/thinking/summarize'
import { synthesizeJob } from '../features/thinking/synthesize'
import type { ThinkingDeps } from '../features/thinking/thinking-deps'

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
