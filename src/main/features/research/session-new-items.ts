import { embedRequest, summarizeRequest } from '../../core/jobs/pipeline'
import type { WriteTransaction } from '../../core/queue/write-transaction'
import type { TextIndex } from '../../core/search/text-index'
import type { SettingsStore } from '../../core/settings/settings-store'
import { itemHash } from '../../core/text/content-hash'
import type { ItemStore, NewItem } from '../items/item-store'
import type { SessionNames } from '../links/session-names'

export interface NewItemsDeps {
  items: ItemStore
  textIndex: TextIndex
  settings: SettingsStore
  names: () => Pick<SessionNames, 'saved'>
  /** Brings the rest of long bodies into the text index. */
  indexRest: () => void
}

/** Adds an item that a job made, with all that follows from a captured one: search, names, vector, summary, the event. */
export type AddItem = (tx: WriteTransaction, item: Omit<NewItem, 'contentHash'>) => void

export function createAddItem({ items, textIndex, settings, names, indexRest }: NewItemsDeps): AddItem {
  return (tx, item) => {
    const contentHash = itemHash(item.givenTitle, item.body, '')
    items.insert({ ...item, contentHash }, tx.now)
    const saved = items.find(item.id)
    if (!saved) return
    textIndex.index({ id: saved.id, title: saved.title, body: saved.body, tags: [] })
    tx.afterCommit(indexRest)
    names().saved(tx, saved)
    tx.emit('item-changed', { itemId: saved.id, change: 'created' })
    tx.enqueue(embedRequest(saved.id, contentHash, saved.body.length))
    if (settings.read().autoSummary) tx.enqueue(summarizeRequest(saved.id, contentHash, false))
  }
}
