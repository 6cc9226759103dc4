import { z } from 'zod'
import { jobTypes } from './job-types'

/** Milliseconds since 1970-01-01 UTC. */
export const Timestamp = z.number().int()
export const Id = z.string().min(1).max(64)

export const ItemKind = z.enum(['thought', 'research', 'reflection', 'cross-synthesis', 'collected'])
export type ItemKind = z.infer<typeof ItemKind>
export const ItemSource = z.enum(['manual', 'mcp', 'api', 'cli', 'hive', 'telegram', 'import', 'collect'])
export type ItemSource = z.infer<typeof ItemSource>

/** The eight readiness gates, in their fixed order. */
export const gateNames = [
  'problem-stated',
  'success-criterion',
  'scope-bounded',
  'approach-selected',
  'open-questions-resolved',
  'prior-art-reviewed',
  'risks-acknowledged',
  'first-milestone-identified',
] as const
export const GateName = z.enum(gateNames)
export type GateName = z.infer<typeof GateName>
export const GateStatus = z.enum(['open', 'closed'])
export type GateStatus = z.infer<typeof GateStatus>
export const Gate = z.object({ gate: GateName, status: GateStatus, reason: z.string() })
export type Gate = z.infer<typeof Gate>

export const LensName = z.enum(['pre-mortem', 'first-principles', 'inversion', 'steelman'])
export type LensName = z.infer<typeof LensName>
export const Lens = z.object({ lens: LensName, text: z.string() })
export type Lens = z.infer<typeof Lens>

export const ThesisConfidence = z.enum(['speculation', 'partially-vetted', 'well-researched'])
export type ThesisConfidence = z.infer<typeof ThesisConfidence>

/** A clash with an earlier thought. `quote` is the person's own words from that item, never invented. */
export const Contradiction = z.object({ itemId: Id, title: z.string(), quote: z.string(), reason: z.string() })
export type Contradiction = z.infer<typeof Contradiction>

/** What a `[n]` in a thesis text points at: an item of this vault. */
export const ThesisSource = z.object({ n: z.number().int().positive(), itemId: Id, title: z.string() })
export type ThesisSource = z.infer<typeof ThesisSource>

/** The result of Deep Think. Texts may carry `[n]`, which `sources` resolves. All eight gates are always there, in order. */
export const ThesisOutput = z.object({
  core: z.string().min(1),
  problem_statement: z.string().optional(),
  sub_questions: z.array(z.string()),
  supporting_arguments: z.array(z.string()),
  risks: z.array(z.string()),
  prior_art: z.array(z.string()),
  open_questions: z.array(z.string()),
  next_steps: z.array(z.string()),
  confidence: ThesisConfidence.optional(),
  contradictions: z.array(Contradiction),
  lenses: z.array(Lens),
  gates: z.array(Gate).length(8),
  sources: z.array(ThesisSource),
  /** Citations the engine made that name nothing it was given: dropped, and counted here. */
  dropped_citations: z.number().int().nonnegative(),
})
export type ThesisOutput = z.infer<typeof ThesisOutput>

export const ThesisStatus = z.enum(['pending', 'expanding', 'critiquing', 'synthesizing', 'done', 'failed'])
export type ThesisStatus = z.infer<typeof ThesisStatus>

/** Which engine made a text. `label` is shown to the person: the model's name, or "built-in outline, no model". */
export const EngineLabel = z.object({ kind: z.enum(['builtin', 'model']), label: z.string() })
export type EngineLabel = z.infer<typeof EngineLabel>

export const JobType = z.enum(Object.keys(jobTypes) as (keyof typeof jobTypes)[])
export type JobType = z.infer<typeof JobType>
export const JobStatus = z.enum(['pending', 'running', 'done', 'dead', 'cancelled'])
export type JobStatus = z.infer<typeof JobStatus>

export const ThesisStage = z.object({
  stage: z.enum(['expand', 'counterpoint', 'synthesize']),
  jobId: Id.nullable(),
  status: z.enum(['next', 'waiting', 'running', 'retrying', 'done', 'dead', 'cancelled']),
  startedAt: Timestamp.nullable(),
  finishedAt: Timestamp.nullable(),
  /** The stage's prose as far as it is written, also while it streams. Empty before the stage starts. */
  text: z.string(),
})
export type ThesisStage = z.infer<typeof ThesisStage>

export const Thesis = z.object({
  id: Id,
  itemId: Id,
  status: ThesisStatus,
  engine: EngineLabel.nullable(),
  stages: z.array(ThesisStage).length(3),
  output: ThesisOutput.nullable(),
  /** Indices into `output.contradictions` that the person has settled. */
  settled: z.array(z.number().int().nonnegative()),
  error: z.string().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Thesis = z.infer<typeof Thesis>

export const BriefingStatus = z.enum(['pending', 'scripting', 'voicing', 'done', 'failed'])
export type BriefingStatus = z.infer<typeof BriefingStatus>

/** One spoken sentence with its place in the audio, in milliseconds. */
export const SpokenSentence = z.object({ text: z.string(), startMs: z.number(), endMs: z.number() })
export type SpokenSentence = z.infer<typeof SpokenSentence>

/**
 * What a briefing is about: one item, or those of a day (since midnight), of the last seven days, new or changed since the last briefing of
 * many, with a tag, found by a search, or chosen one by one.
 */
export const BriefingScope = z.enum(['item', 'day', 'week', 'since_last', 'tag', 'search', 'chosen'])
export type BriefingScope = z.infer<typeof BriefingScope>

/** An item that a briefing speaks of, or leaves out. `trashed` while it lies in the trash. */
export const BriefingItem = z.object({ itemId: Id, title: z.string(), trashed: z.boolean() })
export type BriefingItem = z.infer<typeof BriefingItem>

export const Briefing = z.object({
  id: Id,
  /** Null for a briefing of many. */
  itemId: Id.nullable(),
  scope: BriefingScope,
  /** The tag or the search; empty otherwise. */
  scopeWords: z.string(),
  /** What it is called: the title of its item, or what the many have in common. */
  title: z.string(),
  /** False when it was made by itself: by a schedule, or because a thought had come to rest. */
  asked: z.boolean(),
  /** The job that makes or made it; null when that is not known any more. */
  jobId: Id.nullable(),
  status: BriefingStatus,
  /** What it speaks of, in order; those that were erased since are not in it. */
  items: z.array(BriefingItem),
  /** How many items were not taken in: `over` the most that one briefing speaks of, and `private` ones that stay here. */
  leftOut: z.object({ over: z.number().int(), private: z.number().int() }),
  script: z.string().nullable(),
  /** Which stretches of the script, [start, end) in UTF-16 units, speak of which item. */
  places: z.array(z.object({ start: z.number().int(), end: z.number().int(), itemId: Id })),
  engine: EngineLabel.nullable(),
  /** Null when no voice was there: the script alone is then the briefing, and `voiceNotice` says how to get one. */
  audio: z.object({ mime: z.string(), bytes: z.number().int(), durationMs: z.number(), voice: z.string() }).nullable(),
  sentences: z.array(SpokenSentence),
  voiceNotice: z.string().nullable(),
  error: z.string().nullable(),
  /** Where the person stopped listening, in milliseconds. */
  positionMs: z.number(),
  /** When it was first heard to its end; null until then. */
  heardAt: Timestamp.nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Briefing = z.infer<typeof Briefing>

/** What an item's row in a list shows. */
export const ItemSummary = z.object({
  id: Id,
  kind: ItemKind,
  source: ItemSource,
  title: z.string(),
  /** The summary, or else the first words of the body; never repeats the title. */
  summary: z.string(),
  tags: z.array(z.string()),
  pinned: z.boolean(),
  private: z.boolean(),
  /** What it is now: it falls by a twentieth each week since the validation. */
  confidence: z.number(),
  /** The score and the moment it is worked out from, and what set the clock then. */
  validation: z.object({ score: z.number(), at: Timestamp, by: z.enum(['captured', 'changed', 'pinned', 'reviewed']) }),
  thesis: z
    .object({
      status: ThesisStatus,
      confidence: ThesisConfidence.nullable(),
      gates: z.array(GateStatus),
      openGates: z.number().int(),
      contradictions: z.number().int(),
    })
    .nullable(),
  /** The job on this item that a person would want to see: a running or dead one before a waiting one. */
  job: z.object({ id: Id, type: JobType, status: JobStatus }).nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  deletedAt: Timestamp.nullable(),
})
export type ItemSummary = z.infer<typeof ItemSummary>

export const LinkKind = z.enum(['auto', 'manual', 'wikilink', 'research', 'synthesis', 'reflection'])
export type LinkKind = z.infer<typeof LinkKind>

/** A link as seen from one of its two items; `item` is the other end. */
export const LinkedItem = z.object({
  linkId: Id,
  kind: LinkKind,
  score: z.number(),
  /** The terms both share, or "close in meaning". */
  reason: z.string(),
  item: z.object({ id: Id, title: z.string(), createdAt: Timestamp }),
})
export type LinkedItem = z.infer<typeof LinkedItem>

export const Item = ItemSummary.extend({
  body: z.string(),
  /** Empty when the title is taken from the first line of the body. */
  givenTitle: z.string(),
  summaryBy: z.enum(['none', 'builtin', 'model', 'person']),
  links: z.array(LinkedItem),
  versions: z.number().int(),
})
export type Item = z.infer<typeof Item>

export const JobSummary = z.object({
  id: Id,
  type: JobType,
  status: JobStatus,
  itemId: Id.nullable(),
  itemTitle: z.string().nullable(),
  /**
   * What a job without a thought is about: the question of a research, a collection, what a briefing is of. Null or left out for others,
   * and for programs where it is not theirs to know.
   */
  about: z.string().nullable().optional(),
  attempts: z.number().int(),
  maxAttempts: z.number().int(),
  nextRunAt: Timestamp,
  createdAt: Timestamp,
  startedAt: Timestamp.nullable(),
  finishedAt: Timestamp.nullable(),
  /** What went wrong last, as a sentence for people; null once it went well. */
  error: z.string().nullable(),
  errorCode: z.string().nullable(),
  /** What a pending job waits for, as a sentence; null otherwise. */
  waitingFor: z.string().nullable(),
  /** What this job does differently from Settings since a person changed it for a retry. */
  changes: z
    .object({ model: z.string().optional(), maxOutputTokens: z.number().optional(), timeoutSeconds: z.number().optional() })
    .nullable(),
  /** A few words on the result of a done job, such as "3 links". */
  resultNote: z.string().nullable(),
})
export type JobSummary = z.infer<typeof JobSummary>

export const ModelCall = z.object({
  id: Id,
  /** What the call was for, such as "Write the answer". */
  name: z.string(),
  endpoint: z.string(),
  model: z.string(),
  startedAt: Timestamp,
  durationMs: z.number(),
  promptTokens: z.number().int().nullable(),
  outputTokens: z.number().int().nullable(),
  finishReason: z.string().nullable(),
  errorCode: z.string().nullable(),
  prompt: z.string(),
  reply: z.string(),
  reasoning: z.string(),
})
export type ModelCall = z.infer<typeof ModelCall>

export const JobAttempt = z.object({
  number: z.number().int(),
  worker: z.number().int(),
  startedAt: Timestamp,
  finishedAt: Timestamp.nullable(),
  outcome: z.enum(['running', 'done', 'failed', 'retry-later', 'interrupted', 'cancelled']),
  error: z.string().nullable(),
  errorCode: z.string().nullable(),
  /** The server's own words, where a server failed. Keys are never in it. */
  serverWords: z.string().nullable(),
  calls: z.array(ModelCall),
})
export type JobAttempt = z.infer<typeof JobAttempt>

export const Job = JobSummary.extend({
  priority: z.number().int(),
  payload: z.record(z.string(), z.unknown()),
  attemptsLog: z.array(JobAttempt),
})
export type Job = z.infer<typeof Job>
