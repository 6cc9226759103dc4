import { type KeyboardEvent, type MouseEvent, useEffect, useId, useState } from 'react'
import { useSettings } from '../../base/settings-store'
import { stepOf } from '../../ui/row-steps'
import { loadMoreCollected, useCollectedItems } from './collected-items-store'
import { forgetCameFrom, lastCameFrom, openCollectedItem } from './collection-acts'
import { openSource } from './open-source'
import { useActiveRow } from './use-active-row'
import { usePageRows } from './use-page-rows'

/** The items of the open collection in rows of `columns`, with the keys: arrows move, Enter opens, O opens the source. Further pages are read as the end comes near. */
export function useCollectedGrid({ columns, rowHeight }: { columns: number; rowHeight: number }) {
  const items = useCollectedItems((state) => state.items)
  const total = useCollectedItems((state) => state.total)
  const nextCursor = useCollectedItems((state) => state.nextCursor)
  const lettersOn = useSettings((state) => state.settings?.singleKeyShortcuts !== false)
  const id = useId()
  const { box, virtual, rows, top, pageStep } = usePageRows({
    count: Math.ceil(items.length / columns),
    estimate: () => rowHeight,
    keyOf: (index) => items[index * columns]?.itemId ?? String(index),
  })
  const [cameFrom] = useState(lastCameFrom)
  const { active, goTo } = useActiveRow(items.length, (place) => items[place]?.itemId, cameFrom)
  // Back from an item, once: its row has the keys and is in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the row has become the active one
  useEffect(() => {
    if (cameFrom === undefined || lastCameFrom() !== cameFrom || items[active]?.itemId !== cameFrom) return
    forgetCameFrom()
    box.current?.closest<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true })
    virtual.scrollToIndex(Math.floor(active / columns), { align: 'auto' })
  }, [cameFrom, active])
  const last = rows.at(-1)?.index ?? 0
  useEffect(() => {
    if (nextCursor !== null && (last + 20) * columns > items.length) void loadMoreCollected()
  }, [last, columns, items.length, nextCursor])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const item = items[active]
    const step = stepOf(event.key, active, { count: items.length, columns, page: pageStep(rowHeight) })
    if (step !== undefined) virtual.scrollToIndex(Math.floor(goTo(step) / columns), { align: 'auto' })
    else if (event.key === 'Enter' && item) openCollectedItem(item.itemId)
    else if (event.key.toLowerCase() === 'o' && lettersOn && item && item.sourceUrl !== '') void openSource(item.sourceUrl)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  // The grid keeps the focus: a row that had it would take it along when it is scrolled out of the page.
  const onMouseDown = (event: MouseEvent<HTMLElement>) => {
    if (event.target instanceof Element && event.target.closest('button')) return
    event.preventDefault()
    event.currentTarget.focus({ preventScroll: true })
  }
  const idOf = (place: number) => `${id}-${place}`
  const isInPage = rows.some((row) => row.index === Math.floor(active / columns))
  return {
    grid: {
      'aria-label': 'Items',
      tabIndex: 0,
      'aria-activedescendant': isInPage && items.length > 0 ? idOf(active) : undefined,
      onKeyDown,
      onMouseDown,
    } as const,
    box,
    virtual,
    rows,
    top,
    items,
    total,
    active,
    idOf,
  }
}
