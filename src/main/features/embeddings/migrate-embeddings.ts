import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import type { RoleModel } from '../../../shared/contract/endpoints'
import { defineJob, type JobContext } from '../../core/jobs/define-job'
import { migrateEmbeddingsRequest } from '../../core/jobs/pipeline'
import { GiveUp } from '../../core/queue/job-rules'
import type { WriteTransaction } from '../../core/queue/write-transaction'
import type { ItemStore } from '../items/item-store'
import { piecesOf, TEXTS_PER_CALL } from './embed-item'
import type { BoundEmbedder } from './embedding'
import type { EmbeddingChange, EmbeddingChangeStore } from './embedding-change-store'
import type { EmbeddingCoverageStore, UnembeddedItem } from './embedding-coverage-store'
import { createSliceEmbedder, type EmbeddedItem, type LeftOutItem, type SliceItem } from './slice-embedder'

export interface MigrateEmbeddingsDeps {
  items: ItemStore
  coverage: EmbeddingCoverageStore
  changes: EmbeddingChangeStore
  vectors: {
    dimensions(modelId: string): number | null
    put(itemId: string, modelId: string, contentHash: string, vectors: Float32Array[]): void
    removeSome(modelId: string, limit: number): number
  }
  /** The index in memory: `prepare` builds the one of a model that is not yet in force. */
  index: { put(itemId: string, modelId: string, vectors: readonly Float32Array[]): void; prepare(modelId: string): Promise<void> }
  /** The model of a role; null when its server is gone. */
  embedderOf: (role: RoleModel | null) => BoundEmbedder | null
  /** Puts the new model in force. */
  changeOver: (tx: WriteTransaction, change: EmbeddingChange) => void
  /** Milliseconds, from a clock that is not set back. */
  elapsed: () => number
}

/** One slice ends at the first of these, so that other work is never behind it for long. */
const SLICE_ITEMS = 32
const SLICE_PIECES = 128
const SLICE_MS = 10_000

const MigratePayload = z.object({ changeId: z.string(), after: z.string() })

type SliceResult =
  | { kind: 'over' }
  /** Nothing is missing any more, and the index of the new model is built. */
  | { kind: 'complete' }
  | { kind: 'slice'; modelId: string; made: EmbeddedItem[]; leftOut: LeftOutItem[]; after: string; tookMs: number }

/**
 * `migrate_embeddings`: the vectors of another model for the next few thoughts that lack one, beside those in force. Each job enqueues the next;
 * the one that finds nothing missing puts the model in force.
 */
export function migrateEmbeddingsJob(deps: MigrateEmbeddingsDeps) {
  /** Every thought that lacks a vector: from `after` to the end, then from the start up to `after`. */
  async function* missingFrom(model: BoundEmbedder, after: string, signal: AbortSignal): AsyncGenerator<UnembeddedItem> {
    for (const until of after === '' ? [null] : [null, after]) {
      for (let at = until === null ? after : ''; ; ) {
        const page = deps.coverage.missing(model.modelId, at)
        for (const item of page.items) {
          if (until !== null && item.id > until) break
          if (!(item.private && model.leavesComputer())) yield item
        }
        if (page.last === null || (until !== null && page.last >= until)) break
        at = page.last
        await nextTurn()
        signal.throwIfAborted()
      }
    }
  }

  /** Read right before its text is sent: it may have been deleted, or set to stay here, since it was found. */
  function read(found: UnembeddedItem, model: BoundEmbedder): SliceItem | null {
    const item = deps.items.find(found.id)
    if (!item || item.deleted_at !== null || (item.private === 1 && model.leavesComputer())) return null
    return { id: item.id, hash: item.content_hash, pieces: piecesOf(item) }
  }

  /** Old vectors of this name that another model made, found by their length; they were kept from an earlier time. */
  async function forgetOld(modelId: string, context: JobContext): Promise<void> {
    let removed = 1
    while (removed > 0) {
      context.write(() => {
        removed = deps.vectors.removeSome(modelId, 100)
      })
      await nextTurn()
    }
  }

  async function runSlice(change: EmbeddingChange, after: string, context: JobContext): Promise<SliceResult> {
    const model = deps.embedderOf(change.to)
    if (!model)
      throw new GiveUp(
        'NOT_FOUND',
        'The server of the new embedding model was removed. Cancel the change; the model before stays in force.',
      )
    const startedAt = deps.elapsed()
    const slice = createSliceEmbedder({
      model,
      context,
      expectedLength: deps.vectors.dimensions(model.modelId),
      onOtherLength: change.done === 0 ? () => forgetOld(model.modelId, context) : null,
    })
    let group: SliceItem[] = []
    let last = after
    let pieces = 0
    let count = 0
    for await (const found of missingFrom(model, after, context.signal)) {
      last = found.id
      const item = read(found, model)
      if (!item) continue
      group.push(item)
      count += 1
      pieces += item.pieces.length
      const waiting = group.reduce((sum, one) => sum + one.pieces.length, 0)
      if (waiting >= TEXTS_PER_CALL) {
        await slice.embed(group)
        group = []
        if (deps.elapsed() - startedAt >= SLICE_MS) break
      }
      if (count >= SLICE_ITEMS || pieces >= SLICE_PIECES) break
    }
    await slice.embed(group)
    const { made, leftOut } = slice
    const tookMs = deps.elapsed() - startedAt
    if (made.length + leftOut.length > 0) return { kind: 'slice', modelId: model.modelId, made, leftOut, after: last, tookMs }
    await deps.index.prepare(model.modelId)
    context.signal.throwIfAborted()
    // Building the index took its time: what was written meanwhile is embedded first.
    for await (const _ of missingFrom(model, '', context.signal))
      return { kind: 'slice', modelId: model.modelId, made, leftOut, after: '', tookMs }
    return { kind: 'complete' }
  }

  function store(tx: WriteTransaction, change: EmbeddingChange, result: Extract<SliceResult, { kind: 'slice' }>): string {
    let stored = 0
    for (const { id, hash, vectors } of result.made) {
      if (vectors.length === 0 || !deps.coverage.isThere(id)) continue
      deps.vectors.put(id, result.modelId, hash, vectors)
      tx.afterCommit(() => deps.index.put(id, result.modelId, vectors))
      stored += 1
    }
    for (const { id, hash } of result.leftOut) if (deps.coverage.isThere(id)) deps.changes.leaveOut(id, hash)
    const refused = result.leftOut.filter(({ reason }) => reason !== null)
    const done = change.done + stored + refused.length
    const total = Math.max(change.total, done)
    deps.changes.setProgress({
      id: change.id,
      total,
      done,
      leftOut: change.leftOut + refused.length,
      busyMs: change.busyMs + result.tookMs,
    })
    const next = tx.enqueue(migrateEmbeddingsRequest(change.id, result.after))
    deps.changes.setJob(change.id, next.jobId)
    tx.emit('embedding-migration-progress', { done, total })
    const note = `${done} of ${total} thoughts`
    return refused.length === 0 ? note : `${note}; ${refused.length} left out: ${refused[0]?.reason ?? ''}`
  }

  return defineJob<z.infer<typeof MigratePayload>, SliceResult>({
    type: 'migrate_embeddings',
    payload: MigratePayload,
    timeoutMs: () => 30 * 60_000,
    started(_tx, { changeId }, jobId) {
      // A job that a person had run again is the one to ask how far it is.
      if (deps.changes.running()?.id === changeId) deps.changes.setJob(changeId, jobId)
    },
    async run({ changeId, after }, context) {
      const change = deps.changes.running()
      return change?.id === changeId ? runSlice(change, after, context) : { kind: 'over' }
    },
    commit(tx, { changeId }, result) {
      const change = deps.changes.running()
      if (result.kind === 'over' || change?.id !== changeId) return { note: 'This change of the model has ended' }
      if (result.kind === 'slice') return { note: store(tx, change, result) }
      deps.changeOver(tx, change)
      const { leftOut } = change
      const refused = leftOut === 0 ? '' : `; ${leftOut === 1 ? '1 thought' : `${leftOut} thoughts`} left out, which the model refused`
      return { note: `The new model is in force${refused}` }
    },
  })
}
