import { Paperclip } from 'lucide-react'
import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { LocalBadge } from '../../base/local-badge'
import { longTextProps } from '../../base/long-text'
import { tagsInText, withTag } from '../../base/tag-words'
import { Button, IconButton } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { isCommandKey } from '../../ui/keys'
import { Mark } from '../../ui/mark'
import { guessLanguage } from '../../ui/person-text'
import { AttachmentSection } from '../attachments/attachment-section'
import { chooseFiles } from '../attachments/choose-files'
import { ItemTags } from '../items/item-tags'
import { CompletingTextarea } from '../links/completing-textarea'
import { useCapture } from './capture-store'
import { LongPaste } from './long-paste'

/** The box for a new thought, over whatever is open. Esc discards (with Undo); pressing beside it keeps. */
export function CaptureBox() {
  const {
    open,
    text,
    tags,
    staysHere,
    deepThink,
    problem,
    busy,
    savedId,
    savedText,
    aside,
    filesTitle,
    change,
    addFiles,
    putAside,
    keep,
    discard,
    leave,
  } = useCapture()
  const field = useRef<HTMLTextAreaElement>(null)
  const hasAside = aside !== undefined
  useEffect(() => {
    if (open && !hasAside) field.current?.focus()
  }, [open, hasAside])
  // Letters come first: the tags of a long text may follow a moment later.
  const settled = useDeferredValue(text)
  const inText = useMemo(() => tagsInText(settled), [settled])
  if (!open) return null

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !isCommandKey(event) || event.nativeEvent.isComposing) return
    event.preventDefault()
    void keep()
  }
  const attach = async () => {
    const files = await chooseFiles()
    // What comes next is a word on them, or Keep.
    field.current?.focus()
    await addFiles(files)
  }
  const written = inText.reduce<string[]>(withTag, tags)
  // A tag written in the text leaves when it is taken out of the text.
  return (
    <Dialog label="New thought" frame="cap-win" onClose={() => void discard()} onPressBeside={() => void leave()}>
      <header>
        <Mark />
        <span>New thought</span>
        <span className="saved" role="status">
          {savedId !== undefined && savedText === text && !aside ? 'Saved' : ''}
        </span>
        <label className="check">
          <input type="checkbox" checked={staysHere} onChange={(event) => change({ staysHere: event.target.checked })} />
          Stays here
        </label>
        <LocalBadge />
      </header>
      {aside ? (
        <LongPaste className="cap-text" onKeyDown={onKeyDown} />
      ) : (
        <CompletingTextarea
          ref={field}
          except={savedId}
          staysHere={staysHere}
          className="cap-text"
          aria-label="Thought"
          placeholder="What has been on your mind?"
          dir="auto"
          lang={guessLanguage(text)}
          onKeyDown={onKeyDown}
          {...longTextProps(
            text,
            (typed) => change({ text: typed }),
            (whole) => void putAside(whole),
          )}
        />
      )}
      {filesTitle !== undefined && savedId !== undefined && <AttachmentSection itemId={savedId} />}
      {problem !== undefined && (
        <p className="hint err" role="alert">
          {problem} {aside ? 'The text is still here.' : 'What you typed is still here.'}
        </p>
      )}
      <footer>
        <ItemTags tags={written} opens={false} onChange={(next) => change({ tags: next.filter((tag) => !inText.includes(tag)) })} />
        <IconButton icon={Paperclip} label="Attach files" onClick={() => void attach()} />
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
            disabled={text.trim() === '' && !aside && filesTitle === undefined}
            onClick={() => void keep()}
          >
            Keep
          </Button>
        </span>
      </footer>
    </Dialog>
  )
}
