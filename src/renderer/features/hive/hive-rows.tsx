import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'

export interface HiveRow {
  id: string
  title: ReactNode
  line?: ReactNode
  meta?: ReactNode
}

/** A listbox of a few hundred rows at most: arrow keys move, Enter opens. */
export function HiveRows({
  label,
  rows,
  selected,
  onSelect,
  onOpen,
}: {
  label: string
  rows: readonly HiveRow[]
  selected: string | undefined
  onSelect: (id: string) => void
  onOpen: (id: string) => void
}) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const at = rows.findIndex((row) => row.id === selected)
  useEffect(() => {
    if (at >= 0) box.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [at])
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }
    const step = steps[event.key]
    if (step === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (step === undefined) {
      if (selected !== undefined) onOpen(selected)
      return
    }
    const row = rows[Math.max(0, Math.min(rows.length - 1, step))]
    if (row) onSelect(row.id)
  }
  return (
    <div
      className="rows"
      ref={box}
      role="listbox"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
      onKeyDown={press}
    >
      {rows.map((row, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox around it has the keys
        <div
          key={row.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          className={index > 0 && index !== at && index - 1 !== at ? 'row ruled' : 'row'}
          onClick={() => onOpen(row.id)}
        >
          <span className="row-t">{row.title}</span>
          {row.line && <span className="row-s">{row.line}</span>}
          {row.meta && <span className="row-m">{row.meta}</span>}
        </div>
      ))}
    </div>
  )
}
