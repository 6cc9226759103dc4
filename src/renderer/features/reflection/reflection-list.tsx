import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import type { ReflectionSummary } from '../../../shared/contract/reflections'
import { formatMoment, formatWhen } from '../../ui/format-time'
import { StatusDot } from '../../ui/status-dot'
import { useNow } from '../../ui/use-now'
import { thoughtCount } from '../briefing/scope-words'
import { useNavigation } from '../shell/navigation-store'
import { countsLine, stateMark } from './reflection-words'
import { loadMoreReflections } from './reflections-store'

const ROW_HEIGHT = 83

/** What stands in the second line: what was found, or what became of it. */
function lineOf(reflection: ReflectionSummary): string {
  if (reflection.state !== 'done') return reflection.note
  return countsLine(reflection.counts) || 'Nothing that holds was found'
}

/** The period a reflection is of, as the title of its row. */
function titleOf({ since, until, createdAt }: ReflectionSummary, now: number): string {
  const end = formatMoment(until ?? createdAt, now)
  return since === null ? `Until ${end}` : `${formatMoment(since, now)} – ${end}`
}

/** The reflections as a listbox, newest first. */
export function ReflectionList({
  reflections,
  total,
  selected,
}: {
  reflections: readonly ReflectionSummary[]
  total: number
  selected: string | undefined
}) {
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const now = useNow()
  const openReflection = useNavigation((state) => state.openReflection)
  const virtual = useVirtualizer({
    count: reflections.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => reflections[index]?.id ?? index,
    overscan: 8,
  })
  const rows = virtual.getVirtualItems()
  const last = rows.at(-1)?.index ?? 0
  useEffect(() => {
    if (last > reflections.length - 20) void loadMoreReflections()
  }, [last, reflections.length])
  const selectedAt = reflections.findIndex((reflection) => reflection.id === selected)

  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const steps: Record<string, number> = { ArrowDown: selectedAt + 1, ArrowUp: selectedAt - 1, Home: 0, End: reflections.length - 1 }
    const step = steps[event.key]
    if (step === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (step === undefined) {
      if (selected !== undefined) openReflection(selected)
      return
    }
    const place = Math.max(0, Math.min(reflections.length - 1, step))
    const reflection = reflections[place]
    if (!reflection) return
    virtual.scrollToIndex(place, { align: 'auto' })
    useNavigation.setState({ reflectionId: reflection.id })
  }
  return (
    <div
      className="rows"
      ref={box}
      role="listbox"
      aria-label="Reflections"
      tabIndex={0}
      aria-activedescendant={rows.some((row) => row.index === selectedAt) ? `${id}-${selected}` : undefined}
      onKeyDown={press}
    >
      <div className="rows-in" role="presentation" style={{ height: virtual.getTotalSize() }}>
        {rows.map((row) => {
          const reflection = reflections[row.index]
          if (!reflection) return null
          const own = row.index === selectedAt
          const ruled = row.index > 0 && !own && row.index - 1 !== selectedAt
          const mark = stateMark(reflection)
          const line = lineOf(reflection)
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
                id={`${id}-${reflection.id}`}
                role="option"
                tabIndex={-1}
                aria-selected={own}
                aria-posinset={row.index + 1}
                aria-setsize={total}
                className={ruled ? 'row ruled' : 'row'}
                onClick={() => openReflection(reflection.id)}
              >
                <span className="row-t reflection-t">{titleOf(reflection, now)}</span>
                {line !== '' && <span className="row-s">{line}</span>}
                <span className="row-m">
                  {mark ? <StatusDot {...mark} /> : <span className="num">{thoughtCount(reflection.itemCount)}</span>}
                  {!reflection.asked && <span>By schedule</span>}
                  <time dateTime={new Date(reflection.createdAt).toISOString()}>{formatWhen(reflection.createdAt, now)}</time>
                </span>
              </div>
            </div>
          )
        })}
      </div>
    </div>
  )
}
