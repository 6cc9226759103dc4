import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { IconButton } from './button'
import { Icon, type LucideIcon } from './icon'
import { keyHint } from './keys'

export interface MenuItem {
  label: string
  icon?: LucideIcon
  keys?: string
  danger?: boolean
  /** Set for an item that is on or off. */
  checked?: boolean
  onChoose: () => void
}

/** An icon button that opens a menu: arrow keys move, Enter chooses, Esc closes and focus returns to the button. */
export function Menu({ label, icon, items }: { label: string; icon: LucideIcon; items: readonly MenuItem[] }) {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!open) return
    box.current?.querySelector<HTMLElement>('.menu button')?.focus()
    const outside = (event: MouseEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('mousedown', outside)
    return () => document.removeEventListener('mousedown', outside)
  }, [open])

  const move = (event: KeyboardEvent) => {
    const buttons = [...(box.current?.querySelectorAll<HTMLElement>('.menu button') ?? [])]
    const at = buttons.indexOf(document.activeElement as HTMLElement)
    const to =
      event.key === 'ArrowDown'
        ? at + 1
        : event.key === 'ArrowUp'
          ? at - 1
          : event.key === 'Home'
            ? 0
            : event.key === 'End'
              ? -1
              : undefined
    if (event.key === 'Tab') setOpen(false)
    if (event.key === 'Escape') {
      setOpen(false)
      button.current?.focus()
    } else if (to !== undefined) buttons.at(to === buttons.length ? 0 : to)?.focus()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const choose = (item: MenuItem) => {
    setOpen(false)
    button.current?.focus()
    item.onChoose()
  }

  return (
    <div className="menu-box" ref={box}>
      <IconButton ref={button} icon={icon} label={label} aria-haspopup="menu" aria-expanded={open} onClick={() => setOpen(!open)} />
      {open && (
        <div className="menu" role="menu" aria-label={label} tabIndex={-1} onKeyDown={move}>
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              tabIndex={-1}
              role={item.checked === undefined ? 'menuitem' : 'menuitemcheckbox'}
              {...(item.checked === undefined ? {} : { 'aria-checked': item.checked })}
              className={item.danger ? 'opt opt-danger' : 'opt'}
              onClick={() => choose(item)}
            >
              {item.icon && <Icon of={item.icon} />}
              <span>{item.label}</span>
              <span className="end">{item.checked ? 'On' : item.keys ? <kbd>{keyHint(item.keys)}</kbd> : null}</span>
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
