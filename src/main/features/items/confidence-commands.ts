import { decayedConfidence } from '../../../shared/confidence'
import { AppError } from '../../../shared/errors'
import type { Session } from '../../app/session'
import type { Handlers } from '../../core/commands/dispatch'
import { requireItem } from './item-commands'

export function confidenceCommands(session: () => Session): Pick<Handlers, 'review-item'> {
  return {
    'review-item': ({ id, answer }, caller) => {
      const s = session()
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
