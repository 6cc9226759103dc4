import { createContext, type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'

/** The place in an item page's margin, below the linked thoughts, where other features put their notes. */
export const MarginSlot = createContext<HTMLElement | null>(null)

/** Puts a note (`<div className="note …">`) into the margin of the item page it is rendered in. Shows nothing elsewhere. */
export function MarginNote({ children }: { children: ReactNode }) {
  const slot = useContext(MarginSlot)
  return slot ? createPortal(children, slot) : null
}
