import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { stepOf } from './row-steps'

/** Of a row with a title, a line and its facts, in pixels; the real height is measured. */
const ROW_HEIGHT = 83

/** So many rows before the end of what is loaded, more is asked for. */
const NEAR_END = 20

export interface RowListboxProps<T> {
  label: string
  rows: readonly T[]
  /** How many there are with those that are not loaded yet. */
  total?: number
  keyOf: (row: T) => string
  /** The key of the row that is shown beside the list. */
  selected: string | undefined
  /** The selected row is in the middle at first, not only in sight. */
  startsAtSelected?: boolean
  /** The keys came to a row. */
  onSelect: (row: T) => void
  /** A row was pressed; also Enter, unless `onEnter` says what that does. */
  onOpen: (row: T) => void
  onEnter?: (row: T) => void
  onEscape?: () => void
  onNearEnd?: () => void
  /** What stands in a row. */
  children: (row: T) => ReactNode
}

/**
 * Rows as a listbox of which only what is in sight is in the page. Arrow keys, Home, End and the page keys select, Enter opens. The list itself
 * keeps the focus.
 */
export function RowListbox<T>({ label, rows, total = rows.length, keyOf, selected, children, ...acts }: RowListboxProps<T>) {
  const { startsAtSelected = false, onSelect, onOpen, onEnter = onOpen, onEscape, onNearEnd } = acts
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (place) => {
      const row = rows[place]
      return row === undefined ? place : keyOf(row)
    },
    overscan: 8,
  })
  const inPage = virtual.getVirtualItems()
  const last = inPage.at(-1)?.index ?? 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the end has come nearer
  useEffect(() => {
    if (last > rows.length - NEAR_END) onNearEnd?.()
  }, [last, rows.length])
  const selectedAt = rows.findIndex((row) => keyOf(row) === selected)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only at first
  useEffect(() => {
    if (startsAtSelected && selectedAt >= 0) virtual.scrollToIndex(selectedAt, { align: 'center' })
  }, [selectedAt >= 0])

  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 600) / ROW_HEIGHT) - 1)
    const step = stepOf(event.key, selectedAt, { count: rows.length, page })
    const own = rows[selectedAt]
    if (event.key === 'Escape' && onEscape) onEscape()
    else if (event.key === 'Enter') {
      if (own !== undefined) onEnter(own)
    } else if (step !== undefined) {
      const place = Math.max(0, step)
      const row = rows[place]
      if (row === undefined) return
      virtual.scrollToIndex(place, { align: 'auto' })
      onSelect(row)
    } else return
    event.preventDefault()
  }
  return (
    <div
      className="rows"
      ref={box}
      role="listbox"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={inPage.some(({ index }) => index === selectedAt) ? `${id}-${selected}` : undefined}
      onKeyDown={press}
    >
      <div className="rows-in" role="presentation" style={{ height: virtual.getTotalSize() }}>
        {inPage.map(({ key, index, start }) => {
          const row = rows[index]
          if (row === undefined) return null
          const own = index === selectedAt
          const ruled = index > 0 && !own && index - 1 !== selectedAt
          return (
            <div
              key={key}
              role="presentation"
              ref={virtual.measureElement}
              data-index={index}
              style={{ transform: `translateY(${start}px)` }}
            >
              {/* biome-ignore lint/a11y/useKeyWithClickEvents: the listbox around it has the keys */}
              <div
                id={`${id}-${keyOf(row)}`}
                role="option"
                tabIndex={-1}
                aria-selected={own}
                aria-posinset={index + 1}
                aria-setsize={total}
                className={ruled ? 'row ruled' : 'row'}
                onClick={() => onOpen(row)}
              >
                {children(row)}
              </div>
            </div>
          )
        })}
      </div>
    </div>
  )
}
