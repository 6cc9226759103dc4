import { z } from 'zod'
import type { JobType } from '../../../shared/entities'
import type { EnqueueRequest } from '../queue/write-transaction'

export const ItemPayload = z.object({ itemId: z.string() })
export const ContentPayload = ItemPayload.extend({ contentHash: z.string() })
export const ThesisPayload = ItemPayload.extend({ thesisId: z.string() })
export const AttachmentPayload = ItemPayload.extend({ attachmentId: z.string() })
export const ResearchPayload = z.object({ researchId: z.string() })
export const OrchestrationPayload = ItemPayload.extend({ orchestrationId: z.string() })
export const BriefingPayload = ItemPayload.extend({ briefingId: z.string() })
export const ReflectionPayload = z.object({ reflectionId: z.string() })
export const ManyBriefingPayload = z.object({ briefingId: z.string() })

/** A text of more characters than this has more pieces than an embedder does in a second or two. */
const LONG_TEXT = 12_000

/** An edit replaces a waiting embed; the same content is never embedded twice at once. `length` is that of the body. */
export function embedRequest(itemId: string, contentHash: string, length: number): EnqueueRequest {
  return {
    type: 'embed',
    payload: { itemId, contentHash },
    itemId,
    dedupeKey: `embed:${itemId}:${contentHash}`,
    replacesWaiting: true,
    lane: length > LONG_TEXT ? 2 : 1,
  }
}

export function autoLinkRequest(itemId: string, contentHash: string): EnqueueRequest {
  return {
    type: 'auto_link',
    payload: { itemId, contentHash },
    itemId,
    dedupeKey: `auto_link:${itemId}:${contentHash}`,
    replacesWaiting: true,
  }
}

/** In the background it is long work, because a model may take a minute for it. */
export function summarizeRequest(itemId: string, contentHash: string, asked: boolean): EnqueueRequest {
  return {
    type: 'summarize',
    payload: { itemId, contentHash },
    itemId,
    dedupeKey: `summarize:${itemId}:${contentHash}`,
    replacesWaiting: true,
    lane: asked ? 0 : 2,
  }
}

/** The three stages share one key: an item is argued with by one run at a time. */
export function thinkingRequest(stage: 'expand' | 'counterpoint' | 'synthesize', itemId: string, thesisId: string): EnqueueRequest {
  return { type: stage, payload: { itemId, thesisId }, itemId, dedupeKey: `think:${itemId}`, lane: 0 }
}

/** What a person asked for goes before what is made by itself. */
export function itemBriefingRequest(itemId: string, briefingId: string, asked = true): EnqueueRequest {
  return {
    type: 'generate_item_briefing',
    payload: { itemId, briefingId },
    itemId,
    dedupeKey: `brief:${itemId}`,
    lane: asked ? 0 : 2,
  }
}

/** A briefing of many items, which the store has by now. */
export function briefingRequest(briefingId: string, asked = true): EnqueueRequest {
  return { type: 'generate_briefing', payload: { briefingId }, itemId: null, dedupeKey: `briefing:${briefingId}`, lane: asked ? 0 : 2 }
}

/** One plan of an item runs at a time. */
export function orchestrateRequest(itemId: string, orchestrationId: string): EnqueueRequest {
  return { type: 'orchestrate', payload: { itemId, orchestrationId }, itemId, dedupeKey: `orchestrate:${itemId}`, lane: 0 }
}

/** The next slice of a change of the embedding model. There is one at a time, and it goes on from the thought with the id `after`. */
export function migrateEmbeddingsRequest(changeId: string, after: string): EnqueueRequest {
  return { type: 'migrate_embeddings', payload: { changeId, after }, itemId: null, dedupeKey: 'migrate_embeddings', lane: 2 }
}

/** A file above this takes seconds to read. */
const LONG_FILE = 4 * 1024 * 1024

/** Looks for text in a file that was attached. `bytes` is its size. */
export function readAttachmentRequest(itemId: string, attachmentId: string, bytes: number): EnqueueRequest {
  return {
    type: 'read_attachment',
    payload: { itemId, attachmentId },
    itemId,
    dedupeKey: `read:${attachmentId}`,
    lane: bytes > LONG_FILE ? 2 : 1,
  }
}

/** A run of Collect; there is one at a time. `pages` are those that it may read. Made anew it would cost as much again, so it has one attempt. */
export function collectRequest(runId: string, collectionId: string, pages: number): EnqueueRequest {
  return { type: 'collect', payload: { runId, collectionId, pages }, itemId: null, dedupeKey: 'collect', maxAttempts: 1, lane: 2 }
}

/** One run at a time for a thought, or for one question without a thought. */
export function researchRequest(researchId: string, itemId: string | null, question: string): EnqueueRequest {
  return { type: 'research', payload: { researchId }, itemId, dedupeKey: `research:${itemId ?? `?${question}`}`, lane: 0 }
}

/** One reflection at a time; whoever asks for another gets this one. What a person asked for goes before what is made by itself. */
export function reflectionRequest(reflectionId: string, asked: boolean): EnqueueRequest {
  return { type: 'reflection_pass', payload: { reflectionId }, itemId: null, dedupeKey: 'reflection', lane: asked ? 0 : 2 }
}

/** A peer's thesis beside the nearest of one's own; at once where a person asks. */
export function crossSynthesizeRequest(itemId: string, asked: boolean): EnqueueRequest {
  return { type: 'cross_synthesize', payload: { itemId }, itemId, dedupeKey: `cross:${itemId}`, lane: asked ? 0 : 2 }
}

/** What follows what. Job files never name each other; this map does, and it names every type. */
const followUps: Record<JobType, (payload: unknown) => EnqueueRequest[]> = {
  embed: (payload) => {
    const { itemId, contentHash } = ContentPayload.parse(payload)
    return [autoLinkRequest(itemId, contentHash)]
  },
  auto_link: () => [],
  summarize: () => [],
  expand: (payload) => {
    const { itemId, thesisId } = ThesisPayload.parse(payload)
    return [thinkingRequest('counterpoint', itemId, thesisId)]
  },
  counterpoint: (payload) => {
    const { itemId, thesisId } = ThesisPayload.parse(payload)
    return [thinkingRequest('synthesize', itemId, thesisId)]
  },
  synthesize: () => [],
  orchestrate: () => [],
  generate_item_briefing: () => [],
  generate_briefing: () => [],
  read_attachment: () => [], // What follows depends on what was read; the commit asks for it.
  collect: () => [],
  research: () => [],
  reflection_pass: () => [],
  cross_synthesize: () => [],
  migrate_embeddings: () => [], // Enqueues its own next slice, as only its result says where that begins.
}

/** The jobs to enqueue when a job of this type is done. */
export function jobsAfter(type: JobType, payload: unknown): EnqueueRequest[] {
  return followUps[type](payload)
}
