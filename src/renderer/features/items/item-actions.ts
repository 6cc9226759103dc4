import type { Item, ItemSummary } from '../../../shared/entities'
import { withCurrentNames } from '../../../shared/wikilinks'
import { attempt } from '../../base/attempt'
import { client } from '../../base/client'
import { LONGEST_FIELD } from '../../base/long-text'
import { useNavigation } from '../../base/navigation-store'
import { copyText } from '../../ui/copy-text'
import { showToast } from '../../ui/toast'
import { currentNameIn, useLinks } from '../links/links-store'
import { useItemList } from './item-list-store'
import { rowAfter } from './list-entries'

export async function togglePin(item: Pick<ItemSummary, 'id' | 'pinned'>): Promise<void> {
  await attempt(() => client.call('pin-item', { id: item.id, pinned: !item.pinned }))
}

export async function setTags(id: string, tags: string[]): Promise<boolean> {
  return attempt(() => client.call('update-item', { id, tags }))
}

export async function toggleStaysHere(item: Pick<Item, 'id' | 'private'>): Promise<void> {
  const done = await attempt(() => client.call('update-item', { id: item.id, private: !item.private }))
  if (done && !item.private)
    showToast(
      'This thought stays here: no model server, program or export gets its text.',
      () => void toggleStaysHere({ id: item.id, private: true }),
    )
}

/** Moves an item to the trash; Undo takes it out again and opens it. */
export async function deleteItem(id: string): Promise<void> {
  // Asked before: the row leaves the list as soon as it is deleted.
  const next = rowAfter(useItemList.getState().items, id)
  const done = await attempt(() => client.call('delete-item', { id }))
  if (!done) return
  const { itemId, closeItem, selectItem } = useNavigation.getState()
  if (itemId === id) {
    // In a narrow window the list comes back instead.
    if (next !== undefined && matchMedia('(min-width: 46rem)').matches) {
      selectItem(next)
      // The page that had the focus is gone with its thought.
      setTimeout(() => document.activeElement === document.body && document.querySelector<HTMLElement>('.rows[role="listbox"]')?.focus())
    } else closeItem()
  }
  showToast('Thought moved to the trash.', () => {
    void attempt(() => client.call('restore-item', { id })).then((back) => back && useNavigation.getState().openItem(id))
  })
}

export async function restoreItem(id: string): Promise<void> {
  const done = await attempt(() => client.call('restore-item', { id }))
  if (!done) return
  useNavigation.getState().closeItem()
  showToast('Thought restored.', () => void attempt(() => client.call('delete-item', { id })))
}

export async function eraseItem(id: string): Promise<void> {
  const done = await attempt(() => client.call('erase-item', { id }))
  if (!done) return
  useNavigation.getState().closeItem()
  showToast('Thought deleted for good.')
}

export async function summarizeItem(id: string): Promise<void> {
  const done = await attempt(() => client.call('summarize-item', { itemId: id }))
  if (done) showToast('A new summary is being written.')
}

export async function copyMarkdown(item: Item): Promise<void> {
  const { itemId, names } = useLinks.getState()
  const body = itemId === item.id && item.body.length <= LONGEST_FIELD ? withCurrentNames(item.body, currentNameIn(names)) : item.body
  const text = item.givenTitle === '' ? body : `# ${item.givenTitle}\n\n${body}`
  const { copied } = await copyText(text)
  showToast(copied ? 'Copied as Markdown.' : 'The clipboard did not take it. Select the text and copy it by hand.')
}
