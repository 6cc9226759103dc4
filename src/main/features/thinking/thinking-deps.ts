import type { WriteTransaction } from '../../core/queue/write-transaction'
import type { RelatedItems } from '../embeddings/related-items'
import type { PartReaderDeps } from './part-reader'
import type { ThesisStore } from './thesis-store'

/** What the three stages of Deep Think share. */
export interface ThinkingDeps extends PartReaderDeps {
  theses: ThesisStore
  relatedItems: RelatedItems
}

/** Tokens kept free for the answer of a stage. */
export const STAGE_TOKENS = 2000

/** Earlier thoughts that a stage gets to see. */
export const NEIGHBOUR_COUNT = 8

/** A stage that dies or is stopped fails the thesis; a retry goes on from that stage. */
export function thesisEndings(theses: ThesisStore) {
  return {
    ended(tx: WriteTransaction, { thesisId, itemId }: { thesisId: string; itemId: string }, message: string): void {
      theses.setStatus(thesisId, 'failed', message, tx.now)
      tx.emit('thesis-updated', { itemId, status: 'failed' })
    },
    retried(tx: WriteTransaction, { thesisId, itemId }: { thesisId: string; itemId: string }): void {
      theses.setStatus(thesisId, 'pending', null, tx.now)
      tx.emit('thesis-updated', { itemId, status: 'pending' })
    },
  }
}
