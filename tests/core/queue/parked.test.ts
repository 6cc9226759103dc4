import { describe, expect, it } from 'vitest'
import { theVault } from '../../../src/main/core/privacy/viewer'
import { RetryLater, WaitAtGate } from '../../../src/main/core/queue/job-rules'
import { createJobTrace } from '../../../src/main/core/queue/job-trace'
import { openQueue } from '../../support/queue'
import { withWorkers } from './with-workers'

const away = { message: 'No model server answers.', code: 'MODEL_UNREACHABLE', serverWords: null }
const gateOf = ({ type }: { type: string }) => (type === 'summarize' ? 'server' : '')
const isClosed = (gate: string): boolean => gate === 'server'

function claim(queue: ReturnType<typeof openQueue>, closed = isClosed) {
  return queue.jobs.claim(queue.newId(), 0, 'all', queue.clock.now, closed)
}

describe('a parked job', () => {
  it('keeps its place, its attempts and its number of runs, and leaves no attempt behind', () => {
    const queue = openQueue(gateOf)
    const first = queue.enqueue({ type: 'summarize', priority: 2 })
    queue.clock.now += 5
    const second = queue.enqueue({ type: 'summarize', priority: 2 })
    for (let time = 0; time < 50; time += 1) {
      const job = claim(queue, () => false)
      expect(job).toMatchObject({ id: first, attempts: 1, run: 1 })
      if (job) expect(queue.jobs.park(job, 'server', away, queue.clock.now)).toBe(true)
    }
    expect(queue.trace.get(first)).toMatchObject({ status: 'pending', attempts: 0, attemptsLog: [] })
    expect(queue.db.prepare('SELECT count(*) AS n FROM job_attempts').get()).toEqual({ n: 0 })
    expect(claim(queue, () => false)?.id).toBe(first)
    expect(claim(queue, () => false)?.id).toBe(second)
  })

  it('keeps an attempt in which a model was called', () => {
    const queue = openQueue(gateOf)
    const id = queue.enqueue({ type: 'summarize' })
    const job = claim(queue, () => false)
    if (!job) throw new Error('nothing claimed')
    const call = { name: 'Plan', endpoint: '', model: 'm', startedAt: 1, durationMs: 1, promptTokens: 1, outputTokens: 1 }
    const texts = { finishReason: 'stop', errorCode: null, prompt: 'p', reply: 'r', reasoning: '' }
    queue.trace.recordCall('call', id, job.run, { ...call, ...texts })
    queue.jobs.park(job, 'server', away, queue.clock.now)
    expect(queue.trace.get(id)?.attemptsLog).toMatchObject([{ number: 1, outcome: 'retry-later', calls: [{ prompt: 'p' }] }])
  })

  it('writes nothing when its claim is lost', () => {
    const queue = openQueue(gateOf)
    const id = queue.enqueue({ type: 'summarize' })
    const job = claim(queue, () => false)
    if (!job) throw new Error('nothing claimed')
    queue.jobs.cancel(id, queue.clock.now)
    expect(queue.jobs.park(job, 'server', away, queue.clock.now)).toBe(false)
    expect(queue.trace.get(id)?.status).toBe('cancelled')
  })

  it('is passed over whatever its priority and lane, alone and in groups, and comes first once its gate is open', () => {
    const queue = openQueue(gateOf)
    const parked = queue.enqueue({ type: 'summarize', priority: 0, lane: 0 })
    queue.clock.now += 10_000
    const free = [queue.enqueue({ priority: 5 }), queue.enqueue({ priority: 5 })]
    const group = { worker: 0, scope: 'all', now: queue.clock.now, patienceMs: 2000, limitOf: () => 16 } as const
    expect(queue.jobs.claimGroup({ ...group, claimId: 'a', isClosed }).map(({ id }) => id)).toEqual(free)
    expect(queue.jobs.hasDue('all', isClosed)).toBe(false)
    expect(queue.jobs.oldestAskedAt(isClosed)).toBeNull()
    expect(queue.jobs.hasDue('asked')).toBe(true)
    expect(queue.jobs.claimGroup({ ...group, claimId: 'b' }).map(({ id }) => id)).toEqual([parked])
  })

  it('is cancelled, retried and replaced like every other waiting job', () => {
    const queue = openQueue(gateOf)
    const id = queue.enqueue({ type: 'summarize', itemId: 'i', priority: 2 })
    queue.jobs.cancel(id, queue.clock.now)
    expect(queue.jobs.retry(id, null, queue.clock.now)).toMatchObject({ id })
    expect(claim(queue)).toBeNull()
    const next = queue.enqueue({ type: 'summarize', itemId: 'i', priority: 2, replacesWaiting: true })
    expect(queue.trace.get(id)?.status).toBe('cancelled')
    expect(claim(queue, () => false)?.id).toBe(next)
  })

  it('runs after a crash like every other, and its gate is kept', () => {
    const queue = openQueue(gateOf)
    const id = queue.enqueue({ type: 'summarize' })
    claim(queue, () => false)
    expect(queue.jobs.recover(queue.clock.now)).toEqual([])
    expect(claim(queue)).toBeNull()
    expect(claim(queue, () => false)?.id).toBe(id)
  })
})

describe('the list', () => {
  it('shows what runs next before what is parked, with the reason, the code and the next look of every parked job', () => {
    const queue = openQueue(gateOf)
    let closed = true
    const closure = { code: 'MODEL_UNREACHABLE', reason: 'No model server answers.', nextTryAt: queue.clock.now + 40_000 }
    const trace = createJobTrace(
      queue.db,
      () => false,
      (gate) => (closed && gate === 'server' ? closure : null),
    )
    const parked = [0, 1, 2].map(() => queue.enqueue({ type: 'summarize', priority: 0 }))
    const free = queue.enqueue({ priority: 5 })
    const shown = [trace.list({ viewer: theVault }, undefined, 2)]
    while (shown.at(-1)?.nextCursor) shown.push(trace.list({ viewer: theVault }, shown.at(-1)?.nextCursor ?? undefined, 2))
    const jobs = shown.flatMap((page) => page.jobs)
    expect(jobs.map(({ id }) => id)).toEqual([free, ...parked])
    for (const job of jobs.slice(1))
      expect(job).toMatchObject({ waitingFor: closure.reason, errorCode: closure.code, nextRunAt: closure.nextTryAt, attempts: 0 })
    expect(trace.parked(theVault)).toEqual([{ ...closure, count: 3 }])
    expect([trace.waitsFor(parked[0] ?? ''), trace.waitsFor(free)]).toEqual([closure.reason, null])
    closed = false
    expect(trace.waitsFor(parked[0] ?? '')).toBeNull()
    expect(trace.list({ viewer: theVault }, undefined, 10).jobs.map(({ id }) => id)).toEqual([...parked, free])
    expect(trace.brief(parked[0] ?? '')).toMatchObject({ waitingFor: 'Waits for its turn.', errorCode: null })
    expect(trace.parked(theVault)).toEqual([])
  })
})

describe('workers', () => {
  it('try one of a thousand, write for that one alone, count as idle, and take all once the gate opens', async () => {
    let closed = false
    const tried: string[] = []
    const queue = withWorkers(
      async (job) => {
        tried.push(job.id)
        if (tried.length === 1) closed = true
        if (closed) throw new WaitAtGate('server', new RetryLater(15_000, away.message, away.code))
        return () => null
      },
      { gateOf, isClosed: () => closed },
    )
    const ids = Array.from({ length: 1000 }, () => queue.enqueue({ type: 'summarize', priority: 2, lane: 2 }))
    queue.workers.start()
    await queue.workers.idle()
    expect(tried).toEqual([ids[0]])
    const commits = queue.commits()
    queue.workers.wake()
    await queue.workers.idle()
    expect(queue.commits()).toBe(commits)
    closed = false
    queue.workers.wake()
    await queue.workers.idle()
    expect(queue.statuses()).toEqual({ done: 1000 })
    expect(new Set(tried)).toEqual(new Set(ids))
    await queue.workers.stop()
  })
})
