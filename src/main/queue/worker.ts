import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '../../shared/errors'
import type { UnitOfWork, WriteTransaction } from '../db/write-transaction'
import type { ClaimedJob, ClaimScope, JobStore } from './job-store'
import { createSettler, type JobOutcome } from './settle-jobs'

/** What the loops need to know of job types; the queue itself knows none. */
export interface JobExecutor {
  /** Time limit of one attempt, in milliseconds. */
  timeoutMs(job: ClaimedJob): number
  /** Writes that belong to the start of an attempt, in the claim's transaction. */
  started(tx: WriteTransaction, job: ClaimedJob): void
  /** How many short background jobs of this kind are taken and run together; 1 for most. */
  batchLimit(job: ClaimedJob): number
  /**
   * Does the work of one job, or of several of one type, and answers for each what is to be written or why it failed. Writes
   * nothing itself. The returned note is shown in the panel.
   */
  run(jobs: readonly ClaimedJob[], signal: AbortSignal): Promise<JobOutcome[]>
  /** Writes that belong to a job that is now dead. */
  died(tx: WriteTransaction, job: Pick<ClaimedJob, 'id' | 'type' | 'itemId' | 'payload'>, message: string): void
  /** The attempt is over, whatever came of it. */
  ended(job: ClaimedJob): void
}

export interface WorkerDeps {
  count: number
  jobs: JobStore
  unitOfWork: UnitOfWork
  executor: JobExecutor
  now: () => number
  newId: () => string
  /** Told of faults in the loop itself: ids and codes only. */
  onLoopError: (error: unknown) => void
}

export interface Workers {
  start(): void
  wake(): void
  /** Aborts the running attempt of a job, if there is one. */
  abort(jobId: string): void
  pause(): void
  resume(): void
  isPaused(): boolean
  /** Aborts what runs, waits at most `graceMs`, puts what was running back to pending without costing an attempt. */
  stop(graceMs?: number): Promise<void>
  /** Resolves when nothing is due and nothing runs; for tests and for a clean end. */
  idle(): Promise<void>
}

/** Without a wake-up a loop looks again after this long (seed document). */
const POLL_MS = 2000
/** How long a job may go on after its abort signal before its worker leaves it behind. */
const ABORT_GRACE_MS = 2000
/** After this long a job that a person asked for is taken before everything else. */
const PATIENCE_MS = 2000
/** Reason codes of an abort. */
const STOPPED = 'stopped'
const TIMED_OUT = 'timed-out'

interface RunningJob {
  job: ClaimedJob
  controller: AbortController
  /** Runs together with others, which its cancelling must not stop. */
  shared: boolean
}

export function createWorkers(deps: WorkerDeps): Workers {
  const { jobs, unitOfWork, executor, now } = deps
  const settler = createSettler(deps)
  const running = new Map<string, RunningJob>()
  const sleepers = new Set<() => void>()
  const idleWaiters = new Set<() => void>()
  let stopped = true
  let paused = false
  let loops: Promise<void>[] = []
  let lastSeen = now()

  function wakeAll(): void {
    for (const wake of [...sleepers]) wake()
  }

  function sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        sleepers.delete(done)
        resolve()
      }
      const timer = setTimeout(done, ms)
      sleepers.add(done)
    })
  }

  /** Makes due what is due. A clock that was set back must not leave delayed jobs waiting for the old time. */
  function promoteDue(): void {
    const time = now()
    if (time < lastSeen) jobs.clampDelays(time)
    lastSeen = time
    const next = jobs.nextDelayedAt()
    if (next !== null && next <= time) jobs.promote(time)
  }

  /**
   * The seed's order, with two exceptions that keep a person from waiting on background work: a job somebody asked for
   * goes first once it has waited PATIENCE_MS, and only the first worker takes background work that may be long.
   */
  function scopeFor(worker: number): ClaimScope {
    const asked = jobs.oldestAskedAt()
    if (asked !== null && now() - asked >= PATIENCE_MS) return 'asked'
    return worker === 0 ? 'all' : 'short'
  }

  function claim(worker: number): ClaimedJob[] {
    promoteDue()
    const scope = scopeFor(worker)
    if (!jobs.hasDue(scope)) return []
    return unitOfWork.write((tx) => {
      const group: ClaimedJob[] = []
      for (let limit = 1; group.length < limit; ) {
        const next = group[0]
        if (next && !jobs.nextIs(scope, next.type, next.lane)) break
        const job = jobs.claim(deps.newId(), worker, scope, tx.now)
        if (!job) break
        tx.emit('job-started', { jobId: job.id, type: job.type, itemId: job.itemId, attempt: job.attempts })
        executor.started(tx, job)
        group.push(job)
        // A job that failed before runs alone, so that it cannot take others down with it.
        limit = job.lane === 1 && job.attempts === 1 ? executor.batchLimit(job) : group.length
      }
      return group
    })
  }

  async function runGroup(group: readonly ClaimedJob[]): Promise<void> {
    const first = group[0]
    if (!first) return
    const controller = new AbortController()
    for (const job of group) running.set(job.id, { job, controller, shared: group.length > 1 })
    const limit = executor.timeoutMs(first)
    const timer = setTimeout(() => controller.abort(TIMED_OUT), limit)
    let leaveBehind: NodeJS.Timeout | undefined
    const deserted = new Promise<never>((_, reject) => {
      controller.signal.addEventListener('abort', () => {
        leaveBehind = setTimeout(() => reject(new AppError('CANCELLED', 'The job did not stop when it was told to.')), ABORT_GRACE_MS)
      })
    })
    deserted.catch(() => undefined)
    try {
      settler.settle(group, await Promise.race([executor.run(group, controller.signal).then(heedAbort(controller.signal)), deserted]))
    } catch (error) {
      for (const job of group) {
        if (controller.signal.reason === STOPPED) unitOfWork.write((tx) => jobs.release(job, tx.now))
        else settler.settleFailure(job, controller.signal.reason === TIMED_OUT ? timedOut(limit, error) : error)
      }
    } finally {
      clearTimeout(timer)
      clearTimeout(leaveBehind)
      for (const job of group) {
        running.delete(job.id)
        executor.ended(job)
      }
    }
  }

  function tellIdle(): void {
    if (running.size > 0 || (!stopped && !paused && jobs.hasDue('all'))) return
    for (const tell of [...idleWaiters]) tell()
    idleWaiters.clear()
  }

  async function loop(worker: number): Promise<void> {
    while (!stopped) {
      try {
        const group = paused ? [] : claim(worker)
        if (group.length > 0) {
          await runGroup(group)
          tellIdle()
          await nextTurn()
          continue
        }
        tellIdle()
        const next = jobs.nextDelayedAt()
        await sleep(next === null || paused ? POLL_MS : Math.min(Math.max(next - now(), 1), POLL_MS))
      } catch (error) {
        if (stopped) return
        deps.onLoopError(error)
        await sleep(POLL_MS)
      }
    }
  }

  return {
    start() {
      if (!stopped) return
      stopped = false
      lastSeen = now()
      jobs.clampDelays(lastSeen)
      loops = Array.from({ length: deps.count }, (_, worker) => loop(worker))
    },
    wake: wakeAll,
    abort(jobId) {
      const entry = running.get(jobId)
      if (entry && !entry.shared) entry.controller.abort('cancelled')
    },
    pause() {
      paused = true
    },
    resume() {
      paused = false
      wakeAll()
    },
    isPaused: () => paused,
    async stop(graceMs = 2000) {
      stopped = true
      wakeAll()
      for (const { controller } of running.values()) if (!controller.signal.aborted) controller.abort(STOPPED)
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, graceMs)
      })
      await Promise.race([Promise.all(loops), late])
      clearTimeout(timer)
      for (const { job } of running.values()) unitOfWork.write((tx) => jobs.release(job, tx.now))
      tellIdle()
    },
    idle() {
      return new Promise((resolve) => {
        idleWaiters.add(resolve)
        tellIdle()
      })
    },
  }
}

function timedOut(limitMs: number, cause: unknown): AppError {
  const seconds = Math.round(limitMs / 1000)
  const sentence = `This took longer than its limit of ${seconds} s and was stopped. Your thought is unchanged. Try again, or allow more time in Settings.`
  return new AppError('JOB_TIMEOUT', sentence, { cause })
}

/** An aborted run may end with errors of its own making; the reason of the abort is what counts. */
function heedAbort(signal: AbortSignal) {
  return (outcomes: JobOutcome[]): JobOutcome[] => {
    const failed = outcomes.find((outcome) => 'error' in outcome)
    if (signal.aborted && failed && 'error' in failed) throw failed.error
    return outcomes
  }
}
