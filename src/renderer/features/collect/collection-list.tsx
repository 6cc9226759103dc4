import { useVirtualizer } from '@tanstack/react-virtual'
import { Plus } from 'lucide-react'
import { type KeyboardEvent, useId, useRef } from 'react'
import type { Collection } from '../../../shared/contract/collect'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { formatNumber, formatWhen } from '../../ui/format-time'
import { Late } from '../../ui/late'
import { PersonText } from '../../ui/person-text'
import { StatusDot } from '../../ui/status-dot'
import { useNow } from '../../ui/use-now'
import { useNavigation } from '../shell/navigation-store'
import { openCollect } from './collect-dialog-store'
import { useCollections } from './collections-store'
import { isUnderWay, items, runState, toReview } from './run-words'

function Row({ collection, now }: { collection: Collection; now: number }) {
  const { name, description, lastRun, undecided, updatedAt } = collection
  const at = lastRun?.finishedAt ?? updatedAt
  return (
    <>
      <PersonText className="row-t" text={name} />
      {description !== '' && (
        <span className="row-s" dir="auto">
          {description}
        </span>
      )}
      <span className="row-m">
        {lastRun && lastRun.status !== 'completed' && <StatusDot {...runState(lastRun.status)} />}
        <span className="num">{items(collection.items)}</span>
        {undecided > 0 && <b className="num due">{toReview(undecided)}</b>}
        {!(lastRun && isUnderWay(lastRun.status)) && <time dateTime={new Date(at).toISOString()}>{formatWhen(at, now)}</time>}
      </span>
    </>
  )
}

function Listbox({ collections }: { collections: readonly Collection[] }) {
  const selected = useNavigation((state) => state.collectionId)
  const openCollection = useNavigation((state) => state.openCollection)
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const now = useNow()
  const virtual = useVirtualizer({
    count: collections.length,
    getScrollElement: () => box.current,
    estimateSize: () => 83,
    getItemKey: (index) => collections[index]?.id ?? index,
    overscan: 8,
  })
  const rows = virtual.getVirtualItems()
  const selectedAt = collections.findIndex((each) => each.id === selected)
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const steps: Record<string, number> = { ArrowDown: selectedAt + 1, ArrowUp: selectedAt - 1, Home: 0, End: collections.length - 1 }
    const step = steps[event.key]
    if (step === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (step === undefined) {
      if (selected !== undefined) useNavigation.setState({ pane: 'page' })
      return
    }
    const place = Math.max(0, Math.min(collections.length - 1, step))
    const collection = collections[place]
    if (!collection) return
    virtual.scrollToIndex(place, { align: 'auto' })
    // In a narrow window the list stays while the arrow keys pass over it.
    useNavigation.setState({ collectionId: collection.id, runId: undefined, itemId: undefined })
  }
  return (
    <div
      className="rows"
      ref={box}
      role="listbox"
      aria-label="Collections"
      tabIndex={0}
      aria-activedescendant={rows.some((row) => row.index === selectedAt) ? `${id}-${selected}` : undefined}
      onKeyDown={press}
    >
      <div className="rows-in" role="presentation" style={{ height: virtual.getTotalSize() }}>
        {rows.map((row) => {
          const collection = collections[row.index]
          if (!collection) return null
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
                id={`${id}-${collection.id}`}
                role="option"
                tabIndex={-1}
                aria-selected={own}
                aria-posinset={row.index + 1}
                aria-setsize={collections.length}
                data-active={own || undefined}
                className={ruled ? 'row ruled' : 'row'}
                onClick={() => openCollection(collection.id)}
              >
                <Row collection={collection} now={now} />
              </div>
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** All collections by name, and the way to a new one. */
export function CollectionListPane() {
  const { collections, problem } = useCollections()
  const isEmpty = collections?.length === 0
  return (
    <section className="list" aria-label="Collections">
      <div className="head">
        <h2>Collections</h2>
        {collections && collections.length > 0 && <span className="n num">{formatNumber(collections.length)}</span>}
        {!isEmpty && (
          <span className="end">
            <Button icon={Plus} onClick={() => openCollect()}>
              Collect…
            </Button>
          </span>
        )}
      </div>
      {collections === undefined ? (
        problem === undefined ? (
          <Late>Opening the collections…</Late>
        ) : (
          <EmptyState title="The collections could not be read">{problem}</EmptyState>
        )
      ) : isEmpty ? (
        <EmptyState
          title="No collections yet"
          actions={
            <Button icon={Plus} onClick={() => openCollect()}>
              Collect…
            </Button>
          }
        >
          What you have collected from the web stands here.
        </EmptyState>
      ) : (
        <Listbox collections={collections} />
      )}
    </section>
  )
}
