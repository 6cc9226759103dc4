import { ChevronRight } from 'lucide-react'
import { titleOrUntitled } from '../../base/item-title'
import { formatWhen } from '../../ui/format-time'
import { Icon } from '../../ui/icon'
import { PersonText } from '../../ui/person-text'
import type { GraphItem, GraphRow as Row } from './graph-model'
import { linkCount, linkKindNames, oneOfKind } from './graph-words'

export interface GraphRowProps {
  id: string
  row: Row
  item: GraphItem
  opened: boolean
  active: boolean
  selected: boolean
  now: number
  onOpen: () => void
  onToggle: () => void
}

/** An item in the list beside the graph, or below it one that it is linked with. */
export function GraphRow({ id, row, item, opened, active, selected, now, onOpen, onToggle }: GraphRowProps) {
  const top = row.level === 1
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it has the keys
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.count}
      aria-selected={selected}
      {...(top && item.degree > 0 ? { 'aria-expanded': opened } : {})}
      data-active={active || undefined}
      className={top ? `row graph-row${row.position > 1 ? ' ruled' : ''}` : 'row graph-row below'}
      onClick={onOpen}
    >
      {top && item.degree > 0 && (
        <button
          type="button"
          className="graph-twist"
          tabIndex={-1}
          aria-hidden="true"
          title={opened ? 'Hide what it is linked with' : 'Show what it is linked with'}
          onClick={(event) => {
            event.stopPropagation()
            onToggle()
          }}
        >
          <Icon of={ChevronRight} small />
        </button>
      )}
      <PersonText className="row-t" text={titleOrUntitled(item.title)} />
      <span className="row-m">
        <span>{top ? linkCount(item.degree) : row.kinds.map((kind) => linkKindNames[kind]).join(', ')}</span>
        {item.kind !== 'thought' && <span>{oneOfKind[item.kind]}</span>}
        <time dateTime={new Date(item.createdAt).toISOString()}>{formatWhen(item.createdAt, now)}</time>
      </span>
    </div>
  )
}
