import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { isCommandKey } from '../../ui/keys'
import { Mark } from '../../ui/mark'
import { guessLanguage } from '../../ui/person-text'
import { ItemTags } from '../items/item-tags'
import { tagsInText } from '../items/tag-words'
import { LocalBadge } from '../shell/local-badge'
import { allTags, useCapture } from './capture-store'

/** The box for a new thought, over whatever is open. Esc discards (with Undo); pressing beside it keeps. */
export function CaptureBox() {
  const { open, text, tags, staysHere, deepThink, problem, busy, savedId, savedText, change, keep, discard, leave } = useCapture()
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (open) field.current?.focus()
  }, [open])
  if (!open) return null

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !isCommandKey(event) || event.nativeEvent.isComposing) return
    event.preventDefault()
    void keep()
  }
  const written = allTags({ text, tags })
  // A tag written in the text leaves when it is taken out of the text.
  const inText = tagsInText(text)
  return (
    <Dialog label="New thought" frame="cap-win" onClose={() => void discard()} onPressBeside={() => void leave()}>
      <header>
        <Mark />
        <span>New thought</span>
        <span className="saved" role="status">
          {savedId !== undefined && savedText === text ? 'Saved' : ''}
        </span>
        <label className="check">
          <input type="checkbox" checked={staysHere} onChange={(event) => change({ staysHere: event.target.checked })} />
          Stays here
        </label>
        <LocalBadge />
      </header>
      <textarea
        ref={field}
        className="cap-text"
        aria-label="Thought"
        placeholder="What has been on your mind?"
        dir="auto"
        lang={guessLanguage(text)}
        value={text}
        onChange={(event) => change({ text: event.target.value })}
        onKeyDown={onKeyDown}
      />
      {problem !== undefined && (
        <p className="hint err" role="alert">
          {problem} What you typed is still here.
        </p>
      )}
      <footer>
        <ItemTags tags={written} opens={false} onChange={(next) => change({ tags: next.filter((tag) => !inText.includes(tag)) })} />
        <span className="cap-acts">
          <label className="check">
            <input type="checkbox" checked={deepThink} onChange={(event) => change({ deepThink: event.target.checked })} />
            Deep Think after
          </label>
          <Button variant="quiet" keys="Esc" onClick={() => void discard()}>
            Discard
          </Button>
          <Button
            variant="primary"
            keys="Ctrl Enter"
            busy={busy ? 'Keeping…' : undefined}
            disabled={text.trim() === ''}
            onClick={() => void keep()}
          >
            Keep
          </Button>
        </span>
      </footer>
    </Dialog>
  )
}
