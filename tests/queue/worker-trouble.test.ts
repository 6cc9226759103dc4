import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import type { Workers } from '../../src/main/queue/worker'
import { AppError } from '../../src/shared/errors'
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

/** Ends when it is told to, or with its abort signal's reason when it heeds it. */
function gate() {
  let open = (): void => undefined
  const opening = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opening, open: () => open() }
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

describe('a stop', () => {
  it('is not undone by a run that ends after it', async () => {
    const late = gate()
    const { enqueue, workers, anotherWorkers, trace, db } = setUp(async (job) => {
      if (job.run === 1) await late.opening
      return effectOf(db, job)
    })
    const id = enqueue()
    workers.start()
    await expect.poll(() => trace.get(id)?.status).toBe('running')
    await workers.stop(10)
    expect(trace.get(id)).toMatchObject({ status: 'pending', attempts: 0 })
    late.open()
    await delay(10)
    expect(trace.get(id)).toMatchObject({ status: 'pending', attempts: 0 })
    expect(db.prepare('SELECT key FROM settings').all()).toEqual([])
    const next = anotherWorkers()
    next.start()
    await expect.poll(() => trace.get(id)?.status).toBe('done')
    await next.stop()
    expect(trace.get(id)?.attemptsLog.map((attempt) => attempt.outcome)).toEqual(['interrupted', 'done'])
  })

  it('during a batch costs none of its jobs an attempt', async () => {
    const { enqueue, workers, trace } = setUp(
      (_, signal) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')))),
      { batch: 16 },
    )
    const ids = Array.from({ length: 20 }, () => enqueue())
    workers.start()
    await expect.poll(() => trace.counts().running).toBe(20)
    await workers.stop()
    for (const id of ids) {
      expect(trace.get(id)).toMatchObject({ status: 'pending', attempts: 0 })
      expect(trace.get(id)?.attemptsLog.map((attempt) => attempt.outcome)).toEqual(['interrupted'])
    }
  })

  it('at any moment leaves nothing running, and every job is done once in the end', async () => {
    const made = setUp(
      async (job) => {
        if (job.attempts % 3 === 0) await delay(1)
        return effectOf(made.db, job)
      },
      { batch: 4 },
    )
    const ids = Array.from({ length: 400 }, (_, n) => made.enqueue({ priority: n % 3, lane: n % 2 === 0 ? 1 : 2 }))
    for (let turns = 0; turns < 12; turns++) {
      const workers = made.anotherWorkers()
      workers.start()
      for (let turn = 0; turn < turns; turn++) await nextTurn()
      await workers.stop()
      expect(made.statuses().running).toBeUndefined()
    }
    made.workers.start()
    await made.workers.idle()
    expect(made.statuses()).toEqual({ done: ids.length })
    expect(made.db.prepare('SELECT COUNT(*) AS n FROM settings').get()).toEqual({ n: ids.length })
    for (const id of ids) expect(made.trace.get(id)?.attempts).toBe(1)
    expect(made.loopErrors).toEqual([])
  })
})

describe('a fault', () => {
  it('of the disk while a result is written keeps the result and writes it once', async () => {
    let full = false
    const made = setUp(
      async (job) => {
        full = true
        return effectOf(made.db, job)
      },
      {
        beforeWrite() {
          if (full) throw new AppError('DISK_FULL', 'The disk is full.')
        },
      },
    )
    const id = made.enqueue()
    made.workers.start()
    await expect.poll(() => made.loopErrors.length).toBeGreaterThan(0)
    expect(made.trace.get(id)?.status).toBe('running')
    full = false
    made.workers.wake()
    await expect.poll(() => made.trace.get(id)?.status).toBe('done')
    expect(made.trace.get(id)?.attemptsLog).toHaveLength(1)
    expect(made.db.prepare('SELECT key FROM settings').all()).toEqual([{ key: id }])
  })

  it('of the disk at a claim is told, and the work goes on after it', async () => {
    let full = true
    const made = setUp(async (job) => effectOf(made.db, job), {
      beforeWrite() {
        if (full) throw new AppError('DISK_FULL', 'The disk is full.')
      },
    })
    full = false
    made.workers.start()
    const id = made.enqueue()
    full = true
    made.workers.wake()
    await expect.poll(() => made.loopErrors.length).toBeGreaterThan(0)
    full = false
    made.workers.wake()
    await expect.poll(() => made.trace.get(id)?.status).toBe('done')
    expect(made.trace.get(id)?.attempts).toBe(1)
  })

  it('that an executor throws before it has begun is the failure of its job', async () => {
    const made = setUp(async () => () => null, {
      executor: {
        run() {
          throw new TypeError('not even a promise')
        },
      },
    })
    const ids = [made.enqueue({ maxAttempts: 1 }), made.enqueue({ maxAttempts: 1 })]
    made.workers.start()
    await made.workers.idle()
    expect(ids.map((id) => made.trace.get(id)?.status)).toEqual(['dead', 'dead'])
    expect(made.loopErrors).toEqual([])
  })

  it('in what a start writes fails that job, and the jobs behind it run', async () => {
    let bad = ''
    const made = setUp(async (job) => effectOf(made.db, job), {
      executor: {
        started(_, job) {
          if (job.id === bad) throw new Error('cannot be started')
        },
      },
    })
    bad = made.enqueue({ maxAttempts: 1 })
    const others = [made.enqueue(), made.enqueue()]
    made.workers.start()
    await expect
      .poll(() => made.trace.get(bad)?.status)
      .toBe('dead')
      .catch(() => undefined)
    made.workers.wake()
    await expect.poll(() => made.trace.get(bad)?.status).toBe('dead')
    await made.workers.idle()
    expect(others.map((id) => made.trace.get(id)?.status)).toEqual(['done', 'done'])
  })

  it('in all that a job’s type says still ends in a dead letter, and the jobs behind it run', async () => {
    let bad = ''
    const refuse = (job: { id: string }) => {
      if (job.id === bad) throw new TypeError('nobody knows this type')
    }
    const made = setUp(async (job) => effectOf(made.db, job), {
      executor: {
        timeoutMs(job) {
          refuse(job)
          return 1000
        },
        batchLimit(job) {
          refuse(job)
          return 1
        },
        started: (_, job) => refuse(job),
        died: (_, job) => refuse(job),
      },
    })
    bad = made.enqueue({ maxAttempts: 2 })
    const good = made.enqueue()
    made.workers.start()
    for (let attempt = 0; attempt < 3; attempt++) {
      await expect.poll(() => made.loopErrors.length + made.events.length).toBeGreaterThan(attempt)
      made.clock.now += 5000
      made.workers.wake()
      await delay(20)
    }
    await expect
      .poll(() => {
        made.workers.wake()
        return made.trace.get(bad)?.status
      })
      .toBe('dead')
    await made.workers.idle()
    expect(made.trace.get(good)?.status).toBe('done')
  })

  it('in one worker’s commit does not take the other’s result with it', async () => {
    const both = gate()
    const made = setUp(async (job) => {
      await both.opening
      if (job.id === bad) {
        return () => {
          throw new Error('in the middle of the shared transaction')
        }
      }
      return effectOf(made.db, job)
    })
    const bad: string = made.enqueue({ maxAttempts: 1 })
    const good = made.enqueue()
    made.workers.start()
    await expect.poll(() => made.trace.counts().running).toBe(2)
    both.open()
    await made.workers.idle()
    expect([bad, good].map((id) => made.trace.get(id)?.status)).toEqual(['dead', 'done'])
    expect(made.trace.get(good)?.attemptsLog).toHaveLength(1)
    expect(made.events.filter((event) => event.type === 'job-completed')).toHaveLength(1)
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
    await expect.poll(() => made.trace.counts().running).toBe(3)
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
        doneAtTurn.push(made.trace.counts().done)
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
