import { create } from 'zustand'
import type { CollectLogLine } from '../../../shared/contract/collect'
import { atMostEvery } from '../../base/at-most-every'
import { client } from '../../base/client'
import { onEvent } from '../../base/live-events'
import { errorWords } from '../../ui/error-words'

interface RunLog {
  runId: string | undefined
  /** The newest lines, oldest first; at most `MOST_LINES`. */
  lines: CollectLogLine[]
  loaded: boolean
  problem: string | undefined
}

/** A run of a thousand pages writes some thousands of lines; older ones leave the window, not the vault. */
export const MOST_LINES = 10_000
const empty: RunLog = { runId: undefined, lines: [], loaded: false, problem: undefined }

export const useRunLog = create<RunLog>(() => empty)

let reading = false
/** Asked while it was read: there may be more than was seen. */
let again = false

/** Reads what the log has beyond what is known of it. */
export async function readRunLog(): Promise<void> {
  const { runId } = useRunLog.getState()
  if (runId === undefined) return
  if (reading) {
    again = true
    return
  }
  reading = true
  try {
    for (let more = true; more; ) {
      const { lines } = useRunLog.getState()
      const page = await client.call('read-collect-log', { id: runId, after: lines.at(-1)?.n ?? 0 })
      if (useRunLog.getState().runId !== runId) return
      useRunLog.setState({ lines: [...lines, ...page.lines].slice(-MOST_LINES), loaded: true, problem: undefined })
      more = page.more && page.lines.length > 0
    }
  } catch (error) {
    if (useRunLog.getState().runId === runId) useRunLog.setState({ problem: errorWords(error), loaded: true })
  } finally {
    reading = false
    const isOther = useRunLog.getState().runId !== runId
    const isMore = isOther || again
    again = false
    if (isMore) void readRunLog()
  }
}

/** Shows the log of a run. */
export function openRunLog(runId: string): void {
  if (useRunLog.getState().runId !== runId) useRunLog.setState({ ...empty, runId })
  void readRunLog()
}

const PAUSE_MS = 700

/** Follows the log of the run that is shown. */
export function followRunLog(): void {
  const paced = atMostEvery(PAUSE_MS, () => void readRunLog())
  onEvent('collect-progress', ({ runId }) => {
    if (runId === useRunLog.getState().runId) paced.ask()
  })
  onEvent('collect-run-updated', ({ runId }) => {
    if (runId === useRunLog.getState().runId) paced.ask()
  })
  onEvent('vault-locked', () => {
    paced.stop()
    useRunLog.setState(empty)
  })
}

/** The log as text to copy: time, level where it is not plain, and the words. */
export function logText(lines: readonly CollectLogLine[]): string {
  return lines.map(({ at, level, message }) => `${new Date(at).toISOString()} ${level === 'info' ? '' : `${level}: `}${message}`).join('\n')
}
