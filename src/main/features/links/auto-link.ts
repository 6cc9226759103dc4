import { setImmediate as nextTurn } from 'node:timers/promises'
import { defineJob } from '../../core/jobs/define-job'
import { ContentPayload } from '../../core/jobs/pipeline'
import { sharedTerms } from '../../core/text/terms'
import { readItem } from '../items/item-reader'
import type { ItemStore } from '../items/item-store'
import type { CloseNeighbours } from './close-neighbours'
import { isCloseEnough, MAX_LINKS } from './link-rule'
import type { AutoLink, LinkStore } from './link-store'

export interface AutoLinkDeps {
  items: ItemStore
  links: LinkStore
  closeNeighbours: CloseNeighbours
  newId: () => string
}

/** Jobs that share a commit. Each takes some milliseconds, or one embedded piece (80 ms) when its vector is missing: below two seconds. */
const JOBS_PER_BATCH = 16

/** `auto_link`: links an item to those of its neighbours that are close enough (`link-rule.ts`), with the terms that both share as the reason. */
export function autoLinkJob(deps: AutoLinkDeps) {
  async function linksOf(itemId: string, signal: AbortSignal): Promise<AutoLink[]> {
    const item = readItem(deps.items, itemId)
    const related = await deps.closeNeighbours(item, MAX_LINKS, signal)
    const own = item.body.slice(0, 8000)
    const links: AutoLink[] = []
    for (const other of related) {
      // Two long texts take some 10 ms to compare; six in one go would be felt in the window.
      await nextTurn()
      signal.throwIfAborted()
      const terms = sharedTerms(`${item.title}\n${own}`, `${other.title}\n${other.body}`, 3)
      if (!isCloseEnough({ ...other, sharesTerms: terms.length > 0 })) continue
      links.push({
        id: deps.newId(),
        itemId: other.id,
        score: other.score,
        reason: terms.length > 0 ? terms.join(', ') : 'close in meaning',
      })
    }
    return links
  }

  return defineJob<{ itemId: string; contentHash: string }, AutoLink[]>({
    type: 'auto_link',
    payload: ContentPayload,
    timeoutMs: () => 60_000,
    run: ({ itemId }, context) => linksOf(itemId, context.signal),
    batch: {
      limit: JOBS_PER_BATCH,
      async run(payloads, [context]) {
        const found: AutoLink[][] = []
        // One after another: answers of the index that come together would be worked on in one turn.
        for (const { itemId } of payloads) found.push(context ? await linksOf(itemId, context.signal) : [])
        return found
      },
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
