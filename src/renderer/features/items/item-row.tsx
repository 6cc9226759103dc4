import { Lock, Pin } from 'lucide-react'
import { memo } from 'react'
import { STALE_BELOW, STALE_TAG } from '../../../shared/confidence'
import type { ItemSummary } from '../../../shared/entities'
import { confidenceSum } from '../../base/confidence-words'
import { titleOrUntitled } from '../../base/item-title'
import { Confidence } from '../../ui/confidence'
import { formatWhen } from '../../ui/format-time'
import { GateComb } from '../../ui/gate-comb'
import { Icon } from '../../ui/icon'
import { PersonText } from '../../ui/person-text'
import { StatusDot } from '../../ui/status-dot'
import { rowStatus } from './row-status'
import { trashWords } from './trash-words'

export interface ItemRowProps {
  item: ItemSummary
  id: string
  at: number
  selected: boolean
  active: boolean
  ruled: boolean
  afterSelected: boolean
  position: number
  total: number
  now: number
  /** Its confidence as a sum, in place of what else is known of it. */
  showWhy: boolean
  onOpen: (id: string) => void
}

/** One thought in a list: title, summary, then what is alive or what is known of it. */
export const ItemRow = memo(function ItemRow({
  item,
  id,
  at,
  selected,
  active,
  ruled,
  afterSelected,
  position,
  total,
  now,
  showWhy,
  onOpen,
}: ItemRowProps) {
  const trashed = item.deletedAt !== null
  const status = trashed ? undefined : rowStatus(item.job)
  const { thesis } = item
  const showThesis = !trashed && !showWhy && status === undefined && thesis?.status === 'done'
  const tags = !trashed && !showWhy && status === undefined && !showThesis ? item.tags.filter((tag) => tag !== STALE_TAG).slice(0, 3) : []
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox around it has the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      aria-posinset={position}
      aria-setsize={total}
      data-active={active || undefined}
      className={`row${ruled ? ' ruled' : ''}${afterSelected ? ' after-selected' : ''}`}
      onClick={() => onOpen(item.id)}
    >
      <PersonText className="row-t" text={titleOrUntitled(item.title)} />
      {item.summary && (
        <span className="row-s" dir="auto">
          {item.summary}
        </span>
      )}
      <span className="row-m">
        {item.pinned && (
          <>
            <Icon of={Pin} />
            <span className="sr">Pinned</span>
          </>
        )}
        {item.private && (
          <>
            <Icon of={Lock} />
            <span className="sr">Stays here</span>
          </>
        )}
        {status && <StatusDot {...status} />}
        {showWhy ? <span className="row-why">{confidenceSum(item, now)}</span> : item.confidence < STALE_BELOW && <span>Stale</span>}
        {showThesis && <GateComb gates={thesis.gates} />}
        {showThesis && thesis.confidence && <Confidence of={thesis.confidence} />}
        {tags.map((tag) => (
          <span key={tag} dir="auto">
            #{tag}
          </span>
        ))}
        {item.deletedAt === null ? (
          <time dateTime={new Date(at).toISOString()}>{formatWhen(at, now)}</time>
        ) : (
          <span>{trashWords(item.deletedAt, now)}</span>
        )}
      </span>
    </div>
  )
})
