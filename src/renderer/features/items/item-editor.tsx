import { Check } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { titleClass } from '../../base/item-title'
import { longTextProps } from '../../base/long-text'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { isCommandKey } from '../../ui/keys'
import { guessLanguage } from '../../ui/person-text'
import { type Draft, useDrafts } from './draft-store'
import { GrowingTextarea } from './growing-textarea'

/** What keeps Esc and Ctrl Enter in an editor: both save and end it. */
export function endKeys(end: () => void) {
  return (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (!(event.key === 'Escape' || (event.key === 'Enter' && isCommandKey(event)))) return
    event.preventDefault()
    event.stopPropagation()
    end()
  }
}

const words: Record<Draft['state'], string> = { clean: '', typing: '', saving: 'Saving…', saved: 'Saved', failed: '' }

/** Below the fields: what went wrong, Save, and how far saving is. */
export function EditEnd({ id, draft }: { id: string; draft: Draft }) {
  const end = useDrafts((state) => state.end)
  return (
    <>
      {draft.problem !== undefined && (
        <p className="hint err" role="alert">
          {draft.problem} What you typed is still here.
        </p>
      )}
      <div className="edit-acts">
        <Button variant="primary" keys="Ctrl Enter" busy={draft.state === 'saving' ? 'Saving…' : undefined} onClick={() => void end(id)}>
          {draft.state === 'failed' ? 'Try again' : 'Save'}
        </Button>
        <span className="saved" role="status">
          {draft.state === 'saved' && <Icon of={Check} />}
          {words[draft.state]}
        </span>
      </div>
    </>
  )
}

/** Title and body in place, as text. Saves by itself when typing pauses; Ctrl Enter or Esc ends it with everything saved. */
export function ItemEditor({ id, draft, title, staysHere }: { id: string; draft: Draft; title: string; staysHere: boolean }) {
  const { change, end, takeLong } = useDrafts()
  const body = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const field = body.current
    if (!field) return
    field.focus({ preventScroll: true })
    field.setSelectionRange(field.value.length, field.value.length)
  }, [])
  const onKeyDown = endKeys(() => void end(id))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only listens to the keys of the two fields inside
    <div onKeyDown={onKeyDown}>
      <GrowingTextarea
        className={`edit-title ${titleClass(draft.title)}`}
        aria-label="Title"
        placeholder={draft.title === '' ? title || 'Title' : 'Title'}
        lang={guessLanguage(draft.title)}
        {...longTextProps(
          draft.title,
          (title) => change(id, { title: title.replace(/\n/g, ' ') }),
          (title) => void takeLong(id, { title }),
        )}
      />
      <GrowingTextarea
        ref={body}
        className="edit-body"
        aria-label="Thought"
        placeholder="The thought itself"
        completes={{ except: id, staysHere }}
        lang={guessLanguage(draft.body)}
        {...longTextProps(
          draft.body,
          (body) => change(id, { body }),
          (body) => void takeLong(id, { body }),
        )}
      />
      <EditEnd id={id} draft={draft} />
    </div>
  )
}
