import { useVirtualizer } from '@tanstack/react-virtual'
import { Search } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react'
import { Icon } from '../../ui/icon'
import { useNow } from '../../ui/use-now'
import type { GraphModel } from './graph-model'
import { GraphRow } from './graph-row'
import { useGraphRows } from './use-graph-rows'

export interface GraphListProps {
  model: GraphModel
  selectedId: string | undefined
  /** The item the arrow keys came to; `found` when it was looked for by its words. */
  onPoint: (id: string | undefined, how: 'passed' | 'found') => void
  onOpen: (id: string) => void
}

/** What the graph shows as a tree for the keyboard and for screen readers: items, the most linked first, and below each what it is linked with. */
export function GraphList({ model, selectedId, onPoint, onOpen }: GraphListProps) {
  const { typed, setTyped, found, rows, opened, toggle } = useGraphRows(model)
  const now = useNow()
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const [activeKey, setActiveKey] = useState<string | undefined>(undefined)
  const active = Math.max(
    0,
    rows.findIndex((row) => row.key === activeKey),
  )
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => 64,
    getItemKey: (place) => rows[place]?.key ?? place,
    overscan: 8,
  })
  const shown = virtual.getVirtualItems()
  const idAt = (place: number) => model.items[rows[place]?.place ?? -1]?.id

  function goTo(place: number): void {
    const next = Math.max(0, Math.min(rows.length - 1, place))
    setActiveKey(rows[next]?.key)
    virtual.scrollToIndex(next, { align: 'auto' })
    onPoint(idAt(next), 'passed')
  }

  // What was clicked in the graph is the one that the arrow keys go on from.
  const selectedAt = rows.findIndex((row) => row.level === 1 && model.items[row.place]?.id === selectedId)
  const selectedKey = selectedAt < 0 ? undefined : rows[selectedAt]?.key
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new selection moves the list
  useEffect(() => {
    if (selectedKey === undefined) return
    setActiveKey(selectedKey)
    virtual.scrollToIndex(selectedAt, { align: 'auto' })
  }, [selectedKey])

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const row = rows[active]
    const item = row && model.items[row.place]
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 600) / 64))
    const steps: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      Home: 0,
      End: rows.length - 1,
      PageDown: active + page,
      PageUp: active - page,
    }
    const step = steps[event.key]
    if (step !== undefined) goTo(step)
    else if (!row || !item) return
    else if (event.key === 'Enter') onOpen(item.id)
    else if (event.key === 'ArrowRight' && row.level === 1 && item.degree > 0) {
      if (opened.has(item.id)) goTo(active + 1)
      else toggle(item.id, true)
    } else if (event.key === 'ArrowLeft' && row.level === 2) goTo(active - row.position)
    else if (event.key === 'ArrowLeft' && opened.has(item.id)) toggle(item.id, false)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  function onFind(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown') {
      box.current?.focus()
      goTo(0)
    } else if (event.key === 'Enter' && found[0] !== undefined) {
      setActiveKey(rows[0]?.key)
      onPoint(model.items[found[0]]?.id, 'found')
    } else if (event.key === 'Escape' && typed !== '') setTyped('')
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  // A row that has the focus itself would take it along when it is scrolled out of the page.
  const keepFocus = (event: MouseEvent) => {
    if (event.target === box.current) return
    event.preventDefault()
    box.current?.focus({ preventScroll: true })
  }
  const activeRow = rows[active]
  return (
    <>
      <label className="graph-find">
        <Icon of={Search} small />
        <span className="sr">Find in the graph</span>
        <input
          type="search"
          value={typed}
          placeholder="Find in the graph"
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onFind}
        />
      </label>
      {rows.length === 0 ? (
        <p className="graph-none" role="status">
          No title here has these words.
        </p>
      ) : (
        <div
          className="rows"
          ref={box}
          role="tree"
          aria-label="Thoughts, the most linked first"
          tabIndex={0}
          aria-activedescendant={activeRow && shown.some(({ index }) => index === active) ? `${id}-${activeRow.key}` : undefined}
          onKeyDown={onKeyDown}
          onMouseDown={keepFocus}
          onBlur={() => onPoint(undefined, 'passed')}
        >
          <div className="rows-in" role="presentation" style={{ height: virtual.getTotalSize() }}>
            {shown.map(({ index, start, key }) => {
              const row = rows[index]
              const item = row && model.items[row.place]
              if (!row || !item) return null
              return (
                <div
                  key={key}
                  role="presentation"
                  ref={virtual.measureElement}
                  data-index={index}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <GraphRow
                    id={`${id}-${row.key}`}
                    row={row}
                    item={item}
                    opened={opened.has(item.id)}
                    active={index === active}
                    selected={item.id === selectedId}
                    now={now}
                    onOpen={() => onOpen(item.id)}
                    onToggle={() => toggle(item.id, !opened.has(item.id))}
                  />
                </div>
              )
            })}
          </div>
        </div>
      )}
    </>
  )
}
