import { expect, type Page, test } from 'playwright/test'
import { launchCortexa, type RunningCortexa, removeFolders } from './support/launch'
import { checkedPicturesOf } from './support/looks'
import { makeVault } from './support/made-vault'
import { call, openPlace, openThought, thoughts, unlock } from './support/person'

const check = checkedPicturesOf('history')
const picture = (name: string) => check(window, name)

let running: RunningCortexa
let window: Page

test.beforeAll(async () => {
  running = await launchCortexa({ dataDir: await makeVault() })
  window = running.window
  window.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  await unlock(window)
  await call(window, 'pause-queue', {})
})
test.afterAll(async () => {
  await running.close()
  removeFolders()
})

const faults: string[] = []
/** Versions of one sitting would be one: a program and the window in turn make one each. */
async function rewrite(id: string, bodies: string[]): Promise<void> {
  for (const body of bodies) {
    await call(window, 'update-item', { id, body: '' })
    await call(window, 'update-item', { id, body })
  }
}
const options = () => window.getByRole('listbox', { name: 'Earlier versions' }).getByRole('option')

test('a thought without earlier versions says so, and Esc leads back to its button', async () => {
  await call(window, 'capture-item', { body: thoughts.rice })
  await openThought(window, 'Salt the rice water')
  await window.keyboard.press('h')
  await expect(window.getByRole('heading', { name: 'No earlier versions yet' })).toBeVisible()
  await picture('empty')
  await window.keyboard.press('Escape')
  await expect(window.getByRole('button', { name: 'History (H)' })).toBeFocused()
})

test('the history shows what went and came by words, by keyboard alone, and brings a text back with Undo', async () => {
  const { id } = await call<{ id: string }>(window, 'capture-item', { body: thoughts.library })
  const second = thoughts.library
    .replace('four hundred drills', 'four hundred and twelve drills')
    .replace('floods the kitchen', 'ruins the floor')
  const third = `${second.replace('So lend the nerve. ', '')}\n\nTry it in spring, with six members.`
  await rewrite(id, [second, third])
  await openThought(window, 'A lending library')
  await window.keyboard.press('h')
  const box = window.getByRole('listbox', { name: 'Earlier versions' })
  const page = window.getByRole('main', { name: 'Thought' })
  await expect(box).toBeFocused()
  await expect(options()).toHaveCount(2)
  await expect(window.locator('.diff del')).toContainText(['So lend the nerve.'])
  await expect(window.locator('.diff ins')).toContainText(['Try it in spring'])
  await picture('unified')
  await window.keyboard.press('ArrowDown')
  await expect(options().nth(1)).toHaveAttribute('aria-selected', 'true')
  await expect(window.locator('.diff ins').filter({ hasText: 'and twelve' })).toBeVisible()
  await window.getByRole('button', { name: 'Side by side' }).click()
  await expect(window.locator('.diff.columns')).toBeVisible()
  await picture('columns')
  await window.getByRole('button', { name: 'With the next version' }).click()
  await expect(window.locator('.diff ins').filter({ hasText: 'Try it in spring' })).toHaveCount(0)
  await window.getByRole('button', { name: 'One text' }).click()
  await box.focus()
  await window.keyboard.press('Enter')
  await expect(window.getByRole('status').filter({ hasText: 'is back' })).toBeVisible()
  await expect(page.getByText('four hundred drills')).toBeVisible()
  await window.keyboard.press('Control+z')
  await expect(page.getByText('four hundred and twelve drills')).toBeVisible()
})

test('an earlier version is deleted after a question', async () => {
  await window.keyboard.press('h')
  await expect(options()).not.toHaveCount(0)
  const before = await options().count()
  await window.keyboard.press('Delete')
  const question = window.getByRole('dialog', { name: 'Delete this earlier version for good?' })
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Delete for good' }).click()
  await expect(options()).toHaveCount(before - 1)
  await window.keyboard.press('Escape')
  await expect(window.getByRole('heading', { level: 1, name: /A lending library/ })).toBeVisible()
})

test('Arabic, Japanese and folded lines are readable', async () => {
  const many = Array.from({ length: 120 }, (_, n) => `Step ${n + 1} of the recipe stays.`).join('\n')
  const { id } = await call<{ id: string }>(window, 'capture-item', {
    body: `Rice in three languages\n\nملح ماء الأرز قبل الغليان\n米を塩で炊きます。\n${many}\nServe it at once.`,
  })
  await rewrite(id, [`Rice in three languages\n\nملح ماء المعكرونة قبل الغليان\n米を水で炊きます。\n${many}\nServe it warm.`])
  await openThought(window, 'Rice in three languages')
  await window.keyboard.press('h')
  await expect(window.locator('.diff del')).toContainText(['الأرز', '塩', 'at once'])
  const fold = window.getByRole('button', { name: /Show 116 unchanged lines/ })
  await expect(fold).toBeVisible()
  await picture('scripts')
  await fold.click()
  await expect(window.getByText('Step 60 of the recipe stays.')).toBeVisible()
  await window.keyboard.press('Escape')
})

test('a line of 12 MB is compared while the window answers', async () => {
  const line = `Twelve megabytes ${'salt and rice and water. '.repeat(480_000)}`
  const { id } = await call<{ id: string }>(window, 'capture-item', { body: line })
  await call(window, 'update-item', { id, body: '' })
  await call(window, 'update-item', { id, body: `${line.slice(0, 6_000_017)}NEW WORDS ${line.slice(6_000_017)}` })
  await openThought(window, 'Twelve megabytes')
  await window.waitForTimeout(5000)
  await window.evaluate(() => {
    const page = globalThis as unknown as { worst: number }
    page.worst = 0
    let last = performance.now()
    setInterval(() => {
      page.worst = Math.max(page.worst, performance.now() - last - 20)
      last = performance.now()
    }, 20)
  })
  await window.keyboard.press('h')
  await expect(window.locator('.diff ins').first()).toContainText('NEW WORDS', { timeout: 60_000 })
  await expect(window.locator('.diff-skip').first()).toContainText('unchanged characters')
  const worst = await window.evaluate(() => (globalThis as unknown as { worst: number }).worst)
  test.info().annotations.push({ type: 'longest block while comparing 12 MB, ms', description: worst.toFixed(0) })
  console.log('longest block of the window while comparing 12 MB, ms:', worst.toFixed(0))
  await picture('long-line')
  await window.keyboard.press('Escape')
})

test('the trash says how long, restores with search, and is emptied after a question with the count', async () => {
  for (let n = 0; n < 40; n += 1) {
    const { id } = await call<{ id: string }>(window, 'capture-item', { body: `Old note ${n} about lampshades` })
    await call(window, 'delete-item', { id })
  }
  await openPlace(window, 'Trash')
  await expect(window.getByRole('option').first()).toContainText('Deleted today, goes for good in 30 days')
  await window.getByRole('option').first().click()
  await expect(window.getByRole('button', { name: /^Delete for good/ })).toBeVisible()
  await picture('trash')
  await window.getByRole('button', { name: 'Restore' }).click()
  await expect(window.getByText('Thought restored.')).toBeVisible()
  await expect.poll(async () => (await call<{ hits: unknown[] }>(window, 'search-items', { query: 'lampshades' })).hits.length).toBe(1)
  await window.getByRole('button', { name: 'Empty trash' }).click()
  const question = window.getByRole('dialog', { name: 'Delete 39 thoughts for good?' })
  await expect(question).toBeVisible()
  await picture('empty-trash')
  await question.getByRole('button', { name: 'Empty trash' }).click()
  await expect(window.getByText('The trash is empty', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(window.getByText('39 thoughts deleted for good.')).toBeVisible()
  await picture('trash-empty')
})

test('a narrow window shows list, then page, and Esc goes back step by step', async () => {
  await openThought(window, 'Rice in three languages')
  await window.setViewportSize({ width: 560, height: 800 })
  await window.keyboard.press('h')
  await expect(options().first()).toBeVisible()
  await picture('narrow-list')
  await window.keyboard.press('Enter')
  await expect(window.locator('.diff del').first()).toBeVisible()
  await expect(window.getByRole('button', { name: 'Side by side' })).toHaveCount(0)
  await picture('narrow-page')
  await window.keyboard.press('Escape')
  await expect(options().first()).toBeVisible()
  await window.keyboard.press('Escape')
  await expect(window.getByRole('heading', { level: 1, name: 'Rice in three languages' })).toBeVisible()
  expect(faults.filter((text) => /Content Security|TrustedScript|Refused/.test(text))).toEqual([])
})
