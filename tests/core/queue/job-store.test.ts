import { describe, expect, it } from 'vitest'
import { theVault } from '../../../src/main/core/privacy/viewer'
import { claimSql } from '../../../src/main/core/queue/job-claims'
import { DUE_GATES_SQL } from '../../../src/main/core/queue/job-gates'
import { backoffMs } from '../../../src/main/core/queue/job-rules'
import { PROMOTE_SQL } from '../../../src/main/core/queue/job-store'
import { openQueue, type Queue } from '../../support/queue'

const failure = { message: 'It failed.', code: 'INTERNAL', serverWords: null }

function claim(queue: Queue, worker = 0) {
  return queue.jobs.claim(queue.newId(), worker, 'all', queue.clock.now)
}

describe('claim', () => {
  it('takes the smallest priority number, then the earliest next_run_at, and counts the attempt', () => {
    const queue = openQueue()
    const late = queue.enqueue({ priority: 3 })
    queue.clock.now += 10
    const urgent = queue.enqueue({ priority: 0 })
    queue.clock.now += 10
    const second = queue.enqueue({ priority: 3 })
    expect([claim(queue)?.id, claim(queue)?.id, claim(queue)?.id, claim(queue)]).toEqual([urgent, late, second, null])
    expect(queue.trace.get(urgent)).toMatchObject({ status: 'running', attempts: 1 })
  })

  it('uses the partial index and sorts nothing, so that its cost does not grow with what waits', () => {
    const { db } = openQueue()
    const plan = (sql: string) => {
      const values = [...sql.matchAll(/\?/g)].map(() => 0)
      const steps = db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...values)
      return steps.map((row) => row.detail).join('\n')
    }
    for (const sql of [claimSql.hasDue, claimSql.nextOfLanes, claimSql.nextAsked, claimSql.followers]) {
      expect(plan(sql)).toMatch(/SEARCH jobs USING (COVERING )?INDEX jobs_due \(gate=\? AND lane[=<]/)
      expect(plan(sql)).not.toMatch(/SCAN jobs|TEMP B-TREE/)
    }
    expect(plan(DUE_GATES_SQL)).toMatch(/SEARCH jobs USING COVERING INDEX jobs_due \(gate>\?\)/)
    expect(plan(DUE_GATES_SQL)).not.toMatch(/TEMP B-TREE/)
    expect(plan(claimSql.take)).toBe('SEARCH jobs USING PRIMARY KEY (id=?)')
    expect(plan(PROMOTE_SQL)).toContain('jobs_delayed (next_run_at<?)')
    expect(plan(PROMOTE_SQL)).not.toMatch(/SCAN jobs|TEMP B-TREE/)
  })
})

describe('failure', () => {
  it('schedules 2^attempts seconds, then goes to dead at the last attempt', () => {
    const queue = openQueue()
    const id = queue.enqueue()
    for (const [attempt, seconds] of [
      [1, 2],
      [2, 4],
    ] as const) {
      const job = claim(queue)
      if (!job) throw new Error('nothing claimed')
      expect(job.attempts).toBe(attempt)
      expect(queue.jobs.fail(job, failure, false, queue.clock.now)).toEqual({
        status: 'pending',
        nextRunAt: queue.clock.now + seconds * 1000,
      })
      expect(claim(queue)).toBeNull()
      queue.clock.now += seconds * 1000 - 1
      expect(queue.jobs.promote(queue.clock.now)).toBe(0)
      queue.clock.now += 1
      expect(queue.jobs.promote(queue.clock.now)).toBe(1)
    }
    const last = claim(queue)
    if (!last) throw new Error('nothing claimed')
    expect(queue.jobs.fail(last, failure, false, queue.clock.now)?.status).toBe('dead')
    expect(queue.trace.get(id)).toMatchObject({ status: 'dead', attempts: 3, error: 'It failed.' })
    expect(queue.trace.get(id)?.attemptsLog.map((attempt) => attempt.outcome)).toEqual(['failed', 'failed', 'failed'])
  })

  it('caps the wait at 60 seconds', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 50].map((attempts) => backoffMs(attempts) / 1000)).toEqual([2, 4, 8, 16, 32, 60, 60, 60])
  })

  it('gives up at once when no attempt can help', () => {
    const queue = openQueue()
    queue.enqueue()
    const job = claim(queue)
    if (!job) throw new Error('nothing claimed')
    expect(queue.jobs.fail(job, failure, true, queue.clock.now)?.status).toBe('dead')
  })

  it('costs no attempt when the job only has to wait', () => {
    const queue = openQueue()
    const id = queue.enqueue()
    for (let round = 0; round < 5; round++) {
      const job = claim(queue)
      if (!job) throw new Error('nothing claimed')
      expect(queue.jobs.retryLater(job, { ...failure, message: 'The server is down.' }, 5000, queue.clock.now)).toBe(true)
      queue.clock.now += 5000
      queue.jobs.promote(queue.clock.now)
    }
    expect(queue.trace.get(id)).toMatchObject({ status: 'pending', attempts: 0, waitingFor: 'The server is down.' })
  })
})

describe('the claim id', () => {
  it('keeps a late run from writing over a newer one', () => {
    const queue = openQueue()
    const id = queue.enqueue()
    const late = claim(queue)
    if (!late) throw new Error('nothing claimed')
    queue.jobs.recover(queue.clock.now)
    const fresh = claim(queue)
    if (!fresh) throw new Error('nothing claimed')
    expect(queue.jobs.complete(late, queue.clock.now)).toBe(false)
    expect(queue.jobs.fail(late, failure, false, queue.clock.now)).toBeNull()
    expect(queue.jobs.retryLater(late, failure, 1, queue.clock.now)).toBe(false)
    expect(queue.jobs.release(late, queue.clock.now)).toBe(false)
    expect(queue.trace.get(id)?.status).toBe('running')
    expect(queue.jobs.complete(fresh, queue.clock.now)).toBe(true)
  })

  it('is lost by cancel, so that nothing is written after it', () => {
    const queue = openQueue()
    const id = queue.enqueue()
    const job = claim(queue)
    if (!job) throw new Error('nothing claimed')
    expect(queue.jobs.cancel(id, queue.clock.now)?.id).toBe(id)
    expect(queue.jobs.holds(job)).toBe(false)
    expect(queue.jobs.complete(job, queue.clock.now)).toBe(false)
    expect(queue.trace.get(id)?.status).toBe('cancelled')
  })
})

describe('start-up', () => {
  it('puts running jobs back, and sets aside one whose process died under it three times', () => {
    const queue = openQueue()
    const id = queue.enqueue({ maxAttempts: 10 })
    for (let death = 1; death <= 3; death++) {
      expect(claim(queue)?.id).toBe(id)
      const died = queue.jobs.recover(queue.clock.now)
      expect(died.map((job) => job.id)).toEqual(death === 3 ? [id] : [])
    }
    expect(queue.trace.get(id)).toMatchObject({ status: 'dead', errorCode: 'JOB_INTERRUPTED' })
  })
})

describe('dedupe', () => {
  it('has one live job for a key, and a new one after it ended', () => {
    const queue = openQueue()
    const first = queue.enqueue({ dedupeKey: 'think:a' })
    expect(queue.enqueue({ dedupeKey: 'think:a' })).toBe(first)
    const job = claim(queue)
    if (!job) throw new Error('nothing claimed')
    expect(queue.enqueue({ dedupeKey: 'think:a' })).toBe(first)
    queue.jobs.complete(job, queue.clock.now)
    expect(queue.enqueue({ dedupeKey: 'think:a' })).not.toBe(first)
  })

  it('lets an edit replace a waiting embed, not a running one', () => {
    const queue = openQueue()
    const running = queue.enqueue({ itemId: 'a', dedupeKey: 'embed:a:1', replacesWaiting: true })
    claim(queue)
    const waiting = queue.enqueue({ itemId: 'a', dedupeKey: 'embed:a:2', replacesWaiting: true })
    const newest = queue.enqueue({ itemId: 'a', dedupeKey: 'embed:a:3', replacesWaiting: true })
    expect([running, waiting, newest].map((id) => queue.trace.get(id)?.status)).toEqual(['running', 'cancelled', 'pending'])
  })
})

describe('retry and purge', () => {
  it('makes a dead job claimable again with attempts 0', () => {
    const queue = openQueue()
    const id = queue.enqueue()
    const job = claim(queue)
    if (!job) throw new Error('nothing claimed')
    queue.jobs.fail(job, failure, true, queue.clock.now)
    expect(queue.jobs.retry(id, null, queue.clock.now)).toMatchObject({ id })
    expect(claim(queue)).toMatchObject({ id, attempts: 1, run: 2 })
    expect(queue.trace.get(id)?.attemptsLog).toHaveLength(2)
  })

  it('refuses a retry while the same work is live', () => {
    const queue = openQueue()
    const id = queue.enqueue({ dedupeKey: 'brief:a' })
    const job = claim(queue)
    if (!job) throw new Error('nothing claimed')
    queue.jobs.fail(job, failure, true, queue.clock.now)
    queue.enqueue({ dedupeKey: 'brief:a' })
    expect(queue.jobs.retry(id, null, queue.clock.now)).toBe('conflict')
  })

  it('removes only what it names, with its trace, and the counts follow', () => {
    const queue = openQueue()
    const [done, dead, waiting] = [queue.enqueue(), queue.enqueue(), queue.enqueue()]
    const first = claim(queue)
    const second = claim(queue)
    if (!first || !second) throw new Error('nothing claimed')
    queue.jobs.complete(first, queue.clock.now)
    queue.jobs.fail(second, failure, true, queue.clock.now)
    expect(queue.trace.counts(theVault)).toEqual({ pending: 1, running: 0, done: 1, dead: 1, cancelled: 0 })
    expect(queue.jobs.purge('dead', 100)).toBe(1)
    expect([done, dead, waiting].map((id) => queue.trace.get(id)?.status)).toEqual(['done', undefined, 'pending'])
    expect(queue.jobs.purge('finished', 100)).toBe(1)
    expect(queue.trace.counts(theVault)).toEqual({ pending: 1, running: 0, done: 0, dead: 0, cancelled: 0 })
    expect(queue.db.prepare('SELECT COUNT(*) AS n FROM job_attempts').get()).toEqual({ n: 0 })
  })
})

describe('a clock that is set back', () => {
  it('does not leave delayed jobs waiting for the old time', () => {
    const queue = openQueue()
    queue.enqueue()
    const job = claim(queue)
    if (!job) throw new Error('nothing claimed')
    queue.jobs.fail(job, failure, false, queue.clock.now)
    queue.clock.now -= 2 * 86_400_000
    expect(queue.jobs.clampDelays(queue.clock.now)).toBe(1)
    expect(queue.jobs.nextDelayedAt()).toBe(queue.clock.now + 2000)
  })
})

describe('the list', () => {
  it('shows dead, running, waiting, finished in this order over pages, each job once', () => {
    const queue = openQueue()
    for (let n = 0; n < 25; n++) {
      queue.clock.now += 1
      queue.enqueue({ priority: n % 4 })
    }
    for (let n = 0; n < 12; n++) {
      queue.clock.now += 1
      const job = claim(queue)
      if (!job) throw new Error('nothing claimed')
      if (n < 4) queue.jobs.complete(job, queue.clock.now)
      else if (n < 7) queue.jobs.fail(job, failure, true, queue.clock.now)
      else if (n < 9) queue.jobs.cancel(job.id, queue.clock.now)
    }
    const seen: { id: string; status: string }[] = []
    let cursor: string | undefined
    do {
      const page = queue.trace.list({ viewer: theVault }, cursor, 4)
      seen.push(...page.jobs)
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(new Set(seen.map((job) => job.id)).size).toBe(25)
    expect(seen.map((job) => job.status)).toEqual([
      ...Array(3).fill('dead'),
      ...Array(3).fill('running'),
      ...Array(13).fill('pending'),
      ...seen.slice(19).map((job) => job.status),
    ])
    expect(
      seen
        .slice(19)
        .map((job) => job.status)
        .sort(),
    ).toEqual(['cancelled', 'cancelled', 'done', 'done', 'done', 'done'])
    expect(queue.trace.list({ status: 'cancelled', viewer: theVault }, undefined, 50).jobs).toHaveLength(2)
  })

  it('starts at the first page for a cursor of somebody’s own making', () => {
    const queue = openQueue()
    queue.enqueue()
    for (const cursor of ['', 'x', '[]', '[9,1,2]', '[0,"a"]', '{"a":1}', '[2,{},1,1]']) {
      expect(queue.trace.list({ viewer: theVault }, cursor, 10).jobs).toHaveLength(1)
    }
  })
})
