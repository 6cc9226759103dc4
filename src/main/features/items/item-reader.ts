import type { Engine } from '../../core/jobs/engine'
import { GiveUp } from '../../core/queue/job-rules'
import type { ItemRow, ItemStore } from './item-store'

/** The item a job is about; gives up with a plain reason when it is gone. */
export function readItem(items: ItemStore, id: string): ItemRow {
  const item = items.find(id)
  if (!item || item.deleted_at !== null) throw new GiveUp('ITEM_NOT_FOUND', 'The thought was deleted, so there is nothing to do.')
  return item
}

/** Gives up when the item stays here and the chosen engine is not on this computer. */
export function assertMayBeSent(item: Pick<ItemRow, 'private'>, engine: Pick<Engine, 'leavesComputer'>): void {
  if (item.private === 1 && engine.leavesComputer()) {
    throw new GiveUp(
      'ITEM_PRIVATE',
      'This thought is set to stay here, and the chosen model server is on another computer, so nothing was sent. Choose the built-in engine or a server on this computer, or turn off "Stays here".',
    )
  }
}

/** Gives up when the item stays here and the chosen voice is not on this computer. */
export function assertMayBeVoiced(item: Pick<ItemRow, 'private'>, voice: { leavesComputer(): boolean }): void {
  if (item.private === 1 && voice.leavesComputer()) throw keptFromVoice()
}

/** The plain reason for which a text that stays here is not read aloud. The built-in voice does not step in unasked: the person chose another. */
export function keptFromVoice(): GiveUp {
  return new GiveUp(
    'ITEM_PRIVATE',
    'This thought is set to stay here, and the chosen voice is on another computer, so nothing was sent. Choose the built-in voice or one on this computer, or turn off "Stays here".',
  )
}
