import { z } from 'zod'
import { Id, Timestamp } from '../entities'
import { command, programs, windowOnly } from './define'

/** What a request was for. `model` is a model server on another computer. */
export const EgressKind = z.enum(['page', 'search', 'image', 'model', 'telegram', 'test'])
export type EgressKind = z.infer<typeof EgressKind>

/** One request that left this computer, or was kept from leaving. */
export const EgressEntry = z.object({
  id: z.number().int(),
  at: Timestamp,
  host: z.string(),
  /** Without the query. */
  path: z.string(),
  method: z.string(),
  kind: EgressKind,
  jobId: Id.nullable(),
  jobType: z.string().nullable(),
  /** The thoughts it was made for; programs do not see those that stay here. */
  items: z.array(z.object({ id: Id, title: z.string() })),
  /** Null when there was no answer. */
  status: z.number().int().nullable(),
  bytesOut: z.number().int(),
  bytesIn: z.number().int(),
  /** Null while it runs, or when Cortexa ended in the middle of it. */
  durationMs: z.number().int().nullable(),
  /** A code of shared/errors.ts; null when it was answered. */
  failure: z.string().nullable(),
  /** What spoke against its address, such as `private`. */
  reason: z.string().nullable(),
})
export type EgressEntry = z.infer<typeof EgressEntry>

const Sums = z.object({
  requests: z.number().int(),
  /** Of these, so many were refused before anything left. */
  refused: z.number().int(),
  bytesOut: z.number().int(),
  bytesIn: z.number().int(),
})

/** Who searches the web. DuckDuckGo needs no key; SearXNG is a server of one's own. */
export const SearchEngineId = z.enum(['duckduckgo', 'brave', 'tavily', 'exa', 'serpapi', 'searxng'])
export type SearchEngineId = z.infer<typeof SearchEngineId>

/** A search engine as it is set up. Its key is never handed out. */
export const StoredSearchEngine = z.object({
  id: SearchEngineId,
  name: z.string(),
  needs: z.enum(['nothing', 'key', 'address']),
  hasApiKey: z.boolean(),
  /** '' unless it is a server of one's own. */
  address: z.string(),
  /** Whether it has what it needs. */
  ready: z.boolean(),
})
export type StoredSearchEngine = z.infer<typeof StoredSearchEngine>

const Day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

export const networkCommands = {
  'list-egress': command({
    summary: 'What left this computer, newest first, with sums over all that fits the filter and the hosts, days and kinds there are',
    effect: 'read',
    expose: programs,
    input: z.strictObject({
      limit: z.number().int().min(1).max(200).optional(),
      /** The id of the last entry of the page before. */
      before: z.number().int().optional(),
      host: z.string().max(300).optional(),
      /** Local date. */
      day: Day.optional(),
      kind: EgressKind.optional(),
    }),
    output: z.object({
      entries: z.array(EgressEntry),
      more: z.boolean(),
      sums: Sums,
      /** Of the whole ledger, whatever the filter: the most asked first, at most 200. */
      hosts: z.array(Sums.extend({ host: z.string() })),
      days: z.array(z.string()),
      kinds: z.array(EgressKind),
      /** Entries are deleted after so many days. */
      keptDays: z.number().int(),
    }),
  }),
  'list-search-engines': command({
    summary: 'The search engines, what each needs and has, and which one is used',
    effect: 'read',
    expose: programs,
    input: z.strictObject({}),
    output: z.object({ engines: z.array(StoredSearchEngine), used: SearchEngineId }),
  }),
  'save-search-engine': command({
    summary:
      'Give a search engine its key or address, or choose it. What is left out stays; `apiKey` "" removes the key. Only a person may give an address',
    effect: 'write',
    expose: windowOnly,
    input: z.strictObject({
      id: SearchEngineId,
      apiKey: z.string().max(2000).optional(),
      address: z.string().max(2000).optional(),
      use: z.boolean().optional(),
    }),
    output: StoredSearchEngine,
  }),
  'test-search-engine': command({
    summary: 'Search the web for one word; each line is a sentence on what came of it',
    effect: 'read',
    expose: windowOnly,
    input: z.strictObject({
      id: SearchEngineId,
      apiKey: z.string().max(2000).optional(),
      address: z.string().max(2000).optional(),
    }),
    output: z.object({ ok: z.boolean(), lines: z.array(z.object({ ok: z.boolean(), text: z.string() })) }),
  }),
}
