import { Check } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { isCommandKey } from '../../ui/keys'
import { guessLanguage } from '../../ui/person-text'
import { type Draft, useDrafts } from './draft-store'
import { GrowingTextarea } from './growing-textarea'
import { titleClass } from './item-title'

const words: Record<Draft['state'], string> = { clean: '', typing: '', saving: 'Saving…', saved: 'Saved', failed: '' }

/** Title and body in place, as text. Saves by itself when typing pauses; Ctrl Enter or Esc ends it with everything saved. */
export function ItemEditor({ id, draft, title }: { id: string; draft: Draft; title: string }) {
  const { change, end } = useDrafts()
  const body = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const field = body.current
    if (!field) return
    field.focus({ preventScroll: true })
    field.setSelectionRange(field.value.length, field.value.length)
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (!(event.key === 'Escape' || (event.key === 'Enter' && isCommandKey(event)))) return
    event.preventDefault()
    event.stopPropagation()
    void end(id)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only listens to the keys of the two fields inside
    <div onKeyDown={onKeyDown}>
      <GrowingTextarea
        className={`edit-title ${titleClass(draft.title)}`}
        aria-label="Title"
        placeholder={draft.title === '' ? title || 'Title' : 'Title'}
        lang={guessLanguage(draft.title)}
        value={draft.title}
        onChange={(event) => change(id, { title: event.target.value.replace(/\n/g, ' ') })}
      />
      <GrowingTextarea
        ref={body}
        className="edit-body"
        aria-label="Thought"
        placeholder="The thought itself"
        lang={guessLanguage(draft.body)}
        value={draft.body}
        onChange={(event) => change(id, { body: event.target.value })}
      />
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
    </div>
  )
}
