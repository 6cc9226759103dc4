import { MOST_HIVE_BYTES } from '../../../shared/contract/hive'
import { attempt } from '../../base/attempt'
import { client } from '../../base/client'
import { useNavigation } from '../../base/navigation-store'
import { copyText } from '../../ui/copy-text'
import { saveText } from '../../ui/save-as'
import { hideToast, showToast } from '../../ui/toast'
import { chooseFiles } from '../attachments/choose-files'
import { partAsBase64 } from '../attachments/file-bytes'
import { loadHive, useHive } from './hive-store'

/** Shows an entry of the import inbox. */
export function openEntry(entryId: string): void {
  useHive.setState({ tab: 'inbox', entryId })
  useNavigation.setState({ pane: 'page' })
}

/** Lets the person choose .hive files and puts what they say into the import inbox. */
export async function importFiles(): Promise<void> {
  let last: string | undefined
  hideToast()
  for (const file of await chooseFiles()) {
    await attempt(async () => {
      // One byte more than the limit is enough to have it refused.
      const base64 = await partAsBase64(file, 0, MOST_HIVE_BYTES + 1)
      const { entryId, already } = await client.call('import-hive-file', { base64 })
      last = entryId
      if (already) showToast('This thought was taken in before, so it is not there twice.')
    })
  }
  await loadHive()
  if (last !== undefined) openEntry(last)
}

export async function lookIntoFolders(): Promise<void> {
  await attempt(async () => {
    const { taken } = await client.call('check-hive-folders', {})
    showToast(taken === 0 ? 'Nothing new in the feed folders.' : taken === 1 ? '1 thought came in.' : `${taken} thoughts came in.`)
    await loadHive()
  })
}

export async function acceptEntry(id: string, as: 'new' | 'update', staysHere: boolean): Promise<void> {
  await attempt(async () => {
    const { itemId } = await client.call('accept-hive-entry', { id, as, ...(staysHere ? { private: true } : {}) })
    useHive.setState({ entryId: undefined })
    useNavigation.getState().openPlace('all')
    useNavigation.getState().openItem(itemId)
    showToast(as === 'update' ? 'Updated. What it said before is in its history.' : 'Taken in.')
  })
}

export async function discardEntry(id: string): Promise<void> {
  await attempt(async () => {
    await client.call('discard-hive-entry', { id })
    useHive.setState({ entryId: undefined })
    useNavigation.setState({ pane: 'list' })
    showToast('Discarded. Its text is kept for 30 days.', () => void restoreEntry(id))
    await loadHive()
  })
}

export async function restoreEntry(id: string): Promise<void> {
  await attempt(async () => {
    await client.call('restore-hive-entry', { id })
    await loadHive()
    openEntry(id)
  })
}

export async function verifyPeer(id: string, verified: boolean): Promise<void> {
  await attempt(async () => {
    await client.call('verify-hive-peer', { id, verified })
    await loadHive()
    if (verified) showToast('Noted: the code is the same on both sides.', () => void verifyPeer(id, false))
  })
}

export async function blockPeer(id: string, blocked: boolean): Promise<void> {
  await attempt(async () => {
    await client.call('block-hive-peer', { id, blocked })
    await loadHive()
    showToast(blocked ? 'Blocked. Nothing is taken in from them or sent to them.' : 'Unblocked.', () => void blockPeer(id, !blocked))
  })
}

export async function removePeer(id: string, name: string): Promise<void> {
  await attempt(async () => {
    await client.call('remove-hive-peer', { id })
    useHive.setState({ peerId: undefined })
    await loadHive()
    showToast(`${name} was removed.`, () => {
      void attempt(async () => {
        await client.call('restore-hive-peer', { id })
        useHive.setState({ peerId: id })
        await loadHive()
      })
    })
  })
}

export async function copyCard(card: string): Promise<void> {
  const { copied } = await copyText(card)
  showToast(
    copied
      ? 'Card copied. Send it to your peer in any way you like; it is no secret.'
      : 'The clipboard did not take it. Select the line and copy it by hand.',
  )
}

export async function saveCard(name: string, card: string): Promise<void> {
  await attempt(async () => {
    const plain = name.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim() || 'my'
    const saved = await saveText(`${plain}.hivecard`, `${card}\n`, 'text/plain')
    if (saved !== null) showToast(`Saved as ${saved}.`)
  })
}

export async function compareAgain(itemId: string): Promise<void> {
  await attempt(async () => {
    await client.call('cross-synthesize', { itemId })
    showToast('It is being compared with your theses.')
  })
}
