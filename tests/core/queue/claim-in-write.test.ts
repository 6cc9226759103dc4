import { afterEach, describe, expect, it } from 'vitest'
import { createUnitOfWork } from '../../../src/main/app/unit-of-work'
import { theVault } from '../../../src/main/core/privacy/viewer'
import { createWorkers, type JobExecutor, type Workers } from '../../../src/main/core/queue/worker'
import type { WriteTransaction } from '../../../src/main/core/queue/write-transaction'
import { openQueue } from '../../support/queue'

let started: Workers | undefined
afterEach(async () => {
  await started?.stop(50)
})

/** Workers that sleep, on a unit of work that lets them claim in its writes. */
async function setUp(executor: Partial<JobExecutor> = {}) {
  const queue = openQueue()
  let commits = 0
  let into = (_: WriteTransaction): void => undefined
  const unitOfWork = createUnitOfWork({
    db: queue.db,
    jobs: queue.jobs,
    events: queue.log,
    now: () => queue.clock.now,
    newId: queue.newId,
    publish: (event) => queue.events.push(event),
    wakeWorkers: () => workers.wake(),
    claimInto: (tx) => into(tx),
    committed: () => {
      commits += 1
    },
  })
  const workers = createWorkers({
    count: 2,
    jobs: queue.jobs,
    unitOfWork,
    executor: {
      timeoutMs: () => 5000,
      started: () => undefined,
      batchLimit: () => 1,
      run: async (group) => group.map(() => ({ commit: () => 'ok' })),
      died: () => undefined,
      ended: () => undefined,
      ...executor,
    },
    now: () => queue.clock.now,
    newId: queue.newId,
    onLoopError: () => undefined,
  })
  into = workers.claimInto
  started = workers
  workers.start()
  await workers.idle()
  commits = 0
  const enqueue = (tx: WriteTransaction) => tx.enqueue({ type: 'embed', payload: {}, itemId: null }).jobId
  return { ...queue, unitOfWork, workers, enqueue, commits: () => commits }
}

describe('a write that enqueues while workers sleep', () => {
  it('starts the job in its own commit, each worker one', async () => {
    const { unitOfWork, enqueue, commits, trace, workers, events } = await setUp()
    const ids = unitOfWork.write((tx) => [enqueue(tx), enqueue(tx), enqueue(tx)])
    expect(commits()).toBe(1)
    expect(ids.map((id) => trace.get(id)?.status)).toEqual(['running', 'running', 'pending'])
    await workers.idle()
    expect(trace.counts(theVault).done).toBe(3)
    for (const id of ids) {
      const own = events.filter((event) => 'jobId' in event.payload && event.payload.jobId === id)
      expect(own.map((event) => event.type)).toEqual(['job-enqueued', 'job-started', 'job-completed'])
      expect(trace.get(id)?.attemptsLog).toHaveLength(1)
    }
  })

  it('is saved although the start of its job cannot be written', async () => {
    const { unitOfWork, enqueue, db, trace, events } = await setUp({
      started(tx) {
        tx.emit('settings-changed', {})
        throw new Error('cannot be started')
      },
    })
    const id = unitOfWork.write((tx) => {
      db.prepare(`INSERT INTO settings (key, value) VALUES ('saved', 'yes')`).run()
      return enqueue(tx)
    })
    expect(db.prepare('SELECT key FROM settings').all()).toEqual([{ key: 'saved' }])
    expect(trace.get(id)).toMatchObject({ status: 'pending', attempts: 0 })
    expect(events.map((event) => event.type)).toEqual(['job-enqueued'])
    expect(trace.counts(theVault)).toMatchObject({ pending: 1, running: 0 })
    await expect.poll(() => trace.get(id)?.attemptsLog[0]?.outcome).toBe('failed')
  })

  it('leaves the workers asleep and ready when it is rolled back', async () => {
    const { unitOfWork, enqueue, trace, workers } = await setUp()
    expect(() =>
      unitOfWork.write((tx) => {
        enqueue(tx)
        throw new Error('no')
      }),
    ).toThrow('no')
    expect(trace.counts(theVault)).toMatchObject({ pending: 0, running: 0 })
    const id = unitOfWork.write(enqueue)
    expect(trace.get(id)?.status).toBe('running')
    await workers.idle()
    expect(trace.get(id)?.status).toBe('done')
  })

  it('starts nothing while the queue is paused, and puts back what it started when it is stopped at once', async () => {
    const { unitOfWork, enqueue, trace, workers } = await setUp()
    workers.pause()
    const waiting = unitOfWork.write(enqueue)
    expect(trace.get(waiting)?.status).toBe('pending')
    workers.resume()
    await workers.idle()
    const cut = unitOfWork.write(enqueue)
    expect(trace.get(cut)?.status).toBe('running')
    await workers.stop()
    expect(trace.get(cut)?.status).not.toBe('running')
    expect(trace.get(cut)?.attempts).toBe(trace.get(cut)?.status === 'done' ? 1 : 0)
  })
})
