import './collected.css'
import { Ellipsis, FileDown, Pencil, Plus, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { CommandOutput } from '../../../shared/contract'
import { titleClass } from '../../base/item-title'
import { PagePane } from '../../base/page-pane'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { formatMoment } from '../../ui/format-time'
import { Late } from '../../ui/late'
import { Menu } from '../../ui/menu'
import { PersonText } from '../../ui/person-text'
import { TabList } from '../../ui/tab-list'
import { useNow } from '../../ui/use-now'
import { openCollect } from './collect-dialog-store'
import { CollectedCards } from './collected-cards'
import { chooseCollected, openCollected, useCollectedItems } from './collected-items-store'
import { CollectedTable } from './collected-table'
import { exportCollection } from './collection-acts'
import { DeleteCollectionDialog, EditCollectionDialog } from './collection-dialogs'
import { useCollectionLook } from './collection-look'
import { loadCollection, useCollection } from './collection-store'
import { CollectionToolbar } from './collection-toolbar'
import { RunStrip } from './run-strip'
import { RunTable } from './run-table'
import { isUnderWay, items as itemWords } from './run-words'

type Detail = CommandOutput<'get-collection'>

function Items({ detail }: { detail: Detail }) {
  const { loaded, items, problem, category, tag } = useCollectedItems()
  const look = useCollectionLook((state) => state.look)
  const isNarrowed = category !== undefined || tag !== undefined
  if (detail.collection.items === 0 && !isNarrowed)
    return (
      <EmptyState title="Nothing is in it yet">
        {detail.collection.undecided > 0
          ? 'What a run found waits for your review. What you accept stands here.'
          : detail.runs.some(({ status }) => isUnderWay(status))
            ? 'A run is under way. What it finds is offered to you when it ends.'
            : 'Collect more: what you accept of it stands here.'}
      </EmptyState>
    )
  return (
    <>
      <CollectionToolbar categories={detail.categories} tags={detail.tags} />
      {items.length > 0 ? (
        look === 'table' ? (
          <CollectedTable />
        ) : (
          <CollectedCards />
        )
      ) : problem !== undefined ? (
        <EmptyState title="The items could not be read">{problem}</EmptyState>
      ) : loaded ? (
        <EmptyState
          title="No item matches"
          actions={<Button onClick={() => chooseCollected({ category: undefined, tag: undefined })}>Show all items</Button>}
        >
          No item has this category and tag together.
        </EmptyState>
      ) : (
        <Late>Opening the items…</Late>
      )}
    </>
  )
}

function Sheet({ detail }: { detail: Detail }) {
  const { collection, runs } = detail
  const [tab, setTab] = useState<'items' | 'runs'>('items')
  const now = useNow()
  const last = collection.lastRun?.finishedAt
  return (
    <div className="collection">
      <PersonText as="h1" className={titleClass(collection.name)} text={collection.name} />
      {collection.description !== '' && (
        <p className="collection-about" dir="auto">
          {collection.description}
        </p>
      )}
      <p className="meta">
        <span className="num">{itemWords(collection.items)}</span>
        <span>Made {formatMoment(collection.createdAt, now)}</span>
        {last != null && <span>Collected last {formatMoment(last, now)}</span>}
      </p>
      <RunStrip collectionId={collection.id} runs={runs} />
      <div className="tabs">
        <TabList
          className="tabs-in"
          label="Collection"
          panel="collection-panel"
          tabs={[
            { id: 'items', label: 'Items', count: collection.items },
            { id: 'runs', label: 'Runs', count: runs.length },
          ]}
          selected={tab}
          onSelect={setTab}
        />
      </div>
      <div id="collection-panel" role="tabpanel" aria-label={tab === 'items' ? 'Items' : 'Runs'}>
        {tab === 'items' ? <Items detail={detail} /> : <RunTable collectionId={collection.id} runs={runs} />}
      </div>
    </div>
  )
}

/** A collection on its page: what is in it, what waits for review, its runs, and what can be done with it. */
export function CollectionPage({ id }: { id: string }) {
  const { detail, problem, missing } = useCollection()
  const [asked, setAsked] = useState<'edit' | 'delete'>()
  useEffect(() => {
    void loadCollection(id)
    openCollected(id)
  }, [id])
  const here = detail?.collection.id === id ? detail : undefined
  const actions = here && (
    <>
      <Button icon={Plus} onClick={() => openCollect(here.collection)}>
        Collect more…
      </Button>
      <Menu
        label="More"
        icon={Ellipsis}
        items={[
          { label: 'Name and description…', icon: Pencil, onChoose: () => setAsked('edit') },
          { label: 'Export as Markdown…', icon: FileDown, onChoose: () => void exportCollection(id, 'markdown') },
          { label: 'Export as CSV…', icon: FileDown, onChoose: () => void exportCollection(id, 'csv') },
          { label: 'Delete…', icon: Trash2, danger: true, onChoose: () => setAsked('delete') },
        ]}
      />
    </>
  )
  return (
    <PagePane label="Collection" crumb="Collections" actions={actions}>
      {here ? (
        <Sheet detail={here} />
      ) : problem !== undefined ? (
        <div className="collection bare">
          <EmptyState title={missing ? 'This collection is gone' : 'This collection could not be opened'}>{problem}</EmptyState>
        </div>
      ) : (
        <Late>Opening the collection…</Late>
      )}
      {here && asked === 'edit' && <EditCollectionDialog collection={here.collection} onClose={() => setAsked(undefined)} />}
      {here && asked === 'delete' && (
        <DeleteCollectionDialog
          collection={here.collection}
          isRunning={here.runs.some(({ status }) => isUnderWay(status))}
          onClose={() => setAsked(undefined)}
        />
      )}
    </PagePane>
  )
}
