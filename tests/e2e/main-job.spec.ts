import { expect, test } from 'playwright/test'
import { startFakeOpenAi } from '../support/fake-openai-server'
import { launchCortexa, removeFolders } from './support/launch'
import { makeVault } from './support/made-vault'
import {
  call,
  capture,
  chooseModelServer,
  createVault,
  lock,
  openPlace,
  openThought,
  PASSPHRASE,
  thoughts,
  unlock,
  waitForQueue,
} from './support/person'

test.afterAll(removeFolders)

test('first run, three thoughts, links, Deep Think, Brief, lock, unlock', async () => {
  const cortexa = await launchCortexa()
  const { window } = cortexa
  try {
    await createVault(window)
    for (const text of Object.values(thoughts)) await capture(window, text)
    await waitForQueue(window)

    await openThought(window, 'A lending library')
    const margin = window.getByRole('complementary', { name: 'Margin' })
    await expect(
      margin.getByRole('button', { name: /Three attempts/ }).or(margin.getByRole('link', { name: /Three attempts/ })),
    ).toBeVisible()
    await expect(margin.getByText('Salt the rice water')).toHaveCount(0)

    await window.keyboard.press('d')
    const thinking = window.getByRole('region', { name: 'Deep Think' })
    await expect(thinking.getByText(/of 8 gates closed/)).toBeVisible({ timeout: 60_000 })
    await expect(thinking.getByText(/built-in outline, no model/i)).toBeVisible()
    await openPlace(window, 'Theses')
    await window.getByRole('option', { name: /A lending library/ }).click()
    await expect(window.getByText('Problem stated')).toBeVisible()
    await expect(window.getByText('First milestone identified')).toBeVisible()

    await openThought(window, 'A lending library')
    await window.keyboard.press('b')
    await expect.poll(async () => (await briefing(window)).status, { timeout: 60_000 }).toBe('done')
    await openPlace(window, 'Briefings')
    await window.getByRole('option', { name: /A lending library/ }).click()
    const player = window.getByRole('region', { name: 'Player' })
    await player.getByRole('button', { name: /^Play/ }).click()
    await expect(player.getByRole('button', { name: /^Pause/ })).toBeVisible({ timeout: 15_000 })
    await expect(player.locator('.scrub span').first()).not.toHaveText(/^0:00/, { timeout: 15_000 })

    await lock(window)
    const locked = await window.content()
    for (const word of ['lending', 'Mill Street', 'repair', 'rice']) expect(locked).not.toContain(word)

    await window.getByLabel('Passphrase', { exact: true }).fill('not my passphrase at all')
    await window.getByRole('button', { name: /^Unlock/ }).click()
    await expect(window.getByText(/does not open the vault/)).toBeVisible({ timeout: 30_000 })
    await unlock(window)
    await openThought(window, 'A lending library')
    await expect(window.getByRole('region', { name: 'Deep Think' }).getByText(/of 8 gates closed/)).toBeVisible()
  } finally {
    await cortexa.close()
  }

  async function briefing(page: typeof window): Promise<{ status: string }> {
    const { items } = await call<{ items: { id: string; title: string }[] }>(page, 'list-items', {})
    const item = items.find((one) => one.title.startsWith('A lending library'))
    const answer = await call<{ briefing: { status: string } | null }>(page, 'get-briefing', { itemId: item?.id })
    return answer.briefing ?? { status: 'none' }
  }
})

test('a dead job is retried from the panel', async () => {
  const fake = await startFakeOpenAi()
  const cortexa = await launchCortexa({ dataDir: await makeVault() })
  const { window } = cortexa
  try {
    await unlock(window)
    await chooseModelServer(window, { baseUrl: fake.baseUrl, model: 'fake-model' })
    await call(window, 'update-settings', { autoSummary: false })
    await capture(window, thoughts.library)
    await waitForQueue(window)
    fake.failNext(1, { kind: 'status', status: 401, message: 'Incorrect API key provided.', route: 'chat' })
    await openThought(window, 'A lending library')
    await window.keyboard.press('d')
    await expect(window.getByRole('region', { name: 'Deep Think' }).getByRole('alert')).toBeVisible({ timeout: 30_000 })
    await openPlace(window, 'Jobs')
    await window
      .getByRole('option', { name: /Expand/ })
      .first()
      .click()
    await expect(window.getByText('Incorrect API key provided.').first()).toBeVisible()
    await window
      .getByRole('button', { name: /^Retry/ })
      .first()
      .click()
    await waitForQueue(window)
    await expect(window.getByRole('option', { name: /Synthesize/ }).getByText('Done')).toBeVisible()
    const { counts } = await call<{ counts: Record<string, number> }>(window, 'list-jobs', { limit: 1 })
    expect(counts.dead).toBe(0)
  } finally {
    await cortexa.close()
    await fake.close()
  }
})

test('killed in the middle of a job, it finishes the job after the next start', async () => {
  const fake = await startFakeOpenAi()
  const first = await launchCortexa({ dataDir: await makeVault() })
  let itemId = ''
  try {
    await unlock(first.window)
    await chooseModelServer(first.window, { baseUrl: fake.baseUrl, model: 'fake-model' })
    await call(first.window, 'update-settings', { autoSummary: false })
    itemId = (await call<{ id: string }>(first.window, 'capture-item', { body: thoughts.library })).id
    await waitForQueue(first.window)
    fake.failNext(1, { kind: 'hang-before-first-byte', route: 'chat' })
    await call(first.window, 'deep-think', { itemId })
    await expect.poll(() => fake.requests.filter((request) => request.route === 'chat').length).toBe(1)
  } finally {
    await first.kill()
  }
  const second = await launchCortexa({ dataDir: first.dataDir, scratchDir: first.scratchDir })
  try {
    await unlock(second.window, PASSPHRASE)
    await expect
      .poll(async () => (await call<{ status: string }>(second.window, 'get-thesis', { itemId })).status, { timeout: 30_000 })
      .toBe('done')
    const { jobs } = await call<{ jobs: { id: string }[] }>(second.window, 'list-jobs', { type: 'expand' })
    const job = await call<{ attemptsLog: { outcome: string }[] }>(second.window, 'get-job', { id: jobs[0]?.id })
    expect(job.attemptsLog.map((attempt) => attempt.outcome)).toEqual(['interrupted', 'done'])
  } finally {
    await second.close()
    await fake.close()
  }
})
