// biome-ignore-all lint/a11y/useSemanticElements: a table cannot have rows that are in the page only while they are in sight
import { Lock, Star } from 'lucide-react'
import type { CollectedItem } from '../../../shared/contract/collect'
import { formatWhen } from '../../ui/format-time'
import { Icon } from '../../ui/icon'
import { useNow } from '../../ui/use-now'
import { openCollectedItem } from './collection-acts'
import { openSource } from './open-source'
import { itemPicture, PixelPicture } from './pixel-picture'
import { hostOf } from './run-words'
import { useCollectedGrid } from './use-collected-grid'

function Name({ item }: { item: CollectedItem }) {
  return (
    <>
      <b dir="auto">{item.name}</b>
      {item.featured && (
        <span className="featured" title="Featured">
          <Icon of={Star} small fill />
          <span className="sr">Featured</span>
        </span>
      )}
      {item.private && (
        <span className="featured" title="Stays here">
          <Icon of={Lock} small />
          <span className="sr">Stays here</span>
        </span>
      )}
    </>
  )
}

function Row({ item, now }: { item: CollectedItem; now: number }) {
  const { pictureId } = item
  const tags = item.tags.map((tag) => `#${tag}`).join(' ')
  return (
    <>
      <span role="gridcell" tabIndex={-1} className="col-name">
        <span className="col-words">
          <span className="col-t">
            <Name item={item} />
          </span>
          <span className="col-s" dir="auto">
            {item.description}
          </span>
        </span>
        {pictureId !== null && <PixelPicture id={pictureId} size="small" load={() => itemPicture(pictureId)} />}
      </span>
      <span role="gridcell" tabIndex={-1} className="col-category" title={item.category} dir="auto">
        {item.category}
      </span>
      <span role="gridcell" tabIndex={-1} className="col-tags" title={tags} dir="auto">
        {tags}
      </span>
      <span role="gridcell" tabIndex={-1} className="col-source">
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
      <span role="gridcell" tabIndex={-1} className="col-when num">
        <time dateTime={new Date(item.updatedAt).toISOString()}>{formatWhen(item.updatedAt, now)}</time>
      </span>
    </>
  )
}

/** The items of the open collection as a table of which only what is in sight is in the page. */
export function CollectedTable() {
  const now = useNow()
  const { grid, box, virtual, rows, top, items, total, active, idOf } = useCollectedGrid({ columns: 1, rowHeight: 57 })
  return (
    <div className="collected" role="grid" {...grid} aria-colcount={5} aria-rowcount={total + 1}>
      <div role="row" tabIndex={-1} className="col-row col-head" aria-rowindex={1}>
        <span role="columnheader" tabIndex={-1} className="col-name">
          Name
        </span>
        <span role="columnheader" tabIndex={-1} className="col-category">
          Category
        </span>
        <span role="columnheader" tabIndex={-1} className="col-tags">
          Tags
        </span>
        <span role="columnheader" tabIndex={-1} className="col-source">
          Source
        </span>
        <span role="columnheader" tabIndex={-1} className="col-when">
          Changed
        </span>
      </div>
      <div className="page-rows" role="presentation" style={{ height: virtual.getTotalSize() }} ref={box}>
        {rows.map((row) => {
          const item = items[row.index]
          if (!item) return null
          return (
            <div
              key={row.key}
              role="presentation"
              ref={virtual.measureElement}
              data-index={row.index}
              style={{ transform: `translateY(${top(row)}px)` }}
            >
              {/* biome-ignore lint/a11y/useKeyWithClickEvents: the grid around it has the keys */}
              <div
                role="row"
                tabIndex={-1}
                id={idOf(row.index)}
                aria-rowindex={row.index + 2}
                className="col-row"
                data-active={row.index === active || undefined}
                onClick={() => openCollectedItem(item.itemId)}
              >
                <Row item={item} now={now} />
              </div>
            </div>
          )
        })}
      </div>
    </div>
  )
}
