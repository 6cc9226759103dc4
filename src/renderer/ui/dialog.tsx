import { type ReactNode, type SyntheticEvent, useEffect, useRef } from 'react'

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
  useEffect(() => {
    const element = dialog.current
    if (element && !element.open) element.showModal()
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
