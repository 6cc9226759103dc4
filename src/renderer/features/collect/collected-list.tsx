import { ArrowLeft } from 'lucide-react'
import { useEffect } from 'react'
import { useNavigation } from '../../base/navigation-store'
import { IconButton } from '../../ui/button'
import { formatNumber } from '../../ui/format-time'
import { RowListbox } from '../../ui/row-listbox'
import { loadMoreCollected, openCollected, useCollectedItems } from './collected-items-store'
import { closeCollectedItem, openCollectedItem } from './collection-acts'
import { loadCollection, useCollection } from './collection-store'
import { hostOf } from './run-words'

/** The items of a collection beside the one that is open, in the order and with the filters of its page. */
export function CollectedList({ collectionId }: { collectionId: string }) {
  const { items, total } = useCollectedItems()
  const name = useCollection((state) => state.detail?.collection.name) ?? 'Collection'
  const itemId = useNavigation((state) => state.itemId)
  useEffect(() => {
    void loadCollection(collectionId)
    openCollected(collectionId)
  }, [collectionId])
  return (
    <section className="list" aria-label={name}>
      <div className="head collected-head">
        <IconButton icon={ArrowLeft} label="Back to the collection" onClick={closeCollectedItem} />
        <h2 className="cut" dir="auto" title={name}>
          {name}
        </h2>
        <span className="n num">{formatNumber(total)}</span>
      </div>
      <RowListbox
        label={`Items of ${name}`}
        rows={items}
        total={total}
        keyOf={(item) => item.itemId}
        selected={itemId}
        startsAtSelected
        onSelect={(item) => useNavigation.setState({ itemId: item.itemId })}
        onOpen={(item) => openCollectedItem(item.itemId)}
        onEscape={closeCollectedItem}
        onNearEnd={() => void loadMoreCollected()}
      >
        {(item) => (
          <>
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
          </>
        )}
      </RowListbox>
    </section>
  )
}
