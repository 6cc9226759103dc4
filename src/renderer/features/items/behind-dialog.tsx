import './behind.css'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { type BehindItem, closeBehind, useBehind } from '../../base/behind-store'
import { titleOrUntitled } from '../../base/item-title'
import { openThought } from '../../base/open-thesis'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { PersonText } from '../../ui/person-text'

const ROW = 36

function Rows({ title, items, onOpen }: { title: string; items: readonly BehindItem[]; onOpen: (item: BehindItem) => void }) {
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const [active, setActive] = useState(0)
  const virtual = useVirtualizer({ count: items.length, getScrollElement: () => box.current, estimateSize: () => ROW, overscan: 10 })
  const rows = virtual.getVirtualItems()
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 360) / ROW) - 1)
    const steps: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      Home: 0,
      End: items.length - 1,
      PageDown: active + page,
      PageUp: active - page,
    }
    const step = steps[event.key]
    const item = items[active]
    if (step !== undefined) {
      const place = Math.max(0, Math.min(items.length - 1, step))
      setActive(place)
      virtual.scrollToIndex(place, { align: 'auto' })
    } else if (event.key === 'Enter' && item) onOpen(item)
    else return
    event.preventDefault()
  }
  return (
    <div
      className="rows behind-rows"
      ref={box}
      role="listbox"
      aria-label={title}
      tabIndex={0}
      data-first-focus
      aria-activedescendant={rows.some((row) => row.index === active) ? `${id}-${active}` : undefined}
      onKeyDown={press}
    >
      <div className="rows-in" role="presentation" style={{ height: virtual.getTotalSize() }}>
        {rows.map((row) => {
          const item = items[row.index]
          if (!item) return null
          return (
            <div key={row.key} role="presentation" style={{ transform: `translateY(${row.start}px)` }}>
              {/* biome-ignore lint/a11y/useKeyWithClickEvents: the listbox around it has the keys */}
              <div
                id={`${id}-${row.index}`}
                role="option"
                tabIndex={-1}
                className="opt"
                aria-selected={row.index === active}
                aria-disabled={item.trashed || undefined}
                aria-posinset={row.index + 1}
                aria-setsize={items.length}
                onMouseMove={() => row.index !== active && setActive(row.index)}
                onClick={() => onOpen(item)}
              >
                <PersonText className="serif" text={titleOrUntitled(item.title)} />
                {(item.trashed || item.note) && <span className="end">{item.trashed ? 'in the trash' : item.note}</span>}
              </div>
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** The thoughts behind a figure, while somebody looks at them. */
export function BehindDialog() {
  const shown = useBehind((state) => state.shown)
  if (!shown) return null
  const { title, items, onOpen } = shown
  const open = (item: BehindItem) => {
    if (item.trashed) return
    closeBehind()
    onOpen?.()
    openThought(item.itemId)
  }
  return (
    <Dialog label={title} frame="ask-win behind-win" onClose={closeBehind}>
      <header>
        <h2>{title}</h2>
      </header>
      <Rows title={title} items={items} onOpen={open} />
      <footer>
        <span className="hint">
          <kbd>↑ ↓</kbd> move <kbd>Enter</kbd> open
        </span>
        <Button variant="quiet" keys="Esc" onClick={closeBehind}>
          Close
        </Button>
      </footer>
    </Dialog>
  )
}
