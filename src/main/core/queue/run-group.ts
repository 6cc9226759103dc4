import { AppError } from '../../../shared/errors'
import type { ClaimedJob } from './job-store'
import type { EndedJob, JobOutcome } from './settle-jobs'

/** How long a job may go on after its abort signal before its worker leaves it behind. */
const ABORT_GRACE_MS = 2000
/** Reason codes of an abort. */
export const CANCELLED = 'cancelled'
export const STOPPED = 'stopped'
const TIMED_OUT = 'timed-out'

export interface GroupExecutor {
  timeoutMs(first: ClaimedJob): number
  run(group: readonly ClaimedJob[], signal: AbortSignal): Promise<JobOutcome[]>
}

/**
 * Runs jobs that were claimed together and says what came of each; never rejects. Over its time limit, or aborted through
 * `controller`, a run is left behind once it does not end within ABORT_GRACE_MS.
 */
export async function runGroup(group: readonly ClaimedJob[], controller: AbortController, executor: GroupExecutor): Promise<EndedJob[]> {
  const { signal } = controller
  let limitMs = 0
  let timer: NodeJS.Timeout | undefined
  let leaveBehind: NodeJS.Timeout | undefined
  const deserted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => {
      leaveBehind = setTimeout(() => reject(new AppError('CANCELLED', 'The job did not stop when it was told to.')), ABORT_GRACE_MS)
    })
  })
  deserted.catch(() => undefined)
  try {
    limitMs = Math.max(...group.map((job) => executor.timeoutMs(job)))
    timer = setTimeout(() => controller.abort(TIMED_OUT), limitMs)
    const outcomes = await Promise.race([executor.run(group, signal), deserted])
    heedAbort(signal, outcomes)
    return group.map((job, index) => ({ job, outcome: outcomes[index] ?? { error: new Error('no outcome') } }))
  } catch (error) {
    const outcome = signal.reason === STOPPED ? 'put-back' : { error: signal.reason === TIMED_OUT ? timedOut(limitMs, error) : error }
    return group.map((job) => ({ job, outcome }))
  } finally {
    clearTimeout(timer)
    clearTimeout(leaveBehind)
  }
}

function timedOut(limitMs: number, cause: unknown): AppError {
  const seconds = Math.round(limitMs / 1000)
  const sentence = `This took longer than its limit of ${seconds} s and was stopped. Your thought is unchanged. Try again, or allow more time in Settings.`
  return new AppError('JOB_TIMEOUT', sentence, { cause })
}

/** An aborted run may end with errors of its own making; the reason of the abort is what counts. */
function heedAbort(signal: AbortSignal, outcomes: readonly JobOutcome[]): void {
  const failed = signal.aborted ? outcomes.find((outcome) => 'error' in outcome) : undefined
  if (failed && 'error' in failed) throw failed.error
}
