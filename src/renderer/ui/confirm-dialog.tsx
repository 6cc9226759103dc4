import { Button } from './button'
import { Dialog } from './dialog'

/** Asks before what cannot be undone. The button names the result; Keep stays first in focus. */
export function ConfirmDialog({
  title,
  text,
  action,
  onConfirm,
  onClose,
}: {
  title: string
  text: string
  action: string
  onConfirm: () => void
  onClose: () => void
}) {
  return (
    <Dialog label={title} frame="ask-win" onClose={onClose}>
      <h2>{title}</h2>
      <p>{text}</p>
      <div className="acts">
        <Button variant="danger" onClick={onConfirm}>
          {action}
        </Button>
        <Button variant="quiet" keys="Esc" autoFocus onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  )
}
