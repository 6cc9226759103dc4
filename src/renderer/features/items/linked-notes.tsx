import { X } from 'lucide-react'
import type { Item } from '../../../shared/entities'
import { IconButton } from '../../ui/button'
import { PersonText } from '../../ui/person-text'
import { useNavigation } from '../shell/navigation-store'
import { rejectLink, summarizeItem } from './item-actions'
import { titleOrUntitled } from './item-title'

const by: Record<Item['summaryBy'], string> = {
  none: '',
  builtin: 'Built in, no model',
  model: 'Written by the model',
  person: 'Written by you',
}

/** The margin of an item page: linked thoughts with their reason, then the summary. */
export function LinkedNotes({ item }: { item: Item }) {
  const openItem = useNavigation((state) => state.openItem)
  const trashed = item.deletedAt !== null
  return (
    <>
      {item.links.length > 0 && (
        <div className="note">
          <h3>Linked thoughts</h3>
          <ul>
            {item.links.map((link) => (
              <li key={link.linkId}>
                <a
                  href={`#${link.item.id}`}
                  onClick={(event) => {
                    event.preventDefault()
                    openItem(link.item.id)
                  }}
                >
                  <PersonText text={titleOrUntitled(link.item.title)} />
                </a>
                <span dir="auto">{link.reason}</span>
                {!trashed && <IconButton icon={X} label="Not related" onClick={() => void rejectLink(link)} />}
              </li>
            ))}
          </ul>
        </div>
      )}
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
