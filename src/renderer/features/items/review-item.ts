import { tidyScore } from '../../../shared/confidence'
import type { ItemSummary } from '../../../shared/entities'
import { attempt } from '../../base/attempt'
import { client } from '../../base/client'
import { useNavigation } from '../../base/navigation-store'
import { showToast } from '../../ui/toast'
import { useItemList } from './item-list-store'
import { rowAfter } from './list-entries'

/** Says that a thought is still true, which starts its clock anew. In the Stale place, which it leaves, the next one is opened. Undo sets the clock back. */
export async function reviewItem({ id }: Pick<ItemSummary, 'id'>): Promise<void> {
  const inStale = useNavigation.getState().place === 'stale'
  const next = inStale ? rowAfter(useItemList.getState().items, id) : undefined
  let confidence = 0
  const done = await attempt(async () => {
    confidence = (await client.call('review-item', { id, answer: 'still-true' })).confidence
  })
  if (!done) return
  const { itemId, selectItem, closeItem } = useNavigation.getState()
  if (inStale && itemId === id) {
    if (next === undefined) closeItem()
    else selectItem(next)
    // The button that was pressed may be gone with its page.
    setTimeout(() => document.activeElement === document.body && document.querySelector<HTMLElement>('.rows[role="listbox"]')?.focus())
  }
  showToast(`Noted as still true: ${tidyScore(confidence)} again.`, () => {
    void attempt(() => client.call('review-item', { id, answer: 'take-back' })).then((back) => {
      if (back && inStale) useNavigation.getState().selectItem(id)
    })
  })
}
