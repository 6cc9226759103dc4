import fc from 'fast-check'
import { expect, it } from 'vitest'
import { theVault } from '../../../src/main/core/privacy/viewer'
import type { ClaimedJob } from '../../../src/main/core/queue/job-store'
import type { JobStatus } from '../../../src/shared/entities'
import { openQueue } from '../../support/queue'
import { createModel, type Queue as ModelQueue } from './queue-model'

/** `npm run test:long -- queue`; QUEUE_MODEL_RUNS asks for another number of runs. */
const long = process.env.MODE === 'long'
const runs = Number(process.env.QUEUE_MODEL_RUNS ?? (long ? 20_000 : 200))

const types = ['embed', 'auto_link', 'summarize', 'expand'] as const
const failure = { message: 'It failed.', code: 'INTERNAL', serverWords: 'words' }
const small = fc.nat({ max: 40 })
const lane = fc.constantFrom(0 as const, 1 as const, 2 as const)
const record = fc.record

/** Numbers that name a job, a claim or an item are taken modulo how many there are, so that shrinking keeps them valid. */
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: record({
      op: fc.constant('enqueue' as const),
      type: fc.nat({ max: 3 }),
      item: fc.option(fc.nat({ max: 2 })),
      hash: fc.option(fc.nat({ max: 1 })),
      priority: fc.nat({ max: 2 }),
      lane,
      maxAttempts: fc.integer({ min: 1, max: 3 }),
      replacesWaiting: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: record({ op: fc.constant('claim' as const), scope: fc.constantFrom('all', 'short', 'asked'), worker: fc.nat({ max: 1 }) }),
  },
  {
    weight: 4,
    arbitrary: record({
      op: fc.constant('claimGroup' as const),
      scope: fc.constantFrom('all', 'short'),
      worker: fc.nat({ max: 1 }),
      limit: fc.integer({ min: 1, max: 5 }),
      patienceMs: fc.constantFrom(0, 2000, 1e15),
    }),
  },
  { weight: 4, arbitrary: record({ op: fc.constant('complete' as const), claim: small }) },
  { weight: 4, arbitrary: record({ op: fc.constant('fail' as const), claim: small, giveUp: fc.boolean() }) },
  { weight: 3, arbitrary: record({ op: fc.constant('retryLater' as const), claim: small, delayMs: fc.constantFrom(0, 500, 60_000) }) },
  { weight: 2, arbitrary: record({ op: fc.constant('release' as const), claim: small }) },
  { weight: 2, arbitrary: record({ op: fc.constant('cancel' as const), job: small }) },
  { weight: 3, arbitrary: record({ op: fc.constant('retry' as const), job: small }) },
  { weight: 1, arbitrary: record({ op: fc.constant('cancelForItem' as const), item: fc.nat({ max: 2 }) }) },
  { weight: 1, arbitrary: record({ op: fc.constant('forgetItem' as const), item: fc.nat({ max: 2 }) }) },
  {
    weight: 1,
    arbitrary: record({
      op: fc.constant('purge' as const),
      which: fc.constantFrom('dead', 'finished'),
      limit: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 1, arbitrary: record({ op: fc.constant('remove' as const), job: small }) },
  { weight: 1, arbitrary: record({ op: fc.constant('lock' as const) }) },
  { weight: 2, arbitrary: record({ op: fc.constant('crash' as const) }) },
  { weight: 3, arbitrary: record({ op: fc.constant('promote' as const) }) },
  { weight: 1, arbitrary: record({ op: fc.constant('promoteWaiting' as const) }) },
  {
    weight: 5,
    arbitrary: record({
      op: fc.constant('clock' as const),
      ms: fc.constantFrom(0, 1, 700, 2000, 61_000, 86_400_000, -1, -5000, -86_400_000),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** Does the steps in the store and in the model, each in a transaction, and compares what they say and all that is stored. */
function run(steps: readonly { step: Step; undone: boolean }[]): void {
  const queue = openQueue()
  const { jobs, trace, clock } = queue
  let model: ModelQueue = new Map()
  let ids: string[] = []
  /** Every claim there ever was; those that are lost must not be able to write. */
  const claims: ClaimedJob[] = []

  function apply(one: Step): void {
    const now = clock.now
    const rules = createModel(model)
    const id = (index: number) => ids[index % Math.max(ids.length, 1)] ?? 'none'
    const claim = 'claim' in one ? claims[one.claim % Math.max(claims.length, 1)] : undefined
    if ('claim' in one && !claim) return
    const same = (real: unknown, wanted: unknown) => expect(real, one.op).toEqual(wanted)
    const compact = (job: ClaimedJob | null) => job && { id: job.id, attempts: job.attempts, run: job.run, lane: job.lane }
    const compactModel = (job: { id: string; attempts: number; runs: number; lane: number } | null) =>
      job && { id: job.id, attempts: job.attempts, run: job.runs, lane: job.lane }
    switch (one.op) {
      case 'enqueue': {
        const { type, item, hash, op, ...rest } = one
        const itemId = item === null ? null : `item-${item}`
        const job = { ...rest, id: queue.newId(), type: types[type] ?? 'embed', payload: { n: ids.length }, itemId }
        const full = { ...job, dedupeKey: hash === null ? null : `${job.type}:${itemId}:${hash}` }
        const made = jobs.enqueue(full, now)
        same({ ...made, replaced: made.replaced.map((old) => old.id).sort() }, rules.enqueue(full, now))
        if (made.created) ids.push(made.id)
        break
      }
      case 'claim': {
        const claimId = queue.newId()
        const job = jobs.claim(claimId, one.worker, one.scope, now)
        same(compact(job), compactModel(rules.claim(claimId, one.worker, one.scope, now)))
        if (job) claims.push(job)
        break
      }
      case 'claimGroup': {
        const claimId = queue.newId()
        const { scope, worker, patienceMs, limit } = one
        const group = jobs.claimGroup({ claimId, worker, scope, now, patienceMs, limitOf: () => limit })
        same(group.map(compact), rules.claimGroup(claimId, worker, scope, now, patienceMs, limit).map(compactModel))
        claims.push(...group)
        break
      }
      case 'complete':
        if (claim) same(jobs.complete(claim, now), rules.complete(claim.id, claim.claimId, now))
        break
      case 'fail':
        if (claim) same(jobs.fail(claim, failure, one.giveUp, now)?.status ?? null, rules.fail(claim.id, claim.claimId, one.giveUp, now))
        break
      case 'retryLater':
        if (claim) same(jobs.retryLater(claim, failure, one.delayMs, now), rules.retryLater(claim.id, claim.claimId, one.delayMs, now))
        break
      case 'release':
        if (claim) same(jobs.release(claim, now), rules.release(claim.id, claim.claimId, now))
        break
      case 'cancel':
        same(jobs.cancel(id(one.job), now) !== null, rules.cancel(id(one.job), now))
        break
      case 'cancelForItem': {
        const cancelled = jobs.cancelForItem(`item-${one.item}`, now).map((job) => job.id)
        same(cancelled.sort(), rules.cancelForItem(`item-${one.item}`, now).sort())
        break
      }
      case 'retry': {
        const retried = jobs.retry(id(one.job), null, now)
        same(typeof retried === 'string' ? retried : retried && 'retried', rules.retry(id(one.job), now))
        break
      }
      case 'forgetItem':
        jobs.forgetItem(`item-${one.item}`)
        rules.forgetItem(`item-${one.item}`)
        break
      case 'purge':
        same(jobs.purge(one.which, one.limit), rules.purge(one.which, one.limit))
        break
      case 'remove': {
        const job = model.get(id(one.job))
        const removable = job !== undefined && job.status !== 'pending' && job.status !== 'running'
        same(jobs.remove(id(one.job)), removable)
        if (removable) model.delete(id(one.job))
        break
      }
      case 'lock':
        for (const held of claims) same(jobs.release(held, now), rules.release(held.id, held.claimId, now))
        break
      case 'crash':
        same(
          jobs
            .recover(now)
            .map((job) => job.id)
            .sort(),
          rules.recover(now).sort(),
        )
        break
      case 'promote':
        same(jobs.promote(now), rules.promote(now))
        break
      case 'promoteWaiting':
        same(jobs.promoteWaiting(), rules.promoteWaiting())
        break
      case 'clock':
        clock.now += one.ms
        if (one.ms < 0) same(jobs.clampDelays(clock.now), rules.clampDelays(clock.now))
        break
    }
  }

  /** All that is stored, against all that should be. */
  function compare(): void {
    const rules = createModel(model)
    const counts: Record<JobStatus, number> = { pending: 0, running: 0, done: 0, dead: 0, cancelled: 0 }
    for (const job of model.values()) counts[job.status] += 1
    expect(trace.counts(theVault)).toEqual(counts)
    expect(jobs.nextDelayedAt()).toBe(rules.nextDelayedAt())
    expect(jobs.oldestAskedAt()).toBe(rules.oldestAskedAt())
    for (const scope of ['all', 'short', 'asked'] as const) expect(jobs.hasDue(scope)).toBe(rules.hasDue(scope))
    const stored = queue.db
      .prepare<[], Record<string, unknown>>(
        `SELECT id, status, due, lane, attempts, runs, next_run_at, delay_ms, interruptions, claim_id, started_at, finished_at FROM jobs ORDER BY id`,
      )
      .all()
    expect(stored).toEqual(
      [...model.values()]
        .sort((one, other) => (one.id < other.id ? -1 : 1))
        .map((job) => ({
          ...{ id: job.id, status: job.status, due: job.status === 'pending' ? Number(job.due) : expect.anything(), lane: job.lane },
          ...{
            attempts: job.attempts,
            runs: job.runs,
            next_run_at: job.nextRunAt,
            delay_ms: job.delayMs,
            interruptions: job.interruptions,
          },
          ...{ claim_id: job.claimId, started_at: job.startedAt, finished_at: job.finishedAt },
        })),
    )
  }

  function compareTrace(): void {
    for (const job of model.values()) {
      const open = { number: job.runs, worker: job.worker, startedAt: job.startedAt, finishedAt: null, outcome: 'running' }
      const log = trace.get(job.id)?.attemptsLog.map(({ number, worker, startedAt, finishedAt, outcome }) => ({
        ...{ number, worker, startedAt, finishedAt, outcome },
      }))
      expect(log).toEqual(job.status === 'running' ? [...job.log, open] : job.log)
    }
    const listed: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = trace.list({ viewer: theVault }, cursor, 3)
      listed.push(...page.jobs.map((job) => job.id))
      if (page.nextCursor === null) break
      cursor = page.nextCursor
    }
    expect(listed).toEqual(createModel(model).list())
    const kept = queue.db
      .prepare<[], { n: number }>('SELECT COUNT(*) AS n FROM job_attempts WHERE job_id NOT IN (SELECT id FROM jobs)')
      .get()
    expect(kept).toEqual({ n: 0 })
  }

  for (const { step: one, undone } of steps) {
    if (!undone) queue.unitOfWork.write(() => apply(one))
    else {
      // A transaction that fails at its end leaves nothing behind, in the counts neither.
      const before = { model: structuredClone(model), ids: [...ids], claims: claims.length, now: clock.now }
      const rollBack = new Error('rolled back')
      expect(() =>
        queue.unitOfWork.write(() => {
          apply(one)
          throw rollBack
        }),
      ).toThrow(rollBack)
      model = before.model
      ids = before.ids
      claims.length = before.claims
      clock.now = before.now
    }
    ids = ids.filter((id) => model.has(id))
    compare()
  }
  compareTrace()
  queue.db.close()
}

it(
  'does what the plain model does, whatever is done to it: nothing lost, nothing twice, in order, counted, traced',
  () => {
    const steps = fc.array(record({ step, undone: fc.nat({ max: 9 }).map((n) => n === 0) }), { maxLength: long ? 150 : 70, size: 'max' })
    fc.assert(fc.property(steps, run), { numRuns: runs })
  },
  long || process.env.QUEUE_MODEL_RUNS ? 3_600_000 : 300_000,
)
