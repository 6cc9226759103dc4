import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowLeft } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { IconButton } from '../../ui/button'
import { formatNumber } from '../../ui/format-time'
import { useNavigation } from '../shell/navigation-store'
import { loadMoreCollected, openCollected, useCollectedItems } from './collected-items-store'
import { closeCollectedItem, openCollectedItem } from './collection-acts'
import { loadCollection, useCollection } from './collection-store'
import { hostOf } from './run-words'

/** The items of a collection beside the one that is open, in the order and with the filters of its page. */
export function CollectedList({ collectionId }: { collectionId: string }) {
  const { items, total } = useCollectedItems()
  const name = useCollection((state) => state.detail?.collection.name) ?? 'Collection'
  const itemId = useNavigation((state) => state.itemId)
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    void loadCollection(collectionId)
    openCollected(collectionId)
  }, [collectionId])
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => 83,
    getItemKey: (index) => items[index]?.itemId ?? index,
    overscan: 8,
  })
  const rows = virtual.getVirtualItems()
  const last = rows.at(-1)?.index ?? 0
  useEffect(() => {
    if (last > items.length - 20) void loadMoreCollected()
  }, [last, items.length])
  const selectedAt = items.findIndex((item) => item.itemId === itemId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only at first, so that the item is in sight
  useEffect(() => {
    if (selectedAt >= 0) virtual.scrollToIndex(selectedAt, { align: 'center' })
  }, [selectedAt >= 0])

  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const steps: Record<string, number> = { ArrowDown: selectedAt + 1, ArrowUp: selectedAt - 1, Home: 0, End: items.length - 1 }
    const step = steps[event.key]
    if (event.key === 'Escape') closeCollectedItem()
    else if (event.key === 'Enter' && itemId !== undefined) openCollectedItem(itemId)
    else if (step !== undefined) {
      const place = Math.max(0, Math.min(items.length - 1, step))
      const item = items[place]
      if (!item) return
      virtual.scrollToIndex(place, { align: 'auto' })
      useNavigation.setState({ itemId: item.itemId })
    } else return
    event.preventDefault()
  }
  return (
    <section className="list" aria-label={name}>
      <div className="head collected-head">
        <IconButton icon={ArrowLeft} label="Back to the collection" onClick={closeCollectedItem} />
        <h2 className="cut" dir="auto" title={name}>
          {name}
        </h2>
        <span className="n num">{formatNumber(total)}</span>
      </div>
      <div
        className="rows"
        ref={box}
        role="listbox"
        aria-label={`Items of ${name}`}
        tabIndex={0}
        aria-activedescendant={rows.some((row) => row.index === selectedAt) ? `${id}-${selectedAt}` : undefined}
        onKeyDown={press}
      >
        <div className="rows-in" role="presentation" style={{ height: virtual.getTotalSize() }}>
          {rows.map((row) => {
            const item = items[row.index]
            if (!item) return null
            const own = row.index === selectedAt
            const ruled = row.index > 0 && !own && row.index - 1 !== selectedAt
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
                  id={`${id}-${row.index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={own}
                  aria-posinset={row.index + 1}
                  aria-setsize={total}
                  data-active={own || undefined}
                  className={ruled ? 'row ruled' : 'row'}
                  onClick={() => openCollectedItem(item.itemId)}
                >
                  <span className="row-t" dir="auto">
                    {item.name}
                  </span>
                  <span className="row-s" dir="auto">
                    {item.description}
                  </span>
                  <span className="row-m">
                    <span className="row-cut" dir="auto">
                      {item.category}
                    </span>
                    <span className="row-cut row-host">{hostOf(item.sourceUrl)}</span>
                  </span>
                </div>
              </div>
            )
          })}
        </div>
      </div>
    </section>
  )
}
