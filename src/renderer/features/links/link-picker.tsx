import { AlignLeft, Lock, Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { ListedLink } from '../../../shared/contract/links'
import type { Item } from '../../../shared/entities'
import { client } from '../../base/client'
import { titleOrUntitled } from '../../base/item-title'
import { MarkedText } from '../../base/marked-text'
import { matchWords } from '../../base/match-words'
import { Button } from '../../ui/button'
import { currentTime } from '../../ui/clock'
import { Dialog } from '../../ui/dialog'
import { errorWords } from '../../ui/error-words'
import { formatWhen } from '../../ui/format-time'
import { Icon } from '../../ui/icon'
import { PersonText } from '../../ui/person-text'
import { addLink } from './link-acts'

interface Candidate {
  id: string
  title: string
  createdAt: number
  private: boolean
  /** Found by its words or meaning, not by its title. */
  bySearch: boolean
}

/** A pause after the last letter before it is looked for, as in the palette. */
const PAUSE_MS = 70
const MOST = 12
const REASON_LENGTH = 500

/** Titles first, then what the search finds in texts; none twice, none that is linked by hand or in a text already. */
async function findCandidates(query: string, except: string, linked: ReadonlySet<string>): Promise<Candidate[]> {
  const [byTitle, bySearch] = await Promise.all([
    client.call('complete-title', { query, except, limit: MOST }),
    query.trim() === '' ? { hits: [] } : client.call('search-items', { query, limit: MOST }),
  ])
  const found = new Map<string, Candidate>()
  for (const title of byTitle.titles) found.set(title.id, { ...title, bySearch: false })
  for (const { id, title, createdAt } of bySearch.hits)
    if (!found.has(id) && id !== except) found.set(id, { id, title, createdAt, private: false, bySearch: true })
  return [...found.values()].filter(({ id }) => !linked.has(id)).slice(0, MOST)
}

/** Finds another thought and links it with this one, with a note on why if the person wants. */
export function LinkPicker({ item, linked, onClose }: { item: Item; linked: readonly ListedLink[]; onClose: () => void }) {
  const [query, setQuery] = useState('')
  const [found, setFound] = useState<{ query: string; list: readonly Candidate[]; problem?: string }>()
  const [at, setAt] = useState(0)
  const [chosen, setChosen] = useState<Candidate>()
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const note = useRef<HTMLInputElement>(null)
  const except = item.id
  const already = linked.map((link) => link.item.id).join(' ')

  useEffect(() => {
    let over = false
    const timer = setTimeout(
      () =>
        void findCandidates(query, except, new Set(already.split(' '))).then(
          (list) => !over && setFound({ query, list }),
          (error: unknown) => !over && setFound({ query, list: [], problem: errorWords(error) }),
        ),
      PAUSE_MS,
    )
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [query, except, already])
  useEffect(() => {
    if (chosen) note.current?.focus()
  }, [chosen])

  const list = found?.list ?? []
  const current = list[Math.min(at, list.length - 1)]
  useEffect(() => {
    if (current) document.getElementById(`pick-${current.id}`)?.scrollIntoView({ block: 'nearest' })
  }, [current])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') setAt(list.length === 0 ? 0 : (at + 1) % list.length)
    else if (event.key === 'ArrowUp') setAt(list.length === 0 ? 0 : (at - 1 + list.length) % list.length)
    else if (event.key === 'Enter' && current) setChosen(current)
    else return
    event.preventDefault()
  }
  const link = async () => {
    if (!chosen || busy) return
    setBusy(true)
    const done = await addLink(item.id, chosen.id, reason.trim())
    setBusy(false)
    if (done) onClose()
  }

  return (
    <Dialog label="Add a link" frame="pal" onClose={chosen ? () => setChosen(undefined) : onClose} onPressBeside={onClose}>
      {chosen ? (
        <form
          className="pick-why"
          onSubmit={(event) => {
            event.preventDefault()
            void link()
          }}
        >
          <p>
            Link with <PersonText className="serif" text={titleOrUntitled(chosen.title)} />
          </p>
          <label className="field">
            <span className="label">Why? (optional)</span>
            <input
              ref={note}
              className="input"
              value={reason}
              maxLength={REASON_LENGTH}
              dir="auto"
              autoComplete="off"
              onChange={(event) => setReason(event.target.value)}
            />
          </label>
          <div className="edit-acts">
            <Button variant="primary" type="submit" keys="Enter" busy={busy ? 'Linking…' : undefined}>
              Link
            </Button>
            <Button variant="quiet" keys="Esc" onClick={() => setChosen(undefined)}>
              Another thought
            </Button>
          </div>
        </form>
      ) : (
        <>
          <label className="pal-in">
            <Icon of={Search} />
            <span className="sr">Find the thought to link</span>
            <input
              autoFocus
              value={query}
              maxLength={1000}
              placeholder="Title or words of a thought"
              dir="auto"
              role="combobox"
              aria-expanded={list.length > 0}
              aria-controls="pick-list"
              aria-activedescendant={current ? `pick-${current.id}` : undefined}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => {
                setQuery(event.target.value)
                setAt(0)
              }}
              onKeyDown={onKeyDown}
            />
            <kbd>
              <span className="keys">Esc</span>
            </kbd>
          </label>
          <div className="pal-l" id="pick-list" role="listbox" aria-label="Thoughts">
            {list.map((candidate, row) => {
              const mark = matchWords(candidate.title, query)
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox has the keys
                <div
                  key={candidate.id}
                  id={`pick-${candidate.id}`}
                  role="option"
                  tabIndex={-1}
                  className="opt"
                  aria-selected={candidate === current}
                  onMouseMove={() => row !== at && setAt(row)}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => setChosen(candidate)}
                >
                  <Icon of={candidate.private ? Lock : AlignLeft} />
                  <MarkedText className="serif" text={titleOrUntitled(candidate.title)} marks={mark ? [mark] : []} />
                  {candidate.bySearch && <span className="why">in its text</span>}
                  <span className="end">{candidate === current ? <kbd>Enter</kbd> : formatWhen(candidate.createdAt, currentTime())}</span>
                </div>
              )
            })}
            {found?.problem !== undefined && <p className="pal-none">{found.problem}</p>}
            {found && found.problem === undefined && list.length === 0 && (
              <p className="pal-none">
                {query.trim() === '' ? 'There is no other thought to link yet.' : `No other thought fits “${query.trim()}”.`}
              </p>
            )}
          </div>
        </>
      )}
    </Dialog>
  )
}
