import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Button } from '../../ui/button'
import { useCapture } from './capture-store'

/** Stands in place of the text field once a very long text was pasted: what became of it, and the way back. */
export function LongPaste({ className = '', onKeyDown }: { className?: string; onKeyDown: (event: KeyboardEvent) => void }) {
  const { aside, busy, takeBack, keep } = useCapture()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  if (!aside) return null
  const saved = aside.whole === undefined
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: takes the place of the field, with its keys
    <div ref={place} className={`long-paste ${className}`} tabIndex={-1} onKeyDown={onKeyDown}>
      <p role="status">
        {saved
          ? `${aside.size} of text pasted and saved. It is shown when you open the thought.`
          : busy
            ? `Saving ${aside.size} of text…`
            : `${aside.size} of text pasted and not saved yet.`}
      </p>
      {!saved && !busy && <Button onClick={() => void keep()}>Try again</Button>}
      <Button variant="quiet" disabled={busy} onClick={() => void takeBack()}>
        Undo
      </Button>
    </div>
  )
}
