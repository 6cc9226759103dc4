import { type KeyboardEvent, useId, useState } from 'react'
import { usePlaces } from '../shell/places-store'
import { completeTag, tidyTag } from './tag-words'

/** A small field that adds one tag, with the tags already in use to choose from. Enter or a comma adds, Esc leaves. */
export function TagInput({ taken, onAdd, onClose }: { taken: readonly string[]; onAdd: (tag: string) => void; onClose: () => void }) {
  const known = usePlaces((state) => state.places?.tags) ?? []
  const id = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(-1)
  const choices = completeTag(typed, known, taken)

  const add = (tag: string) => {
    const tidy = tidyTag(tag)
    if (tidy === '') return onClose()
    onAdd(tidy)
    setTyped('')
    setAt(-1)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'ArrowDown') setAt(Math.min(choices.length - 1, at + 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(-1, at - 1))
    else if ((event.key === 'Enter' && !event.nativeEvent.isComposing) || event.key === ',') add(choices[at] ?? typed)
    else if (event.key === 'Escape') onClose()
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
        aria-expanded={choices.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
        dir="auto"
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
            </span>
          ))}
        </span>
      )}
    </span>
  )
}
