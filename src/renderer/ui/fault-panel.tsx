import { Button } from './button'
import { copyText } from './copy-text'
import type { Fault } from './error-boundary'
import { showToast } from './toast'

async function copyDetails(details: string): Promise<void> {
  const { copied } = await copyText(details)
  showToast(copied ? 'Details copied. They hold none of your thoughts.' : 'The details could not be copied.')
}

/** In place of a part of the window that failed: what happened, and what to do. */
export function FaultPanel({ fault, onClose }: { fault: Fault; onClose?: () => void }) {
  return (
    <section className="fault" role="alert">
      <h2>This part of the window ran into a fault.</h2>
      <p>Your thoughts are safe. Try again, or go on in another part of the window.</p>
      <div className="acts">
        <Button variant="primary" onClick={fault.retry}>
          Try again
        </Button>
        <Button variant="quiet" onClick={() => void copyDetails(fault.details)}>
          Copy details
        </Button>
        {onClose && (
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
        )}
      </div>
    </section>
  )
}

/** In place of the whole window. */
export function WindowFault({ fault }: { fault: Fault }) {
  return (
    <main className="fault fault-window" role="alert">
      <h1>The window ran into a fault.</h1>
      <p>Your thoughts are safe. Reload the window to go on.</p>
      <div className="acts">
        <Button variant="primary" onClick={() => window.location.reload()}>
          Reload window
        </Button>
        <Button variant="quiet" onClick={() => void copyDetails(fault.details)}>
          Copy details
        </Button>
      </div>
    </main>
  )
}
