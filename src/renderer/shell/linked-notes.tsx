import type { Item } from '../../shared/entities'
import { summarizeItem } from '../features/items/item-actions'
import { LinksPanel } from '../features/links/links-panel'

const by: Record<Item['summaryBy'], string> = {
  none: '',
  builtin: 'Built in, no model',
  model: 'Written by the model',
  person: 'Written by you',
}

/** The margin of an item page: its links, then the summary. */
export function LinkedNotes({ item }: { item: Item }) {
  const trashed = item.deletedAt !== null
  return (
    <>
      <LinksPanel item={item} />
      {item.summaryBy !== 'none' && item.summary !== '' && (
        <div className="note">
          <h3>Summary</h3>
          <p dir="auto">{item.summary}</p>
          <span className="from by">
            {by[item.summaryBy]}
            {!trashed && (
              <>
                {' · '}
                <button type="button" className="link" onClick={() => void summarizeItem(item.id)}>
                  Write anew
                </button>
              </>
            )}
          </span>
        </div>
      )}
    </>
  )
}
