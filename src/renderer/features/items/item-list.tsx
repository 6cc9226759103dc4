import { ArrowDownWideNarrow, Headphones } from 'lucide-react'
import { useEffect } from 'react'
import { useNavigation } from '../../base/navigation-store'
import { usePlaces } from '../../base/places-store'
import { IconButton } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { formatNumber } from '../../ui/format-time'
import { Late } from '../../ui/late'
import { Menu } from '../../ui/menu'
import { openNewBriefing } from '../briefings/new-briefing-store'
import { EmptyTrash } from './empty-trash'
import { type ListSort, useItemList } from './item-list-store'
import { ItemListbox } from './item-listbox'

export type ItemPlace = 'inbox' | 'all' | 'pinned' | 'theses' | 'stale' | 'trash'

const names: Record<ItemPlace, string> = {
  inbox: 'Inbox',
  all: 'All thoughts',
  pinned: 'Pinned',
  theses: 'Theses',
  stale: 'Stale',
  trash: 'Trash',
}
const empty: Record<ItemPlace, [string, string]> = {
  inbox: ['Nothing in the inbox.', 'Thoughts without a tag, a pin or a thesis stand here.'],
  all: ['No thoughts yet', 'What you write on the right lands here first.'],
  pinned: ['Nothing pinned yet', 'Press P on a thought to keep it here.'],
  theses: ['No theses yet', 'Open a thought and press D. Deep Think argues with it and leaves a thesis here.'],
  stale: [
    'Nothing is stale',
    'A thought comes here when its confidence falls below 0.3. Changing, pinning or confirming one keeps it fresh.',
  ],
  trash: ['The trash is empty', 'A deleted thought stays here for 30 days.'],
}
const sorts: Record<ListSort, string> = { newest: 'Newest first', oldest: 'Oldest first', updated: 'Last changed', title: 'By title' }

/** The middle pane for a place or a tag. */
export function ItemList({ place, tag }: { place?: ItemPlace; tag?: string }) {
  const { open, loaded, items, total, sort, setSort, problem } = useItemList()
  const openPlace = useNavigation((state) => state.openPlace)
  useEffect(() => open(tag !== undefined ? { tag } : { place: place ?? 'all' }), [open, place, tag])
  const name = tag !== undefined ? `#${tag}` : names[place ?? 'all']
  const emptyVault = usePlaces((state) => state.places?.all === 0)
  const inTag = [`No thought has the tag #${tag}`, 'Add it on a thought, and the thought stands here.'] as const
  const [title, sentence] = tag !== undefined ? inTag : empty[emptyVault && place === 'inbox' ? 'all' : (place ?? 'all')]

  return (
    <section className="list" aria-label={name}>
      <div className="head">
        <h2 dir="auto">{name}</h2>
        {total > 0 && <span className="n num">{formatNumber(total)}</span>}
        <span className="end">
          {tag !== undefined && items.length > 0 && (
            <IconButton
              icon={Headphones}
              label={`Brief the thoughts with #${tag}`}
              onClick={() => openNewBriefing({ scope: 'tag', tag })}
            />
          )}
          {place === 'trash' && tag === undefined ? (
            <EmptyTrash count={total} />
          ) : (
            items.length > 0 && (
              <Menu
                label={`Sort: ${sorts[sort].toLowerCase()}`}
                icon={ArrowDownWideNarrow}
                items={(Object.keys(sorts) as ListSort[]).map((key) => ({
                  label: sorts[key],
                  checked: key === sort,
                  onChoose: () => setSort(key),
                }))}
              />
            )
          )}
        </span>
      </div>
      {items.length > 0 ? (
        <ItemListbox key={`${place}/${tag}/${sort}`} label={name} />
      ) : problem !== undefined ? (
        <EmptyState title="The list could not be read">{problem}</EmptyState>
      ) : loaded ? (
        <EmptyState
          title={title}
          actions={
            place === 'inbox' && !emptyVault ? (
              <button type="button" className="link" onClick={() => openPlace('all')}>
                All thoughts
              </button>
            ) : undefined
          }
        >
          {sentence}
        </EmptyState>
      ) : (
        <Late>Opening the list…</Late>
      )}
    </section>
  )
}
