import { decayedConfidence } from '../../../shared/confidence'
import { AppError } from '../../../shared/errors'
import type { Handlers } from '../../core/commands/dispatch'
import type { UnitOfWork } from '../../core/queue/write-transaction'
import type { ConfidenceStore } from './confidence-store'
import { type ItemLookup, requireItem } from './item-commands'
import type { SessionConfidence } from './session-confidence'

export interface ConfidenceCommandDeps extends ItemLookup {
  write: UnitOfWork['write']
  confidence: ConfidenceStore
  staleMarks: Pick<SessionConfidence, 'settle'>
}

export function confidenceCommands(s: ConfidenceCommandDeps): Pick<Handlers, 'review-item'> {
  return {
    'review-item': ({ id, answer }, caller) => {
      requireItem(s, id, caller)
      return s.write((tx) => {
        const done = answer === 'still-true' ? s.confidence.review(id, tx.now) : s.confidence.takeBack(id)
        if (!done)
          throw new AppError('CONFLICT', 'This thought was changed or pinned since, or never confirmed, so its clock stays as it is.')
        s.staleMarks.settle(tx, id)
        tx.emit('item-changed', { itemId: id, change: 'updated' })
        const item = s.confidence.find(id)
        return { confidence: item ? decayedConfidence(item.score, item.at, tx.now) : 0 }
      })
    },
  }
}
