import type { IsClosed } from './job-claims'
import type { ClaimedJob, JobStore } from './job-store'
import { CANCELLED, runGroup, STOPPED } from './run-group'
import { createSettler, type EndedJob, type JobOutcome } from './settle-jobs'
import { createSharedTurns, type Group } from './shared-turns'
import type { UnitOfWork, WriteTransaction } from './write-transaction'

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
  /** Whether jobs behind a gate are to be left alone now; asked for each gate that has some, at every look. Writes nothing. */
  isClosed?: IsClosed
  now: () => number
  newId: () => string
  /** Told of faults in the loop itself: ids and codes only. */
  onLoopError: (error: unknown) => void
}

export interface Workers {
  start(): void
  wake(): void
  /** Takes jobs for workers that have nothing to do, in the transaction that enqueued them: they start one commit earlier. */
  claimInto(tx: WriteTransaction): void
  /** Aborts the running attempt of a job, if there is one. */
  abort(jobId: string): void
  pause(): void
  resume(): void
  isPaused(): boolean
  /** Aborts what runs, waits at most `graceMs`, puts what was running back to pending without costing an attempt. */
  stop(graceMs?: number): Promise<void>
  /** Resolves when nothing runs and nothing that could be taken now is due; for tests and for a clean end. */
  idle(): Promise<void>
}

/** Without a wake-up a loop looks again after this long (seed document). */
const POLL_MS = 2000
/** After this long, in milliseconds, a job that a person asked for is taken before everything else (docs/decisions/0004). */
const PATIENCE_MS = 2000

/** Only the first worker takes background work that may be long, so that the other is soon free (docs/decisions/0004). */
const scopeOf = (worker: number) => (worker === 0 ? 'all' : 'short')

export function createWorkers(deps: WorkerDeps): Workers {
  const { jobs, unitOfWork, executor, now, isClosed = () => false } = deps
  const settler = createSettler(deps)
  const running = new Set<Group>()
  /** Jobs whose start could not be written, with the reason. */
  const unstartable = new Map<string, unknown>()
  const sleepers = new Set<() => void>()
  /** Workers that sleep because they found nothing to do, and what was claimed for them meanwhile. */
  const free = new Set<number>()
  const handed = new Map<number, Group>()
  const idleWaiters = new Set<() => void>()
  /** The loops of one start; a loop that outlived its stop is of another era and takes nothing any more. */
  let era: object | null = null
  let paused = false
  let loops: Promise<void>[] = []
  let lastSeen = now()
  /** A claim id is new in the vault, not only in this process: a late run may be one of an earlier unlock. */
  const claimPrefix = deps.newId()
  let claims = 0

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
  function promoteDue(tx: WriteTransaction): void {
    if (tx.now < lastSeen) jobs.clampDelays(tx.now)
    tx.afterCommit(() => {
      lastSeen = tx.now
    })
    const next = jobs.nextDelayedAt()
    if (next !== null && next <= tx.now) jobs.promote(tx.now)
  }

  /** A job that failed before runs alone, so that it cannot take others down with it. */
  function groupLimit(first: ClaimedJob): number {
    return first.lane === 1 && first.attempts === 1 && !unstartable.has(first.id) ? executor.batchLimit(first) : 1
  }

  function claimIn(tx: WriteTransaction, worker: number): ClaimedJob[] {
    if (paused || !era) return []
    promoteDue(tx)
    claims += 1
    // The queue's order, with two exceptions that keep a person from waiting on background work: patience, and the scope.
    const group = jobs.claimGroup({
      claimId: `${claimPrefix}-${claims}`,
      worker,
      scope: scopeOf(worker),
      now: tx.now,
      patienceMs: PATIENCE_MS,
      limitOf: (first) => ask(first, () => groupLimit(first)),
      isClosed,
    })
    for (const job of group) {
      tx.emit('job-started', { jobId: job.id, type: job.type, itemId: job.itemId, attempt: job.attempts })
      if (!unstartable.has(job.id)) ask(job, () => executor.started(tx, job))
    }
    return group
  }

  /** When this throws, the claim is lost with its transaction; the next claim makes the job a failure instead of trying for ever. */
  function ask<T>(job: ClaimedJob, question: () => T): T {
    try {
      return question()
    } catch (error) {
      unstartable.set(job.id, error)
      throw error
    }
  }

  /** From its claim until its end is written, a group counts as running. */
  function enter(jobs: readonly ClaimedJob[]): Group | null {
    if (jobs.length === 0) return null
    const group = { jobs, controller: new AbortController() }
    running.add(group)
    return group
  }

  function leave(group: Group): void {
    running.delete(group)
    for (const job of group.jobs) executor.ended(job)
  }

  /** Takes the next group outside of a turn: at the start, and after sleep. Reads first, so that looking for nothing writes nothing. */
  function claimNow(worker: number): Group | null {
    if (paused) return null
    const time = now()
    const delayed = jobs.nextDelayedAt()
    if (time >= lastSeen && (delayed === null || delayed > time) && !jobs.hasDue(scopeOf(worker), isClosed)) return null
    return enter(unitOfWork.write((tx) => claimIn(tx, worker)))
  }

  const settleAndClaim = createSharedTurns({ unitOfWork, settler, claimIn, enter, leave })

  async function run({ jobs, controller }: Group): Promise<EndedJob[]> {
    const failed = jobs.find((job) => unstartable.has(job.id))
    if (failed) {
      const error = unstartable.get(failed.id)
      unstartable.delete(failed.id)
      return jobs.map((job) => ({ job, outcome: job === failed ? { error } : 'put-back' }))
    }
    return runGroup(jobs, controller, executor)
  }

  /** What came of a group is kept until it can be written: a full disk must not leave its jobs running for ever. */
  async function settle(worker: number, group: Group, ended: readonly EndedJob[], own: object): Promise<Group | null> {
    for (;;) {
      try {
        return await settleAndClaim(worker, group, ended)
      } catch (error) {
        if (era !== own) return null
        deps.onLoopError(error)
        await sleep(POLL_MS)
      }
    }
  }

  function tellIdle(): void {
    if (idleWaiters.size === 0 || running.size > 0 || (era && !paused && jobs.hasDue('all', isClosed))) return
    for (const tell of [...idleWaiters]) tell()
    idleWaiters.clear()
  }

  async function loop(worker: number, own: object): Promise<void> {
    let group: Group | null = null
    while (era === own) {
      try {
        group ??= handed.get(worker) ?? claimNow(worker)
        handed.delete(worker)
        if (group) {
          group = await settle(worker, group, await run(group), own)
          tellIdle()
          continue
        }
        tellIdle()
        const next = jobs.nextDelayedAt()
        free.add(worker)
        await sleep(next === null || paused ? POLL_MS : Math.min(Math.max(next - now(), 1), POLL_MS))
        free.delete(worker)
      } catch (error) {
        if (era !== own) return
        deps.onLoopError(error)
        await sleep(POLL_MS)
      }
    }
  }

  return {
    start() {
      if (era) return
      const own = {}
      era = own
      lastSeen = now()
      unitOfWork.write((tx) => jobs.clampDelays(tx.now))
      loops = Array.from({ length: deps.count }, (_, worker) => loop(worker, own))
    },
    wake: wakeAll,
    claimInto(tx) {
      for (const worker of free) {
        const claimed = handed.has(worker) ? [] : claimIn(tx, worker)
        if (claimed.length === 0) continue
        tx.afterCommit(() => {
          const group = enter(claimed)
          if (group) handed.set(worker, group)
          wakeAll()
        })
      }
    },
    abort(jobId) {
      for (const { jobs, controller } of running) {
        // One of several that run together must not stop the others: its writes are refused when they end.
        if (jobs.length === 1 && jobs[0]?.id === jobId) controller.abort(CANCELLED)
      }
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
      era = null
      wakeAll()
      for (const { controller } of running) if (!controller.signal.aborted) controller.abort(STOPPED)
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, graceMs)
      })
      await Promise.race([Promise.all(loops), late])
      clearTimeout(timer)
      const left = [...running].flatMap(({ jobs }) => jobs.map((job): EndedJob => ({ job, outcome: 'put-back' })))
      try {
        if (left.length > 0) unitOfWork.write((tx) => settler.settleIn(tx, left))
      } catch (error) {
        // The next start finds them running and puts them back.
        deps.onLoopError(error)
      }
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
