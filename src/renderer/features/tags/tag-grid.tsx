// biome-ignore-all lint/a11y/useSemanticElements: a table cannot have rows that are in the page only while they are in sight
import { useVirtualizer } from '@tanstack/react-virtual'
import { Pencil, Trash2 } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useId, useRef, useState } from 'react'
import type { TagSummary } from '../../../shared/contract/tags'
import { useNavigation } from '../../base/navigation-store'
import { IconButton } from '../../ui/button'
import { formatNumber } from '../../ui/format-time'
import { stepOf } from '../../ui/row-steps'
import { RenameField } from './rename-field'
import { deleteTag, thoughts } from './tag-acts'

const ROW = 32

/** The tags as a grid of which only what is in sight is in the page. Arrow keys move, Enter opens, F2 renames, Delete takes off. */
export function TagGrid({ tags, label }: { tags: readonly TagSummary[]; label: string }) {
  const openTag = useNavigation((state) => state.openTag)
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  /** Where the person is: the tag by its name, and its place for when it is gone. */
  const [at, setAt] = useState<{ place: number; name: string | undefined }>({ place: 0, name: undefined })
  const [renaming, setRenaming] = useState<string | undefined>(undefined)
  const named = at.name === undefined ? -1 : tags.findIndex(({ name }) => name === at.name)
  const active = named >= 0 ? named : Math.min(at.place, tags.length - 1)
  const virtual = useVirtualizer({
    count: tags.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    getItemKey: (place) => tags[place]?.name ?? place,
    overscan: 12,
  })
  const rows = virtual.getVirtualItems()

  const goTo = (place: number) => {
    const next = Math.max(0, Math.min(tags.length - 1, place))
    setAt({ place: next, name: tags[next]?.name })
    virtual.scrollToIndex(next, { align: 'auto' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 600) / ROW) - 1)
    const step = stepOf(event.key, active, { count: tags.length, page })
    const tag = tags[active]
    if (step !== undefined) goTo(step)
    else if (event.key === 'Enter' && tag) openTag(tag.name)
    else if (event.key === 'F2' && tag) setRenaming(tag.name)
    else if (event.key === 'Delete' && tag) void deleteTag(tag.name)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const closeRename = (name: string) => {
    setRenaming(undefined)
    // A new name has another place in the list; keys then still act on this tag.
    setAt({ place: active, name })
    box.current?.focus({ preventScroll: true })
  }
  // The grid keeps the focus: a row that had it would take it along when it is scrolled out of the page.
  const keepFocus = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('input, button')) return
    event.preventDefault()
    box.current?.focus({ preventScroll: true })
  }
  return (
    <div
      className="rows tag-rows"
      ref={box}
      role="grid"
      aria-label={label}
      aria-rowcount={tags.length}
      tabIndex={0}
      aria-activedescendant={rows.some((row) => row.index === active) ? `${id}-${active}` : undefined}
      onKeyDown={onKeyDown}
      onMouseDown={keepFocus}
    >
      <div className="rows-in" role="presentation" style={{ height: virtual.getTotalSize() }}>
        {rows.map((row) => {
          const tag = tags[row.index]
          if (!tag) return null
          return (
            <div
              key={row.key}
              role="presentation"
              ref={virtual.measureElement}
              data-index={row.index}
              style={{ transform: `translateY(${row.start}px)` }}
            >
              <div
                className="tag-row"
                role="row"
                tabIndex={-1}
                id={`${id}-${row.index}`}
                aria-rowindex={row.index + 1}
                data-active={row.index === active || undefined}
                onMouseDown={() => setAt({ place: row.index, name: tag.name })}
              >
                {renaming === tag.name ? (
                  <span role="gridcell" tabIndex={-1} className="tag-cell">
                    <RenameField tag={tag} onClose={closeRename} />
                  </span>
                ) : (
                  <>
                    <span role="gridcell" tabIndex={-1} className="tag-cell">
                      <button type="button" className="tag-open" tabIndex={-1} title={`#${tag.name}`} onClick={() => openTag(tag.name)}>
                        <span className="tag-dot" aria-hidden="true">
                          #
                        </span>
                        <span dir="auto">{tag.name}</span>
                      </button>
                    </span>
                    <span role="gridcell" tabIndex={-1} className="tag-acts">
                      <IconButton
                        icon={Pencil}
                        label={`Rename #${tag.name}`}
                        keys="F2"
                        tabIndex={-1}
                        onClick={() => setRenaming(tag.name)}
                      />
                      <IconButton
                        icon={Trash2}
                        label={`Take #${tag.name} off ${thoughts(tag.count)}`}
                        keys="Delete"
                        tabIndex={-1}
                        onClick={() => void deleteTag(tag.name)}
                      />
                    </span>
                    <span role="gridcell" tabIndex={-1} className="tag-n num">
                      {formatNumber(tag.count)}
                      <span className="sr"> thoughts</span>
                    </span>
                  </>
                )}
              </div>
            </div>
          )
        })}
      </div>
    </div>
  )
}
