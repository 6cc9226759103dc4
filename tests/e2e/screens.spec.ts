import { expect, type Page, test } from 'playwright/test'
import { startFakeOpenAi } from '../support/fake-openai-server'
import { launchCortexa, removeFolders } from './support/launch'
import { assertAccessible, pictureOf, setSize, setTheme } from './support/looks'
import { makeVault } from './support/made-vault'
import { call, chooseModelServer, lock, openPlace, openThought, PASSPHRASE, thoughts, unlock, waitForQueue } from './support/person'

test.afterAll(removeFolders)

const picture = pictureOf('screens')

const more = [
  `Why every estimate I have given for migration work since 2021 was short by the same factor, and what that says about how I scope things I have not yet done

Errors cluster at 2.6 times. The unseen part is the old system’s habits. #work`,
  `間は沈黙ではなく、聞き手に渡す余白である

話の間は、聞き手に渡す余白である。沈黙とは違う。 #言葉`,
  `الفكرة التي لا تُكتب تضيع مرتين

تضيع الفكرة غير المكتوبة مرة عندما تذهب، ومرة عندما نظن أنها ما زالت عندنا.`,
  `What would I stop doing if nobody could see my calendar?

Three of five recurring meetings exist to be seen attending. #work #attention`,
  `Meetings should end with a written bet

We argue for an hour and nobody writes down what we expect to happen. End each decision meeting with one dated line that can turn out wrong, because a line that can be lost makes judgement measurable. #work`,
]

test('every screen in light and dark, small and at 200 %', async () => {
  test.setTimeout(300_000)
  const cortexa = await launchCortexa()
  const { window } = cortexa
  await setSize(cortexa, 1360, 960)
  try {
    await setTheme(window, 'light')
    await expect(window.getByRole('heading', { name: 'Choose a passphrase' })).toBeVisible()
    await picture(window, '4-first-run-light')
    await assertAccessible(window, 'first run')
    await window.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE)
    await window.getByLabel('Passphrase again').fill(PASSPHRASE)
    await window.getByRole('button', { name: 'Continue' }).click()
    await expect(window.getByRole('heading', { name: 'Keep this key somewhere else' })).toBeVisible({ timeout: 30_000 })
    await picture(window, '4-recovery-key-light')
    await assertAccessible(window, 'recovery key')
    const groups = await window.locator('.key li').evaluateAll((items) => items.map((item) => item.lastChild?.textContent ?? ''))
    for (const label of await window.locator('.two-groups label').all()) {
      const number = Number((await label.textContent())?.match(/\d+/)?.[0])
      await label.locator('input').fill(groups[number - 1] ?? '')
    }
    await window.getByRole('button', { name: 'Continue' }).click()
    await expect(window.getByRole('navigation', { name: 'Places' })).toBeVisible()
    await picture(window, '8-empty-light')
    await assertAccessible(window, 'empty vault')

    for (const text of [...more, ...Object.values(thoughts)]) {
      const tags = [...text.matchAll(/#(\S+)/g)].map((match) => match[1])
      await call(window, 'capture-item', { body: text.replaceAll(/ #\S+/g, ''), tags })
    }
    await waitForQueue(window)
    await openThought(window, 'A lending library')
    await window.keyboard.press('d')
    await expect(window.getByRole('region', { name: 'Deep Think' }).getByText(/of 8 gates closed/)).toBeVisible({ timeout: 60_000 })
    await window.keyboard.press('b')
    await waitForQueue(window)
    for (const theme of ['light', 'dark'] as const) {
      await setTheme(window, theme)
      await picture(window, `1-main-${theme}`)
      await assertAccessible(window, `main ${theme}`, theme === 'dark' ? 'colours' : 'all')
    }
    await setTheme(window, 'light')
    await setSize(cortexa, 900, 600)
    await picture(window, '1-main-light-900x600')
    await setSize(cortexa, 1360, 960, 2)
    await picture(window, '1-main-light-zoom200')
    await assertNoSidewaysScroll(window)
    await setSize(cortexa, 1360, 960)

    await openPlace(window, 'Theses')
    await window.getByRole('option', { name: /A lending library/ }).click()
    await expect(window.getByText('Problem stated')).toBeVisible()
    for (const theme of ['light', 'dark'] as const) {
      await setTheme(window, theme)
      await picture(window, `2-thesis-${theme}`)
      await assertAccessible(window, `thesis ${theme}`, theme === 'dark' ? 'colours' : 'all')
    }
    await setTheme(window, 'light')
    await setSize(cortexa, 1360, 2400)
    await picture(window, '2-thesis-light-tall')
    await setSize(cortexa, 1360, 960)

    await openPlace(window, 'Briefings')
    await window.getByRole('option', { name: /A lending library/ }).click()
    await picture(window, '7-briefing-light')
    await assertAccessible(window, 'briefing')

    await openPlace(window, 'Settings')
    await picture(window, '9-settings-light')
    await assertAccessible(window, 'settings')
    await setTheme(window, 'dark')
    await picture(window, '9-settings-dark')
    await setTheme(window, 'light')

    await window.keyboard.press('Control+k')
    await window.keyboard.type('repair')
    await window.waitForTimeout(600)
    await picture(window, '6-palette-light')
    await assertAccessible(window, 'palette')
    await window.keyboard.press('Escape')

    await window.keyboard.press('Control+n')
    await window.keyboard.type('A thought in the making')
    await picture(window, '5-capture-light')
    await assertAccessible(window, 'capture')
    await window.keyboard.press('Escape')

    await lock(window)
    await setTheme(window, 'light')
    await picture(window, '4-unlock-light')
    await assertAccessible(window, 'unlock')
  } finally {
    await cortexa.close()
  }
})

test('the job panel with work in every state', async () => {
  test.setTimeout(180_000)
  const fake = await startFakeOpenAi({ chunkDelayMs: 60 })
  const cortexa = await launchCortexa({ dataDir: await makeVault() })
  const { window } = cortexa
  await setSize(cortexa, 1360, 1040)
  try {
    await unlock(window)
    await setTheme(window, 'light')
    await chooseModelServer(window, { baseUrl: fake.baseUrl, model: 'fake-model' })
    await call(window, 'update-settings', { autoSummary: false })
    const ids: string[] = []
    for (const text of [...more, thoughts.library]) ids.push((await call<{ id: string }>(window, 'capture-item', { body: text })).id)
    await waitForQueue(window)
    fake.failNext(3, { kind: 'cut-off', route: 'chat' })
    await call(window, 'deep-think', { itemId: ids[0] })
    await expect
      .poll(async () => (await call<{ counts: Record<string, number> }>(window, 'list-jobs', { limit: 1 })).counts.dead, {
        timeout: 60_000,
      })
      .toBe(1)
    await call(window, 'deep-think', { itemId: ids[5] })
    await call(window, 'deep-think', { itemId: ids[4] })
    await call(window, 'deep-think', { itemId: ids[3] })
    await openPlace(window, 'Jobs')
    await window
      .getByRole('option', { name: /Expand/ })
      .first()
      .click()
    for (const theme of ['light', 'dark'] as const) {
      await setTheme(window, theme)
      await picture(window, `3-jobs-${theme}`)
      await assertAccessible(window, `jobs ${theme}`, theme === 'dark' ? 'colours' : 'all')
    }
    await setSize(cortexa, 900, 600)
    await picture(window, '3-jobs-dark-900x600')
    await setSize(cortexa, 1360, 1040)
    await setTheme(window, 'light')
    await openThought(window, 'A lending library')
    await picture(window, '1-thinking-light')
  } finally {
    await cortexa.close()
    await fake.close()
  }
})

test('a model server that is down is told once, and capture goes on', async () => {
  const cortexa = await launchCortexa({ dataDir: await makeVault() })
  const { window } = cortexa
  await setSize(cortexa, 1360, 960)
  try {
    await unlock(window)
    await setTheme(window, 'light')
    await chooseModelServer(window, { baseUrl: 'http://127.0.0.1:9/v1', model: 'fake-model' })
    const { id } = await call<{ id: string }>(window, 'capture-item', { body: thoughts.library })
    await call(window, 'deep-think', { itemId: id })
    await openThought(window, 'A lending library')
    await expect(window.getByText(/The model server is not answering/)).toBeVisible({ timeout: 20_000 })
    await picture(window, '8-offline-light')
    await assertAccessible(window, 'offline')
  } finally {
    await cortexa.close()
  }
})

async function assertNoSidewaysScroll(window: Page): Promise<void> {
  expect(await window.evaluate(() => document.documentElement.scrollWidth <= globalThis.innerWidth)).toBe(true)
}
