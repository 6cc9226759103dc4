import type { JobType } from '../../../shared/entities'

/** The names of job types for people. */
export const jobNames: Record<JobType, string> = {
  embed: 'Embed',
  auto_link: 'Link',
  summarize: 'Summarise',
  expand: 'Expand',
  counterpoint: 'Counterpoint',
  synthesize: 'Synthesize',
  generate_item_briefing: 'Brief',
  migrate_embeddings: 'Change of embeddings',
  read_attachment: 'Read a file',
}
