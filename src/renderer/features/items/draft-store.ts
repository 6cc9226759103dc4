import { create } from 'zustand'
import type { Item } from '../../../shared/entities'
import { client } from '../../client'
import { errorWords } from '../../ui/error-words'
import { createTypingPause, type TypingPause } from '../shell/typing-pause'
import { registerUnsaved } from '../shell/unsaved'
import { joinBody, type SplitBody, splitBody } from './split-body'

/** An item being edited. The text lives here and in the vault only: never on disk in plain. */
export interface Draft {
  title: string
  body: string
  /** Set when the title is the first line of the body and not a title of its own. */
  split: SplitBody | undefined
  savedTitle: string
  savedBody: string
  state: 'clean' | 'typing' | 'saving' | 'saved' | 'failed'
  problem: string | undefined
}

interface DraftStore {
  drafts: Record<string, Draft>
  begin(item: Item): void
  change(id: string, part: { title?: string; body?: string }): void
  /** Saves what is not saved yet. True when the vault then has everything. A failure keeps the text and says why. */
  save(id: string): Promise<boolean>
  /** Saves and stops editing; when saving fails the draft stays open. */
  end(id: string): Promise<boolean>
}

/** A pause in typing after which the text is saved by itself, and the longest time without a save while typing goes on. */
const PAUSE_MS = 2000
const LONGEST_MS = 10_000
const pauses = new Map<string, TypingPause>()
const running = new Map<string, Promise<boolean>>()

/** What the vault is to change for a draft. */
function changeOf({ title, body, split, savedTitle, savedBody }: Draft): { title?: string; body?: string } {
  if (split) return { body: joinBody(split, title, body) }
  return { ...(title !== savedTitle ? { title } : {}), ...(body !== savedBody ? { body } : {}) }
}

export const useDrafts = create<DraftStore>((set, get) => {
  const put = (id: string, part: Partial<Draft>) => {
    const draft = get().drafts[id]
    if (draft) set({ drafts: { ...get().drafts, [id]: { ...draft, ...part } } })
  }
  const saveOnce = async (id: string): Promise<boolean> => {
    const draft = get().drafts[id]
    if (!draft) return true
    const { title, body } = draft
    if (title === draft.savedTitle && body === draft.savedBody) return true
    put(id, { state: 'saving', problem: undefined })
    try {
      await client.call('update-item', { id, ...changeOf(draft) })
      const after = get().drafts[id]
      const more = after !== undefined && (after.title !== title || after.body !== body)
      put(id, { savedTitle: title, savedBody: body, state: more ? 'typing' : 'saved' })
      return true
    } catch (error) {
      put(id, { state: 'failed', problem: errorWords(error) })
      return false
    }
  }
  return {
    drafts: {},
    begin: (item) => {
      if (get().drafts[item.id]) return
      const parts = splitBody(item.body, item.title, item.givenTitle)
      const title = parts?.title ?? item.givenTitle
      const body = parts?.rest ?? item.body
      const draft: Draft = { title, body, split: parts, savedTitle: title, savedBody: body, state: 'clean', problem: undefined }
      set({ drafts: { ...get().drafts, [item.id]: draft } })
    },
    change: (id, part) => {
      put(id, { ...part, state: 'typing' })
      const pause = pauses.get(id) ?? createTypingPause(() => void get().save(id), PAUSE_MS, LONGEST_MS)
      pauses.set(id, pause)
      pause.touch()
    },
    save: async (id) => {
      pauses.get(id)?.cancel()
      // One save after the other, so that an older text never lands on a newer one.
      const before = running.get(id) ?? Promise.resolve(true)
      const next = before.then(() => saveOnce(id))
      running.set(id, next)
      return next
    },
    end: async (id) => {
      const saved = await get().save(id)
      const draft = get().drafts[id]
      if (!saved || !draft || draft.body !== draft.savedBody || draft.title !== draft.savedTitle) return saved && !draft
      const { [id]: _ended, ...others } = get().drafts
      set({ drafts: others })
      return true
    },
  }
})

registerUnsaved(async () => {
  const ids = Object.keys(useDrafts.getState().drafts)
  const saved = await Promise.all(ids.map((id) => useDrafts.getState().save(id)))
  return saved.every(Boolean)
})

/** After a lock: what was saved goes out of this window; what could not be saved stays, to be offered again. */
export function dropSavedDrafts(): void {
  const { drafts } = useDrafts.getState()
  useDrafts.setState({
    drafts: Object.fromEntries(
      Object.entries(drafts).filter(([, draft]) => draft.body !== draft.savedBody || draft.title !== draft.savedTitle),
    ),
  })
}
