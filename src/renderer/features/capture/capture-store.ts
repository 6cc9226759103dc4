import { create } from 'zustand'
import { MAX_BODY_LENGTH } from '../../../shared/contract/items'
import { client } from '../../base/client'
import { sizeWords } from '../../base/long-text'
import { useNavigation } from '../../base/navigation-store'
import { usePlaces } from '../../base/places-store'
import { tagsInText, withTag } from '../../base/tag-words'
import { createTypingPause } from '../../base/typing-pause'
import { registerUnsaved } from '../../base/unsaved'
import { errorWords } from '../../ui/error-words'
import { showToast } from '../../ui/toast'
import { attachFiles, cancelUploadsOf } from '../attachments/attach-files'
import { titleFromName } from '../attachments/title-from-name'
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
  /** A text too long for the field, kept outside it. */
  aside: Aside | undefined
  /** Set once files were added: the title of a thought that is files only. */
  filesTitle: string | undefined
}

interface Aside {
  /** "12 MB" */
  size: string
  /** The whole text until the vault has it; then undefined, so that this window does not hold it. */
  whole: string | undefined
  /** What was in the box before. */
  before: Pick<Written, 'text' | 'tags'>
}

interface Capture extends Written {
  open: boolean
  busy: boolean
  show(): void
  change(part: Partial<Pick<Written, 'text' | 'tags' | 'staysHere' | 'deepThink'>>): void
  /** Saves a text that is too long for the field at once, as the thought; the box then shows that it was saved. */
  putAside(whole: string): Promise<void>
  /** Opens the box and attaches files to what is in it; without words the thought is called after the first of them. */
  addFiles(files: readonly File[]): Promise<void>
  /** Takes the long text back: the saved thought goes to the trash and what was typed before is in the box again. */
  takeBack(): Promise<void>
  /** Keeps the thought and answers its id; undefined when there was nothing to keep or it failed (the text then stays). */
  keep(): Promise<string | undefined>
  discard(): Promise<void>
  /** Closes the box, keeping what is in it when there is something. */
  leave(): Promise<void>
}

/** A pause in writing after which a new thought is saved by itself, so that neither a lock nor a crash takes it. */
const PAUSE_MS = 2000
const LONGEST_MS = 10_000
const blank: Written = {
  text: '',
  tags: [],
  staysHere: false,
  deepThink: false,
  savedId: undefined,
  savedText: '',
  problem: undefined,
  aside: undefined,
  filesTitle: undefined,
}
let saving: Promise<boolean> = Promise.resolve(true)

/** All tags of what is written: added by hand, and written as #tag. */
export function allTags(written: Pick<Written, 'text' | 'tags'>): string[] {
  return tagsInText(written.text).reduce<string[]>((tags, tag) => withTag(tags, tag), written.tags)
}

/** A first thought with a tag does not stand in the inbox: when that is empty, the person is shown where it does. */
function showTagged(): void {
  const { place, itemId, openPlace } = useNavigation.getState()
  if (place === 'inbox' && itemId === undefined && usePlaces.getState().places?.inbox === 0) openPlace('all')
}

function isBlank({ text, aside, filesTitle }: Written): boolean {
  return text.trim() === '' && aside === undefined && filesTitle === undefined
}

function isSaved({ text, savedText, aside }: Written): boolean {
  return text === savedText && aside?.whole === undefined
}

export const useCapture = create<Capture>((set, get) => {
  const saveOnce = async (): Promise<boolean> => {
    const { text, savedId, staysHere, aside, filesTitle } = get()
    const body = aside ? aside.whole : text
    const noWords = body !== undefined && !/\S/.test(body)
    if (noWords && filesTitle === undefined) return true
    const tags = allTags(get())
    const title = filesTitle === undefined ? {} : { title: noWords ? filesTitle : '' }
    try {
      let id = savedId
      if (id !== undefined)
        await client.call('update-item', { id, ...(body === undefined ? {} : { body }), ...title, tags, private: staysHere })
      else if (body !== undefined) id = (await client.call('capture-item', { body, ...title, tags, private: staysHere })).id
      set({ savedId: id, savedText: text, problem: undefined })
      if (aside && get().aside === aside) set({ aside: { ...aside, whole: undefined } })
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
  registerUnsaved(async () => isSaved(get()) || (await save()))
  const trash = (id: string) => client.call('delete-item', { id }).catch((error: unknown) => void showToast(errorWords(error)))

  return {
    ...blank,
    open: false,
    busy: false,
    show: () => set({ open: true }),
    change: (part) => {
      set(part)
      pause.touch()
    },
    putAside: async (whole) => {
      if (whole.length > MAX_BODY_LENGTH) {
        const length = whole.length.toLocaleString('en-GB')
        set({ problem: `This text has ${length} characters, and a thought holds 16 million, so it was not pasted. Paste it in parts.` })
        return
      }
      const before = { text: get().text, tags: get().tags }
      const tags = allTags({ text: whole, tags: before.tags })
      set({ text: '', tags, problem: undefined, aside: { size: sizeWords(whole), whole, before }, busy: true })
      await save()
      set({ busy: false })
    },
    addFiles: async (files) => {
      const [first] = files
      if (!first) return
      set({ open: true, filesTitle: get().filesTitle ?? titleFromName(first.name) })
      // The files need the thought that they belong to.
      await save()
      const { savedId } = get()
      if (savedId !== undefined) await attachFiles(savedId, files)
    },
    takeBack: async () => {
      await saving
      const { aside, savedId } = get()
      if (!aside) return
      set({ ...aside.before, aside: undefined, savedId: undefined, savedText: '', problem: undefined })
      if (aside.before.text !== '') pause.touch()
      if (savedId !== undefined) await trash(savedId)
    },
    keep: async () => {
      if (isBlank(get()) || get().busy) return undefined
      set({ busy: true })
      const saved = await save()
      const { savedId, deepThink } = get()
      set({ busy: false })
      if (!saved || savedId === undefined) return undefined
      const { staysHere, aside, filesTitle, savedText } = get()
      const { text, tags } = aside ? aside.before : get()
      // A tagged thought has its place already.
      const inbox = allTags(get()).length === 0
      set({ ...blank, open: false })
      showToast(inbox ? 'Thought kept in Inbox.' : 'Thought kept.', () => {
        // Its files are in the vault already, so the box opens on the thought itself.
        if (filesTitle !== undefined) return set({ ...blank, text, tags, staysHere, deepThink, savedId, savedText, filesTitle, open: true })
        void trash(savedId)
        set({ ...blank, text, tags, staysHere, deepThink, open: true })
      })
      if (!inbox) showTagged()
      if (deepThink) void startDeepThink(savedId)
      return savedId
    },
    discard: async () => {
      pause.cancel()
      await saving
      const written = get()
      const { text, tags, staysHere, deepThink, savedId, aside, filesTitle } = written
      set({ ...blank, open: false })
      if (isBlank(written)) return
      if (savedId !== undefined) {
        cancelUploadsOf(savedId)
        await trash(savedId)
      }
      showToast('Thought discarded.', () => {
        // A long text and files are in the trash only, not in this window.
        if (savedId !== undefined && (filesTitle !== undefined || (aside && aside.whole === undefined)))
          void client
            .call('restore-item', { id: savedId })
            .then(() =>
              set({ ...blank, text, tags, staysHere, deepThink, savedId, savedText: written.savedText, aside, filesTitle, open: true }),
            )
            .catch((error: unknown) => showToast(errorWords(error)))
        else set({ ...blank, text, tags, staysHere, deepThink, aside, open: true })
      })
    },
    leave: async () => {
      if (isBlank(get())) set({ ...blank, open: false })
      else await get().keep()
    },
  }
})

/** After a lock: what the vault has goes out of this window; what it does not have stays, to be offered again. */
export function dropSavedCapture(): void {
  if (isSaved(useCapture.getState())) useCapture.setState({ ...blank, open: false })
}
