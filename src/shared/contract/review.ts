import { z } from 'zod'
import { Gate, Id, ItemKind, ItemSummary, Timestamp } from '../entities'
import { command, everywhere, programs } from './define'
import { FindingKind, FindingSide, NamedItem } from './reflections'

/** How many entries are counted; beyond that a count is the beginning of "more". */
export const MOST_COUNTED = 1000

export const ReviewSection = z.enum(['stale', 'gates', 'contradictions', 'questions'])
export type ReviewSection = z.infer<typeof ReviewSection>

/** `count` is exact unless `more` is true: then there are more than it says. */
export const ReviewCount = z.object({ count: z.number().int(), more: z.boolean() })
export type ReviewCount = z.infer<typeof ReviewCount>

const ReviewedItem = z.object({ id: Id, kind: ItemKind, title: z.string(), private: z.boolean() })

/** `key` names an entry for `put-off-review`, and stays the same as long as it is the same entry. */
const Entry = z.object({ key: z.string() })

/** A thought whose confidence fell below 0.3. Answered with `review-item`, an edit, `delete-item` or `deep-think`. */
export const StaleEntry = Entry.extend({
  section: z.literal('stale'),
  item: ReviewedItem,
  /** The summary, or else the first words. */
  excerpt: z.string(),
  confidence: z.number(),
  validation: ItemSummary.shape.validation,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type StaleEntry = z.infer<typeof StaleEntry>

/** A thought whose newest finished thesis has open gates. Answered with an edit or `deep-think`. */
export const GatesEntry = Entry.extend({
  section: z.literal('gates'),
  item: ReviewedItem,
  thesisAt: Timestamp,
  /** The open ones, in their fixed order. */
  gates: z.array(Gate),
  /** The text was changed after the thesis was made. */
  changedSince: z.boolean(),
})
export type GatesEntry = z.infer<typeof GatesEntry>

/** Two thoughts that disagree. Answered with `settle-contradiction` or `settle-finding`, as `from` says. */
export const ContradictionEntry = Entry.extend({
  section: z.literal('contradictions'),
  from: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('thesis'), itemId: Id, index: z.number().int().nonnegative() }),
    z.object({ kind: z.literal('reflection'), reflectionId: Id, findingId: Id, report: NamedItem.nullable() }),
  ]),
  /** A few words; empty for one of a thesis. */
  title: z.string(),
  /** Why they disagree. */
  text: z.string(),
  sides: z.array(FindingSide).length(2),
  at: Timestamp,
})
export type ContradictionEntry = z.infer<typeof ContradictionEntry>

/** What a reflection asks. Answered with `capture-finding` or `settle-finding`. */
export const QuestionEntry = Entry.extend({
  section: z.literal('questions'),
  reflectionId: Id,
  findingId: Id,
  report: NamedItem.nullable(),
  kind: FindingKind,
  title: z.string(),
  text: z.string(),
  question: z.string(),
  items: z.array(NamedItem),
  at: Timestamp,
})
export type QuestionEntry = z.infer<typeof QuestionEntry>

export const ReviewEntry = z.discriminatedUnion('section', [StaleEntry, GatesEntry, ContradictionEntry, QuestionEntry])
export type ReviewEntry = z.infer<typeof ReviewEntry>

export const reviewCommands = {
  'get-review': command({
    summary: 'How much there is to review: stale thoughts, open gates, contradictions and questions',
    effect: 'read',
    expose: everywhere,
    input: z.strictObject({}),
    output: z.object({ counts: z.record(ReviewSection, ReviewCount) }),
  }),
  'list-review': command({
    summary: 'What there is to review of one kind: stale thoughts the longest stale first, the others the newest first',
    effect: 'read',
    expose: everywhere,
    input: z.strictObject({
      section: ReviewSection,
      cursor: z.string().max(500).optional(),
      limit: z.number().int().min(1).max(100).optional(),
    }),
    output: z.object({ entries: z.array(ReviewEntry), total: ReviewCount, nextCursor: z.string().nullable() }),
  }),
  'put-off-review': command({
    summary: 'Leave an entry out of the review for a week, or until a time; `undo` brings it back',
    effect: 'write',
    expose: programs,
    input: z.strictObject({ key: z.string().min(1).max(200), until: Timestamp.optional(), undo: z.boolean().optional() }),
    output: z.object({ until: Timestamp.nullable() }),
  }),
}
