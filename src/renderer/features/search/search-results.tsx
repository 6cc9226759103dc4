import { Headphones } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { SearchHit } from '../../../shared/contract/search'
import { parseSearchQuery, withoutFilter } from '../../../shared/search-query'
import { titleOrUntitled } from '../../base/item-title'
import { MarkedText } from '../../base/marked-text'
import { useNavigation } from '../../base/navigation-store'
import { IconButton } from '../../ui/button'
import { currentTime } from '../../ui/clock'
import { EmptyState } from '../../ui/empty-state'
import { formatWhen } from '../../ui/format-time'
import { Late } from '../../ui/late'
import { openNewBriefing } from '../briefings/new-briefing-store'
import { FilterChips } from './filter-chips'
import { countHits, fileWords, whySentence } from './hit-words'
import { revealPassage } from './reveal-passage'
import { editSearch, useResultSearch } from './search-store'
import { useUnknownFilters } from './use-unknown-filters'

function HitRow({
  hit,
  id,
  selected,
  active,
  ruled,
  afterSelected,
  onOpen,
}: {
  hit: SearchHit
  id: string
  selected: boolean
  active: boolean
  ruled: boolean
  afterSelected: boolean
  onOpen: () => void
}) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox around it has the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      data-active={active || undefined}
      className={`row${ruled ? ' ruled' : ''}${afterSelected ? ' after-selected' : ''}`}
      onClick={onOpen}
    >
      <MarkedText className="row-t" text={titleOrUntitled(hit.title)} marks={hit.titleMarks} />
      {hit.passage !== '' ? (
        <MarkedText className="row-s two" text={hit.passage} marks={hit.marks} />
      ) : (
        hit.summary !== '' && <span className="row-s two">{hit.summary}</span>
      )}
      <span className="row-m">
        {hit.attachment && (
          <span className="cut" dir="auto">
            {fileWords(hit.attachment)}
          </span>
        )}
        {whySentence[hit.why] !== '' && <span>{whySentence[hit.why]}</span>}
        <time>{formatWhen(hit.createdAt, currentTime())}</time>
      </span>
    </div>
  )
}

/** The middle pane for a search: each hit with its passage, matched words underlined, and why it is there. */
export function SearchResults() {
  const { query, itemId, openItem, selectItem, openSearch } = useNavigation()
  const { found, search } = useResultSearch()
  const box = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  useEffect(() => {
    setActive(0)
    void search(query)
  }, [query, search])
  const hits = found?.query === query ? found.hits : []

  const { filters, words } = useMemo(() => parseSearchQuery(query, currentTime()), [query])
  const unknown = useUnknownFilters(query, false)
  const open = (hit: SearchHit) => {
    openItem(hit.id)
    revealPassage(hit)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: hits.length - 1 }
    const step = steps[event.key]
    const hit = hits[Math.max(0, Math.min(hits.length - 1, step ?? active))]
    if (!hit) return
    if (step !== undefined) {
      setActive(hits.indexOf(hit))
      selectItem(hit.id)
      revealPassage(hit)
      document.getElementById(`hit-${hit.id}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') open(hit)
    else return
    event.preventDefault()
  }
  return (
    <section className="list" aria-label="Search results">
      <div className="head">
        <h2 className="cut" dir="auto">
          <button type="button" className="head-edit" title="Change the search" onClick={() => editSearch(query)}>
            {words.trim() === '' ? 'Filtered' : `“${words.trim()}”`}
          </button>
        </h2>
        <span className="n num" role="status">
          {hits.length > 0 ? countHits(hits.length, found?.more === true) : ''}
        </span>
        {hits.length > 0 && (
          <span className="end">
            <IconButton icon={Headphones} label="Brief what was found" onClick={() => openNewBriefing({ scope: 'search', query })} />
          </span>
        )}
      </div>
      {filters.length > 0 && (
        <div className="head-filters">
          <FilterChips
            texts={filters.map(({ start, end }) => query.slice(start, end))}
            onRemove={(index) => {
              const filter = filters[index]
              if (filter) openSearch(withoutFilter(query, filter).trim())
            }}
          />
        </div>
      )}
      {unknown.length > 0 && (
        <p className="hint head-hint" role="status">
          {unknown.join(' ')}
        </p>
      )}
      {found?.plain && found.query === query && (
        <p className="hint head-hint">No thought matches these filters. These hold what you typed, as plain words.</p>
      )}
      {hits.length > 0 ? (
        <div
          className="rows"
          role="listbox"
          aria-label="Search results"
          tabIndex={0}
          ref={box}
          aria-activedescendant={hits[active] ? `hit-${hits[active].id}` : undefined}
          onKeyDown={onKeyDown}
          onMouseDown={(event) => {
            event.preventDefault()
            box.current?.focus({ preventScroll: true })
          }}
        >
          {hits.map((hit, index) => (
            <HitRow
              key={hit.id}
              hit={hit}
              id={`hit-${hit.id}`}
              selected={hit.id === itemId}
              active={index === active}
              ruled={index > 0}
              afterSelected={index > 0 && hits[index - 1]?.id === itemId}
              onOpen={() => open(hit)}
            />
          ))}
        </div>
      ) : found?.query !== query ? (
        <Late>Searching…</Late>
      ) : found.problem !== undefined ? (
        <EmptyState title="The search did not work">{found.problem}</EmptyState>
      ) : (
        <EmptyState title={filters.length > 0 ? 'No thought matches all of this' : `No thought says “${query}”`}>
          {filters.length > 0
            ? 'Take a filter off, or try other words.'
            : 'Fewer or other words may find it. The search also looks at the meaning. Narrow it with tag:, kind:, before: or is:pinned.'}
        </EmptyState>
      )}
    </section>
  )
}
