import { memo } from 'react'
import type { ReviewEntry } from '../../../shared/contract/review'
import { gateTitles } from '../../../shared/gate-titles'
import { confidenceNow } from '../../base/confidence-words'
import { titleOrUntitled } from '../../base/item-title'
import { formatWhen } from '../../ui/format-time'
import { PersonText } from '../../ui/person-text'

/** What a row says: its title, whether that is the person's own, one line, and a time. */
function wordsOf(entry: ReviewEntry, now: number): { title: string; own: boolean; line: string; at: number } {
  switch (entry.section) {
    case 'stale': {
      const value = confidenceNow({ validation: entry.validation, source: 'manual' }, now)
      return {
        title: titleOrUntitled(entry.item.title),
        own: true,
        line: `Confidence ${Number(value.toFixed(2))}`,
        at: entry.updatedAt,
      }
    }
    case 'gates':
      return {
        title: titleOrUntitled(entry.item.title),
        own: true,
        line: entry.gates.map(({ gate }) => gateTitles[gate]).join(', '),
        at: entry.thesisAt,
      }
    case 'contradictions':
      return {
        title: entry.sides.map(({ title }) => titleOrUntitled(title)).join(' – '),
        own: true,
        line: entry.title || entry.text,
        at: entry.at,
      }
    case 'questions':
      return { title: entry.question, own: false, line: entry.title === entry.question ? '' : entry.title, at: entry.at }
  }
}

interface ReviewRowProps {
  entry: ReviewEntry
  id: string
  selected: boolean
  ruled: boolean
  position: number
  total: number
  now: number
  onGo: () => void
  onOpen: () => void
}

/** One entry of the review in its list. */
export const ReviewRow = memo(
  function ReviewRow({ entry, id, selected, ruled, position, total, now, onGo, onOpen }: ReviewRowProps) {
    const { title, own, line, at } = wordsOf(entry, now)
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox around it has the keys
      <div
        id={id}
        role="option"
        tabIndex={-1}
        aria-selected={selected}
        aria-posinset={position}
        aria-setsize={total}
        className={ruled ? 'row ruled' : 'row'}
        onClick={onGo}
        onDoubleClick={onOpen}
      >
        {own ? (
          <PersonText className="row-t" text={title} />
        ) : (
          <span className="row-t review-t" dir="auto">
            {title}
          </span>
        )}
        <span className="row-m">
          <span className="review-line" dir="auto">
            {line}
          </span>
          <time dateTime={new Date(at).toISOString()}>{formatWhen(at, now)}</time>
        </span>
      </div>
    )
  },
  (before, after) =>
    before.entry === after.entry &&
    before.id === after.id &&
    before.selected === after.selected &&
    before.ruled === after.ruled &&
    before.position === after.position &&
    before.total === after.total &&
    before.now === after.now,
)
