import { z } from 'zod'
import { EngineLabel, Id, Timestamp } from '../entities'
import { command, everywhere, programs } from './define'

/** Characters of a question. */
export const LONGEST_QUESTION = 500
/** Characters of one query, as a search engine gets it (docs/security.md H32). */
export const LONGEST_QUERY = 200

/**
 * Where a run is, or how it ended. `blocked`: the search engine does not answer programs. `not-understood`: its answer could not be read.
 * `nothing-found`: it found no page, so there is no report. `failed`: everything else, with the reason in `error`.
 */
export const ResearchState = z.enum([
  'pending',
  'asking',
  'searching',
  'reading',
  'writing',
  'done',
  'nothing-found',
  'blocked',
  'not-understood',
  'failed',
  'cancelled',
])
export type ResearchState = z.infer<typeof ResearchState>

/** A page that a run opens. */
export const ResearchPage = z.object({
  url: z.string(),
  host: z.string(),
  title: z.string(),
  state: z.enum(['waiting', 'reading', 'read', 'failed']),
  /** Why it could not be read, as a sentence; null otherwise. */
  reason: z.string().nullable(),
})
export type ResearchPage = z.infer<typeof ResearchPage>

/** Words of a page that a report cites, as they stand there, and some words on both sides. */
export const ResearchPassage = z.object({ before: z.string(), quote: z.string(), after: z.string() })
export type ResearchPassage = z.infer<typeof ResearchPassage>

/** A page that was fetched and read. `[n]` in the report means it. */
export const ResearchSource = z.object({
  n: z.number().int().positive(),
  url: z.string(),
  title: z.string(),
  host: z.string(),
  fetchedAt: Timestamp,
  /** What the report cites; empty for a page that was read and not cited. */
  passages: z.array(ResearchPassage),
})
export type ResearchSource = z.infer<typeof ResearchSource>

export const ResearchSummary = z.object({
  id: Id,
  /** The thought it was asked from; null for a question alone. */
  itemId: Id.nullable(),
  itemTitle: z.string().nullable(),
  question: z.string(),
  state: ResearchState,
  /** The item that came of it. */
  report: z.object({ id: Id, title: z.string(), inTrash: z.boolean() }).nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type ResearchSummary = z.infer<typeof ResearchSummary>

export const Research = ResearchSummary.extend({
  jobId: Id.nullable(),
  /** Whether its job waits for another attempt, and for what, as a sentence. */
  waitingFor: z.string().nullable(),
  private: z.boolean(),
  searchEngine: z.string(),
  /** Who wrote the report. */
  engine: EngineLabel.nullable(),
  /** What the search engine was sent. */
  queries: z.array(z.string()),
  pages: z.array(ResearchPage),
  sources: z.array(ResearchSource),
  /** Statements that were left out of the report, because no page that was read says them. */
  unsupported: z.array(z.string()),
  /** Citations that named no page that was read, or words that do not stand on it: left out, and counted here. */
  droppedCitations: z.number().int().nonnegative(),
  error: z.string().nullable(),
  /** The report as far as it is written; empty unless it is being written. */
  text: z.string(),
})
export type Research = z.infer<typeof Research>

export const researchCommands = {
  'start-research': command({
    summary:
      'Research a question on the web. The search engine gets the question, or up to three queries made of it, and nothing of the vault. With `itemId` the report is linked to that item',
    effect: 'write',
    // Not for assistants that read the vault: a question is a way out (docs/security.md H30).
    expose: programs,
    input: z.strictObject({ itemId: Id.optional(), question: z.string().max(LONGEST_QUESTION) }),
    output: z.object({ jobId: Id, researchId: Id }),
  }),
  'get-research': command({
    summary: 'One run by its id, the newest of an item, or the one that a report came of; null when there is none',
    effect: 'read',
    expose: everywhere,
    input: z.strictObject({ id: Id.optional(), itemId: Id.optional(), reportId: Id.optional() }),
    output: z.object({ research: Research.nullable() }),
  }),
  'list-research': command({
    summary: 'Runs of an item, or all of them, newest first',
    effect: 'read',
    expose: everywhere,
    input: z.strictObject({
      itemId: Id.optional(),
      cursor: z.string().max(500).optional(),
      limit: z.number().int().min(1).max(200).optional(),
    }),
    output: z.object({ research: z.array(ResearchSummary), total: z.number().int(), nextCursor: z.string().nullable() }),
  }),
}
