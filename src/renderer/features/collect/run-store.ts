import { create } from 'zustand'
import type { CollectRun } from '../../../shared/contract/collect'
import { AppError } from '../../../shared/errors'
import { atMostEvery } from '../../base/at-most-every'
import { client } from '../../base/client'
import { onEvent } from '../../base/live-events'
import { errorWords } from '../../ui/error-words'
import { withProgress } from './run-with-progress'
import { isUnderWay } from './run-words'

interface OpenRun {
  wanted: string | undefined
  run: CollectRun | undefined
  /** What a waiting run waits for, as a sentence. */
  waitingFor: string | undefined
  problem: string | undefined
  missing: boolean
}

const empty: OpenRun = { wanted: undefined, run: undefined, waitingFor: undefined, problem: undefined, missing: false }

export const useRun = create<OpenRun>(() => empty)

let asked = 0

/** Reads a run, and what it waits for. */
export async function loadRun(id: string): Promise<void> {
  const own = ++asked
  const isOther = useRun.getState().run?.id !== id
  useRun.setState({ wanted: id, ...(isOther ? { run: undefined, waitingFor: undefined, problem: undefined, missing: false } : {}) })
  try {
    const run = await client.call('get-collect-run', { id })
    // A job that was discarded meanwhile has no more to say.
    const job = run.status === 'waiting' ? await client.call('get-job', { id: run.jobId }).catch(() => undefined) : undefined
    if (own !== asked) return
    const before = useRun.getState().run
    // Progress that came by event while the answer was on its way is newer.
    const percent = before?.id === id && isUnderWay(run.status) ? Math.max(run.percent, before.percent) : run.percent
    useRun.setState({ run: { ...run, percent }, waitingFor: job?.waitingFor ?? undefined, problem: undefined, missing: false })
  } catch (error) {
    if (own !== asked) return
    const missing = error instanceof AppError && error.code === 'NOT_FOUND'
    useRun.setState({ problem: errorWords(error), missing, ...(missing ? { run: undefined } : {}) })
  }
}

/** The tokens and warnings of a run come with it, not with its events; it is read at most this often. */
const PAUSE_MS = 1500

/** Keeps the open run current. */
export function followRun(): void {
  const load = () => {
    const { wanted } = useRun.getState()
    if (wanted !== undefined) void loadRun(wanted)
  }
  const again = atMostEvery(PAUSE_MS, load)
  onEvent('collect-progress', (progress, { at }) => {
    const { run } = useRun.getState()
    if (run?.id !== progress.runId || !isUnderWay(run.status)) return
    useRun.setState({ run: withProgress(run, progress, at), waitingFor: undefined })
    again.ask()
  })
  onEvent('collect-run-updated', ({ runId }) => {
    if (runId === useRun.getState().wanted) load()
  })
  // What a waiting run waits for changes with the queue.
  for (const type of ['queue-paused', 'queue-resumed', 'job-started', 'job-retry-scheduled', 'waiting-changed'] as const)
    onEvent(type, () => {
      if (useRun.getState().run?.status === 'waiting') again.ask()
    })
  onEvent('vault-locked', () => {
    asked += 1
    again.stop()
    useRun.setState(empty)
  })
}
