import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { theVault } from '../../../src/main/core/privacy/viewer'
import type { Workers } from '../../../src/main/core/queue/worker'
import { AppError } from '../../../src/shared/errors'
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
    await expect.poll(() => trace.counts(theVault).running).toBe(20)
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
    await expect.poll(() => made.trace.counts(theVault).running).toBe(2)
    both.open()
    await made.workers.idle()
    expect([bad, good].map((id) => made.trace.get(id)?.status)).toEqual(['dead', 'done'])
    expect(made.trace.get(good)?.attemptsLog).toHaveLength(1)
    expect(made.events.filter((event) => event.type === 'job-completed')).toHaveLength(1)
  })
})
