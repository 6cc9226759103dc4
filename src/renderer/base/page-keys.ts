import { useEffect, useRef } from 'react'
import { isTyping } from '../ui/keys'
import { useSettings } from './settings-store'

type Acts = Readonly<Record<string, (() => void) | undefined>>

/** Whether the focus was last moved by a click: the space bar is then not meant for the button that happens to have it. */
let byPointer = false
if (typeof document !== 'undefined') {
  document.addEventListener(
    'pointerdown',
    () => {
      byPointer = true
    },
    true,
  )
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Tab') byPointer = false
    },
    true,
  )
}

/** Whether a single key may act here: nowhere text is typed, no dialog or menu is open, and no control uses the key itself. */
function isFree(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return false
  if (document.querySelector('dialog[open], [role="menu"]') !== null) return false
  const usesIt = event.key === ' ' || event.key === 'Enter'
  return !(usesIt && !byPointer && event.target instanceof Element && event.target.closest('button, a, summary') !== null)
}

/**
 * Keys that act on what is on the page: lower-case letters, or names such as "Escape", "Delete", " ". They act outside text fields
 * and without Ctrl, Alt or Command; letters only while the person has them switched on.
 */
export function usePageKeys(acts: Acts): void {
  const current = useRef(acts)
  current.current = acts
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const act = current.current[event.key.length === 1 ? event.key.toLowerCase() : event.key]
      if (!act || !isFree(event)) return
      const letter = /^\p{L}$/u.test(event.key)
      if (letter && !lettersOn()) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

function lettersOn(): boolean {
  return useSettings.getState().settings?.singleKeyShortcuts !== false
}

/** Gives a button the hint of its letter, or none while the person has single letters switched off: `<Button {...hint('R')}>`. */
export function useKeyHint(): (letter: string) => { keys?: string } {
  const on = useSettings((state) => state.settings?.singleKeyShortcuts !== false)
  return (letter) => (on ? { keys: letter } : {})
}
