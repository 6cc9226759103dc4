import { create } from 'zustand'
import { client } from '../../client'
import { errorWords } from '../../ui/error-words'
import { showToast } from '../../ui/toast'
import { tagsInText, withTag } from '../items/tag-words'
import { createTypingPause } from '../shell/typing-pause'
import { registerUnsaved } from '../shell/unsaved'
import { startDeepThink } from '../thinking/thinking-store'

interface Written {
  text: string
  /** Tags added by hand; those written in the text come on top. */
  tags: string[]
  staysHere: boolean
  deepThink: boolean
  /** The thought in the vault, once a part of it was saved by itself. */
  savedId: string | undefined
  /** What the vault has of it. */
  savedText: string
  problem: string | undefined
}

interface Capture extends Written {
  open: boolean
  busy: boolean
  show(): void
  change(part: Partial<Pick<Written, 'text' | 'tags' | 'staysHere' | 'deepThink'>>): void
  /** Keeps the thought and answers its id; undefined when there was nothing to keep or it failed (the text then stays). */
  keep(): Promise<string | undefined>
  discard(): Promise<void>
  /** Closes the box, keeping what is in it when there is something. */
  leave(): Promise<void>
}

/** A pause in writing after which a new thought is saved by itself, so that neither a lock nor a crash takes it. */
const PAUSE_MS = 2000
const LONGEST_MS = 10_000
const blank: Written = { text: '', tags: [], staysHere: false, deepThink: false, savedId: undefined, savedText: '', problem: undefined }
let saving: Promise<boolean> = Promise.resolve(true)

/** All tags of what is written: added by hand, and written as #tag. */
export function allTags(written: Pick<Written, 'text' | 'tags'>): string[] {
  return tagsInText(written.text).reduce<string[]>((tags, tag) => withTag(tags, tag), written.tags)
}

export const useCapture = create<Capture>((set, get) => {
  const saveOnce = async (): Promise<boolean> => {
    const { text, savedId, staysHere } = get()
    if (text.trim() === '') return true
    const tags = allTags(get())
    try {
      if (savedId === undefined) {
        const { id } = await client.call('capture-item', { body: text, tags, private: staysHere })
        set({ savedId: id, savedText: text, problem: undefined })
      } else {
        await client.call('update-item', { id: savedId, body: text, tags, private: staysHere })
        set({ savedText: text, problem: undefined })
      }
      return true
    } catch (error) {
      set({ problem: errorWords(error) })
      return false
    }
  }
  const save = (): Promise<boolean> => {
    pause.cancel()
    saving = saving.then(saveOnce)
    return saving
  }
  const pause = createTypingPause(() => void save(), PAUSE_MS, LONGEST_MS)
  registerUnsaved(async () => get().text === get().savedText || (await save()))

  return {
    ...blank,
    open: false,
    busy: false,
    show: () => set({ open: true }),
    change: (part) => {
      set(part)
      pause.touch()
    },
    keep: async () => {
      if (get().text.trim() === '' || get().busy) return undefined
      set({ busy: true })
      const saved = await save()
      const { savedId, deepThink } = get()
      set({ busy: false })
      if (!saved || savedId === undefined) return undefined
      const { text, tags, staysHere } = get()
      // A tagged thought has its place already.
      const inbox = allTags(get()).length === 0
      set({ ...blank, open: false })
      showToast(inbox ? 'Thought kept in Inbox.' : 'Thought kept.', () => {
        void client.call('delete-item', { id: savedId }).catch((error: unknown) => showToast(errorWords(error)))
        set({ ...blank, text, tags, staysHere, deepThink, open: true })
      })
      if (deepThink) void startDeepThink(savedId)
      return savedId
    },
    discard: async () => {
      pause.cancel()
      await saving
      const { text, tags, staysHere, deepThink, savedId } = get()
      set({ ...blank, open: false })
      if (text.trim() === '') return
      if (savedId !== undefined) await client.call('delete-item', { id: savedId }).catch((error: unknown) => showToast(errorWords(error)))
      showToast('Thought discarded.', () => set({ ...blank, text, tags, staysHere, deepThink, open: true }))
    },
    leave: async () => {
      if (get().text.trim() === '') set({ ...blank, open: false })
      else await get().keep()
    },
  }
})

/** After a lock: what the vault has goes out of this window; what it does not have stays, to be offered again. */
export function dropSavedCapture(): void {
  const { text, savedText } = useCapture.getState()
  if (text === savedText) useCapture.setState({ ...blank, open: false })
}
