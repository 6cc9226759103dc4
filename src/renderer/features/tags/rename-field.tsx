import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { TagSummary } from '../../../shared/contract/tags'
import { tidyTag } from '../../base/tag-words'
import { renameTag, thoughts } from './tag-acts'
import { useTags } from './tags-store'

/** Two names that are one tag, as the vault has it: case and width do not count. */
const sameTag = (a: string, b: string) => a.normalize('NFKC').toLowerCase() === b.normalize('NFKC').toLowerCase()

/** The name of a tag while it is changed. Enter takes it, Esc and leaving the field put it back. Says beforehand when the new name means a merge. */
export function RenameField({ tag, onClose }: { tag: TagSummary; onClose: (name: string) => void }) {
  const tags = useTags((state) => state.tags)
  const hint = useId()
  const [typed, setTyped] = useState(tag.name)
  const name = tidyTag(typed)
  const other = tags?.find((known) => sameTag(known.name, name) && !sameTag(known.name, tag.name))
  const closed = useRef(false)
  // Closing moves the focus, and so the field is left once more.
  const close = (chosen: string) => {
    if (closed.current) return
    closed.current = true
    onClose(chosen)
  }
  const take = () => {
    close(name === '' ? tag.name : (other?.name ?? name))
    if (name !== '' && name !== tag.name) void renameTag(tag.name, name, other !== undefined)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) take()
    else if (event.key === 'Escape') close(tag.name)
    else return
    event.preventDefault()
  }
  return (
    <span className="tag-rename">
      <input
        className="input"
        // biome-ignore lint/a11y/noAutofocus: the person has just asked for this field
        autoFocus
        value={typed}
        aria-label={`New name of #${tag.name}`}
        aria-describedby={other ? hint : undefined}
        dir="auto"
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => close(tag.name)}
      />
      <span className="hint" id={hint} role="status">
        {other && (
          <>
            <bdi>#{other.name}</bdi> is a tag already, on {thoughts(other.count)}. Enter makes the two one.
          </>
        )}
      </span>
    </span>
  )
}
