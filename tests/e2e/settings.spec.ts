import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from 'playwright/test'
import { startFakeOpenAi } from '../support/fake-openai-server'
import { launchCortexa, type RunningCortexa, removeFolders } from './support/launch'
import { call, capture, createVault, openPlace, openThought, thoughts, waitForQueue } from './support/person'

const folder = resolve(__dirname, '../../test-results/screens')
mkdirSync(folder, { recursive: true })

test.afterAll(removeFolders)

async function setTheme(window: Page, theme: 'light' | 'dark'): Promise<void> {
  await window.emulateMedia({ colorScheme: theme })
  await expect.poll(() => window.evaluate(() => document.documentElement.dataset.theme)).toBe(theme)
}

async function setSize(cortexa: RunningCortexa, width: number, height: number): Promise<void> {
  await cortexa.app.evaluate(({ BrowserWindow }, [w, h]) => BrowserWindow.getAllWindows()[0]?.setContentSize(w, h), [
    width,
    height,
  ] as const)
  await cortexa.window.waitForTimeout(200)
}

async function picture(window: Page, name: string): Promise<void> {
  await window.waitForTimeout(250)
  await window.screenshot({ path: `${folder}/${name}.png` })
}

async function assertAccessible(window: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page: window }).setLegacyMode(true).analyze()
  const serious = violations.filter((violation) => violation.impact === 'serious' || violation.impact === 'critical')
  expect(
    serious.map((violation) => `${where}: ${violation.id} ${violation.nodes.map((node) => node.target.join(' ')).join(', ')}`),
  ).toEqual([])
}

async function openSection(window: Page, name: string): Promise<void> {
  await openPlace(window, 'Settings')
  await window.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name, exact: true }).click()
}

async function think(window: Page, title: string): Promise<void> {
  await openThought(window, title)
  await window.keyboard.press('d')
}

test('a model server is set up by hand, its use is counted, a ceiling stops it and a raised one lets it go on', async () => {
  test.setTimeout(180_000)
  const fake = await startFakeOpenAi()
  const cortexa = await launchCortexa()
  const { window } = cortexa
  await setSize(cortexa, 1360, 960)
  try {
    await createVault(window)
    await setTheme(window, 'light')
    await call(window, 'update-settings', { autoSummary: false })
    await capture(window, thoughts.library)
    await capture(window, thoughts.attempts)
    await waitForQueue(window)

    await openSection(window, 'Usage')
    const usage = window.getByRole('region', { name: 'Usage' })
    await expect(usage.getByText('No model has been used yet.')).toBeVisible()

    await openSection(window, 'Model')
    await window.getByRole('radio', { name: /^Model server/ }).check()
    const form = window.locator('.server-form')
    await expect(form.getByText('No model server was found on this computer')).toBeVisible({ timeout: 10_000 })
    await form.getByRole('button', { name: 'Look again' }).click()
    await expect(form.getByText('No model server was found on this computer')).toBeVisible({ timeout: 10_000 })
    await form.getByLabel('Address').fill(fake.baseUrl)
    await form.getByRole('button', { name: 'Test' }).click()
    await expect(form.locator('.test-lines li').first()).toBeVisible()
    const model = form.getByLabel('Model', { exact: true })
    const offered = await model.evaluate((input) =>
      [...((input as unknown as { list: { options: Iterable<{ value: string }> } | null }).list?.options ?? [])].map((one) => one.value),
    )
    expect(offered).toEqual(['fake-model', 'fake-embedder'])

    await form.getByRole('button', { name: 'Use this server' }).click()
    await expect(form.getByText('Give the name of a model that the server has.', { exact: false })).toBeVisible()
    await model.fill('fake-model')
    await form.getByLabel('Context, in tokens').fill('12')
    await expect(form.getByText(/A whole number from 1,024/)).toBeVisible()
    await form.getByLabel('Context, in tokens').fill('8,192')
    await form.getByRole('button', { name: 'Test' }).click()
    await picture(window, '9-model-server-light')
    await assertAccessible(window, 'model server')
    await form.getByRole('button', { name: 'Use this server' }).click()
    await expect(window.getByText('The model server does the work now.')).toBeVisible()
    expect(await call(window, 'get-settings', {})).toMatchObject({
      engine: 'endpoint',
      endpoint: { baseUrl: fake.baseUrl, model: 'fake-model', embeddingModel: '' },
      contextTokens: 8192,
    })

    await think(window, 'A lending library')
    await waitForQueue(window)
    await openSection(window, 'Usage')
    await expect(usage.locator('.usage-read')).toContainText('3 calls')
    for (const kind of ['Expand', 'Counterpoint', 'Synthesize'])
      await expect(usage.getByRole('row').filter({ has: window.getByRole('button', { name: kind }) })).toContainText('fake-model')
    await usage.getByRole('slider').focus()
    await window.keyboard.press('ArrowLeft')
    await expect(usage.locator('.usage-read')).toContainText('no model was used')
    await window.keyboard.press('End')
    await expect(usage.locator('.usage-read')).toContainText(/^Today: .*3 calls/)

    await openSection(window, 'Prices')
    const prices = window.getByRole('region', { name: 'Prices' })
    await prices.getByRole('button', { name: 'Add a price' }).click()
    await expect(prices.getByLabel('Model', { exact: true })).toBeFocused()
    await window.keyboard.type('fake-model')
    await prices.getByLabel(/tokens in, fake-model/).fill('cheap')
    await prices.getByLabel(/tokens out, fake-model/).fill('0,60')
    await window.keyboard.press('Enter')
    await expect(prices.getByText(/Write the price as a number from 0/)).toBeVisible()
    await prices.getByLabel(/tokens in, fake-model/).fill('150')
    await window.keyboard.press('Enter')
    await expect(prices.getByText(/Write the price/)).toHaveCount(0)
    await expect(usage.getByRole('columnheader', { name: 'Price, USD' })).toBeVisible()
    expect(await call(window, 'get-settings', {})).toMatchObject({ prices: [{ model: 'fake-model', input: 150, output: 0.6 }] })

    await openSection(window, 'Ceilings')
    const all = window.getByLabel('Ceiling for all together, in tokens a day')
    await all.fill('0')
    await expect(window.getByText(/A whole number from 1, or empty for none/)).toBeVisible()
    await all.fill('1')
    await window.keyboard.press('Enter')
    await expect(window.getByRole('region', { name: 'Ceilings' }).getByText('Used up')).toBeVisible()
    const banner = window.locator('.banner', { hasText: 'Today’s ceiling of tokens is used up.' })
    await expect(banner).toHaveCount(0)

    const before = fake.requests.filter((request) => request.route === 'chat').length
    await think(window, 'Three attempts')
    await expect(banner).toBeVisible({ timeout: 15_000 })
    expect(fake.requests.filter((request) => request.route === 'chat').length).toBe(before)

    await banner.getByRole('button', { name: 'Raise it' }).click()
    await expect(window.getByRole('heading', { name: 'Ceilings' })).toBeFocused()
    await openSection(window, 'Usage')
    for (const theme of ['light', 'dark'] as const) {
      await setTheme(window, theme)
      await picture(window, `9-usage-${theme}`)
      await assertAccessible(window, `usage ${theme}`)
    }
    await setTheme(window, 'light')
    // In a small window the places are a rail of icons, but the sections keep their names, and nothing is pushed out at the side.
    await setSize(cortexa, 900, 600)
    await openSection(window, 'Prices')
    await picture(window, '9-prices-light-900x600')
    for (const place of ['.page .scroll', 'body'])
      expect(await window.locator(place).evaluate((node) => node.scrollWidth - node.clientWidth)).toBeLessThanOrEqual(0)
    await setSize(cortexa, 1360, 960)
    await banner.getByRole('button', { name: 'Raise it' }).click()
    await all.fill('1,000,000')
    await window.keyboard.press('Enter')
    await expect(banner).toHaveCount(0)
    await waitForQueue(window)
    await expect(usage.locator('.usage-read')).toContainText('6 calls')

    await usage.getByRole('button', { name: 'Expand' }).click()
    await expect(window.getByRole('option', { name: /Expand/ })).toHaveCount(2)
    await expect(window.getByRole('option', { name: /Embed/ })).toHaveCount(0)
  } finally {
    await cortexa.close()
    await fake.close()
  }
})
