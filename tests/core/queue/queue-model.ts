import type { NewJob } from '../../../src/main/core/queue/job-store'

/** What a job should be, kept in plain objects: no SQL, no index, nothing clever. */
export interface ModelJob {
  id: string
  type: string
  itemId: string | null
  key: string | null
  priority: number
  lane: number
  status: 'pending' | 'running' | 'done' | 'dead' | 'cancelled'
  due: boolean
  attempts: number
  maxAttempts: number
  nextRunAt: number
  delayMs: number
  runs: number
  interruptions: number
  claimId: string | null
  worker: number
  waiting: boolean
  startedAt: number | null
  finishedAt: number | null
  log: { number: number; worker: number; startedAt: number | null; finishedAt: number | null; outcome: string }[]
}

export type Queue = Map<string, ModelJob>

const live = (job: ModelJob) => job.status === 'pending' || job.status === 'running'
const byOrder = (one: ModelJob, other: ModelJob) =>
  one.priority - other.priority || one.nextRunAt - other.nextRunAt || (one.id < other.id ? -1 : 1)
const byEnd = (one: ModelJob, other: ModelJob) => (one.finishedAt ?? 0) - (other.finishedAt ?? 0) || (one.id < other.id ? -1 : 1)

/**
 * The queue's rules (docs/decisions/0004-a-person-never-waits-for-the-background.md) in the simplest words. Each function changes `queue` and says
 * what the store should.
 */
export function createModel(queue: Queue) {
  const jobs = () => [...queue.values()]
  const held = (id: string, claimId: string) => {
    const job = queue.get(id)
    return job?.status === 'running' && job.claimId === claimId ? job : undefined
  }

  function endAttempt(job: ModelJob, outcome: string, now: number): void {
    job.log.push({ number: job.runs, worker: job.worker, startedAt: job.startedAt, finishedAt: now, outcome })
    job.claimId = null
  }

  function wait(job: ModelJob, due: boolean, nextRunAt: number, delayMs: number): void {
    Object.assign(job, { status: 'pending', due, nextRunAt, delayMs })
  }

  function cancelOne(job: ModelJob, now: number): void {
    if (job.status === 'running') endAttempt(job, 'cancelled', now)
    Object.assign(job, { status: 'cancelled', finishedAt: now, waiting: false })
  }

  const due = (lanes: readonly number[]) => jobs().filter((job) => job.status === 'pending' && job.due && lanes.includes(job.lane))
  const lanes = { all: [0, 1, 2], short: [0, 1], asked: [0] }
  const longestAsked = () => due([0]).sort((one, other) => one.nextRunAt - other.nextRunAt || byOrder(one, other))[0]

  function start(job: ModelJob, claimId: string, worker: number, now: number): ModelJob {
    Object.assign(job, { status: 'running', claimId, worker, startedAt: now, finishedAt: null, waiting: false })
    job.attempts += 1
    job.runs += 1
    return job
  }

  return {
    enqueue(job: NewJob, now: number): { id: string; created: boolean; replaced: string[] } {
      const same = jobs().find((other) => job.dedupeKey !== null && other.key === job.dedupeKey && live(other))
      if (same) {
        if (same.status === 'pending') same.lane = Math.min(same.lane, job.lane)
        return { id: same.id, created: false, replaced: [] }
      }
      const replaced = jobs().filter(
        (other) =>
          job.replacesWaiting &&
          job.itemId !== null &&
          other.itemId === job.itemId &&
          other.type === job.type &&
          other.status === 'pending',
      )
      const lane = Math.min(job.lane, ...replaced.map((old) => old.lane))
      for (const old of replaced) cancelOne(old, now)
      queue.set(job.id, {
        ...{
          id: job.id,
          type: job.type,
          itemId: job.itemId,
          key: job.dedupeKey,
          priority: job.priority,
          lane,
          maxAttempts: job.maxAttempts,
        },
        ...{ status: 'pending', due: true, attempts: 0, nextRunAt: now, delayMs: 0, runs: 0, interruptions: 0, claimId: null, worker: 0 },
        ...{ waiting: false, startedAt: null, finishedAt: null, log: [] },
      })
      return { id: job.id, created: true, replaced: replaced.map((old) => old.id) }
    },

    hasDue: (scope: keyof typeof lanes) => due(lanes[scope]).length > 0,
    oldestAskedAt: () => longestAsked()?.nextRunAt ?? null,

    claim(claimId: string, worker: number, scope: keyof typeof lanes, now: number): ModelJob | null {
      const next = scope === 'asked' ? longestAsked() : due(lanes[scope]).sort(byOrder)[0]
      return next ? start(next, claimId, worker, now) : null
    },

    claimGroup(claimId: string, worker: number, scope: 'all' | 'short', now: number, patienceMs: number, limit: number): ModelJob[] {
      const order = due(lanes[scope]).sort(byOrder)
      const asked = longestAsked()
      if (asked && now - asked.nextRunAt >= patienceMs) return [start(asked, claimId, worker, now)]
      const [first] = order
      if (!first) return []
      const group = [start(first, claimId, worker, now)]
      for (const next of order.slice(1)) {
        if (group.length >= limit || next.type !== first.type || next.lane !== first.lane || next.attempts > 0) break
        group.push(start(next, claimId, worker, now))
      }
      return group
    },

    complete(id: string, claimId: string, now: number): boolean {
      const job = held(id, claimId)
      if (!job) return false
      endAttempt(job, 'done', now)
      Object.assign(job, { status: 'done', finishedAt: now })
      return true
    },

    fail(id: string, claimId: string, giveUp: boolean, now: number): 'pending' | 'dead' | null {
      const job = held(id, claimId)
      if (!job) return null
      endAttempt(job, 'failed', now)
      const delay = Math.min(2 ** job.attempts, 60) * 1000
      if (!giveUp && job.attempts < job.maxAttempts) wait(job, false, now + delay, delay)
      else Object.assign(job, { status: 'dead', finishedAt: now })
      return job.status === 'dead' ? 'dead' : 'pending'
    },

    retryLater(id: string, claimId: string, delayMs: number, now: number): boolean {
      const job = held(id, claimId)
      if (!job) return false
      endAttempt(job, 'retry-later', now)
      job.attempts -= 1
      wait(job, false, now + delayMs, delayMs)
      job.waiting = true
      return true
    },

    release(id: string, claimId: string, now: number): boolean {
      const job = held(id, claimId)
      if (!job) return false
      endAttempt(job, 'interrupted', now)
      job.attempts -= 1
      wait(job, true, now, 0)
      return true
    },

    cancel(id: string, now: number): boolean {
      const job = queue.get(id)
      if (!job || !live(job)) return false
      cancelOne(job, now)
      return true
    },

    cancelForItem(itemId: string, now: number): string[] {
      const ended = jobs().filter((job) => job.itemId === itemId && live(job))
      for (const job of ended) cancelOne(job, now)
      return ended.map((job) => job.id)
    },

    retry(id: string, now: number): 'retried' | 'conflict' | null {
      const job = queue.get(id)
      if (job?.status !== 'dead' && job?.status !== 'cancelled') return null
      if (job.key !== null && jobs().some((other) => other.key === job.key && live(other))) return 'conflict'
      wait(job, true, now, 0)
      Object.assign(job, { lane: 0, attempts: 0, interruptions: 0, finishedAt: null })
      return 'retried'
    },

    /** The process is gone, and with it everybody who held a claim. */
    recover(now: number): string[] {
      const died: string[] = []
      for (const job of jobs().filter((one) => one.status === 'running')) {
        endAttempt(job, 'interrupted', now)
        job.interruptions += 1
        if (job.interruptions < 3) Object.assign(job, { status: 'pending', due: true })
        else {
          Object.assign(job, { status: 'dead', finishedAt: now })
          died.push(job.id)
        }
      }
      return died
    },

    promote(now: number): number {
      const ready = jobs().filter((job) => job.status === 'pending' && !job.due && job.nextRunAt <= now)
      for (const job of ready) job.due = true
      return ready.length
    },

    promoteWaiting(): number {
      const ready = jobs().filter((job) => job.status === 'pending' && !job.due && job.waiting)
      for (const job of ready) job.due = true
      return ready.length
    },

    clampDelays(now: number): number {
      for (const job of due([0])) job.nextRunAt = Math.min(job.nextRunAt, now)
      const late = jobs().filter((job) => job.status === 'pending' && !job.due && job.nextRunAt > now + job.delayMs)
      for (const job of late) job.nextRunAt = now + job.delayMs
      return late.length
    },

    nextDelayedAt(): number | null {
      const times = jobs().flatMap((job) => (job.status === 'pending' && !job.due ? [job.nextRunAt] : []))
      return times.length === 0 ? null : Math.min(...times)
    },

    purge(which: 'dead' | 'finished', limit: number): number {
      const wanted = which === 'dead' ? ['dead'] : ['done', 'cancelled']
      const gone = wanted
        .flatMap((status) =>
          jobs()
            .filter((job) => job.status === status)
            .sort(byEnd),
        )
        .slice(0, limit)
      for (const job of gone) queue.delete(job.id)
      return gone.length
    },

    forgetItem(itemId: string): void {
      for (const job of jobs()) if (job.itemId === itemId) queue.delete(job.id)
    },

    /** The order of the panel's list. */
    list(): string[] {
      const of = (...states: string[]) => jobs().filter((job) => states.includes(job.status))
      return [
        ...of('dead').sort(byEnd).reverse(),
        ...of('running').sort((one, other) => (one.startedAt ?? 0) - (other.startedAt ?? 0) || (one.id < other.id ? -1 : 1)),
        ...due([0, 1, 2]).sort(byOrder),
        ...of('pending')
          .filter((job) => !job.due)
          .sort((one, other) => one.nextRunAt - other.nextRunAt || (one.id < other.id ? -1 : 1)),
        ...of('done', 'cancelled').sort(byEnd).reverse(),
      ].map((job) => job.id)
    },
  }
}
