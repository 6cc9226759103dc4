import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon } from '../../ui/icon'

/** A button with what is chosen, that opens a panel to choose in. Esc and a click elsewhere close it. */
export function FilterPanel({ name, chosen, children }: { name: string; chosen: string | undefined; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!open) return
    box.current?.querySelector<HTMLElement>('.graph-panel input')?.focus()
    const outside = (event: MouseEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('mousedown', outside)
    return () => document.removeEventListener('mousedown', outside)
  }, [open])
  const close = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    setOpen(false)
    button.current?.focus()
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc closes the panel wherever in it the focus is
    <div className="graph-filter" ref={box} onKeyDown={close}>
      <button
        type="button"
        ref={button}
        className={chosen === undefined ? 'chip' : 'chip on'}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <span dir="auto">{chosen ?? name}</span>
        <Icon of={ChevronDown} small />
      </button>
      {open && (
        <fieldset className="graph-panel" aria-label={name}>
          {children}
        </fieldset>
      )}
    </div>
  )
}

/** Any number of several; none chosen means all. */
export function ManyOf<T extends string>({
  options,
  chosen,
  onChange,
}: {
  options: readonly (readonly [T, string, string?])[]
  chosen: readonly T[]
  onChange: (chosen: T[]) => void
}) {
  return (
    <div className="graph-options">
      {options.map(([key, label, count]) => (
        <label className="check" key={key}>
          <input
            type="checkbox"
            checked={chosen.includes(key)}
            onChange={(event) => onChange(event.target.checked ? [...chosen, key] : chosen.filter((other) => other !== key))}
          />
          <span dir="auto">{label}</span>
          {count !== undefined && <span className="num">{count}</span>}
        </label>
      ))}
    </div>
  )
}
