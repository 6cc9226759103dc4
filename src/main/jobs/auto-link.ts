import { sharedTerms } from '../domain/terms'
import type { ItemStore } from '../vault/item-store'
import type { AutoLink, LinkStore } from '../vault/link-store'
import { defineJob } from './define-job'
import { readItem } from './item-reader'
import { ContentPayload } from './pipeline'
import type { RelatedItems } from './related-items'

export interface AutoLinkDeps {
  items: ItemStore
  links: LinkStore
  relatedItems: RelatedItems
  newId: () => string
}

/** A margin holds about this many links; more would be noise. */
const MAX_LINKS = 6

/** `auto_link`: links an item to its nearest neighbours, each with the terms that both share as its reason. */
export function autoLinkJob(deps: AutoLinkDeps) {
  return defineJob<{ itemId: string; contentHash: string }, AutoLink[]>({
    type: 'auto_link',
    payload: ContentPayload,
    timeoutMs: () => 60_000,
    async run({ itemId }, context) {
      const item = readItem(deps.items, itemId)
      const related = await deps.relatedItems(item, MAX_LINKS, true, context.signal)
      const own = item.body.slice(0, 8000)
      return related.map((other) => {
        const terms = sharedTerms(`${item.title}\n${own}`, `${other.title}\n${other.body}`, 3)
        return { id: deps.newId(), itemId: other.id, score: other.score, reason: terms.length > 0 ? terms.join(', ') : 'close in meaning' }
      })
    },
    commit(tx, { itemId }, links) {
      const present = links.filter((link) => deps.items.find(link.itemId)?.deleted_at === null)
      const changed = deps.links.replaceAuto(itemId, present, tx.now)
      tx.emit('links-changed', { itemId })
      for (const other of changed) tx.emit('links-changed', { itemId: other })
      return { note: present.length === 1 ? '1 link' : `${present.length} links` }
    },
  })
}
