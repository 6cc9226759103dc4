import { expect, type Page, test } from 'playwright/test'
import { startFakeOpenAi } from '../support/fake-openai-server'
import { launchCortexa, removeFolders } from './support/launch'
import { assertAccessible, pictureOf, setSize, setTheme } from './support/looks'
import { makeVault } from './support/made-vault'
import { call, capture, openPlace, openThought, thoughts, unlock, waitForQueue } from './support/person'

test.afterAll(removeFolders)

const picture = pictureOf('screens')

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
  const cortexa = await launchCortexa({ dataDir: await makeVault() })
  const { window } = cortexa
  await setSize(cortexa, 1360, 960)
  try {
    await unlock(window)
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
    await window.getByRole('button', { name: 'Add a model server' }).click()
    const servers = window.getByRole('region', { name: 'Model servers' })
    await expect(servers.getByText('No model server was found on this computer')).toBeVisible({ timeout: 10_000 })
    await servers.getByRole('button', { name: 'Look again' }).click()
    await expect(servers.getByText('No model server was found on this computer')).toBeVisible({ timeout: 10_000 })
    await servers.getByRole('button', { name: 'Add a server' }).click()
    const form = servers.getByRole('form', { name: 'Add a server' })
    await expect(form.getByLabel('Name', { exact: true })).toBeFocused()
    await form.getByRole('button', { name: 'Add the server' }).click()
    await expect(form.getByText('Give the address of the server.', { exact: false })).toBeVisible()
    await expect(form.getByLabel('Address')).toBeFocused()
    await form.getByLabel('Name', { exact: true }).fill('Fake server')
    await form.getByLabel('Address').fill(fake.baseUrl)
    await form.getByRole('button', { name: 'Test' }).click()
    await expect(form.locator('.test-lines li').first()).toBeVisible()
    await picture(window, '9-model-server-light')
    await assertAccessible(window, 'model server')
    await form.getByRole('button', { name: 'Add the server' }).click()
    await expect(window.getByText('fake-model does Deep Think, summaries and briefings now.', { exact: false })).toBeVisible()

    const roles = window.getByRole('region', { name: 'Who does what' })
    const model = roles.getByRole('combobox', { name: 'Model of the Thinker' })
    await expect(model).toHaveValue('fake-model')
    await model.click()
    await expect(roles.getByRole('listbox').getByRole('option')).toHaveText([/^fake-model/, /^fake-embedder/])
    await window.keyboard.press('Escape')
    await roles.getByText(/^Reads .* tokens at once/).click()
    const context = roles.getByLabel('Context, in tokens')
    await context.fill('12')
    await expect(roles.getByText(/A whole number from 1,024/)).toBeVisible()
    await context.fill('8,192')
    await window.keyboard.press('Enter')
    await expect(roles.getByText('Reads 8,192 tokens at once', { exact: false })).toBeVisible()
    expect(await call(window, 'get-settings', {})).toMatchObject({
      engine: 'endpoint',
      endpoints: [{ name: 'Fake server', baseUrl: fake.baseUrl, hasApiKey: false, leavesComputer: false }],
      roles: { thinker: { model: 'fake-model', contextTokens: 8192 }, worker: null, embedder: null, voice: null },
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
      await assertAccessible(window, `usage ${theme}`, theme === 'dark' ? 'colours' : 'all')
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

test('servers are edited, removed and brought back, roles are chosen by keyboard, and the embeddings change to another model', async () => {
  test.setTimeout(240_000)
  const fake = await startFakeOpenAi({ models: ['fake-model', 'fake-embedder', 'tts-1'], apiKey: 'sk-fake' })
  const cortexa = await launchCortexa({ dataDir: await makeVault() })
  const { window } = cortexa
  await setSize(cortexa, 1360, 960)
  try {
    await unlock(window)
    await setTheme(window, 'light')
    await call(window, 'update-settings', { autoSummary: false })
    for (const text of [thoughts.library, thoughts.attempts, thoughts.rice]) await capture(window, text)
    await waitForQueue(window)
    const far = { name: 'A server with a long name in the department for applied philosophy', baseUrl: 'https://models.example.org/v1' }
    await call(window, 'save-endpoint', { ...far, apiKey: 'sk-far', headers: [{ name: 'x-org', value: 'philosophy' }] })
    await call(window, 'save-endpoint', { name: 'Fake server', baseUrl: fake.baseUrl, apiKey: 'sk-fake' })

    await openSection(window, 'Model servers')
    const servers = window.getByRole('region', { name: 'Model servers' })
    const row = (name: string) => servers.getByRole('listitem').filter({ hasText: name })
    await expect(row('models.example.org')).toContainText('Leaves this computer')
    await expect(row('models.example.org')).toContainText('Key stored, header x-org')
    await expect(row('Fake server')).toContainText('On this computer')
    await servers.getByRole('button', { name: 'Test Fake server' }).click()
    await expect(row('Fake server').locator('.test-lines li').first()).toBeVisible()

    // Another address of the same server keeps the key; one at another server says that it does not.
    await servers.getByRole('button', { name: 'Edit A server' }).click()
    const form = servers.getByRole('form')
    await expect(form.getByLabel('Key', { exact: true })).toHaveValue('')
    await form.getByLabel('Address').fill('https://models.example.org/other/v1')
    await expect(form.getByText('This is another server', { exact: false })).toHaveCount(0)
    await form.getByLabel('Address').fill('https://elsewhere.example.org/v1')
    await expect(form.getByText('the stored key and headers are dropped', { exact: false })).toBeVisible()
    await picture(window, '9-server-edit-light')
    await assertAccessible(window, 'edit a server')
    await window.keyboard.press('Escape')
    await expect(servers.getByRole('button', { name: 'Edit A server' })).toBeFocused()

    // The Thinker gets the server elsewhere, by a typed name; the Worker one of the listed, by arrow keys.
    const roles = window.getByRole('region', { name: 'Who does what' })
    await roles.getByRole('combobox', { name: 'Server of the Thinker' }).selectOption({ label: far.name })
    const thinker = roles.getByRole('combobox', { name: 'Model of the Thinker' })
    await thinker.fill('big-model')
    await window.keyboard.press('Enter')
    await expect(window.getByText('big-model does Deep Think, summaries and briefings now.')).toBeVisible()
    await roles.getByRole('combobox', { name: 'Server of the Worker' }).selectOption({ label: 'Fake server' })
    await roles.getByRole('combobox', { name: 'Model of the Worker' }).focus()
    await expect(roles.getByText('Asking what models there are…')).toHaveCount(0)
    await window.keyboard.press('ArrowDown')
    await window.keyboard.press('ArrowDown')
    await window.keyboard.press('Enter')
    await expect(window.getByText('fake-model writes summaries and briefings now.')).toBeVisible()
    const model = window.getByRole('region', { name: 'Model', exact: true })
    await expect(model.getByRole('listitem')).toHaveText(['to models.example.org: the texts of Deep Think.'])
    await expect(window.getByRole('banner').getByText('Model: models.example.org')).toBeVisible()

    // A server that was removed comes back with its roles.
    await servers.getByRole('button', { name: 'Remove A server' }).click()
    await expect(window.getByText('was removed, and what it did is free.', { exact: false })).toBeVisible()
    await expect(model.getByText('Nothing leaves it.', { exact: false })).toBeVisible()
    await window.getByRole('button', { name: /^Undo/ }).click()
    await expect(thinker).toHaveValue('big-model')

    // Another embedder is asked about first; "Not now" changes nothing.
    await roles.getByRole('combobox', { name: 'Server of the Embedder' }).selectOption({ label: 'Fake server' })
    const embedder = roles.getByRole('combobox', { name: 'Model of the Embedder' })
    const choose = async () => {
      await embedder.click()
      await roles.getByRole('option', { name: 'fake-embedder' }).click()
    }
    await choose()
    const ask = window.getByRole('dialog', { name: 'Change the embeddings to fake-embedder?' })
    await expect(ask.getByText('3 thoughts', { exact: false })).toBeVisible({ timeout: 30_000 })
    await expect(ask.getByRole('button', { name: /^Not now/ })).toBeFocused()
    await picture(window, '9-embedder-plan-light')
    await assertAccessible(window, 'embedder plan')
    await window.keyboard.press('Escape')
    await expect(embedder).toHaveValue('')
    await choose()
    await ask.getByRole('button', { name: 'Start the change' }).click({ timeout: 30_000 })
    await expect(roles.getByText(/^Changed to fake-embedder/)).toBeVisible({ timeout: 60_000 })
    await expect(embedder).toHaveValue('fake-embedder')
    await expect(roles.getByText('All 3 thoughts have an embedding.')).toBeVisible()

    // While it makes the embeddings its server cannot be removed, and the reason stands at the row.
    await servers.getByRole('button', { name: 'Remove Fake server' }).click()
    await expect(row('Fake server').getByRole('alert')).toContainText('Choose another embedding model first')

    await roles.getByRole('combobox', { name: 'Server of the Voice' }).selectOption({ label: 'Fake server' })
    await roles.getByRole('combobox', { name: 'Model of the Voice' }).click()
    await roles.getByRole('option', { name: 'tts-1' }).click()
    await roles.getByRole('textbox', { name: 'Voice' }).fill('alloy')
    await window.keyboard.press('Enter')
    await expect(window.getByText('tts-1 reads briefings aloud now, as “alloy”.')).toBeVisible()

    await openSection(window, 'Who does what')
    for (const theme of ['light', 'dark'] as const) {
      await setTheme(window, theme)
      await picture(window, `9-roles-${theme}`)
      await assertAccessible(window, `roles ${theme}`, theme === 'dark' ? 'colours' : 'all')
    }
    await setTheme(window, 'light')
    await setSize(cortexa, 900, 600)
    await openSection(window, 'Who does what')
    await picture(window, '9-roles-light-900x600')
    for (const place of ['.page .scroll', 'body'])
      expect(await window.locator(place).evaluate((node) => node.scrollWidth - node.clientWidth)).toBeLessThanOrEqual(0)

    // The switch stops the thinking and keeps what was chosen.
    await setSize(cortexa, 1360, 960)
    await openSection(window, 'Model')
    await window.getByRole('radio', { name: /^Built in/ }).check()
    await expect(model.getByText('Nothing leaves it.', { exact: false })).toBeVisible()
    await expect(thinker).toHaveValue('big-model')
    await roles.getByRole('button', { name: /^Go back to/ }).click()
    await expect(roles.getByText('All 3 thoughts have an embedding.')).toBeVisible()
    await expect.poll(async () => (await call<{ roles: { embedder: unknown } }>(window, 'get-settings', {})).roles.embedder).toBeNull()
  } finally {
    await cortexa.close()
    await fake.close()
  }
})
