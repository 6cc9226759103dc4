import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { theVault } from '../../../src/main/core/privacy/viewer'
import { GiveUp, RetryLater } from '../../../src/main/core/queue/job-rules'
import type { ClaimedJob } from '../../../src/main/core/queue/job-store'
import { createWorkers, type Workers } from '../../../src/main/core/queue/worker'
import type { WriteTransaction } from '../../../src/main/core/queue/write-transaction'
import { openQueue } from '../../support/queue'

let started: Workers | undefined
afterEach(async () => {
  await started?.stop(100)
})

type RunOne = (job: ClaimedJob, signal: AbortSignal) => Promise<(tx: WriteTransaction) => string | null>

function setUp(run: RunOne, options: { timeoutMs?: number; batch?: number; groups?: string[][] } = {}) {
  const queue = openQueue()
  const died: string[] = []
  const workers = createWorkers({
    count: 2,
    jobs: queue.jobs,
    unitOfWork: queue.unitOfWork,
    executor: {
      timeoutMs: () => options.timeoutMs ?? 5000,
      started: () => undefined,
      batchLimit: () => options.batch ?? 1,
      run: (group, signal) => {
        options.groups?.push(group.map((job) => job.id))
        return Promise.all(
          group.map((job) =>
            run(job, signal).then(
              (commit) => ({ commit }),
              (error: unknown) => ({ error }),
            ),
          ),
        )
      },
      died: (_, job) => died.push(job.id),
      ended: () => undefined,
    },
    now: () => queue.clock.now,
    newId: queue.newId,
    onLoopError: (error) => {
      throw error
    },
  })
  queue.onWake(() => workers.wake())
  started = workers
  return { ...queue, workers, died }
}

const note = (text: string) => () => text

describe('workers', () => {
  it('run two jobs side by side and never more', async () => {
    let inside = 0
    let most = 0
    const { enqueue, workers, trace } = setUp(async () => {
      inside += 1
      most = Math.max(most, inside)
      await delay(5)
      inside -= 1
      return note('ok')
    })
    for (let n = 0; n < 12; n++) enqueue()
    workers.start()
    await workers.idle()
    expect(most).toBe(2)
    expect(trace.counts(theVault).done).toBe(12)
  })

  it('are woken by an enqueue instead of waiting for the next look', async () => {
    const { unitOfWork, workers, events } = setUp(async () => note('ok'))
    workers.start()
    await delay(20)
    unitOfWork.write((tx) => tx.enqueue({ type: 'embed', payload: {}, itemId: null }))
    await expect.poll(() => events.some((event) => event.type === 'job-completed'), { interval: 5, timeout: 1500 }).toBe(true)
  })

  it('write effects, completion, note and event together, or nothing when the commit throws', async () => {
    const { db, enqueue, workers, trace, events, clock } = setUp(async (job: ClaimedJob) => (tx) => {
      db.prepare('INSERT INTO settings (key, value) VALUES (?, ?)').run(job.id, 'effect')
      tx.emit('settings-changed', {})
      if (job.attempts === 1) throw new Error('in the middle')
      return '1 effect'
    })
    const id = enqueue()
    workers.start()
    await expect.poll(() => trace.get(id)?.attemptsLog[0]?.outcome).toBe('failed')
    expect(db.prepare('SELECT COUNT(*) AS n FROM settings').get()).toEqual({ n: 0 })
    expect(events.some((event) => event.type === 'settings-changed')).toBe(false)
    clock.now += 2000
    workers.wake()
    await expect.poll(() => trace.get(id)?.status).toBe('done')
    expect(db.prepare('SELECT value FROM settings').all()).toEqual([{ value: 'effect' }])
    expect(trace.get(id)?.resultNote).toBe('1 effect')
  })

  it('tell a dead job and keep the words of the failure', async () => {
    const { enqueue, workers, trace, died, events } = setUp(async () => {
      throw new GiveUp('MODEL_KEY_REFUSED', 'The server refused the key.', { serverWords: 'invalid api key' })
    })
    const id = enqueue()
    workers.start()
    await workers.idle()
    expect(trace.get(id)).toMatchObject({ status: 'dead', error: 'The server refused the key.', errorCode: 'MODEL_KEY_REFUSED' })
    expect(trace.get(id)?.attemptsLog[0]?.serverWords).toBe('invalid api key')
    expect(died).toEqual([id])
    expect(events.filter((event) => event.type === 'job-dead')).toHaveLength(1)
  })

  it('wait without using attempts while a server is down', async () => {
    const { enqueue, workers, trace, jobs } = setUp(async () => {
      throw new RetryLater(60_000, 'The model server cannot be reached.', 'MODEL_UNREACHABLE')
    })
    const id = enqueue()
    workers.start()
    await workers.idle()
    expect(trace.get(id)).toMatchObject({ status: 'pending', attempts: 0, waitingFor: 'The model server cannot be reached.' })
    expect(jobs.promoteWaiting()).toBe(1)
  })

  it('keep no text of an unknown error: it may hold a person’s words', async () => {
    const { enqueue, workers, trace } = setUp(async () => {
      throw new TypeError('cannot read "my secret thought"')
    })
    const id = enqueue({ maxAttempts: 1 })
    workers.start()
    await workers.idle()
    expect(trace.get(id)?.error).not.toContain('secret')
    expect(trace.get(id)?.error).toContain('TypeError')
  })

  it('leave a job behind that ignores its abort signal', async () => {
    const { enqueue, workers, trace } = setUp(() => new Promise(() => undefined), { timeoutMs: 30 })
    const stuck = enqueue({ maxAttempts: 1 })
    workers.start()
    await expect.poll(() => trace.get(stuck)?.status, { timeout: 6000 }).toBe('dead')
    expect(trace.get(stuck)?.errorCode).toBe('JOB_TIMEOUT')
  })

  it('put a running job back at stop without costing an attempt', async () => {
    const { enqueue, workers, trace } = setUp(
      (_, signal) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')))),
    )
    const id = enqueue()
    workers.start()
    await expect.poll(() => trace.get(id)?.status).toBe('running')
    await workers.stop()
    expect(trace.get(id)).toMatchObject({ status: 'pending', attempts: 0 })
    expect(trace.get(id)?.attemptsLog[0]?.outcome).toBe('interrupted')
  })

  it('write nothing of a cancelled job', async () => {
    let release = (): void => undefined
    const { enqueue, workers, trace, jobs, db, unitOfWork } = setUp(
      () =>
        new Promise((resolve) => {
          release = () =>
            resolve(() => {
              db.prepare(`INSERT INTO settings (key, value) VALUES ('late', 'x')`).run()
              return null
            })
        }),
    )
    const id = enqueue()
    workers.start()
    await expect.poll(() => trace.get(id)?.status).toBe('running')
    unitOfWork.write((tx) => jobs.cancel(id, tx.now))
    release()
    await workers.idle()
    expect(trace.get(id)?.status).toBe('cancelled')
    expect(db.prepare('SELECT * FROM settings').all()).toEqual([])
  })

  it('start nothing while paused and go on after it', async () => {
    const { enqueue, workers, trace } = setUp(async () => note('ok'))
    workers.pause()
    workers.start()
    const id = enqueue()
    workers.wake()
    await delay(30)
    expect(trace.get(id)?.status).toBe('pending')
    workers.resume()
    await expect.poll(() => trace.get(id)?.status).toBe('done')
  })

  it('take short background jobs of one type together, and others alone', async () => {
    const groups: string[][] = []
    const { enqueue, workers, trace } = setUp(async () => note('ok'), { batch: 3, groups })
    const ids = [...Array(4)].map(() => enqueue({ type: 'embed' }))
    const link = enqueue({ type: 'auto_link', priority: 1 })
    const long = enqueue({ type: 'embed', lane: 2 })
    workers.start()
    await workers.idle()
    expect(groups.map((group) => group.length).sort()).toEqual([1, 1, 1, 3])
    expect(groups.flat().sort()).toEqual([...ids, link, long].sort())
    expect(trace.counts(theVault).done).toBe(6)
  })

  it('find the one job of a batch whose commit fails, and pass the others', async () => {
    const { enqueue, workers, trace } = setUp(
      async (job) => () => {
        if (job.payload && typeof job.payload === 'object' && 'bad' in job.payload) throw new GiveUp('BAD_INPUT', 'Bad.')
        return 'ok'
      },
      { batch: 8 },
    )
    const ids = [enqueue(), enqueue({ payload: { bad: true } }), enqueue()]
    workers.start()
    await workers.idle()
    expect(ids.map((id) => trace.get(id)?.status)).toEqual(['done', 'dead', 'done'])
  })

  it('let a job that a person asked for pass the background once it has waited', async () => {
    const order: string[] = []
    const { enqueue, workers, clock } = setUp(async (job) => {
      order.push(job.id)
      clock.now += 100
      return note('ok')
    })
    const asked = enqueue({ type: 'expand', priority: 3, lane: 0 })
    for (let n = 0; n < 200; n++) enqueue({ type: 'embed', priority: 0 })
    workers.start()
    await workers.idle()
    const position = order.indexOf(asked)
    expect(position).toBeGreaterThan(5)
    expect(position).toBeLessThan(40)
  })

  it('keep one worker free of long background work', async () => {
    let release = (): void => undefined
    const block = new Promise<void>((resolve) => {
      release = resolve
    })
    const { enqueue, workers, trace } = setUp(async (job) => {
      if (job.lane === 2) await block
      return note('ok')
    })
    const long = [enqueue({ lane: 2 }), enqueue({ lane: 2 })]
    const asked = enqueue({ type: 'expand', priority: 3, lane: 0 })
    workers.start()
    await expect.poll(() => trace.get(asked)?.status).toBe('done')
    expect(long.map((id) => trace.get(id)?.status).sort()).toEqual(['pending', 'running'])
    release()
    await workers.idle()
  })
})
