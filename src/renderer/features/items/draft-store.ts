import { create } from 'zustand'
import { MAX_BODY_LENGTH } from '../../../shared/contract/items'
import type { Item } from '../../../shared/entities'
import { withCurrentNames } from '../../../shared/wikilinks'
import { client } from '../../base/client'
import { registerEditor } from '../../base/edit-item'
import { appendText, LONGEST_FIELD } from '../../base/long-text'
import { joinBody, type SplitBody, splitBody } from '../../base/split-body'
import { tagsInText, withTag } from '../../base/tag-words'
import { createTypingPause, type TypingPause } from '../../base/typing-pause'
import { registerUnsaved } from '../../base/unsaved'
import { errorWords } from '../../ui/error-words'
import { showToast } from '../../ui/toast'
import { currentNameIn, useLinks } from '../links/links-store'
import { offerBack } from './offer-back'

/** An item being edited. The text lives here and in the vault only: never on disk in plain. */
export interface Draft {
  title: string
  body: string
  /** Set when the title is the first line of the body and not a title of its own. */
  split: SplitBody | undefined
  savedTitle: string
  savedBody: string
  /** Set when the thought is too long for a field: its text, while `body` is what is added at its end. */
  base: string | undefined
  /** The vault does not have `base` yet. */
  baseUnsaved: boolean
  /** The item's text when editing began. */
  before: Pick<Item, 'givenTitle' | 'body'>
  state: 'clean' | 'typing' | 'saving' | 'saved' | 'failed'
  problem: string | undefined
}

interface DraftStore {
  drafts: Record<string, Draft>
  begin(item: Item): void
  change(id: string, part: { title?: string; body?: string }): void
  /** Takes a text that is too long for the fields, saves it and stops editing. */
  takeLong(id: string, part: { title?: string; body?: string }): Promise<boolean>
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
function changeOf({ title, body, split, base, savedTitle, savedBody }: Draft): { title?: string; body?: string } {
  if (base !== undefined) return { body: appendText(base, body), ...(!split && title !== savedTitle ? { title } : {}) }
  if (split) return { body: joinBody(split, title, body) }
  return { ...(title !== savedTitle ? { title } : {}), ...(body !== savedBody ? { body } : {}) }
}

function isSaved(draft: Draft): boolean {
  return draft.title === draft.savedTitle && draft.body === draft.savedBody && !draft.baseUnsaved
}

/** The text of a draft as one, and its given title. */
function textOf(draft: Draft): Pick<Item, 'givenTitle' | 'body'> {
  const { title, body, split, base, before } = draft
  if (base !== undefined) return { givenTitle: split ? before.givenTitle : title, body: appendText(base, body) }
  return split ? { givenTitle: before.givenTitle, body: joinBody(split, title, body) } : { givenTitle: title, body }
}

/** The #tags that a person wrote into the text while editing become tags of the thought, as they do at capture. None is taken off. */
async function takeTags(id: string, before: string, after: string): Promise<void> {
  const had = new Set(tagsInText(before).map((tag) => tag.toLowerCase()))
  const written = tagsInText(after).filter((tag) => !had.has(tag.toLowerCase()))
  if (written.length === 0) return
  try {
    const { tags } = await client.call('get-item', { id })
    const next = written.reduce<string[]>((all, tag) => withTag(all, tag), tags)
    if (next.length > tags.length) await client.call('update-item', { id, tags: next })
  } catch (error) {
    showToast(errorWords(error))
  }
}

export const useDrafts = create<DraftStore>((set, get) => {
  const put = (id: string, part: Partial<Draft>) => {
    const draft = get().drafts[id]
    if (draft) set({ drafts: { ...get().drafts, [id]: { ...draft, ...part } } })
  }
  const saveOnce = async (id: string): Promise<boolean> => {
    const draft = get().drafts[id]
    if (!draft) return true
    const { title, body, base } = draft
    if (isSaved(draft)) return true
    put(id, { state: 'saving', problem: undefined })
    try {
      await client.call('update-item', { id, ...changeOf(draft) })
      const after = get().drafts[id]
      const more = after !== undefined && (after.title !== title || after.body !== body || after.base !== base)
      put(id, {
        savedTitle: title,
        savedBody: body,
        ...(after?.base === base ? { baseUnsaved: false } : {}),
        state: more ? 'typing' : 'saved',
      })
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
      const long = item.body.length > LONGEST_FIELD
      const parts = long ? undefined : splitBody(item.body, item.title, item.givenTitle)
      const title = parts?.title ?? item.givenTitle
      // Names of thoughts that were renamed stand in the editor as they are called now; saved only if the person changes something.
      const { itemId, names } = useLinks.getState()
      const written = long ? '' : (parts?.rest ?? item.body)
      const body = itemId === item.id ? withCurrentNames(written, currentNameIn(names)) : written
      const draft: Draft = {
        title,
        body,
        split: parts,
        savedTitle: title,
        savedBody: body,
        base: long ? item.body : undefined,
        baseUnsaved: false,
        before: { givenTitle: item.givenTitle, body: item.body },
        state: 'clean',
        problem: undefined,
      }
      set({ drafts: { ...get().drafts, [item.id]: draft } })
    },
    change: (id, part) => {
      put(id, { ...part, state: 'typing' })
      const pause = pauses.get(id) ?? createTypingPause(() => void get().save(id), PAUSE_MS, LONGEST_MS)
      pauses.set(id, pause)
      pause.touch()
    },
    takeLong: async (id, part) => {
      const draft = get().drafts[id]
      if (!draft) return true
      const { title, body, split, base } = draft
      const pasted = { title: part.title ?? title, body: part.body ?? body }
      // A given title has at most 1,000 characters, so a long one goes to the top of the body and the title stays.
      const whole =
        base !== undefined
          ? appendText(base, pasted.body)
          : split
            ? joinBody(split, pasted.title, pasted.body)
            : part.title === undefined
              ? pasted.body
              : `${pasted.title}\n\n${body}`
      if (whole.length > MAX_BODY_LENGTH) {
        const length = whole.length.toLocaleString('en-GB')
        const problem = `The text would have ${length} characters, and a thought holds 16 million, so it was not pasted. Paste less.`
        put(id, { problem })
        return false
      }
      put(id, { base: whole, baseUnsaved: true, body: '', savedBody: '', state: 'typing', problem: undefined })
      return get().end(id)
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
      if (!saved || !draft || !isSaved(draft)) return saved && !draft
      const { [id]: _ended, ...others } = get().drafts
      set({ drafts: others })
      offerBack(id, draft.before, textOf(draft))
      await takeTags(id, draft.before.body, textOf(draft).body)
      return true
    },
  }
})

registerEditor((item) => useDrafts.getState().begin(item))

registerUnsaved(async () => {
  const ids = Object.keys(useDrafts.getState().drafts)
  const saved = await Promise.all(ids.map((id) => useDrafts.getState().save(id)))
  return saved.every(Boolean)
})

/** After a lock: what was saved goes out of this window; what could not be saved stays, to be offered again. */
export function dropSavedDrafts(): void {
  const { drafts } = useDrafts.getState()
  useDrafts.setState({
    drafts: Object.fromEntries(Object.entries(drafts).filter(([, draft]) => !isSaved(draft))),
  })
}
