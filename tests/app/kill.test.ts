import { afterAll, expect, it } from 'vitest'
import { closeApps, makeFolder } from '../support/app'
import { startFakeOpenAi } from '../support/fake-openai-server'
import { type Headless, startHeadless } from '../support/headless'
import { chooseModelServer } from '../support/model-server'

afterAll(closeApps)

/** `npm run test:kill` makes it 300; sixty are enough to catch a lost commit or a half effect. */
const ROUNDS = Number(process.env.CORTEXA_KILLS ?? 60)

interface Acknowledged {
  items: string[]
  thinking: Map<string, string>
}

/** So many captures come as fast as they may; the later ones in steps, so that the work left over can be done in the end. */
const BURST = 20
const STEP_MS = 25

/** Captures and asks for Deep Think, and notes what was acknowledged, until the process is gone. */
async function storm(host: Headless, known: Acknowledged, round: number): Promise<void> {
  for (let n = 0; ; n++) {
    try {
      if (n >= BURST) await new Promise((resolve) => setTimeout(resolve, STEP_MS))
      const { id } = await host.call<{ id: string }>('capture-item', {
        body: `Round ${round}, thought ${n}: water boils at ${n} degrees because of ${round} reasons.`,
      })
      known.items.push(id)
      if (n % 7 === 3) known.thinking.set(id, (await host.call<{ jobId: string }>('deep-think', { itemId: id })).jobId)
    } catch {
      return
    }
  }
}

async function everyItem(host: Headless): Promise<Set<string>> {
  const ids = new Set<string>()
  let cursor: string | undefined
  do {
    const page = await host.call<{ items: { id: string }[]; nextCursor: string | null }>('list-items', {
      limit: 200,
      ...(cursor ? { cursor } : {}),
    })
    for (const item of page.items) ids.add(item.id)
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return ids
}

it(`keeps every acknowledged capture and job through ${ROUNDS} kills, each effect once`, {
  timeout: ROUNDS * 20_000 + 120_000,
}, async () => {
  const fake = await startFakeOpenAi()
  const dataDir = `${makeFolder('kill')}/vault`
  const known: Acknowledged = { items: [], thinking: new Map() }
  let host = await startHeadless(dataDir, { create: true })
  await chooseModelServer({ call: (name, input) => host.call(name, input) }, { baseUrl: fake.baseUrl, model: 'fake-model' })
  await host.call('update-settings', { autoSummary: false })
  for (let round = 0; round < ROUNDS; round++) {
    const storms = [storm(host, known, round), storm(host, known, round)]
    // Spread over the first second: start-up work, claims, commits, checkpoints.
    await new Promise((resolve) => setTimeout(resolve, 30 + ((round * 7919) % 900)))
    await host.kill()
    await Promise.all(storms)
    host = await startHeadless(dataDir)
    expect(await host.call('vault-status', {})).toMatchObject({ state: 'unlocked', problem: null })
  }
  const there = await everyItem(host)
  expect(known.items.filter((id) => !there.has(id))).toEqual([])
  expect(known.items.length).toBeGreaterThan(ROUNDS)

  await expect
    .poll(
      async () => {
        const { counts } = await host.call<{ counts: { pending: number; running: number } }>('list-jobs', { limit: 1 })
        return counts.pending + counts.running
      },
      { timeout: 120_000 + ROUNDS * 5000, interval: 500 },
    )
    .toBe(0)
  // Each run of Deep Think is whole, or stands as dead because the process died under it three times; none is half.
  for (const [itemId, jobId] of known.thinking) {
    const job = await host.call<{ status: string; errorCode: string | null }>('get-job', { id: jobId })
    const thesis = await host.call<{ status: string; output?: { gates: unknown[] } }>('get-thesis', { itemId })
    if (job.status === 'dead') expect(job.errorCode).toBe('JOB_INTERRUPTED')
    else expect([job.status, thesis.status, thesis.output?.gates.length]).toEqual(['done', 'done', 8])
    const { jobs } = await host.call<{ jobs: { type: string }[] }>('list-jobs', { itemId, limit: 200 })
    for (const type of ['expand', 'counterpoint', 'synthesize']) {
      expect(jobs.filter((one) => one.type === type).length).toBe(job.status === 'dead' && type !== 'expand' ? 0 : 1)
    }
  }
  // An item has one vector: searching for its own words finds it once.
  const { hits } = await host.call<{ hits: { id: string }[] }>('search-items', { query: 'Round 1, thought 1' })
  expect(new Set(hits.map((hit) => hit.id)).size).toBe(hits.length)
  expect(await host.end()).toBe(0)
  await fake.close()
})
