import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { theVault } from '../../../src/main/core/privacy/viewer'
import type { Workers } from '../../../src/main/core/queue/worker'
import { gate } from '../../support/gate'
import { effectOf, type RunOne, type WorkerOptions, withWorkers } from './with-workers'

let opened: { workers: Workers } | undefined
afterEach(async () => {
  await opened?.workers.stop(50)
})

function setUp(run: RunOne, options: WorkerOptions = {}) {
  const made = withWorkers(run, options)
  opened = made
  return made
}

describe('a person', () => {
  it('waits for a bounded number of claims behind 10,000 embeds', async () => {
    const { enqueue, unitOfWork, workers, clock, groups } = setUp(
      async () => {
        clock.now += 100
        return () => null
      },
      { batch: 16 },
    )
    unitOfWork.write((tx) => {
      for (let n = 0; n < 10_000; n++) tx.enqueue({ type: 'embed', payload: {}, itemId: null })
    })
    workers.start()
    await expect.poll(() => groups.length, { interval: 1 }).toBeGreaterThan(4)
    const asked = enqueue({ type: 'expand', priority: 3, lane: 0 })
    const before = groups.length
    await expect.poll(() => groups.flat().includes(asked), { interval: 1 }).toBe(true)
    const place = groups.findIndex((group) => group.includes(asked))
    // Each job moves the clock by 100 ms, so the 2 s of patience are over after two batches at most, and two were running.
    expect(place - before).toBeLessThanOrEqual(5)
    expect(groups[place]).toEqual([asked])
  })

  it('gets a background job that waits moved to the front by asking for the same', async () => {
    const { enqueue, jobs, trace } = setUp(async () => () => null)
    const waiting = enqueue({ type: 'summarize', priority: 2, lane: 2, dedupeKey: 'summarize:a' })
    expect(enqueue({ type: 'summarize', priority: 2, lane: 0, dedupeKey: 'summarize:a' })).toBe(waiting)
    expect(jobs.hasDue('asked')).toBe(true)
    const newer = enqueue({ type: 'summarize', priority: 2, lane: 2, itemId: 'a', dedupeKey: 'summarize:a:2', replacesWaiting: true })
    expect(enqueue({ type: 'summarize', priority: 2, lane: 0, itemId: 'a', dedupeKey: 'summarize:a:2' })).toBe(newer)
    const newest = enqueue({ type: 'summarize', priority: 2, lane: 2, itemId: 'a', dedupeKey: 'summarize:a:3', replacesWaiting: true })
    expect(trace.get(newer)?.status).toBe('cancelled')
    expect(jobs.claim('c1', 1, 'short', 1)?.id).toBe(waiting)
    expect(jobs.claim('c2', 1, 'short', 1)?.id).toBe(newest)
  })
})

describe('a batch', () => {
  it('goes on without the one that is cancelled in the middle of it', async () => {
    const middle = gate()
    const made = setUp(
      async (job) => {
        await middle.opening
        return effectOf(made.db, job)
      },
      { batch: 3 },
    )
    const ids = [made.enqueue(), made.enqueue(), made.enqueue()]
    made.workers.start()
    await expect.poll(() => made.trace.counts(theVault).running).toBe(3)
    const [first, cancelled, last] = ids
    made.unitOfWork.write((tx) => {
      made.jobs.cancel(cancelled ?? '', tx.now)
      tx.afterCommit(() => made.workers.abort(cancelled ?? ''))
    })
    middle.open()
    await made.workers.idle()
    expect(ids.map((id) => made.trace.get(id)?.status)).toEqual(['done', 'cancelled', 'done'])
    expect(made.db.prepare('SELECT key FROM settings ORDER BY key').all()).toEqual([{ key: first }, { key: last }])
  })

  it('does not take a job in that failed before', async () => {
    const made = setUp(
      async (job) => {
        if (job.id === weak && job.attempts === 1) throw new Error('once')
        return () => null
      },
      { batch: 8 },
    )
    const weak: string = made.enqueue()
    made.workers.start()
    await expect.poll(() => made.trace.get(weak)?.attemptsLog[0]?.outcome).toBe('failed')
    for (let n = 0; n < 5; n++) made.enqueue()
    made.clock.now += 5000
    made.workers.wake()
    await made.workers.idle()
    expect(made.statuses()).toEqual({ done: 6 })
    expect(made.groups.filter((group) => group.includes(weak))).toEqual([[weak], [weak]])
  })
})

describe('a clock that jumps', () => {
  it('starves nobody: not who waits for another try, not who asked, not the background', async () => {
    const made = setUp(async (job) => {
      made.clock.now += 50
      if (job.id === failing && job.attempts === 1) throw new Error('once')
      return () => null
    })
    const failing: string = made.enqueue()
    made.workers.start()
    await expect.poll(() => made.trace.get(failing)?.attemptsLog[0]?.outcome).toBe('failed')
    const asked = made.enqueue({ type: 'expand', priority: 3, lane: 0 })
    made.workers.pause()
    const background = Array.from({ length: 300 }, () => made.enqueue())
    made.clock.now -= 3 * 86_400_000
    made.workers.resume()
    await expect.poll(() => made.groups.flat().includes(asked), { interval: 1 }).toBe(true)
    expect(made.groups.flat().indexOf(asked)).toBeLessThan(100)
    await expect.poll(() => made.statuses().done, { timeout: 8000 }).toBe(302)
    expect(made.trace.get(failing)?.attempts).toBe(2)
    made.clock.now += 10 * 86_400_000
    const after = made.enqueue()
    made.workers.wake()
    await expect.poll(() => made.trace.get(after)?.status).toBe('done')
    expect(background.every((id) => made.trace.get(id)?.status === 'done')).toBe(true)
  })
})

describe('the window', () => {
  it('gets its turn all through a long drain', async () => {
    const made = setUp(async () => () => null)
    made.unitOfWork.write((tx) => {
      for (let n = 0; n < 1000; n++) tx.enqueue({ type: 'embed', payload: {}, itemId: null })
    })
    const doneAtTurn: (number | undefined)[] = []
    let draining = true
    const watch = async () => {
      while (draining) {
        doneAtTurn.push(made.trace.counts(theVault).done)
        await nextTurn()
      }
    }
    const watching = watch()
    made.workers.start()
    await made.workers.idle()
    draining = false
    await watching
    const steps = doneAtTurn.map((done, index) => (done ?? 0) - (doneAtTurn[index - 1] ?? 0))
    expect(Math.max(...steps)).toBeLessThanOrEqual(4)
  })
})
