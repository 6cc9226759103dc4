import { v7 as uuidv7 } from 'uuid'
import type { JobStore, NewJob } from '../../../src/main/core/queue/job-store'
import type { EnqueueRequest } from '../../../src/main/core/queue/write-transaction'
import { JobType } from '../../../src/shared/entities'
import { jobTypes } from '../../../src/shared/job-types'
import { payload, type Setting } from './contender'

export const newId = () => uuidv7()

/** Makes the jobs of the bench: all of one type, or of several that take turns; with an item and a key, or without. */
export function createJobMaker({ types, keyed }: Pick<Setting, 'types' | 'keyed'>) {
  let count = 0

  function request(): EnqueueRequest {
    count += 1
    const type = JobType.options[count % types] ?? 'embed'
    if (!keyed) return { type, payload, itemId: null }
    const itemId = newId()
    return { type, payload, itemId, dedupeKey: `${type}:${itemId}:${payload.contentHash}`, replacesWaiting: true }
  }

  function job(priority?: number): NewJob {
    const { type, payload, itemId, dedupeKey, replacesWaiting } = request()
    const fixed = { id: newId(), lane: 1 as const, maxAttempts: 3, dedupeKey: dedupeKey ?? null, replacesWaiting: replacesWaiting ?? false }
    return { ...fixed, type, payload, itemId, priority: priority ?? jobTypes[type].priority }
  }

  return { request, job }
}

/** A job of the highest priority that waits for an hour, as after a server that was away. */
export function putDelayed(jobs: JobStore, job: NewJob, now: number): void {
  jobs.enqueue(job, now)
  const claimed = jobs.claim(newId(), 0, 'all', now)
  if (claimed?.id !== job.id) throw new Error('The delayed job was not the first')
  jobs.retryLater(claimed, { message: 'Waits.', code: 'WAITS', serverWords: null }, 3_600_000, now)
}

/** Calls `make` so often, at most 10,000 times in one of `inTransaction`. */
export function inPortions(total: number, inTransaction: (run: () => void) => void, make: () => void): void {
  for (let done = 0; done < total; done += 10_000) {
    inTransaction(() => {
      for (let n = Math.min(10_000, total - done); n > 0; n--) make()
    })
  }
}
