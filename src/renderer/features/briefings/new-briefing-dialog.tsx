import { currentTime } from '../../ui/clock'
import './new-briefing.css'
import { type FormEvent, useId, useState } from 'react'
import { showBehind } from '../../base/behind-store'
import { titleOrUntitled } from '../../base/item-title'
import { usePlaces } from '../../base/places-store'
import { leftOutWords, scopes, thoughtCount } from '../../base/scope-words'
import { Button } from '../../ui/button'
import { Choice } from '../../ui/choice'
import { Dialog } from '../../ui/dialog'
import { formatMoment } from '../../ui/format-time'
import { PersonText } from '../../ui/person-text'
import { changeNewBriefing, closeNewBriefing, startNewBriefing, useNewBriefing, wishOf } from './new-briefing-store'
import { ThoughtPicker } from './thought-picker'

const FIRST = 5

function TagField() {
  const id = useId()
  const tag = useNewBriefing((state) => state.tag)
  const tags = usePlaces((state) => state.places?.tags ?? [])
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        Tag
      </label>
      <input
        id={id}
        className="input"
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        list={`${id}-tags`}
        maxLength={100}
        value={tag}
        onChange={(event) => changeNewBriefing({ tag: event.target.value })}
      />
      <datalist id={`${id}-tags`}>
        {tags.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </div>
  )
}

function SearchField() {
  const id = useId()
  const query = useNewBriefing((state) => state.query)
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        Search
      </label>
      <input
        id={id}
        className="input"
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        maxLength={2000}
        value={query}
        aria-describedby={`${id}-hint`}
        onChange={(event) => changeNewBriefing({ query: event.target.value })}
      />
      <p className="hint" id={`${id}-hint`}>
        Words, or filters such as tag:repair and after:2025-09. The best hits come first.
      </p>
    </div>
  )
}

/** What the choice comes to, in words and titles. */
function Outcome() {
  const state = useNewBriefing()
  const [all, setAll] = useState(false)
  const { preview, problem } = state
  if (problem !== undefined) return <p className="hint err">{problem}</p>
  if (!preview) return <p className="hint">{wishOf(state) ? 'Looking…' : missing[state.scope]}</p>
  const { items, leftOut, since } = preview
  if (items.length === 0 && leftOut.private === 0)
    return (
      <p className="hint warn">
        {state.scope === 'since_last' && since !== null
          ? `Nothing was written or changed since ${formatMoment(since, currentTime())}.`
          : 'No thought fits this, so there is nothing to hear.'}
      </p>
    )
  // What was chosen one by one stands above as it is.
  const listed = state.scope === 'chosen' ? [] : items
  const shown = all ? listed : listed.slice(0, FIRST)
  return (
    <>
      <p className="outcome">
        <button type="button" className="count" onClick={() => showBehind(thoughtCount(items.length), items, closeNewBriefing)}>
          {thoughtCount(items.length)}
        </button>
        {state.scope === 'since_last' && since !== null ? ` since ${formatMoment(since, currentTime())}` : ''}
      </p>
      {shown.length > 0 && (
        <ul className="outcome-list">
          {shown.map(({ itemId, title }) => (
            <li key={itemId}>
              <PersonText className="serif" text={titleOrUntitled(title)} />
            </li>
          ))}
        </ul>
      )}
      {listed.length > FIRST && (
        <button type="button" className="link" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show ${listed.length - FIRST} more`}
        </button>
      )}
      {leftOut.over + leftOut.private > 0 && <p className="hint">Left out: {leftOutWords(leftOut)}</p>}
    </>
  )
}

const missing = {
  tag: 'Name a tag.',
  search: 'Give the words to search for.',
  chosen: 'Nothing is chosen yet.',
  since_last: '',
  day: '',
  week: '',
} as const

function OpenDialog() {
  const state = useNewBriefing()
  const { scope, busy, preview } = state
  const ready = wishOf(state) !== undefined && (preview?.items.length ?? 0) > 0
  const start = (event: FormEvent) => {
    event.preventDefault()
    if (ready) void startNewBriefing()
  }
  return (
    <Dialog label="New briefing" frame="brief-win" onClose={closeNewBriefing}>
      <form noValidate onSubmit={start}>
        <header>
          <h2>New briefing</h2>
          <p>Two to four minutes on several thoughts, read aloud.</p>
        </header>
        <div className="brief-fields">
          <Choice
            legend="About"
            name="briefing-scope"
            value={scope}
            options={scopes.map(([key, name, meaning]) => [key, name, meaning] as const)}
            onChange={(next) => changeNewBriefing({ scope: next })}
          />
          <div className="brief-about">
            {scope === 'tag' && <TagField />}
            {scope === 'search' && <SearchField />}
            {scope === 'chosen' && <ThoughtPicker />}
            <div role="status">
              <Outcome key={scope} />
            </div>
          </div>
        </div>
        <footer>
          <Button variant="primary" type="submit" disabled={!ready} busy={busy ? 'Starting…' : undefined}>
            Make the briefing
          </Button>
          <Button variant="quiet" keys="Esc" onClick={closeNewBriefing}>
            Cancel
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

/** The dialog for a briefing of many, while it is open. */
export function NewBriefingDialog() {
  const open = useNewBriefing((state) => state.open)
  return open ? <OpenDialog /> : null
}
