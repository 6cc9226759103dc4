import { afterAll, expect, it } from 'vitest'
import { closeApps, makeFolder } from '../support/app'
import { atTheWindow } from '../support/at-the-window'
import { startFakeOpenAi } from '../support/fake-openai-server'
import { type Headless, startHeadless } from '../support/headless'
import { chooseModelServer } from '../support/model-server'

afterAll(closeApps)

/** `npm run test:long -- kill` makes it 300; twelve hit start-up, claims and commits alike. */
const ROUNDS = Number(process.env.CORTEXA_KILLS ?? 12)

/** Vaults that are killed side by side: while one starts, another works. */
const VAULTS = 2

interface Acknowledged {
  items: string[]
  /** Those of the items that were asked to be thought about. */
  thinking: Set<string>
}

interface StageJob {
  type: string
  status: string
  errorCode: string | null
}

/** So many captures come as fast as they may; the later ones in steps, so that the work left over can be done in the end. */
const BURST = 8
const STEP_MS = 40

/** Captures and asks for Deep Think, and notes what was acknowledged, until the process is gone. */
async function storm(host: Headless, known: Acknowledged, round: number): Promise<void> {
  for (let n = 0; ; n++) {
    try {
      if (n >= BURST) await new Promise((resolve) => setTimeout(resolve, STEP_MS))
      const { id } = await host.call<{ id: string }>('capture-item', {
        body: `Round ${round}, thought ${n}: water boils at ${n} degrees because of ${round} reasons.`,
      })
      known.items.push(id)
      if (n % 7 !== 3) continue
      await host.call('deep-think', { itemId: id })
      known.thinking.add(id)
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

/** A vault that thinks and embeds by the server, so that no start has to load the built-in encoder. */
async function makeVault(baseUrl: string): Promise<string> {
  const dataDir = `${makeFolder('kill')}/vault`
  await atTheWindow(dataDir, async (window) => {
    await chooseModelServer(window, { baseUrl, model: 'fake-model', embeddingModel: 'fake-embedder' })
    await window.call('update-settings', { autoSummary: false })
  })
  return dataDir
}

/** Kills the vault's host in each of the rounds; gives the one that runs in the end. */
async function killInRounds(dataDir: string, known: Acknowledged, rounds: readonly number[]): Promise<Headless> {
  let host = await startHeadless(dataDir)
  await host.call('resume-queue', {})
  for (const round of rounds) {
    const storms = [storm(host, known, round), storm(host, known, round)]
    // Spread over the first second: start-up work, claims, commits, checkpoints.
    await new Promise((resolve) => setTimeout(resolve, 30 + ((round * 7919) % 900)))
    await host.kill()
    await Promise.all(storms)
    host = await startHeadless(dataDir)
    expect(await host.call('vault-status', {})).toMatchObject({ state: 'unlocked', problem: null })
  }
  return host
}

const STAGES = ['expand', 'counterpoint', 'synthesize']

/** Each run of Deep Think is whole, or ends at a stage that is dead because the process died under it three times; no stage is there twice. */
async function expectWholeRuns(host: Headless, thinking: Iterable<string>): Promise<void> {
  for (const itemId of thinking) {
    const { jobs } = await host.call<{ jobs: StageJob[] }>('list-jobs', { itemId, limit: 200 })
    const stages = jobs
      .filter(({ type }) => STAGES.includes(type))
      .sort((one, other) => STAGES.indexOf(one.type) - STAGES.indexOf(other.type))
    const last = stages.at(-1)
    expect(stages.map(({ type }) => type)).toEqual(STAGES.slice(0, stages.length))
    expect(stages.slice(0, -1).every(({ status }) => status === 'done')).toBe(true)
    const thesis = await host.call<{ status: string; output?: { gates: unknown[] } }>('get-thesis', { itemId })
    if (last?.status === 'dead') expect([last.errorCode, thesis.status]).toEqual(['JOB_INTERRUPTED', 'failed'])
    else expect([stages.length, last?.status, thesis.status, thesis.output?.gates.length]).toEqual([3, 'done', 'done', 8])
  }
}

async function keepsEverything(dataDir: string, rounds: readonly number[]): Promise<void> {
  const known: Acknowledged = { items: [], thinking: new Set() }
  const host = await killInRounds(dataDir, known, rounds)
  const there = await everyItem(host)
  expect(known.items.filter((id) => !there.has(id))).toEqual([])
  expect(known.items.length).toBeGreaterThan(rounds.length)

  await expect
    .poll(
      async () => {
        const { counts } = await host.call<{ counts: { pending: number; running: number } }>('list-jobs', { limit: 1 })
        return counts.pending + counts.running
      },
      { timeout: 120_000 + ROUNDS * 5000, interval: 500 },
    )
    .toBe(0)
  await expectWholeRuns(host, known.thinking)
  // An item has one vector: searching for its own words finds it once.
  const { hits } = await host.call<{ hits: { id: string }[] }>('search-items', { query: `Round ${rounds[0]}, thought 1` })
  expect(hits.length).toBeGreaterThan(0)
  expect(new Set(hits.map((hit) => hit.id)).size).toBe(hits.length)
  expect(await host.end()).toBe(0)
}

it(`keeps every acknowledged capture and job through ${ROUNDS} kills, each effect once`, {
  timeout: ROUNDS * 20_000 + 120_000,
}, async () => {
  const fake = await startFakeOpenAi({ models: ['fake-model', 'fake-embedder'] })
  const rounds = Array.from({ length: ROUNDS }, (_, round) => round)
  const lanes = Array.from({ length: VAULTS }, (_, lane) => rounds.filter((round) => round % VAULTS === lane))
  await Promise.all(lanes.map(async (own) => keepsEverything(await makeVault(fake.baseUrl), own)))
  await fake.close()
})
