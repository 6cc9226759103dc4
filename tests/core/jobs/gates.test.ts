import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createEndpointRests, type RestTarget } from '../../../src/main/core/jobs/endpoint-rest'
import { createJobGates, gateOf } from '../../../src/main/core/jobs/gates'
import { RetryLater } from '../../../src/main/core/queue/job-rules'
import { AppError } from '../../../src/shared/errors'

const home: RestTarget = { endpointId: 'home', model: 'm' }
const unreachable = new AppError('MODEL_UNREACHABLE', 'No model server answers.')
const summarize = { type: 'summarize', changes: null } as const
const summaries = gateOf(summarize)

function setUp() {
  const clock = { now: 1_000_000 }
  const world = { there: false, localOnly: false, ceiling: false, remote: false, worker: 'home' }
  const probes: number[] = []
  const told: string[] = []
  let changes = 0
  const rests = createEndpointRests(() => clock.now, {
    probe: async () => {
      probes.push(clock.now)
      return world.there
    },
    onChange: () => {
      changes += 1
    },
  })
  const gates = createJobGates({
    targetOf: (role) =>
      role === 'embedder'
        ? null
        : { endpoint: { id: role === 'worker' ? world.worker : 'home' }, model: 'm', leavesComputer: world.remote },
    rests,
    ceiling: (type) => (world.ceiling && type === 'summarize' ? { reason: 'Used up.', until: 5_000_000 } : null),
    tellCeiling: (type) => void told.push(type),
    rules: () => ({ localOnly: world.localOnly, hasCeilings: world.ceiling }),
    now: () => clock.now,
    elapsed: () => clock.now,
  })
  /** The workers look, as they do every two seconds. */
  async function look(gate = summaries) {
    const closed = gates.isClosed(gate)
    await nextTurn()
    await nextTurn()
    return closed
  }
  return { clock, world, probes, told, rests, gates, look, changes: () => changes }
}

describe('a server that is away', () => {
  it('is looked at after 5 s, 10 s and so on up to 5 minutes, once each, whatever is asked between', async () => {
    const { clock, probes, rests, gates, look } = setUp()
    const start = clock.now
    const error = rests.jobErrorFor(unreachable, home)
    expect(gates.gateFor(summarize, error)).toBe(summaries)
    for (; clock.now < start + 1_500_000; clock.now += 1000) {
      expect(await look()).toBe(true)
      await look()
    }
    expect(probes.map((at) => (at - start) / 1000)).toEqual([5, 15, 35, 75, 155, 315, 615, 915, 1215])
  })

  it('opens with one answer to the look, and closes for longer when the work then fails', async () => {
    const { clock, world, rests, gates, look } = setUp()
    rests.jobErrorFor(unreachable, home)
    clock.now += 5000
    world.there = true
    expect(await look()).toBe(true)
    expect(await look()).toBe(false)
    rests.jobErrorFor(unreachable, home)
    rests.jobErrorFor(unreachable, home)
    expect(gates.closureOf(summaries)).toMatchObject({ code: 'MODEL_UNREACHABLE', nextTryAt: clock.now + 10_000 })
    rests.answered(home)
    expect(gates.closureOf(summaries)).toBeNull()
    rests.jobErrorFor(unreachable, home)
    expect(gates.closureOf(summaries)?.nextTryAt).toBe(clock.now + 5000)
  })

  it('is looked at at once when a person asks, or the network is back', async () => {
    const { clock, probes, rests, look } = setUp()
    rests.jobErrorFor(unreachable, home)
    rests.tryNow()
    await look()
    expect(probes).toEqual([clock.now])
  })

  it('closes the gates of the roles that it serves, and opens them when another server takes the role', () => {
    const { world, rests, gates } = setUp()
    rests.jobErrorFor(unreachable, home)
    expect(gates.closureOf(gateOf({ type: 'expand', changes: null }))).not.toBeNull()
    expect(gates.closureOf(gateOf({ type: 'embed', changes: null }))).toBeNull()
    expect(gates.closureOf(gateOf({ type: 'read_attachment', changes: null }))).toBeNull()
    world.worker = 'other'
    expect(gates.closureOf(summaries)).toBeNull()
  })

  it('has a job wait for it by name where the role of its type has another server', () => {
    const { world, rests, gates } = setUp()
    world.worker = 'other'
    const error = rests.jobErrorFor(unreachable, { endpointId: 'voice', model: 'two words' })
    const gate = gates.gateFor(summarize, error)
    expect(gate).toBe('at voice summarize two words')
    expect(gates.closureOf(gate ?? '')?.code).toBe('MODEL_UNREACHABLE')
    rests.forget()
    expect(gates.closureOf(gate ?? '')).toBeNull()
  })

  it('is looked at no more when the vault is closed', async () => {
    const { clock, probes, rests, look } = setUp()
    rests.jobErrorFor(unreachable, home)
    clock.now += 5000
    rests.stop()
    await look()
    expect(probes).toEqual([])
  })
})

describe('the siblings', () => {
  it('a pause that the server asks for closes until its end, and grows when the next request is refused too', () => {
    const { clock, rests, gates } = setUp()
    const slow = new AppError('MODEL_RATE_LIMITED', 'Slow down.', { data: { retryAfterMs: 1000 } })
    for (const wait of [1000, 10_000, 20_000]) {
      expect(gates.gateFor(summarize, rests.jobErrorFor(slow, home))).toBe(summaries)
      expect(gates.closureOf(summaries)).toMatchObject({ code: 'MODEL_RATE_LIMITED', nextTryAt: clock.now + wait })
      clock.now += wait
      expect(gates.closureOf(summaries)).toBeNull()
    }
  })

  it('a refused key closes for this model until a person does something, and not for a job that chose another', () => {
    const { clock, rests, gates } = setUp()
    rests.jobErrorFor(new AppError('MODEL_KEY_REFUSED', 'No.'), home)
    clock.now += 86_400_000
    expect(gates.closureOf(summaries)).toEqual({ code: 'MODEL_KEY_REFUSED', reason: 'No.', nextTryAt: null })
    expect(gates.closureOf(gateOf({ type: 'summarize', changes: { model: 'b' } }))).toBeNull()
    rests.forget()
    expect(gates.closureOf(summaries)).toBeNull()
  })

  it('a ceiling closes until midnight for its kind of work, and is told of', async () => {
    const { world, told, gates, look } = setUp()
    world.ceiling = true
    expect(gates.closureOf(summaries)).toEqual({ code: 'USAGE_CEILING', reason: 'Used up.', nextTryAt: 5_000_000 })
    expect(gates.gateFor(summarize, new RetryLater(1000, 'Used up.', 'USAGE_CEILING'))).toBe(summaries)
    expect(gates.closureOf(gateOf({ type: 'expand', changes: null }))).toBeNull()
    expect(await look()).toBe(true)
    expect(told).toEqual(['summarize'])
  })

  it('“Local only” closes for servers elsewhere, and for work on the web', () => {
    const { world, gates } = setUp()
    world.localOnly = true
    const error = new RetryLater(3_600_000, 'Local only.', 'WEB_LOCAL_ONLY')
    expect(gates.closureOf(summaries)).toBeNull()
    const gate = gates.gateFor({ type: 'collect', changes: null }, error)
    expect(gate).toBe('local - collect')
    world.remote = true
    expect(gates.closureOf(summaries)).toMatchObject({ code: 'WEB_LOCAL_ONLY', nextTryAt: null })
    world.localOnly = false
    expect([gates.closureOf(summaries), gates.closureOf(gate ?? '')]).toEqual([null, null])
  })

  it('a network that is away is waited for by all researches together', () => {
    const { clock, gates } = setUp()
    const gate = gates.gateFor({ type: 'research', changes: null }, new RetryLater(15_000, 'Offline.', 'WEB_UNREACHABLE'))
    expect(gate).toBe('web - research')
    expect(gates.closureOf(gate ?? '')).toMatchObject({ code: 'WEB_UNREACHABLE', nextTryAt: clock.now + 5000 })
    gates.passed('research')
    expect(gates.closureOf(gate ?? '')).toBeNull()
  })

  it('a delay of the job’s own parks nothing', () => {
    const { rests, gates } = setUp()
    rests.jobErrorFor(unreachable, home)
    expect(gates.gateFor(summarize, new RetryLater(0, 'Goes on.', 'PART_READ'))).toBeNull()
  })
})
