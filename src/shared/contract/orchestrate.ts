import { z } from 'zod'
import { EngineLabel, Id, JobStatus, Timestamp } from '../entities'
import { command, everywhere, windowOnly } from './define'

/** What a step of a plan can do. `answer` is the last step of every plan. */
export const planToolNames = ['related', 'expand', 'counterpoint', 'summarize', 'research', 'ask', 'synthesize', 'answer'] as const
export const PlanToolName = z.enum(planToolNames)
export type PlanToolName = z.infer<typeof PlanToolName>

/** `stopped` by the person; both `failed` and `stopped` go on from the finished steps when their job is retried. */
export const OrchestrationStatus = z.enum(['pending', 'planning', 'running', 'done', 'failed', 'stopped'])
export type OrchestrationStatus = z.infer<typeof OrchestrationStatus>

/** `replaced`: planned away after another step failed, or failed itself and done without. */
export const PlanStepStatus = z.enum(['waiting', 'running', 'done', 'failed', 'replaced'])
export type PlanStepStatus = z.infer<typeof PlanStepStatus>

/** What a `[n]` in a text of a plan points at: an item of this vault, or a page that was fetched. */
export const PlanSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('item'), n: z.number().int().positive(), itemId: Id, title: z.string() }),
  z.object({ kind: z.literal('page'), n: z.number().int().positive(), url: z.string(), title: z.string() }),
])
export type PlanSource = z.infer<typeof PlanSource>

export const PlanStep = z.object({
  /** Unique in its plan; what `needs` names. */
  id: z.string(),
  tool: PlanToolName,
  /** Why the planner wants it, in a sentence. */
  why: z.string(),
  /** What the step is told to look at; '' for a step that needs no words. */
  input: z.string(),
  needs: z.array(z.string()),
  status: PlanStepStatus,
  /** 0 for a step of the first plan, 1 for one that came in when the plan was made anew, and so on. */
  round: z.number().int(),
  /** Markdown with `[n]`; '' until the step is done. */
  text: z.string(),
  sources: z.array(PlanSource),
  engine: EngineLabel.nullable(),
  error: z.string().nullable(),
  startedAt: Timestamp.nullable(),
  finishedAt: Timestamp.nullable(),
})
export type PlanStep = z.infer<typeof PlanStep>

export const OrchestrationSummary = z.object({
  id: Id,
  itemId: Id,
  jobId: Id.nullable(),
  goal: z.string(),
  /** What the person let go to the web, word for word; null when nothing may. */
  webQuestion: z.string().nullable(),
  status: OrchestrationStatus,
  /** Who made the plan: the model, the usual plan in place of one that could not be used, or the built-in engine. Null until there is one. */
  plannedBy: z.enum(['model', 'usual', 'builtin']).nullable(),
  stepsDone: z.number().int(),
  /** Steps that count: those planned away do not. */
  stepsTotal: z.number().int(),
  createdAt: Timestamp,
  finishedAt: Timestamp.nullable(),
})
export type OrchestrationSummary = z.infer<typeof OrchestrationSummary>

export const Orchestration = OrchestrationSummary.extend({
  steps: z.array(PlanStep),
  /** Sentences on what the result rests on, such as that the usual plan was used. */
  warnings: z.array(z.string()),
  /** The result, Markdown with `[n]`; also as far as it is written while the last step runs. */
  answer: z.string(),
  sources: z.array(PlanSource),
  /** Numbers in the answer that named no source: taken out, and counted here. */
  droppedCitations: z.number().int(),
  engine: EngineLabel.nullable(),
  error: z.string().nullable(),
  /** The thesis that the plan's step `synthesize` made. */
  thesisId: Id.nullable(),
  /** The thought that the answer was kept as. */
  keptItemId: Id.nullable(),
  /** The job that runs the plan; null once it was discarded. */
  job: z
    .object({ status: JobStatus, nextRunAt: Timestamp, waitingFor: z.string().nullable(), errorCode: z.string().nullable() })
    .nullable(),
})
export type Orchestration = z.infer<typeof Orchestration>

/** Characters of a question for the web, as in Research. */
export const LONGEST_WEB_QUESTION = 500
/** Characters of what a person wants to know or decide. */
export const LONGEST_GOAL = 2000

export const orchestrateCommands = {
  'orchestrate-item': command({
    summary: 'Think an item through by a plan: the thinker plans steps, those without mutual needs run side by side',
    effect: 'write',
    expose: everywhere,
    input: z.strictObject({
      itemId: Id,
      goal: z.string().max(LONGEST_GOAL).optional(),
      /** Goes to the web exactly as it stands. Taken from the window only, where the person sees what leaves. */
      webQuestion: z.string().max(LONGEST_WEB_QUESTION).optional(),
    }),
    output: z.object({ jobId: Id, orchestrationId: Id }),
  }),
  'get-orchestration': command({
    summary: 'The newest plan of an item, or one by its id, with steps and results; null when there is none',
    effect: 'read',
    expose: everywhere,
    input: z.strictObject({ itemId: Id.optional(), id: Id.optional() }),
    output: z.object({ orchestration: Orchestration.nullable() }),
  }),
  'list-orchestrations': command({
    summary: 'The plans of an item, newest first',
    effect: 'read',
    expose: everywhere,
    input: z.strictObject({ itemId: Id }),
    output: z.object({ orchestrations: z.array(OrchestrationSummary) }),
  }),
  'keep-orchestration': command({
    summary: 'Keep the answer of a plan as a thought, linked with the one it is about; gives the one it was kept as before',
    effect: 'write',
    expose: windowOnly,
    input: z.strictObject({ id: Id }),
    output: z.object({ itemId: Id }),
  }),
}
