// biome-ignore-all lint/a11y/useSemanticElements: a table cannot have rows that are in the page only while they are in sight
import { Star } from 'lucide-react'
import { useLayoutEffect, useState } from 'react'
import type { CollectedItem } from '../../../shared/contract/collect'
import { Icon } from '../../ui/icon'
import { openCollectedItem } from './collection-acts'
import { openSource } from './open-source'
import { itemPicture, PixelPicture } from './pixel-picture'
import { hostOf } from './run-words'
import { useCollectedGrid } from './use-collected-grid'

/** The narrowest a card gets, and what is between two, in rem. */
const NARROWEST = 14
const GAP = 1

function Card({ item }: { item: CollectedItem }) {
  return (
    <>
      {item.pictureId !== null && <PixelPicture id={item.pictureId} size="large" load={() => itemPicture(item.pictureId ?? '')} />}
      <span className="card-t">
        <b dir="auto">{item.name}</b>
        {item.featured && (
          <span className="featured" title="Featured">
            <Icon of={Star} small fill />
            <span className="sr">Featured</span>
          </span>
        )}
      </span>
      <span className="card-s" dir="auto">
        {item.description}
      </span>
      <span className="card-m">
        <span dir="auto">{item.category}</span>
        {item.sourceUrl !== '' && (
          <button
            type="button"
            className="link"
            tabIndex={-1}
            title={item.sourceUrl}
            onClick={(event) => {
              event.stopPropagation()
              void openSource(item.sourceUrl)
            }}
          >
            {hostOf(item.sourceUrl)}
          </button>
        )}
      </span>
    </>
  )
}

/** The items of the open collection as cards, as many beside each other as there is room for. */
export function CollectedCards() {
  const [columns, setColumns] = useState(2)
  const { grid, box, virtual, rows, top, items, total, active, idOf } = useCollectedGrid({ columns, rowHeight: 260 })
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      setColumns(Math.max(1, Math.floor((element.clientWidth + GAP * rem) / ((NARROWEST + GAP) * rem))))
    }
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    return () => watch.disconnect()
  }, [box])
  return (
    <div className="cards" role="grid" {...grid} aria-colcount={columns} aria-rowcount={Math.ceil(total / columns)}>
      <div className="page-rows" role="presentation" style={{ height: virtual.getTotalSize() }} ref={box}>
        {rows.map((row) => (
          <div
            key={row.key}
            role="presentation"
            ref={virtual.measureElement}
            data-index={row.index}
            style={{ transform: `translateY(${top(row)}px)` }}
          >
            <div
              role="row"
              tabIndex={-1}
              className="card-row"
              aria-rowindex={row.index + 1}
              style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
            >
              {items.slice(row.index * columns, (row.index + 1) * columns).map((item, column) => {
                const place = row.index * columns + column
                return (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the grid around it has the keys
                  <div
                    key={item.itemId}
                    role="gridcell"
                    tabIndex={-1}
                    id={idOf(place)}
                    className="card"
                    data-active={place === active || undefined}
                    onClick={() => openCollectedItem(item.itemId)}
                  >
                    <Card item={item} />
                  </div>
                )
              })}
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
