import { z } from 'zod'
import { EngineLabel, Id, Timestamp } from '../entities'
import { command, everywhere, programs, windowOnly } from './define'

/** A pass over fewer items finds nothing that holds (seed document). */
export const FEWEST_ITEMS = 3
/** Items that one pass reads; of more, those changed last. */
export const MOST_ITEMS = 200

export const FindingKind = z.enum(['theme', 'contradiction', 'pattern', 'gap', 'connection'])
export type FindingKind = z.infer<typeof FindingKind>

/** `settled`: the person is through with it, for example after both thoughts were made to agree. `dismissed`: it says nothing to them. */
export const FindingState = z.enum(['open', 'settled', 'dismissed'])
export type FindingState = z.infer<typeof FindingState>

/** An item that a reflection names. `inTrash` while it lies in the trash; one that was erased is not named any more. */
export const NamedItem = z.object({ id: Id, title: z.string(), inTrash: z.boolean() })
export type NamedItem = z.infer<typeof NamedItem>

/** One of the two thoughts that disagree. `quote` are words that stand in it; null when the engine gave none that do. */
export const FindingSide = z.object({ itemId: Id, title: z.string(), inTrash: z.boolean(), quote: z.string().nullable() })
export type FindingSide = z.infer<typeof FindingSide>

export const Finding = z.object({
  id: Id,
  kind: FindingKind,
  title: z.string(),
  /** Plain sentences without marks of citation: what it rests on is `items`. */
  text: z.string(),
  /** What it rests on; never empty when it is made, but items may be erased later. */
  items: z.array(NamedItem),
  /** The two that disagree; null for other kinds, and once one of them was erased. */
  sides: z.array(FindingSide).length(2).nullable(),
  /** What a gap asks; null for other kinds. */
  question: z.string().nullable(),
  state: FindingState,
  /** The thought that was made of it. */
  captured: NamedItem.nullable(),
  /** The same finding in the reflection before (`previousId`); null when it is new, and when there is none before. */
  before: Id.nullable(),
})
export type Finding = z.infer<typeof Finding>

/** `skipped`: too few items were left when its turn came; `note` says so. `failed`: the reason is in `error`. */
export const ReflectionState = z.enum(['pending', 'reading', 'writing', 'done', 'skipped', 'failed', 'cancelled'])
export type ReflectionState = z.infer<typeof ReflectionState>

export const FindingCounts = z.object({
  theme: z.number().int(),
  contradiction: z.number().int(),
  pattern: z.number().int(),
  gap: z.number().int(),
  connection: z.number().int(),
})
export type FindingCounts = z.infer<typeof FindingCounts>

export const ReflectionSummary = z.object({
  id: Id,
  state: ReflectionState,
  /** The item that came of it; null before that. A reflection is erased with its item. */
  report: NamedItem.nullable(),
  /** It read what was captured or changed after `since`; null for everything. */
  since: Timestamp.nullable(),
  /** Up to when; null until it has read. */
  until: Timestamp.nullable(),
  /** How many items it read. */
  itemCount: z.number().int(),
  counts: FindingCounts,
  /** A few words on what came of it, or why nothing did; empty until it ended. */
  note: z.string(),
  /** False when a schedule began it. */
  asked: z.boolean(),
  private: z.boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type ReflectionSummary = z.infer<typeof ReflectionSummary>

export const Reflection = ReflectionSummary.extend({
  jobId: Id.nullable(),
  /** Whether its job waits for another attempt, and for what, as a sentence. */
  waitingFor: z.string().nullable(),
  /** Who wrote it. */
  engine: EngineLabel.nullable(),
  /** In the order themes, contradictions, patterns, gaps, connections; the strongest of a kind first. */
  findings: z.array(Finding),
  /** A few plain sentences on the whole. */
  narrative: z.string(),
  /** The reflection that was the last one when this was made. */
  previousId: Id.nullable(),
  /** Findings of that one which do not come back here. */
  gone: z.array(Finding),
  /** Citations that named nothing it had read, and findings left out for want of a valid one. */
  droppedCitations: z.number().int().nonnegative(),
  /** Items that it did not read: `over` those above the most of one pass, `private` those that stay here while the model is elsewhere. */
  leftOut: z.object({ over: z.number().int(), private: z.number().int() }),
  error: z.string().nullable(),
  /** What is written so far; empty unless it is being written. */
  text: z.string(),
})
export type Reflection = z.infer<typeof Reflection>

/** Which time a reflection is of; `last` is since the last one, everything when there is none. */
export const ReflectionRange = z.enum(['last', 'week', 'month', 'everything'])
export type ReflectionRange = z.infer<typeof ReflectionRange>

const OneFinding = z.strictObject({ reflectionId: Id, findingId: Id })

export const reflectionCommands = {
  'start-reflection': command({
    summary:
      'Look over what was captured or changed since the last reflection, or in a time, for themes, contradictions, patterns, gaps and connections. Fewer than three items are refused. One that is under way is named',
    effect: 'write',
    expose: programs,
    input: z.strictObject({
      /** `last` when left out: since the last reflection, everything when there is none. */
      since: z.enum(['last', 'week', 'month', 'everything']).optional(),
    }),
    output: z.object({
      jobId: Id,
      reflectionId: Id,
      /** True when one was under way already: that one is named, whatever time was asked for. */
      already: z.boolean(),
    }),
  }),
  'get-reflection': command({
    summary: 'One reflection by its id, or the one that an item came of (itemId); without either the newest. Null when there is none',
    effect: 'read',
    expose: everywhere,
    input: z.strictObject({ id: Id.optional(), itemId: Id.optional() }),
    output: z.object({ reflection: Reflection.nullable() }),
  }),
  'list-reflections': command({
    summary: 'Reflections, newest first',
    effect: 'read',
    expose: everywhere,
    input: z.strictObject({ cursor: z.string().max(500).optional(), limit: z.number().int().min(1).max(200).optional() }),
    output: z.object({
      reflections: z.array(ReflectionSummary),
      total: z.number().int(),
      nextCursor: z.string().nullable(),
      /** How many items a reflection since the last one would read now; counted up to 1000. */
      waiting: z.number().int(),
    }),
  }),
  'preview-reflection': command({
    summary: 'What a reflection would read now: how many items, counted up to 1000, and the first 200, those changed last first',
    effect: 'read',
    expose: windowOnly,
    input: z.strictObject({ since: ReflectionRange }),
    output: z.object({ count: z.number().int(), items: z.array(NamedItem) }),
  }),
  'list-reflection-items': command({
    summary: 'The items that a reflection read, in the order in which it read them; erased ones are not named',
    effect: 'read',
    expose: windowOnly,
    input: z.strictObject({ id: Id }),
    output: z.object({ items: z.array(NamedItem) }),
  }),
  'settle-finding': command({
    summary: 'Say that a finding is settled, or of no use, or open again',
    effect: 'write',
    expose: programs,
    input: OneFinding.extend({ state: FindingState }),
    output: z.object({}),
  }),
  'capture-finding': command({
    summary:
      'Make a thought of a finding: of a gap its question. It is linked to the reflection and to what the finding cites; a second time the same one is named. Undone by putting that thought into the trash',
    effect: 'write',
    expose: programs,
    input: OneFinding,
    output: z.object({ itemId: Id, already: z.boolean() }),
  }),
}
