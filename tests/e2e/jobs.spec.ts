import { expect, type Page, test } from 'playwright/test'
import { type FakeOpenAi, startFakeOpenAi } from '../support/fake-openai-server'
import { launchCortexa, removeFolders } from './support/launch'
import { assertAccessible, pictureOf, setSize, setTheme } from './support/looks'
import { makeVault } from './support/made-vault'
import { call, chooseModelServer, openPlace, thoughts, unlock, waitForQueue } from './support/person'

test.afterAll(removeFolders)

const take = pictureOf('screens')

/** Without what shows only under the pointer. */
async function picture(window: Page, name: string): Promise<void> {
  await window.mouse.move(5, 700)
  await take(window, name)
}

type Counts = Record<'pending' | 'running' | 'done' | 'dead' | 'cancelled', number>

async function counts(window: Page): Promise<Counts> {
  return (await call<{ counts: Counts }>(window, 'list-jobs', { limit: 1 })).counts
}

async function chooseKind(window: Page, name: string): Promise<void> {
  await window.getByRole('button', { name: /^Kind of job/ }).click()
  await window.getByRole('menuitemcheckbox', { name, exact: true }).click()
  await expect(window.getByRole('button', { name: `Kind of job: ${name}` })).toBeFocused()
}

const chats = (fake: FakeOpenAi) => fake.requests.filter((request) => request.route === 'chat')
const row = (window: Page, name: RegExp) => window.getByRole('option', { name })
const button = (window: Page, name: RegExp) => window.getByRole('main').getByRole('button', { name })

/** A fresh vault with one embedded thought, and the fake server as its model. */
async function begin(window: Page, fake: FakeOpenAi, settings: Record<string, unknown> = {}): Promise<string> {
  await unlock(window)
  await chooseModelServer(window, { baseUrl: fake.baseUrl, model: 'fake-model' })
  await call(window, 'update-settings', { autoSummary: false, ...settings })
  const { id } = await call<{ id: string }>(window, 'capture-item', { body: thoughts.library })
  await waitForQueue(window)
  return id
}

test('a cut-off answer is given more room, and the whole run is drawn on one axis', async () => {
  const fake = await startFakeOpenAi({ chunkDelayMs: 25 })
  const cortexa = await launchCortexa({ dataDir: await makeVault() })
  const { window } = cortexa
  await setSize(cortexa, 1360, 1040)
  try {
    const itemId = await begin(window, fake, { maxOutputTokens: 1024 })
    await setTheme(window, 'light')
    fake.failNext(3, { kind: 'cut-off', route: 'chat' })
    await call(window, 'deep-think', { itemId })
    await expect.poll(async () => (await counts(window)).dead, { timeout: 60_000 }).toBe(1)
    expect(chats(fake).map((request) => request.body.max_tokens)).toEqual([1024, 2048, 4096])

    await openPlace(window, 'Jobs')
    await expect(button(window, /^Retry as it was/)).toBeVisible()
    await button(window, /^Change and retry/).click()
    const form = window.getByRole('form', { name: 'Change and retry' })
    await expect(form.getByLabel('Model')).toBeFocused()
    await expect(form.getByLabel('Output tokens')).toHaveValue('8192')
    await picture(window, '3-jobs-edit-light')
    await assertAccessible(window, 'editor')
    await setSize(cortexa, 900, 600)
    await picture(window, '3-jobs-edit-light-900x600')
    expect(await window.evaluate(() => document.documentElement.scrollWidth <= globalThis.innerWidth)).toBe(true)
    await setSize(cortexa, 1360, 1040)
    await window.keyboard.press('Escape')
    await expect(form).toBeHidden()
    await expect(button(window, /^Change and retry/)).toBeFocused()

    const before = chats(fake).length
    await button(window, /^Retry with 8,192 tokens/).click()
    await waitForQueue(window)
    const after = chats(fake).slice(before)
    // The stages after the one that failed would be cut off at the same place: they get the same room.
    expect(after.map((request) => request.body.max_tokens)).toEqual([8192, 8192, 8192])
    await expect(window.getByText('With 8,192 tokens', { exact: true })).toBeVisible()
    const run = window.getByRole('region', { name: 'Run' })
    await expect(run.getByRole('row')).toHaveCount(4)
    await expect(run.getByRole('row', { name: /^Expand.*Done$/ })).toBeVisible()
    await expect(run.getByRole('row', { name: /^Synthesize.*Done$/ })).toBeVisible()
    await expect(run.locator('.lane i.bad')).toHaveCount(3)
    await picture(window, '3-jobs-run-light')
    await assertAccessible(window, 'run')
    await setTheme(window, 'dark')
    await picture(window, '3-jobs-run-dark')

    await run.getByRole('button', { name: 'Counterpoint' }).click()
    await expect(window.getByRole('heading', { level: 1, name: /^Counterpoint/ })).toBeVisible()
    await expect(window.getByText('With 8,192 tokens', { exact: true })).toBeVisible()
  } finally {
    await cortexa.close()
    await fake.close()
  }
})

test('an unknown model is replaced in the form, and the server is asked for the other one', async () => {
  const fake = await startFakeOpenAi({ models: ['fake-model', 'other-model'] })
  const cortexa = await launchCortexa({ dataDir: await makeVault() })
  const { window } = cortexa
  try {
    const itemId = await begin(window, fake)
    await chooseModelServer(window, { baseUrl: fake.baseUrl, model: 'gone-model' })
    await call(window, 'deep-think', { itemId })
    await expect.poll(async () => (await counts(window)).dead, { timeout: 30_000 }).toBe(1)
    await openPlace(window, 'Jobs')
    await expect(button(window, /^Choose another model/)).toBeVisible()
    await window.keyboard.press('r')
    const form = window.getByRole('form', { name: 'Change and retry' })
    await form.getByLabel('Model').fill('other-model')
    await form.getByLabel('Output tokens').fill('12')
    await window.keyboard.press('Enter')
    await expect(form.getByText('A whole number from 256 to 131,072, or nothing.')).toBeVisible()
    expect((await counts(window)).dead).toBe(1)
    await form.getByLabel('Output tokens').fill('8,192')
    const before = chats(fake).length
    await window.keyboard.press('Enter')
    await waitForQueue(window)
    const after = chats(fake).slice(before)
    expect(after.map((request) => [request.body.model, request.body.max_tokens])).toEqual([
      ['other-model', 8192],
      ['other-model', 8192],
      ['other-model', 8192],
    ])
    await expect(window.getByText('By other-model, with 8,192 tokens', { exact: true })).toBeVisible()
    await expect.poll(() => counts(window)).toMatchObject({ dead: 0 })
  } finally {
    await cortexa.close()
    await fake.close()
  }
})

test('a hanging job shows what it wrote, is cancelled within two seconds and discarded; a paused queue says so', async () => {
  const fake = await startFakeOpenAi()
  const cortexa = await launchCortexa({ dataDir: await makeVault() })
  const { window } = cortexa
  try {
    const itemId = await begin(window, fake)
    fake.failNext(1, { kind: 'hang-mid-stream', afterChunks: 6, route: 'chat' })
    await call(window, 'deep-think', { itemId })
    await openPlace(window, 'Jobs')
    await row(window, /Expand.*Running/).click()
    // Opened after the text came: what was written before is there all the same.
    await expect(window.getByRole('region', { name: 'Writing now' }).locator('pre')).toContainText('The thought at hand is this')
    await picture(window, '3-jobs-writing-light')
    const hanging = chats(fake).at(-1)
    const pressed = Date.now()
    await window.keyboard.press('c')
    expect(await hanging?.ended).toBe('hung-up')
    expect(Date.now() - pressed).toBeLessThan(2000)
    await expect(row(window, /Expand.*Cancelled/)).toBeVisible()
    await expect(window.getByRole('region', { name: 'Writing now' })).toBeHidden()

    // Letters that are switched off do nothing, and no button promises them.
    await call(window, 'update-settings', { singleKeyShortcuts: false })
    await expect(button(window, /^Retry$/)).toBeVisible()
    await window.keyboard.press('r')
    await window.keyboard.press('o')
    await expect(row(window, /Expand.*Cancelled/)).toBeVisible()
    await call(window, 'update-settings', { singleKeyShortcuts: true })

    await window.keyboard.press('Delete')
    const question = window.getByRole('dialog', { name: 'Discard this job?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(row(window, /Expand.*Cancelled/)).toBeVisible()
    await window.keyboard.press('Delete')
    await question.getByRole('button', { name: 'Discard job' }).click()
    await expect(row(window, /Expand.*Cancelled/)).toHaveCount(0)
    // The one next to it is shown instead, and a done job can be discarded, too.
    await expect(window.getByRole('heading', { level: 1, name: /Done$/ })).toBeVisible()
    const left = (await counts(window)).done
    await button(window, /^Discard job/).click()
    await question.getByRole('button', { name: 'Discard job' }).click()
    await expect.poll(async () => (await counts(window)).done).toBe(left - 1)

    await window.getByRole('button', { name: 'Pause all' }).click()
    await call(window, 'summarize-item', { itemId })
    await row(window, /Summarise.*Waiting/).click()
    await expect(window.getByRole('main').getByText('The queue is paused.')).toBeVisible()
    const asked = chats(fake).length
    await window.waitForTimeout(600)
    expect(chats(fake).length).toBe(asked)
    await window.getByRole('button', { name: 'Resume' }).click()
    await expect(row(window, /Summarise.*Done/)).toBeVisible({ timeout: 15_000 })

    // What waits for another try says when.
    fake.failNext(1, { kind: 'status', status: 429, headers: { 'retry-after': '40' }, route: 'chat' })
    await call(window, 'summarize-item', { itemId })
    await row(window, /Summarise.*(Waiting|Retrying)/).click()
    await expect(window.getByRole('main').getByText(/^Tried again in 0:[0-4]\d$/)).toBeVisible()
    await picture(window, '3-jobs-waiting-light')
  } finally {
    await cortexa.close()
    await fake.close()
  }
})

test('three thousand waiting jobs: few rows in the page, the last one in reach, and filters that go together', async () => {
  test.setTimeout(240_000)
  const cortexa = await launchCortexa({ dataDir: await makeVault() })
  const { window } = cortexa
  await setSize(cortexa, 1360, 1040)
  try {
    await unlock(window)
    await call(window, 'pause-queue', {})
    await window.evaluate(async () => {
      const { vault } = globalThis as unknown as { vault: { invoke(name: string, input: unknown): Promise<unknown> } }
      for (let index = 0; index < 1500; index += 1)
        await vault.invoke('capture-item', { body: `Thought number ${index}\n\nA few words on the matter of ${index}.` })
    })
    const total = (await counts(window)).pending
    expect(total).toBeGreaterThanOrEqual(3000)

    await openPlace(window, 'Jobs')
    const list = window.getByRole('listbox', { name: 'Jobs' })
    await expect(list.getByRole('option').first()).toBeVisible()
    let most = 0
    const look = async () => {
      most = Math.max(most, await list.getByRole('option').count())
    }
    // As a person does it: with the wheel, over the end of each page that was read.
    await list.hover()
    for (let turn = 0; turn < 40; turn += 1) {
      await window.mouse.wheel(0, 3000)
      await window.waitForTimeout(40)
      await look()
    }
    await list.focus()
    await window.keyboard.press('End')
    const last = list.locator(`[role="option"][aria-posinset="${total}"]`)
    await expect(last).toBeVisible({ timeout: 30_000 })
    await expect(last).toHaveAttribute('aria-selected', 'true')
    await look()
    expect(most).toBeLessThan(60)
    expect(most).toBeGreaterThan(8)
    await window.keyboard.press('Home')
    await expect(list.locator('[role="option"][aria-posinset="1"]')).toBeVisible()

    await chooseKind(window, 'Summarise')
    await expect(list.getByRole('option').first()).toContainText('Summarise')
    await expect(list.getByRole('option', { name: /^Embed/ })).toHaveCount(0)
    await list.getByRole('option').nth(2).click()
    await button(window, /^Jobs of this thought/).click()
    await expect(list.getByRole('option')).toHaveCount(2)
    await expect(window.getByRole('button', { name: 'Kind of job: All kinds' })).toBeVisible()
    await picture(window, '3-jobs-filter-light')
    await assertAccessible(window, 'filters')
    // Kept while the person looks elsewhere, and joined with the tabs.
    await openPlace(window, 'Inbox')
    await openPlace(window, 'Jobs')
    await expect(list.getByRole('option')).toHaveCount(2)
    await window.getByRole('button', { name: /^Kind of job/ }).click()
    await picture(window, '3-jobs-kinds-light')
    await window.keyboard.press('Escape')
    await chooseKind(window, 'Embed')
    await expect(list.getByRole('option')).toHaveCount(1)
    await window.getByRole('tab', { name: /^Dead/ }).click()
    await expect(window.getByText('No job matches')).toBeVisible()
    await window.getByRole('tab', { name: /^Waiting/ }).click()
    await window.getByRole('button', { name: /^Only this thought/ }).click()
    await expect.poll(() => list.getByRole('option').count()).toBeGreaterThan(8)
    await expect(list.getByRole('option', { name: /^Summarise/ })).toHaveCount(0)
  } finally {
    await cortexa.close()
  }
})
