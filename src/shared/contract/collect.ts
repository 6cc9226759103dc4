import { z } from 'zod'
import { Id, Timestamp } from '../entities'
import { command, everywhere, programs, windowOnly } from './define'

/** `CREATE` makes a new collection; `CREATE_UPDATE` goes on with one, and knows what is in it. */
export const CollectMode = z.enum(['CREATE', 'CREATE_UPDATE'])
export type CollectMode = z.infer<typeof CollectMode>

export const CollectRunStatus = z.enum(['waiting', 'running', 'completed', 'failed', 'cancelled'])
export type CollectRunStatus = z.infer<typeof CollectRunStatus>

/** One field of the dialog, from which the dialog is made. */
export const CollectFormField = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('number'),
    name: z.string(),
    label: z.string(),
    help: z.string(),
    group: z.string(),
    default: z.number(),
    min: z.number(),
    max: z.number(),
  }),
  z.object({
    type: z.literal('boolean'),
    name: z.string(),
    label: z.string(),
    help: z.string(),
    group: z.string(),
    default: z.boolean(),
  }),
])
export type CollectFormField = z.infer<typeof CollectFormField>

export const CollectStep = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(['pending', 'running', 'completed', 'failed', 'skipped']),
  startedAt: Timestamp.nullable(),
  endedAt: Timestamp.nullable(),
  message: z.string().nullable(),
})
export type CollectStep = z.infer<typeof CollectStep>

export const Collection = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  /** What was asked for last; offered again for the next run. */
  prompt: z.string(),
  items: z.number().int(),
  /** Proposals of ended runs that nobody has decided on. */
  undecided: z.number().int(),
  lastRun: z.object({ id: Id, jobId: Id, status: CollectRunStatus, finishedAt: Timestamp.nullable() }).nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Collection = z.infer<typeof Collection>

/** What a collected item says beside being an item of the vault. */
export const CollectedFacts = z.object({
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  sourceUrl: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  featured: z.boolean(),
  brand: z.string(),
  /** Addresses that the page names for pictures; nothing loads them by itself. */
  images: z.array(z.string()),
  markdown: z.string(),
  alsoSeenAt: z.array(z.string()),
})
export type CollectedFacts = z.infer<typeof CollectedFacts>

export const CollectedItem = CollectedFacts.extend({
  itemId: Id,
  private: z.boolean(),
  /** The attachment that shows the page; null without one. */
  pictureId: Id.nullable(),
  updatedAt: Timestamp,
})
export type CollectedItem = z.infer<typeof CollectedItem>

export const ProposalKind = z.enum(['new', 'changed', 'removal'])
export type ProposalKind = z.infer<typeof ProposalKind>
export const ProposalDecision = z.enum(['accepted', 'discarded'])

/** What a run proposes. Nothing of it is in the collection before it is accepted. */
export const Proposal = z.object({
  slug: z.string(),
  kind: ProposalKind,
  decision: ProposalDecision.nullable(),
  item: CollectedFacts,
  /** What the collection has now; null for a new item. */
  before: CollectedFacts.nullable(),
  /** The item of the vault; null for a new one that is not accepted. */
  itemId: Id.nullable(),
  hasPicture: z.boolean(),
  /** Why it was not taken as proposed, as a sentence, such as that the person's own edit was kept. */
  note: z.string(),
})
export type Proposal = z.infer<typeof Proposal>

const TokenCounts = z.object({ promptTokens: z.number(), completionTokens: z.number(), totalTokens: z.number() })

export const CollectRun = z.object({
  id: Id,
  collectionId: Id,
  collectionName: z.string(),
  jobId: Id,
  mode: CollectMode,
  prompt: z.string(),
  config: z.object({ target_items: z.number(), max_pages_to_process: z.number(), capture_screenshots: z.boolean() }),
  status: CollectRunStatus,
  /** Of the whole run, 0 to 100. */
  percent: z.number(),
  /** What it does now, as a sentence. */
  message: z.string(),
  steps: z.array(CollectStep),
  /** Found so far. */
  found: z.number().int(),
  /** Pages read so far, failed ones included. */
  pages: z.number().int(),
  tokens: z.object({ parent: TokenCounts, workers: TokenCounts, total: TokenCounts }),
  warnings: z.array(z.string()),
  error: z.string().nullable(),
  proposals: z.object({ new: z.number().int(), changed: z.number().int(), removal: z.number().int(), undecided: z.number().int() }),
  createdAt: Timestamp,
  startedAt: Timestamp.nullable(),
  finishedAt: Timestamp.nullable(),
})
export type CollectRun = z.infer<typeof CollectRun>

export const CollectLogLine = z.object({
  n: z.number().int(),
  at: Timestamp,
  level: z.enum(['info', 'warning', 'error']),
  message: z.string(),
})
export type CollectLogLine = z.infer<typeof CollectLogLine>

const CollectionId = z.strictObject({ id: Id })
const Name = z.string().trim().min(1).max(200)
const Description = z.string().max(4000)

export const collectCommands = {
  'get-collect-form': command({
    summary: 'The fields that a run of Collect can be given, with their limits and defaults',
    effect: 'read',
    expose: programs,
    input: z.strictObject({}),
    output: z.object({
      groups: z.array(z.object({ id: z.string(), label: z.string(), isFolded: z.boolean() })),
      fields: z.array(CollectFormField),
      /** Why no run can be started now, as a sentence; null when one can. */
      hindrance: z.string().nullable(),
    }),
  }),
  'start-collect': command({
    summary:
      'Collect items from the web. Without `collectionId` a new collection is made under `name`; with it the run goes on with that one. One run at a time. Values that do not fit give BAD_INPUT with data.errors [{ path, message }]',
    effect: 'write',
    expose: programs,
    input: z.strictObject({
      collectionId: Id.optional(),
      name: Name.optional(),
      description: Description.optional(),
      prompt: z.string().max(8000),
      config: z.record(z.string(), z.unknown()).optional(),
    }),
    output: z.object({ collectionId: Id, runId: Id, jobId: Id }),
  }),
  'list-collections': command({
    summary: 'All collections by name',
    effect: 'read',
    expose: everywhere,
    input: z.strictObject({}),
    output: z.object({ collections: z.array(Collection) }),
  }),
  'get-collection': command({
    summary: 'A collection with its categories, tags and runs',
    effect: 'read',
    expose: everywhere,
    input: CollectionId,
    output: z.object({
      collection: Collection,
      categories: z.array(z.object({ name: z.string(), items: z.number().int() })),
      tags: z.array(z.object({ name: z.string(), items: z.number().int() })),
      /** Newest first, at most 50. */
      runs: z.array(CollectRun),
    }),
  }),
  'collection-of-item': command({
    summary: 'The collection that an item is in; null when it is in none',
    effect: 'read',
    expose: everywhere,
    input: z.strictObject({ itemId: Id }),
    output: z.object({ collection: z.object({ id: Id, name: z.string() }).nullable() }),
  }),
  'list-collected-items': command({
    summary: 'A page of the items of a collection',
    effect: 'read',
    expose: everywhere,
    input: z.strictObject({
      id: Id,
      category: z.string().max(200).optional(),
      tag: z.string().max(200).optional(),
      sort: z.enum(['name', 'category', 'newest']).optional(),
      cursor: z.string().max(500).optional(),
      limit: z.number().int().min(1).max(200).optional(),
    }),
    output: z.object({ items: z.array(CollectedItem), total: z.number().int(), nextCursor: z.string().nullable() }),
  }),
  'update-collection': command({
    summary: 'Give a collection another name or description',
    effect: 'write',
    expose: programs,
    input: z.strictObject({ id: Id, name: Name.optional(), description: Description.optional() }),
    output: Collection,
  }),
  'delete-collection': command({
    summary: 'Delete a collection; its items stay in the vault, or go to the trash. A run of it is stopped',
    effect: 'write',
    expose: windowOnly,
    input: z.strictObject({ id: Id, items: z.enum(['keep', 'trash']) }),
    output: z.object({ trashed: z.number().int() }),
  }),
  'get-collect-run': command({
    summary: 'How far a run is, what it found and used',
    effect: 'read',
    expose: programs,
    input: CollectionId,
    output: CollectRun,
  }),
  'read-collect-log': command({
    summary: 'Lines of the log of a run, oldest first, after line `after`',
    effect: 'read',
    expose: programs,
    input: z.strictObject({ id: Id, after: z.number().int().min(0).optional() }),
    output: z.object({ lines: z.array(CollectLogLine), more: z.boolean() }),
  }),
  'list-proposals': command({
    summary: 'What a run proposes: new items, changes, removals',
    effect: 'read',
    expose: programs,
    input: z.strictObject({ runId: Id }),
    output: z.object({ proposals: z.array(Proposal) }),
  }),
  'decide-proposals': command({
    summary: 'Accept or discard proposals of a run, or take a decision back (`reopen`); all undecided ones without `slugs`',
    effect: 'write',
    expose: windowOnly,
    input: z.strictObject({
      runId: Id,
      decision: z.enum(['accept', 'discard', 'reopen']),
      slugs: z.array(z.string().max(300)).max(1000).optional(),
    }),
    output: z.object({
      /** Slugs that this call decided; hand them to `reopen` to take it back. */
      decided: z.array(z.string()),
      /** Sentences on what was not done as asked. */
      notes: z.array(z.string()),
    }),
  }),
  'read-proposal-picture': command({
    summary: 'The picture of a page that a run took for a proposal, base64; null without one',
    effect: 'read',
    expose: windowOnly,
    input: z.strictObject({ runId: Id, slug: z.string().max(300) }),
    output: z.object({ picture: z.object({ mime: z.string(), base64: z.string() }).nullable() }),
  }),
  'export-collection': command({
    summary: 'A collection as one text, Markdown or CSV, to be saved as a file',
    effect: 'read',
    expose: programs,
    input: z.strictObject({ id: Id, format: z.enum(['markdown', 'csv']) }),
    output: z.object({ fileName: z.string(), text: z.string(), items: z.number().int() }),
  }),
}
