import { create } from 'zustand'
import type { Attachment } from '../../../shared/attachment'
import { client } from '../../base/client'
import { onEvent } from '../../base/live-events'
import { errorWords } from '../../ui/error-words'
import { showToast } from '../../ui/toast'

/** A file on its way into the vault. */
export interface Upload {
  key: number
  itemId: string
  name: string
  bytes: number
  sent: number
  /** Stopped by the person. */
  stop: AbortController
}

interface Attachments {
  /** What is attached, for each thought that was looked at. */
  lists: Record<string, Attachment[]>
  uploads: Upload[]
  /** Where the last search that was followed found its words. */
  found: { id: string; page: number | null } | undefined
  load(itemId: string): Promise<void>
}

const empty = { lists: {}, uploads: [], found: undefined }

export const useAttachments = create<Attachments>((set) => ({
  ...empty,
  load: async (itemId) => {
    try {
      const { attachments } = await client.call('list-attachments', { itemId })
      set((state) => ({ lists: { ...state.lists, [itemId]: attachments } }))
    } catch {
      // A thought that is gone says so itself, where it is shown.
      set((state) => {
        const { [itemId]: _, ...lists } = state.lists
        return { lists }
      })
    }
  },
}))

/** Takes an attachment off; Undo puts it back. */
export async function removeAttachment({ id, name }: Pick<Attachment, 'id' | 'name'>): Promise<void> {
  try {
    await client.call('remove-attachment', { id })
    showToast(`“${name}” removed.`, () => {
      client.call('restore-attachment', { id }).catch((error: unknown) => showToast(errorWords(error)))
    })
  } catch (error) {
    showToast(errorWords(error))
  }
}

/** Tells of files that a lock or a crash cut off, once. */
async function tellOfCut(): Promise<void> {
  const { cut } = await client.call('list-cut-attachments', {})
  const [first] = cut
  if (!first) return
  showToast(
    cut.length === 1
      ? `“${first.name}” was not attached: the vault was locked or Cortexa ended before it was there. Attach it again.`
      : `${cut.length} files were not attached: the vault was locked or Cortexa ended before they were there. Attach them again.`,
  )
  for (const { id } of cut) await client.call('abandon-attachment', { uploadId: id })
}

export function followAttachments(): void {
  onEvent('attachments-changed', ({ itemId }) => {
    const { lists, load } = useAttachments.getState()
    if (itemId in lists) void load(itemId)
  })
  onEvent('vault-locked', () => {
    for (const { stop } of useAttachments.getState().uploads) stop.abort()
    useAttachments.setState(empty)
  })
}

/** Once the window of an open vault is there. */
export function lookForCutAttachments(): void {
  tellOfCut().catch(() => undefined)
}
