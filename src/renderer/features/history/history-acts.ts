import { attempt } from '../../base/attempt'
import { client } from '../../base/client'
import { useNavigation } from '../../base/navigation-store'
import { showToast } from '../../ui/toast'
import { useDrafts } from '../items/draft-store'
import { useHistory } from './history-store'

/** Shows the history of an item; what is typed there is saved before. When that fails the editor stays and says why. */
export async function openHistory(itemId: string): Promise<void> {
  const { drafts, end } = useDrafts.getState()
  if (drafts[itemId] && !(await end(itemId))) return
  useHistory.getState().open(itemId)
  useNavigation.getState().showList()
}

/** Goes back to the thought, with the focus on the button that led here. */
export function closeHistory(): void {
  const { itemId, close } = useHistory.getState()
  close()
  if (itemId === undefined) return
  useNavigation.getState().openItem(itemId)
  setTimeout(() => document.querySelector<HTMLElement>('[data-history]')?.focus())
}

/** Makes a version the present text and shows the thought; Undo brings the replaced text back. */
export async function restoreVersion(itemId: string, at: number, moment: string): Promise<void> {
  let replacedAt: number | null = null
  const done = await attempt(async () => {
    replacedAt = (await client.call('restore-version', { id: itemId, at })).replacedAt
  })
  if (!done) return
  closeHistory()
  const back = replacedAt
  if (back === null) showToast('The thought reads like this version already, so nothing was changed.')
  else
    showToast(`The text of ${moment} is back. The text it replaced is in the history.`, () => {
      void attempt(() => client.call('restore-version', { id: itemId, at: back }))
    })
}

export async function deleteVersion(itemId: string, at: number): Promise<void> {
  const done = await attempt(() => client.call('delete-version', { id: itemId, at }))
  if (done) showToast('Earlier version deleted for good.')
}
