import { useEffect, useState } from 'react'
import { create } from 'zustand'
import { Button } from './button'

interface Toast {
  id: number
  text: string
  undo: (() => void) | undefined
}

export const useToast = create<{ toast: Toast | undefined }>(() => ({ toast: undefined }))
let count = 0

/** How long a toast stays, unless the person's focus or pointer is on it (look: 6 s). */
const STAY_MS = 6000

/** Shows one sentence at the bottom start, with Undo when the act can be taken back. A newer one takes the place of an older. */
export function showToast(text: string, undo?: () => void): void {
  count += 1
  useToast.setState({ toast: { id: count, text, undo } })
}

export function hideToast(): void {
  useToast.setState({ toast: undefined })
}

/** Takes back what the toast on screen offers to take back. False when there is nothing to undo. */
export function undoToast(): boolean {
  const undo = useToast.getState().toast?.undo
  if (!undo) return false
  hideToast()
  undo()
  return true
}

export function Toaster() {
  const toast = useToast((state) => state.toast)
  const [held, setHeld] = useState(false)
  const id = toast?.id
  useEffect(() => {
    if (id === undefined || held) return
    const timer = setTimeout(() => {
      if (useToast.getState().toast?.id === id) hideToast()
    }, STAY_MS)
    return () => clearTimeout(timer)
  }, [id, held])
  useEffect(() => {
    if (id === undefined) setHeld(false)
  }, [id])

  return (
    <div className="toaster" role="status">
      {toast && (
        // biome-ignore lint/a11y/noStaticElementInteractions: focus and pointer only keep the toast from leaving
        <div
          className="toast"
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
          onMouseEnter={() => setHeld(true)}
          onMouseLeave={() => setHeld(false)}
        >
          <span>{toast.text}</span>
          {toast.undo && (
            <Button variant="quiet" keys="Ctrl Z" onClick={undoToast}>
              Undo
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
