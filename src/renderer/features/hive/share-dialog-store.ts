import { create } from 'zustand'
import type { Item } from '../../../shared/entities'
import { AppError } from '../../../shared/errors'
import type { SharePreview } from '../../../shared/hive-texts'
import { client } from '../../base/client'
import { onEvent } from '../../base/live-events'
import { errorWords } from '../../ui/error-words'
import { saveAs } from '../../ui/save-as'
import { showToast } from '../../ui/toast'
import { loadHive, useHive } from './hive-store'

interface ShareDialog {
  item: Pick<Item, 'id' | 'title' | 'private'> | undefined
  peerId: string | undefined
  withThesis: boolean
  /** What would go, as the vault says it; undefined while it is read, or when nothing may go. */
  preview: SharePreview | undefined
  confirmed: boolean
  problem: string | undefined
  busy: 'file' | 'folder' | undefined
}

const closed: ShareDialog = {
  item: undefined,
  peerId: undefined,
  withThesis: true,
  preview: undefined,
  confirmed: false,
  problem: undefined,
  busy: undefined,
}
export const useShareDialog = create<ShareDialog>(() => closed)

onEvent('vault-locked', () => useShareDialog.setState(closed, true))

let asked = 0

/** Reads what would go. */
export async function readPreview(): Promise<void> {
  const { item, peerId, withThesis } = useShareDialog.getState()
  asked += 1
  const turn = asked
  useShareDialog.setState({ preview: undefined, problem: undefined })
  // The dialog says itself why a thought that stays here cannot go.
  if (!item || item.private || peerId === undefined) return
  try {
    const preview = await client.call('preview-share', { itemId: item.id, peerId, withThesis })
    if (turn === asked) useShareDialog.setState({ preview })
  } catch (error) {
    if (turn === asked) useShareDialog.setState({ problem: errorWords(error) })
  }
}

/** Opens the dialog for a thought. Nothing leaves before a button in it is pressed. */
export async function openShare(item: Pick<Item, 'id' | 'title' | 'private'>): Promise<void> {
  useShareDialog.setState({ ...closed, item: { id: item.id, title: item.title, private: item.private } })
  await loadHive()
  const open = useHive.getState().hive?.peers.filter(({ blockedAt }) => blockedAt === null) ?? []
  const peerId = open.find(({ verifiedAt }) => verifiedAt !== null)?.id ?? open[0]?.id
  useShareDialog.setState({ peerId })
  await readPreview()
}

export function closeShare(): void {
  asked += 1
  useShareDialog.setState(closed)
}

async function saveFile(previewId: string, confirmUnverified: boolean): Promise<string | null> {
  if (window.platform) {
    const result = await window.platform.saveHive(previewId, confirmUnverified)
    if (!result.ok) throw new AppError(result.error.code, result.error.message)
    return typeof result.data === 'string' ? result.data : null
  }
  const { shareId, fileName, base64 } = await client.call('share-to-file', { previewId, confirmUnverified })
  saveAs(new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))]), fileName)
  await client.call('confirm-share-saved', { shareId, fileName })
  return fileName
}

/** The one step at which something leaves. */
export async function share(way: 'file' | 'folder'): Promise<void> {
  const { preview, confirmed, busy } = useShareDialog.getState()
  if (!preview || busy !== undefined || !(preview.peer.verified || confirmed)) return
  useShareDialog.setState({ busy: way, problem: undefined })
  try {
    if (way === 'folder') {
      await client.call('share-to-folder', { previewId: preview.previewId, confirmUnverified: confirmed })
      closeShare()
      showToast(`It is in the folder that you share with ${preview.peer.name}.`)
      return
    }
    const name = await saveFile(preview.previewId, confirmed)
    if (name === null) {
      useShareDialog.setState({ busy: undefined })
      return
    }
    closeShare()
    showToast(`Saved as ${name}. Only ${preview.peer.name} can open it; give it to them in any way you like.`)
  } catch (error) {
    useShareDialog.setState({ busy: undefined, problem: errorWords(error) })
  }
}
