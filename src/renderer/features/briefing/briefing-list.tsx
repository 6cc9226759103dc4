import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import type { Briefing } from '../../../shared/entities'
import { formatWhen } from '../../ui/format-time'
import { PersonText } from '../../ui/person-text'
import { StatusDot } from '../../ui/status-dot'
import { useNow } from '../../ui/use-now'
import { titleOrUntitled } from '../items/item-title'
import { firstWords } from '../thinking/first-words'
import { briefingState } from './briefing-state'
import { loadMoreBriefings } from './briefing-store'
import { leftAt, usePlayer } from './player-store'
import { thoughtCount } from './scope-words'
import { clockTime } from './transcript-lines'

const ROW_HEIGHT = 83

function Meta({ briefing }: { briefing: Briefing }) {
  const at = usePlayer((state) => leftAt(state, briefing))
  const heard = useHeard(briefing)
  const state = briefingState(briefing.status)
  if (state) return <StatusDot {...state} />
  if (!briefing.audio) return 'To read'
  const length = clockTime(briefing.audio.durationMs)
  const about = briefing.itemId === null && <span className="num">{thoughtCount(briefing.items.length)}</span>
  return (
    <>
      {heard && <StatusDot kind="done" word="Heard" />}
      <span className="num">{at > 0 ? `${length}, at ${clockTime(at)}` : length}</span>
      {about}
    </>
  )
}

function useHeard(briefing: Briefing): boolean {
  const now = usePlayer((state) => state.heard[briefing.id] === true)
  return now || briefing.heardAt !== null
}

/** The title, with a mark before one that can be heard and was not. */
function RowTitle({ briefing }: { briefing: Briefing }) {
  const heard = useHeard(briefing)
  return (
    <span className="row-t">
      {briefing.audio && !heard && (
        <>
          <span className="unheard" aria-hidden="true" />
          <span className="sr">Not heard yet: </span>
        </>
      )}
      <PersonText text={titleOrUntitled(briefing.title)} />
    </span>
  )
}

/** The briefings as a listbox, newest first. */
export function BriefingList({
  briefings,
  total,
  selected,
  onSelect,
  onOpen,
}: {
  briefings: readonly Briefing[]
  total: number
  selected: string | undefined
  onSelect: (id: string) => void
  onOpen: (id: string) => void
}) {
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const now = useNow()
  const virtual = useVirtualizer({
    count: briefings.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => briefings[index]?.id ?? index,
    overscan: 8,
  })
  const rows = virtual.getVirtualItems()
  const last = rows.at(-1)?.index ?? 0
  useEffect(() => {
    if (last > briefings.length - 20) void loadMoreBriefings()
  }, [last, briefings.length])
  const selectedAt = briefings.findIndex((briefing) => briefing.id === selected)

  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const steps: Record<string, number> = { ArrowDown: selectedAt + 1, ArrowUp: selectedAt - 1, Home: 0, End: briefings.length - 1 }
    const step = steps[event.key]
    if (step === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (step === undefined) {
      if (selected !== undefined) onOpen(selected)
      return
    }
    const place = Math.max(0, Math.min(briefings.length - 1, step))
    const briefing = briefings[place]
    if (!briefing) return
    virtual.scrollToIndex(place, { align: 'auto' })
    onSelect(briefing.id)
  }
  return (
    <div
      className="rows"
      ref={box}
      role="listbox"
      aria-label="Briefings"
      tabIndex={0}
      aria-activedescendant={rows.some((row) => row.index === selectedAt) ? `${id}-${selected}` : undefined}
      onKeyDown={press}
    >
      <div className="rows-in" role="presentation" style={{ height: virtual.getTotalSize() }}>
        {rows.map((row) => {
          const briefing = briefings[row.index]
          if (!briefing) return null
          const own = row.index === selectedAt
          const ruled = row.index > 0 && !own && row.index - 1 !== selectedAt
          const line = briefing.script ? firstWords(briefing.script, 120) : ''
          return (
            <div
              key={row.key}
              role="presentation"
              ref={virtual.measureElement}
              data-index={row.index}
              style={{ transform: `translateY(${row.start}px)` }}
            >
              {/* biome-ignore lint/a11y/useKeyWithClickEvents: the listbox around it has the keys */}
              <div
                id={`${id}-${briefing.id}`}
                role="option"
                tabIndex={-1}
                aria-selected={own}
                aria-posinset={row.index + 1}
                aria-setsize={total}
                className={ruled ? 'row ruled' : 'row'}
                onClick={() => onOpen(briefing.id)}
              >
                <RowTitle briefing={briefing} />
                {line !== '' && (
                  <span className="row-s" dir="auto">
                    {line}
                  </span>
                )}
                <span className="row-m">
                  <Meta briefing={briefing} />
                  <time dateTime={new Date(briefing.createdAt).toISOString()}>{formatWhen(briefing.createdAt, now)}</time>
                </span>
              </div>
            </div>
          )
        })}
      </div>
    </div>
  )
}
