import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { client } from '../../base/client'
import { titleOrUntitled } from '../../base/item-title'
import { IconButton } from '../../ui/button'
import { errorWords } from '../../ui/error-words'
import { PersonText } from '../../ui/person-text'
import { type ChosenThought, changeNewBriefing, useNewBriefing } from './new-briefing-store'

const PAUSE_MS = 120
const MOST_SHOWN = 6
/** What the contract takes; a briefing speaks of forty. */
const MOST_CHOSEN = 500

/** Finds thoughts by title or words and puts them on the list of a new briefing. */
export function ThoughtPicker() {
  const id = useId()
  const chosen = useNewBriefing((state) => state.chosen)
  const [query, setQuery] = useState('')
  const [found, setFound] = useState<readonly ChosenThought[]>([])
  const [problem, setProblem] = useState<string>()
  const [at, setAt] = useState(0)
  const taken = chosen.map((thought) => thought.id).join(' ')

  useEffect(() => {
    let over = false
    const timer = setTimeout(() => {
      const ask =
        query.trim() === ''
          ? client.call('list-items', { limit: MOST_SHOWN * 2, sort: 'updated' }).then(({ items }) => items)
          : client.call('search-items', { query, limit: MOST_SHOWN * 2, quick: true }).then(({ hits }) => hits)
      ask.then(
        (list) => {
          if (over) return
          const known = new Set(taken.split(' '))
          setFound(list.filter((thought) => !known.has(thought.id)).slice(0, MOST_SHOWN))
          setProblem(undefined)
          setAt(0)
        },
        (error: unknown) => !over && setProblem(errorWords(error)),
      )
    }, PAUSE_MS)
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [query, taken])

  const add = (thought: ChosenThought | undefined) => {
    if (!thought || chosen.length >= MOST_CHOSEN || chosen.some(({ id: known }) => known === thought.id)) return
    setFound((list) => list.filter((other) => other.id !== thought.id))
    changeNewBriefing({ chosen: [...chosen, { id: thought.id, title: thought.title }] })
    setQuery('')
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') setAt(found.length === 0 ? 0 : (at + 1) % found.length)
    else if (event.key === 'ArrowUp') setAt(found.length === 0 ? 0 : (at - 1 + found.length) % found.length)
    // Never the form's: the list may just be on its way.
    else if (event.key === 'Enter') add(found[at])
    else return
    event.preventDefault()
  }
  return (
    <div className="picker">
      <label className="label" htmlFor={id}>
        Add thoughts
      </label>
      <input
        id={id}
        className="input"
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        placeholder="Title or words of a thought"
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={found[at] ? `${id}-${found[at].id}` : undefined}
        value={query}
        maxLength={1000}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={press}
      />
      <div className="picked-from" id={`${id}-list`} role="listbox" aria-label="Thoughts to add">
        {found.map((thought, row) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox has the keys
          <div
            key={thought.id}
            id={`${id}-${thought.id}`}
            role="option"
            tabIndex={-1}
            className="opt"
            aria-selected={row === at}
            onMouseMove={() => row !== at && setAt(row)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => add(thought)}
          >
            <PersonText className="serif" text={titleOrUntitled(thought.title)} />
            <span className="end">{row === at ? <kbd>Enter</kbd> : 'Add'}</span>
          </div>
        ))}
      </div>
      {problem !== undefined && <p className="hint err">{problem}</p>}
      {problem === undefined && found.length === 0 && query.trim() !== '' && <p className="hint">No other thought fits.</p>}
      {chosen.length > 0 && (
        <ul className="picked" aria-label="Chosen thoughts">
          {chosen.map((thought) => (
            <li key={thought.id}>
              <PersonText className="serif" text={titleOrUntitled(thought.title)} />
              <IconButton
                icon={X}
                label={`Take ${titleOrUntitled(thought.title)} off`}
                onClick={() => changeNewBriefing({ chosen: chosen.filter((other) => other.id !== thought.id) })}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
