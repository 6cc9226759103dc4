import { Plus } from 'lucide-react'
import type { Collection } from '../../../shared/contract/collect'
import { useNavigation } from '../../base/navigation-store'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { formatNumber, formatWhen } from '../../ui/format-time'
import { Late } from '../../ui/late'
import { PersonText } from '../../ui/person-text'
import { RowListbox } from '../../ui/row-listbox'
import { StatusDot } from '../../ui/status-dot'
import { useNow } from '../../ui/use-now'
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
  const now = useNow()
  return (
    <RowListbox
      label="Collections"
      rows={collections}
      keyOf={({ id }) => id}
      selected={selected}
      // In a narrow window the list stays while the arrow keys pass over it.
      onSelect={({ id }) => useNavigation.setState({ collectionId: id, runId: undefined, itemId: undefined })}
      onOpen={({ id }) => openCollection(id)}
      onEnter={() => useNavigation.setState({ pane: 'page' })}
    >
      {(collection) => <Row collection={collection} now={now} />}
    </RowListbox>
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
