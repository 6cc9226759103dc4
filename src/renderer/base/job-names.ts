import type { JobType } from '../../shared/entities'

/** The names of job types for people. */
export const jobNames: Record<JobType, string> = {
  embed: 'Embed',
  auto_link: 'Link',
  summarize: 'Summarise',
  expand: 'Expand',
  counterpoint: 'Counterpoint',
  synthesize: 'Synthesize',
  orchestrate: 'Plan',
  generate_item_briefing: 'Brief',
  generate_briefing: 'Briefing of many',
  migrate_embeddings: 'Change of embeddings',
  read_attachment: 'Read a file',
  research: 'Research',
  collect: 'Collect',
  reflection_pass: 'Reflection',
  cross_synthesize: 'Two views',
}
