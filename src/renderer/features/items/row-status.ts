import type { ItemSummary, JobType } from '../../../shared/entities'
import type { StatusKind } from '../../ui/status-dot'

const running: Record<JobType, string> = {
  embed: 'Reading',
  auto_link: 'Linking',
  summarize: 'Summary, writing',
  expand: 'Expand, writing',
  counterpoint: 'Counterpoint, writing',
  synthesize: 'Synthesize, writing',
  orchestrate: 'Plan under way',
  generate_item_briefing: 'Briefing, writing',
  generate_briefing: 'Briefing, writing',
  migrate_embeddings: 'Reading',
  read_attachment: 'Reading a file',
  research: 'Researching',
  collect: 'Collecting',
  reflection_pass: 'Reflecting',
  cross_synthesize: 'Comparing two views',
}
const names: Record<JobType, string> = {
  embed: 'Reading',
  auto_link: 'Linking',
  summarize: 'Summary',
  expand: 'Expand',
  counterpoint: 'Counterpoint',
  synthesize: 'Synthesize',
  orchestrate: 'Plan',
  generate_item_briefing: 'Briefing',
  generate_briefing: 'Briefing',
  migrate_embeddings: 'Reading',
  read_attachment: 'Reading a file',
  research: 'Research',
  collect: 'Collecting',
  reflection_pass: 'Reflection',
  cross_synthesize: 'Two views',
}

/** The status a row shows for the job on its item: only what is alive or asks something. Quick housekeeping shows only when it failed. */
export function rowStatus(job: ItemSummary['job']): { kind: StatusKind; word: string } | undefined {
  if (!job) return undefined
  if (job.status === 'dead') return { kind: 'dead', word: `${names[job.type]} failed` }
  if (job.type === 'embed' || job.type === 'auto_link' || job.type === 'read_attachment') return undefined
  if (job.status === 'running') return { kind: 'run', word: running[job.type] }
  if (job.status === 'pending') {
    const thinking = job.type === 'expand' || job.type === 'counterpoint' || job.type === 'synthesize'
    return { kind: 'wait', word: `${thinking ? 'Deep Think' : names[job.type]} waits` }
  }
  return undefined
}
