import { type ReactNode, type SyntheticEvent, useLayoutEffect, useRef } from 'react'

interface DialogProps {
  label: string
  frame: string
  onClose: () => void
  onPressBeside?: () => void
  children: ReactNode
}

/**
 * A window over everything, in the browser's top layer: focus stays inside and goes back where it was.
 * Esc calls `onClose`; a press beside it calls `onPressBeside`, or `onClose` when there is none. `frame` is the class of the box itself, such as "pal" or "cap-win".
 */
export function Dialog({ label, frame, onClose, onPressBeside = onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  // A layout effect: it closes the dialog while it is still in the document, else the browser could not give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    if (element && !element.open) {
      element.showModal()
      // React gives the focus before the dialog is open, and then the browser takes its first button.
      element.querySelector<HTMLElement>('[data-first-focus]')?.focus()
    }
    return () => element?.close()
  }, [])
  const cancel = (event: SyntheticEvent) => {
    event.preventDefault()
    onClose()
  }
  return (
    <dialog
      ref={dialog}
      className="scrim"
      aria-label={label}
      onCancel={cancel}
      onMouseDown={(event) => event.target === dialog.current && onPressBeside()}
    >
      <div className={frame}>{children}</div>
    </dialog>
  )
}
