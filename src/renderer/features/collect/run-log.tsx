import { useVirtualizer } from '@tanstack/react-virtual'
import { Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { CollectRun } from '../../../shared/contract/collect'
import { Button } from '../../ui/button'
import { copyText } from '../../ui/copy-text'
import { formatClock } from '../../ui/format-time'
import { Late } from '../../ui/late'
import { showToast } from '../../ui/toast'
import { logText, MOST_LINES, useRunLog } from './run-log-store'
import { isUnderWay } from './run-words'

/** What the clipboard takes at once. */
const MOST_COPIED = 900_000

async function copyLog(): Promise<void> {
  const text = logText(useRunLog.getState().lines)
  const { copied } = await copyText(text.slice(-MOST_COPIED))
  showToast(
    !copied
      ? 'The log could not be copied. Select it and copy it by hand.'
      : text.length > MOST_COPIED
        ? 'The end of the log was copied; all of it is too long for the clipboard.'
        : 'Log copied.',
  )
}

const clock = (at: number) => `${formatClock(at)}:${String(new Date(at).getSeconds()).padStart(2, '0')}`
const levelWords = { info: '', warning: 'Warning: ', error: 'Error: ' }

/** The log of a run as it is written. The view follows its end while that is in sight. */
export function RunLog({ run }: { run: CollectRun }) {
  const { lines, loaded, problem } = useRunLog()
  const box = useRef<HTMLDivElement>(null)
  const [follows, setFollows] = useState(true)
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => 20,
    getItemKey: (index) => lines[index]?.n ?? index,
    overscan: 12,
  })
  const count = lines.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new line moves the view
  useEffect(() => {
    if (follows && count > 0 && isUnderWay(run.status)) virtual.scrollToIndex(count - 1, { align: 'end' })
  }, [count, follows])
  if (problem !== undefined && count === 0) return <p className="run-none">{problem}</p>
  if (!loaded) return <Late>Opening the log…</Late>
  if (count === 0) return <p className="run-none">Nothing is written in the log yet.</p>
  return (
    <div className="run-log">
      <div className="log-bar">
        {count >= MOST_LINES && <p className="hint">The last {MOST_LINES.toLocaleString('en-GB')} lines.</p>}
        <Button variant="quiet" icon={Copy} onClick={() => void copyLog()}>
          Copy log
        </Button>
      </div>
      <div
        ref={box}
        className="log-lines"
        role="log"
        aria-live="off"
        aria-label="Log of the run"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) =>
          setFollows(scrollHeight - scrollTop - clientHeight < 24)
        }
      >
        <div className="rows-in" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((row) => {
            const line = lines[row.index]
            if (!line) return null
            return (
              <div key={row.key} ref={virtual.measureElement} data-index={row.index} style={{ transform: `translateY(${row.start}px)` }}>
                <p className={`log-line log-${line.level}`}>
                  <time dateTime={new Date(line.at).toISOString()}>{clock(line.at)}</time>
                  <span dir="auto">
                    {line.level !== 'info' && <b>{levelWords[line.level]}</b>}
                    {line.message}
                  </span>
                </p>
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}
