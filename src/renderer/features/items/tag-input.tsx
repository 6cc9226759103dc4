import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react'
import { STALE_TAG } from '../../../shared/confidence'
import { byUse } from '../../base/match-tags'
import { completeTag, tidyTag } from '../../base/tag-words'
import { showToast } from '../../ui/toast'
import { loadTags, useTags } from '../tags/tags-store'

/**
 * A small field that adds one tag, with the tags already in use to choose from: those that fit the thought first, then those in use.
 * Arrow keys choose, Enter or a comma adds, Tab completes, Esc leaves.
 */
export function TagInput({
  taken,
  fitting = [],
  onAdd,
  onClose,
}: {
  taken: readonly string[]
  /** Tags that fit the thought, best first. */
  fitting?: readonly string[]
  onAdd: (tag: string) => void
  onClose: () => void
}) {
  const tags = useTags((state) => state.tags)
  const id = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(-1)
  useEffect(() => {
    if (useTags.getState().tags === undefined) void loadTags()
  }, [])
  const known = useMemo(() => {
    const first = new Set(fitting)
    return [...fitting.map((name) => ({ name })), ...byUse(tags ?? []).filter(({ name }) => !first.has(name))]
  }, [tags, fitting])
  const choices = useMemo(() => completeTag(typed, known, taken), [typed, known, taken])

  const add = (tag: string) => {
    const tidy = tidyTag(tag)
    if (tidy === '') return onClose()
    if (tidy.toLowerCase() === STALE_TAG) {
      showToast(`Cortexa sets and removes #${STALE_TAG} itself, by how long ago a thought was confirmed.`)
      return
    }
    onAdd(tidy)
    setTyped('')
    setAt(-1)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    const completion = choices[at] ?? (typed.trim() === '' ? undefined : choices[0])
    if (event.key === 'ArrowDown') setAt(at + 1 >= choices.length ? -1 : at + 1)
    else if (event.key === 'ArrowUp') setAt(at < 0 ? choices.length - 1 : at - 1)
    else if ((event.key === 'Enter' && !event.nativeEvent.isComposing) || event.key === ',') add(choices[at] ?? typed)
    else if (event.key === 'Tab' && !event.shiftKey && completion !== undefined) {
      if (completion === typed) add(completion)
      else setTyped(completion)
      setAt(-1)
    } else if (event.key === 'Escape') onClose()
    else return
    event.preventDefault()
  }
  return (
    <span className="tag-edit">
      <input
        className="input"
        // biome-ignore lint/a11y/noAutofocus: the person has just asked for this field
        autoFocus
        value={typed}
        aria-label="Add tag"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={choices.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
        dir="auto"
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setTyped(event.target.value)
          setAt(-1)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          if (typed.trim() !== '') add(typed)
          onClose()
        }}
      />
      {choices.length > 0 && (
        <span className="menu" role="listbox" id={`${id}-list`} aria-label="Tags in use">
          {choices.map((tag, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox has the keys
            <span
              key={tag}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              className="opt"
              // The field must not lose its focus, or it would close before the press is over.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => add(tag)}
            >
              <span dir="auto">#{tag}</span>
              {typed === '' && fitting.includes(tag) && <span className="why">fits this thought</span>}
            </span>
          ))}
        </span>
      )}
    </span>
  )
}
