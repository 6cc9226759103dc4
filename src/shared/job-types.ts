/** What all processes know about one type of job. */
interface JobTypeInfo {
  /** Smaller runs first (seed document). */
  priority: number
  /** Whose model its calls are counted for, unless a call names another role. */
  role: 'thinker' | 'worker' | 'embedder'
  /** The role whose model it cannot do without; null where it may, or where that depends on more than the type. */
  needs: 'thinker' | 'worker' | 'embedder' | null
  /** Its name on the Jobs page and wherever jobs are listed. */
  name: string
  /** What the row of an item says: `running` while the job runs, `noun` in "... failed" and "... waits". */
  row: { running: string; noun: string }
  /** Quick housekeeping: the row of an item shows it only when it failed. */
  quiet?: true
  /** What the row says in place of the noun while the job waits. */
  waitsAs?: string
}

/**
 * The one list of job types. A new job is an entry here and a definition in its feature, which `app/all-jobs.ts` gives its dependencies.
 * The order is that of the contract's enum.
 */
export const jobTypes = {
  embed: {
    priority: 0,
    role: 'embedder',
    needs: 'embedder',
    name: 'Embed',
    row: { running: 'Reading', noun: 'Reading' },
    quiet: true,
  },
  auto_link: {
    priority: 1,
    role: 'embedder',
    needs: null,
    name: 'Link',
    row: { running: 'Linking', noun: 'Linking' },
    quiet: true,
  },
  summarize: {
    priority: 2,
    role: 'worker',
    needs: 'worker',
    name: 'Summarise',
    row: { running: 'Summary, writing', noun: 'Summary' },
  },
  expand: {
    priority: 3,
    role: 'thinker',
    needs: 'thinker',
    name: 'Expand',
    row: { running: 'Expand, writing', noun: 'Expand' },
    waitsAs: 'Deep Think',
  },
  counterpoint: {
    priority: 3,
    role: 'thinker',
    needs: 'thinker',
    name: 'Counterpoint',
    row: { running: 'Counterpoint, writing', noun: 'Counterpoint' },
    waitsAs: 'Deep Think',
  },
  synthesize: {
    priority: 3,
    role: 'thinker',
    needs: 'thinker',
    name: 'Synthesize',
    row: { running: 'Synthesize, writing', noun: 'Synthesize' },
    waitsAs: 'Deep Think',
  },
  generate_item_briefing: {
    priority: 5,
    role: 'worker',
    needs: 'worker',
    name: 'Brief',
    row: { running: 'Briefing, writing', noun: 'Briefing' },
  },
  generate_briefing: {
    priority: 5,
    role: 'worker',
    needs: 'worker',
    name: 'Briefing of many',
    row: { running: 'Briefing, writing', noun: 'Briefing' },
  },
  migrate_embeddings: {
    priority: 6,
    role: 'embedder',
    needs: null,
    name: 'Change of embeddings',
    row: { running: 'Reading', noun: 'Reading' },
  },
  read_attachment: {
    priority: 1,
    role: 'worker',
    needs: null,
    name: 'Read a file',
    row: { running: 'Reading a file', noun: 'Reading a file' },
    quiet: true,
  },
  orchestrate: {
    priority: 4,
    role: 'thinker',
    needs: 'thinker',
    name: 'Plan',
    row: { running: 'Plan under way', noun: 'Plan' },
  },
  research: {
    priority: 4,
    role: 'thinker',
    needs: 'thinker',
    name: 'Research',
    row: { running: 'Researching', noun: 'Research' },
  },
  collect: {
    priority: 4,
    role: 'thinker',
    needs: 'thinker',
    name: 'Collect',
    row: { running: 'Collecting', noun: 'Collecting' },
  },
  reflection_pass: {
    priority: 6,
    role: 'thinker',
    needs: 'thinker',
    name: 'Reflection',
    row: { running: 'Reflecting', noun: 'Reflection' },
  },
  cross_synthesize: {
    priority: 6,
    role: 'thinker',
    needs: 'thinker',
    name: 'Two views',
    row: { running: 'Comparing two views', noun: 'Two views' },
  },
} as const satisfies Record<string, JobTypeInfo>

export function jobTypeInfo(type: keyof typeof jobTypes): JobTypeInfo {
  return jobTypes[type]
}
