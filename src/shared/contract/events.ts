import { z } from 'zod'
import { BriefingStatus, Id, JobType, ThesisStatus, Timestamp } from '../entities'
import { CollectRunStatus } from './collect'
import { OrchestrationStatus } from './orchestrate'
import { ReflectionState } from './reflections'
import { ResearchState } from './research'

const JobEvent = z.object({ jobId: Id, type: JobType, itemId: Id.nullable() })

/** Payloads by event type. Ids and states only; texts are asked for by command; a summary is the one exception. */
export const eventPayloads = {
  'job-enqueued': JobEvent,
  'job-started': JobEvent.extend({ attempt: z.number().int() }),
  'job-completed': JobEvent,
  'job-dead': JobEvent.extend({ error: z.string() }),
  'job-retry-scheduled': JobEvent.extend({ nextRunAt: Timestamp, error: z.string() }),
  'job-cancelled': JobEvent,
  /** Text as a job writes it: `text` is appended at `offset` (UTF-16 units). Not kept in the log. */
  'job-progress': JobEvent.extend({ offset: z.number().int(), text: z.string(), note: z.string() }),
  'jobs-purged': z.object({ count: z.number().int() }),
  'queue-paused': z.object({}),
  'queue-resumed': z.object({}),
  /** What waiting jobs wait for changed, or was tried in vain. Not kept in the log. */
  'waiting-changed': z.object({}),
  'thesis-updated': z.object({ itemId: Id, status: ThesisStatus }),
  /** A plan of a thought, or one of its steps, changed. */
  'orchestration-updated': z.object({ orchestrationId: Id, itemId: Id, status: OrchestrationStatus }),
  'summary-set': z.object({ itemId: Id, summary: z.string() }),
  'embedding-set': z.object({ itemId: Id }),
  /** How far a change of the embedding model is, in thoughts. Its end, whatever it is, makes a `settings-changed`. */
  'embedding-migration-progress': z.object({ done: z.number().int(), total: z.number().int() }),
  'links-changed': z.object({ itemId: Id }),
  /** The mark of what is stale moved on so many items. */
  'confidence-updated': z.object({ count: z.number().int() }),
  /** A tag was renamed, merged or taken off everywhere, so far on `done` of `total` items; both 0 when only what is offered changed. */
  'tags-changed': z.object({ done: z.number().int(), total: z.number().int() }),
  'attachments-changed': z.object({ itemId: Id }),
  'item-changed': z.object({ itemId: Id, change: z.enum(['created', 'updated', 'deleted', 'restored', 'erased']) }),
  /** A run of Research came further or ended. `itemId` is the thought it was asked from. */
  'research-updated': z.object({ researchId: Id, itemId: Id.nullable(), state: ResearchState }),
  'reflection-started': z.object({ reflectionId: Id }),
  /** `itemId` is the item that came of it. */
  'reflection-completed': z.object({ reflectionId: Id, itemId: Id }),
  /** Any other change of a reflection: it waits, writes, was skipped, failed or cancelled, or a finding was settled or captured. */
  'reflection-updated': z.object({ reflectionId: Id, itemId: Id.nullable(), state: ReflectionState }),
  /** An entry of the review was put off or brought back. What else changes it has events of its own. */
  'review-changed': z.object({}),
  /** Peers, the import inbox, or what was shared changed. */
  'hive-changed': z.object({}),
  /** A thesis of a peer was set beside one of the person's own. `itemId` is the new item, `peerItemId` what came from the peer. */
  'cross-synthesis-completed': z.object({ itemId: Id, peerItemId: Id }),
  /** `itemId` is null for a briefing of many. */
  'briefing-updated': z.object({ briefingId: Id, itemId: Id.nullable(), status: BriefingStatus }),
  /** How far a run of Collect is. Not kept in the log. */
  'collect-progress': z.object({
    runId: Id,
    jobId: Id,
    collectionId: Id,
    percent: z.number(),
    stepIndex: z.number().int(),
    stepName: z.string(),
    message: z.string(),
    found: z.number().int(),
    pages: z.number().int(),
  }),
  'collect-run-updated': z.object({ runId: Id, collectionId: Id, status: CollectRunStatus }),
  /** A collection, its items or what is proposed for it changed, or it is gone. */
  'collection-changed': z.object({ collectionId: Id }),
  /** A schedule changed, or a run of one was planned, started or ended. */
  'schedules-changed': z.object({}),
  'settings-changed': z.object({}),
  /** What the bot of Telegram does, its chats or what it saved changed. */
  'telegram-changed': z.object({}),
  /** The HTTP API was switched, its tokens changed, or it listens now or no longer. Not kept in the log; programs do not see it. */
  'http-api-changed': z.object({}),
  /** A ceiling of tokens was reached; model work of the kind waits until `until`. `type` is null for the ceiling of the whole day. */
  'usage-limit-reached': z.object({ type: JobType.nullable(), until: Timestamp }),
  /** The vault is about to be locked by something other than the person at this window: what is typed is to be saved now. */
  'vault-locking': z.object({ reason: z.enum(['idle', 'suspend', 'screen-lock', 'quit']) }),
  'vault-locked': z.object({ reason: z.enum(['person', 'idle', 'suspend', 'screen-lock', 'quit']) }),
  /** A part of the vault file cannot be read; nothing more is written into it. */
  'vault-damaged': z.object({}),
  'vault-unlocked': z.object({}),
} as const

export type EventType = keyof typeof eventPayloads
export type EventPayload<T extends EventType> = z.infer<(typeof eventPayloads)[T]>

/** Events that only the window sees. */
export const windowEvents: ReadonlySet<EventType> = new Set<EventType>(['http-api-changed'])

/** `seq` counts up by one per kept event; null for events that are not kept (`job-progress`, `collect-progress`, `vault-locking`, `vault-locked`, `vault-unlocked`, `http-api-changed`). */
export type AppEvent = { [T in EventType]: { type: T; seq: number | null; at: number; payload: EventPayload<T> } }[EventType]
