import './collect.css'
import { type ReactNode, useEffect } from 'react'
import { useNavigation } from '../../base/navigation-store'
import { usePageKeys } from '../../base/page-keys'
import { PagePane } from '../../base/page-pane'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { openCollect } from './collect-dialog-store'
import { CollectedList } from './collected-list'
import { closeCollectedItem } from './collection-acts'
import { CollectionListPane } from './collection-list'
import { CollectionPage } from './collection-page'
import { useCollection } from './collection-store'
import { firstChoice, loadCollections, useCollections } from './collections-store'
import { RunPage } from './run-page'

function NothingChosen({ isEmpty }: { isEmpty: boolean }) {
  return (
    <PagePane label="Collections" crumb="Collections">
      <div className="collection bare">
        {isEmpty ? (
          <>
            <h1 className="sr">Collections</h1>
            <EmptyState
              title="Collect many things of one kind"
              actions={
                <Button variant="primary" onClick={() => openCollect()}>
                  Collect from the web…
                </Button>
              }
            >
              Say what you want, such as tools, places, papers or courses. Your model searches the web, reads the pages it finds and
              proposes what it took from them, each with its source. You decide on every one before it is kept, and can collect more, or
              what has changed, at any time later.
            </EmptyState>
          </>
        ) : (
          <EmptyState title="No collection is chosen">Choose one in the list.</EmptyState>
        )}
      </div>
    </PagePane>
  )
}

type ItemPageSlot = (id: string, crumb: ReactNode) => ReactNode

function CollectedItemPage({ itemId, itemPage }: { itemId: string; itemPage: ItemPageSlot }) {
  const name = useCollection((state) => state.detail?.collection.name)
  usePageKeys({ Escape: closeCollectedItem })
  return itemPage(itemId, name ?? 'Collections')
}

/** The place of what was collected: the list of collections, and one of them, a run of it, or an item from it, which `itemPage` shows. */
export function CollectPlace({ itemPage }: { itemPage: ItemPageSlot }) {
  const collections = useCollections((state) => state.collections)
  const { collectionId, runId, itemId } = useNavigation()
  useEffect(() => void loadCollections(), [])
  useEffect(() => {
    if (collectionId !== undefined || !collections) return
    const first = firstChoice(collections)
    if (first) useNavigation.setState(first)
  }, [collectionId, collections])
  if (itemId !== undefined && collectionId !== undefined)
    return (
      <>
        <CollectedList collectionId={collectionId} />
        <CollectedItemPage key={itemId} itemId={itemId} itemPage={itemPage} />
      </>
    )
  return (
    <>
      <CollectionListPane />
      {runId !== undefined ? (
        <RunPage key={runId} id={runId} />
      ) : collectionId !== undefined ? (
        <CollectionPage key={collectionId} id={collectionId} />
      ) : (
        <NothingChosen isEmpty={collections?.length === 0} />
      )}
    </>
  )
}
