import { AlignLeft, Lock, Plus } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { nameForTitle } from '../../../shared/wikilinks'
import { titleOrUntitled } from '../../base/item-title'
import { MarkedText } from '../../base/marked-text'
import { matchWords } from '../../base/match-words'
import { currentTime } from '../../ui/clock'
import { formatWhen } from '../../ui/format-time'
import { Icon } from '../../ui/icon'
import { type CompletionState, canCreate } from './use-title-completion'

/** Room kept to the edges of the window, and between letter and list. */
const EDGE = 8
const GAP = 4

/** The titles that may be meant, at the letter where the name begins: below it, or above where there is no room. */
export function TitleList({
  state,
  id,
  field,
  onChoose,
  onPoint,
}: {
  state: CompletionState
  id: string
  field: HTMLElement
  onChoose: (row: number) => void
  onPoint: (row: number) => void
}) {
  const box = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<{ left: number; top: number }>()
  const { place, titles, active, query } = state
  // biome-ignore lint/correctness/useExhaustiveDependencies: the size follows the rows
  useLayoutEffect(() => {
    const size = box.current?.getBoundingClientRect()
    if (!size) return
    const below = place.bottom + GAP
    const fits = below + size.height <= window.innerHeight - EDGE
    setAt({
      left: Math.max(EDGE, Math.min(place.left, window.innerWidth - size.width - EDGE)),
      top: fits ? below : Math.max(EDGE, place.top - GAP - size.height),
    })
  }, [place, titles.length, query])
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])

  const option = (row: number) => ({
    id: `${id}-${row}`,
    role: 'option',
    tabIndex: -1,
    className: 'opt',
    'aria-selected': row === active,
    onMouseMove: () => row !== active && onPoint(row),
    onClick: () => onChoose(row),
  })
  const create = canCreate(state)
  const count = titles.length === 1 ? '1 title' : `${titles.length} titles`
  return createPortal(
    // A dialog is above everything else of the page, so its list has to be in it.
    <>
      <div
        ref={box}
        id={id}
        role="listbox"
        aria-label="Link to"
        className="title-list"
        style={at ? { left: at.left, top: at.top } : { visibility: 'hidden', left: 0, top: 0 }}
        onMouseDown={(event) => event.preventDefault()}
      >
        {titles.map((title, row) => {
          const mark = matchWords(title.title, query)
          return (
            <div key={title.id} {...option(row)}>
              <Icon of={title.private ? Lock : AlignLeft} />
              <MarkedText className="serif" text={titleOrUntitled(title.title)} marks={mark ? [mark] : []} />
              <span className="end">
                {title.twin ? formatWhen(title.createdAt, currentTime()) : row === active ? <kbd>Enter</kbd> : null}
              </span>
            </div>
          )
        })}
        {create && (
          <div {...option(titles.length)}>
            <Icon of={Plus} />
            <span dir="auto">Create “{nameForTitle(query)}”</span>
          </div>
        )}
      </div>
      <span className="sr" role="status">
        {create ? `${count}, or create a thought` : count}
      </span>
    </>,
    field.closest('dialog') ?? document.body,
  )
}
