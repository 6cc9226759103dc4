import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type MouseEvent, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useNavigation } from '../../base/navigation-store'
import { useSettings } from '../../base/settings-store'
import { stepOf } from '../../ui/row-steps'
import { useNow } from '../../ui/use-now'
import { useItemList } from './item-list-store'
import { ItemRow } from './item-row'
import { findByTitle, listEntries } from './list-entries'
import { reviewItem } from './review-item'

/** Pauses longer than this begin a new word when typing through a list. */
const TYPING_PAUSE_MS = 700
const singleKeys = new Set(['a', 'b', 'd', 'e', 'g', 'h', 'k', 'l', 'o', 'p', 'r', 's', 't', 'v'])

/** The rows of the list in hand as a listbox. Only what is in sight is in the page, so that 10,000 rows stay smooth. */
export function ItemListbox({ label }: { label: string }) {
  const { items, sort, total, nextCursor, loadMore, loadAll, source } = useItemList()
  const { itemId, openItem, selectItem } = useNavigation()
  const singleKeysOn = useSettings((state) => state.settings?.singleKeyShortcuts ?? true)
  const now = useNow()
  const box = useRef<HTMLDivElement>(null)
  const typed = useRef({ text: '', at: 0 })
  const id = useId()
  const [active, setActive] = useState(0)
  const entries = useMemo(() => listEntries(items, sort, now), [items, sort, now])
  const entryOf = useMemo(() => {
    const places: number[] = []
    entries.forEach((entry, place) => {
      if (entry.kind === 'row') places[entry.index] = place
    })
    return places
  }, [entries])

  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => box.current,
    estimateSize: (place) => (entries[place]?.kind === 'group' ? 36 : 83),
    getItemKey: (place) => {
      const entry = entries[place]
      return entry?.kind === 'row' ? entry.item.id : `group ${entry?.name ?? place} ${place}`
    },
    overscan: 8,
  })
  const rows = virtual.getVirtualItems()
  const last = rows.at(-1)?.index ?? 0
  useEffect(() => {
    if (nextCursor !== null && last > entries.length - 30) void loadMore()
  }, [last, entries.length, nextCursor, loadMore])

  const selectedAt = items.findIndex((item) => item.id === itemId)
  useEffect(() => {
    if (selectedAt >= 0) setActive(selectedAt)
  }, [selectedAt])

  const goTo = useCallback(
    (index: number) => {
      const item = items[Math.max(0, Math.min(items.length - 1, index))]
      if (!item) return
      const place = items.indexOf(item)
      setActive(place)
      virtual.scrollToIndex(place === 0 ? 0 : (entryOf[place] ?? 0), { align: 'auto' })
      selectItem(item.id)
    },
    [items, entryOf, virtual, selectItem],
  )

  // End means the end of the list, not of what happens to be loaded.
  const toEnd = useRef(false)
  useEffect(() => {
    if (!toEnd.current || nextCursor !== null) return
    toEnd.current = false
    goTo(items.length - 1)
  }, [nextCursor, items.length, goTo])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 600) / 90))
    const step = stepOf(event.key, active, { count: items.length, page })
    const item = items[active]
    if (event.key === 'End' && nextCursor !== null) {
      toEnd.current = true
      void loadAll()
    } else if (step !== undefined) goTo(step)
    else if (event.key === 'Enter' && item) openItem(item.id)
    else if (event.key === 'v' && singleKeysOn && source?.place === 'stale' && itemId === undefined && item) void reviewItem(item)
    else if (event.key.length === 1 && event.key !== ' ') {
      const fresh = event.timeStamp - typed.current.at > TYPING_PAUSE_MS
      // With single-letter keys on, their letters act on the thought unless a word is being typed already.
      if (fresh && singleKeysOn && singleKeys.has(event.key.toLowerCase())) return
      typed.current = { text: fresh ? event.key : typed.current.text + event.key, at: event.timeStamp }
      const found = findByTitle(items, typed.current.text, fresh ? active + 1 : active)
      if (found !== undefined) goTo(found)
      event.stopPropagation()
    } else return
    event.preventDefault()
  }

  // A row that has the focus itself would take it along when it is scrolled out of the page.
  const keepFocus = (event: MouseEvent) => {
    if (event.target === box.current) return
    event.preventDefault()
    box.current?.focus({ preventScroll: true })
  }
  const activeItem = items[active]
  return (
    <div
      className="rows"
      ref={box}
      role="listbox"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={activeItem && rows.some((row) => row.index === entryOf[active]) ? `${id}-${activeItem.id}` : undefined}
      onKeyDown={onKeyDown}
      onMouseDown={keepFocus}
    >
      <div className="rows-in" role="presentation" style={{ height: virtual.getTotalSize() }}>
        {rows.map((row) => {
          const entry = entries[row.index]
          if (!entry) return null
          return (
            <div
              key={row.key}
              role="presentation"
              ref={virtual.measureElement}
              data-index={row.index}
              style={{ transform: `translateY(${row.start}px)` }}
            >
              {entry.kind === 'group' ? (
                <div className="group" role="presentation">
                  {entry.name}
                </div>
              ) : (
                <ItemRow
                  item={entry.item}
                  id={`${id}-${entry.item.id}`}
                  at={sort === 'updated' ? entry.item.updatedAt : entry.item.createdAt}
                  selected={entry.item.id === itemId}
                  active={entry.index === active}
                  ruled={entry.ruled}
                  afterSelected={entry.index > 0 && items[entry.index - 1]?.id === itemId}
                  position={entry.index + 1}
                  total={total}
                  now={now}
                  showWhy={source?.place === 'stale'}
                  onOpen={openItem}
                />
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}
