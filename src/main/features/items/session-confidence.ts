import type { UnitOfWork, WriteTransaction } from '../../core/queue/write-transaction'
import { staleBefore } from './confidence'
import type { ConfidenceStore } from './confidence-store'

export interface SessionConfidenceDeps {
  write: UnitOfWork['write']
  now: () => number
  confidence: ConfidenceStore
}

/** Items looked at in one turn: some 5 ms where all of them change. */
const PAGE = 500
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Keeps the mark `confidence:stale` on what is stale. What an item's confidence is needs no upkeep: it follows from its score and its clock. */
export function createSessionConfidence({ write, now, confidence }: SessionConfidenceDeps) {
  /** Moves the mark of items with one score, in pages; the number of items that changed. */
  async function markScore(score: number, before: number, signal?: AbortSignal): Promise<number> {
    let count = 0
    let after = { at: Number.MIN_SAFE_INTEGER, id: '' }
    for (;;) {
      const page = confidence.ofScore(score, after, PAGE)
      const wrong = page.filter(({ at, marked }) => marked !== at < before)
      if (wrong.length > 0)
        write(() => {
          for (const { id, marked } of wrong) confidence.setMark(id, !marked)
        })
      count += wrong.length
      const last = page.at(-1)
      if (!last || page.length < PAGE) return count
      after = last
      await nextTurn()
      if (signal?.aborted) return count
    }
  }

  return {
    /**
     * Goes over the whole vault and moves the mark where it is not right; says so with one `confidence-updated`. Resolves to the number of
     * items that changed. A second pass at the same time changes nothing. The trash is left alone.
     */
    async recalculate(signal?: AbortSignal): Promise<number> {
      const time = now()
      let count = 0
      for (const score of confidence.scores()) {
        if (signal?.aborted) return count
        count += await markScore(score, staleBefore(score, time), signal)
      }
      if (count > 0 && !signal?.aborted) write((tx) => tx.emit('confidence-updated', { count }))
      return count
    },
    /** After an item's clock was set, or it came back from the trash: its mark, in the same write. */
    settle(tx: WriteTransaction, id: string): void {
      const item = confidence.find(id)
      if (!item || item.marked === item.at < staleBefore(item.score, tx.now)) return
      confidence.setMark(id, !item.marked)
      tx.emit('confidence-updated', { count: 1 })
    },
  }
}

export type SessionConfidence = ReturnType<typeof createSessionConfidence>
