import type { ListedLink } from '../../../shared/contract/links'
import { attempt } from '../../base/attempt'
import { client } from '../../base/client'
import { useNavigation } from '../../base/navigation-store'
import { showToast } from '../../ui/toast'

/** Says that two thoughts do not belong together; Undo takes that back. */
export async function rejectLink({ linkId }: Pick<ListedLink, 'linkId'>): Promise<void> {
  const done = await attempt(() => client.call('reject-link', { linkId }))
  if (done) showToast('Link removed. It will not come back.', () => void takeBackRejection({ linkId }))
}

export async function takeBackRejection({ linkId }: Pick<ListedLink, 'linkId'>): Promise<void> {
  const done = await attempt(() => client.call('reject-link', { linkId, rejected: false }))
  if (done) showToast('Linked again.', () => void rejectLink({ linkId }))
}

/** Links two thoughts by hand; Undo removes the link. */
export async function addLink(fromId: string, toId: string, reason: string): Promise<boolean> {
  let linkId = ''
  const done = await attempt(async () => {
    linkId = (await client.call('add-link', { fromId, toId, ...(reason === '' ? {} : { reason }) })).linkId
  })
  if (done) showToast('Link added.', () => void attempt(() => client.call('remove-link', { linkId })))
  return done
}

/** Removes a link made by hand; Undo makes it again, in the direction it had. */
export async function removeLink(fromId: string, link: Pick<ListedLink, 'linkId' | 'reason' | 'item'>, outgoing: boolean): Promise<void> {
  const done = await attempt(() => client.call('remove-link', { linkId: link.linkId }))
  const [from, to] = outgoing ? [fromId, link.item.id] : [link.item.id, fromId]
  const reason = link.reason === '' ? {} : { reason: link.reason }
  if (done) showToast('Link removed.', () => void attempt(() => client.call('add-link', { fromId: from, toId: to, ...reason })))
}

/** Makes a thought of this title; Undo moves it to the trash. Answers its id, or undefined when it failed. */
export async function createThought(title: string, staysHere: boolean): Promise<string | undefined> {
  let id: string | undefined
  await attempt(async () => {
    id = (await client.call('capture-item', { body: '', title, private: staysHere })).id
  })
  if (id === undefined) return undefined
  const made = id
  const from = useNavigation.getState().itemId
  showToast('Thought created.', () => {
    void attempt(() => client.call('delete-item', { id: made })).then((done) => {
      const { itemId, openItem } = useNavigation.getState()
      if (done && itemId === made && from !== undefined) openItem(from)
    })
  })
  return made
}
