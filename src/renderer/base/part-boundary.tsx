import type { ReactNode } from 'react'
import { Dialog } from '../ui/dialog'
import { ErrorBoundary } from '../ui/error-boundary'
import { FaultPanel } from '../ui/fault-panel'
import { useNavigation } from './navigation-store'

/** Changes whenever the person goes to another place, list or page. */
function useWhere(): string {
  return useNavigation(({ place, tag, query, itemId, jobId, collectionId, runId, reflectionId }) =>
    [place, tag, query, itemId, jobId, collectionId, runId, reflectionId].join('\n'),
  )
}

/** Around a pane: its fault leaves the other panes usable, and goes when the person goes elsewhere. */
export function PaneBoundary({ frame, children }: { frame: 'page' | 'list' | 'side'; children: ReactNode }) {
  const where = useWhere()
  const Frame = frame === 'page' ? 'main' : 'div'
  return (
    <ErrorBoundary
      resetKey={where}
      fallback={(fault) => (
        <Frame className={frame}>
          <FaultPanel fault={fault} />
        </Frame>
      )}
    >
      {children}
    </ErrorBoundary>
  )
}

/** Around what scrolls in a pane, so that the head of the pane stays. */
export function ContentBoundary({ children }: { children: ReactNode }) {
  const where = useWhere()
  return (
    <ErrorBoundary resetKey={where} fallback={(fault) => <FaultPanel fault={fault} />}>
      {children}
    </ErrorBoundary>
  )
}

/** Around a dialog; `close` puts it away, so that closing the panel does not bring the fault back. */
export function DialogBoundary({ close, children }: { close: () => void; children: ReactNode }) {
  const where = useWhere()
  return (
    <ErrorBoundary
      resetKey={where}
      fallback={(fault) => {
        const leave = () => {
          close()
          fault.retry()
        }
        return (
          <Dialog label="A part of the window ran into a fault" frame="ask-win" onClose={leave}>
            <FaultPanel fault={fault} onClose={leave} />
          </Dialog>
        )
      }}
    >
      {children}
    </ErrorBoundary>
  )
}

/** Around what only accompanies the work, such as messages in passing: it is left out until the person goes elsewhere. */
export function QuietBoundary({ resetKey, children }: { resetKey?: unknown; children: ReactNode }) {
  const where = useWhere()
  return (
    <ErrorBoundary resetKey={resetKey ?? where} fallback={() => null}>
      {children}
    </ErrorBoundary>
  )
}
