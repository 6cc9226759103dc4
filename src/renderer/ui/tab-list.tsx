import { type KeyboardEvent, useRef } from 'react'

export interface TabEntry<Id extends string> {
  id: Id
  label: string
  count?: number
  /** Says more about the tab when it is pointed at. */
  title?: string | undefined
}

interface TabListProps<Id extends string> {
  label: string
  tabs: readonly TabEntry<Id>[]
  selected: Id
  onSelect: (id: Id) => void
  className: string
  /** The id of the element that the tabs fill. */
  panel: string
}

/** A row of tabs: one stop for Tab, arrow keys choose, Home and End go to the ends. */
export function TabList<Id extends string>({ label, tabs, selected, onSelect, className, panel }: TabListProps<Id>) {
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.id === selected)
    const rtl = list.current !== null && getComputedStyle(list.current).direction === 'rtl'
    const forward = event.key === (rtl ? 'ArrowLeft' : 'ArrowRight')
    const back = event.key === (rtl ? 'ArrowRight' : 'ArrowLeft')
    const to = forward
      ? (at + 1) % tabs.length
      : back
        ? (at - 1 + tabs.length) % tabs.length
        : event.key === 'Home'
          ? 0
          : event.key === 'End'
            ? tabs.length - 1
            : undefined
    const tab = to === undefined ? undefined : tabs[to]
    if (!tab || to === undefined) return
    event.preventDefault()
    onSelect(tab.id)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[to]?.focus()
  }
  return (
    <div ref={list} className={className} role="tablist" aria-label={label} onKeyDown={move}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          className="tab"
          title={tab.title}
          role="tab"
          aria-selected={tab.id === selected}
          aria-controls={panel}
          tabIndex={tab.id === selected ? 0 : -1}
          onClick={() => onSelect(tab.id)}
        >
          {tab.label}
          {tab.count !== undefined && <span className="n">{tab.count.toLocaleString('en')}</span>}
        </button>
      ))}
    </div>
  )
}
