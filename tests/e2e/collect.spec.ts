import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from 'playwright/test'
import { answerAllRoles } from '../support/fake-openai/all-roles'
import { callTools } from '../support/fake-openai/collect-parent'
import { type ChatQuestion, type FakeOpenAi, type FakeReply, startFakeOpenAi } from '../support/fake-openai-server'
import { type FakeSite, startFakeSite } from '../support/fake-site'
import { launchCortexa, makeFolder, type RunningCortexa, removeFolders } from './support/launch'
import { assertAccessible, checkedPicturesOf, pictureOf, setSize } from './support/looks'
import { makeVault } from './support/made-vault'
import { call, lock, openPlace, unlock, waitForQueue } from './support/person'

/** Collect as a person meets it: real pages over HTTP, a scripted parent and worker, and every screen as a picture to be looked at. */
const picture = pictureOf('collect')
const pictures = checkedPicturesOf('collect')
const longName =
  'A very long name of a tool that somebody gave it in a weak hour, with a second half that says the same again in more words'

test.describe.configure({ mode: 'serial', timeout: 240_000 })

let site: FakeSite
let model: FakeOpenAi
let running: RunningCortexa
let window: Page

/**
 * Plays all roles. The worker takes a page about one tool as that tool's source, so that there is a page to be pictured; the home pages that the
 * site names are nowhere. Before it is done with the first collection, the parent gives one item a long name.
 */
function answer(question: ChatQuestion, body: Record<string, unknown>): string | FakeReply {
  const reply = answerAllRoles(question, body)
  if (typeof reply === 'string') return question.system.startsWith('You extract items') ? withOwnPage(reply, question.prompt) : reply
  if (reply.toolCalls?.[0]?.name !== 'reportProgress') return reply
  const talk = JSON.stringify(body)
  if (!talk.includes('note-taking') || talk.includes(longName)) return reply
  const operations = [{ action: 'update', slug: 'inkwell', data: { name: longName } }]
  return callTools({ name: 'modifyItems', arguments: JSON.stringify({ operations }) })
}

function withOwnPage(reply: string, prompt: string): string {
  const page = /^Page: (\S+\/tools\/[\w-]+)/m.exec(prompt)?.[1]
  const found = JSON.parse(reply) as { items: Record<string, unknown>[] }
  return page === undefined || found.items.length !== 1
    ? reply
    : JSON.stringify({ ...found, items: found.items.map((item) => ({ ...item, source_url: page })) })
}

test.beforeAll(async () => {
  test.setTimeout(120_000)
  site = await startFakeSite()
  model = await startFakeOpenAi({ models: ['parent', 'worker'], answer })
  running = await launchCortexa({ dataDir: await makeVault(), web: site.launchWeb })
  window = running.window
  await unlock(window)
  await setSize(running, 1360, 960)
})
test.afterAll(async () => {
  await running?.close()
  await model?.close()
  await site?.close()
  removeFolders()
})

async function assertNoSidewaysScroll(where: string): Promise<void> {
  const wide = await window.evaluate(() =>
    [...document.querySelectorAll('.scroll, .collect-fields, body')]
      .filter((part) => part.scrollWidth > part.clientWidth + 1)
      .map((part) => part.className),
  )
  expect(wide, where).toEqual([])
}

/** A screen in light, dark, a small window and at 200 %, each looked at by axe. */
async function shootAll(name: string): Promise<void> {
  await pictures(window, name)
  await setSize(running, 900, 600)
  await picture(window, `${name}-900`)
  await assertNoSidewaysScroll(`${name} at 900`)
  await setSize(running, 1360, 960, 2)
  await picture(window, `${name}-200`)
  await assertNoSidewaysScroll(`${name} at 200 %`)
  await assertAccessible(window, `${name} at 200 %`)
  await setSize(running, 1360, 960)
}

const page = () => window.getByRole('main')
const state = (word: string) => page().getByRole('heading', { level: 1 }).getByText(word)
const dialog = () => window.getByRole('dialog')
const proposals = () => page().getByRole('grid', { name: 'Proposals' })
const rows = () => proposals().locator('.prop')

async function chooseModels(): Promise<void> {
  const { id } = await call<{ id: string }>(window, 'save-endpoint', { name: 'Test server', baseUrl: model.baseUrl })
  const roles = { thinker: { endpointId: id, model: 'parent' }, worker: { endpointId: id, model: 'worker' } }
  await call(window, 'update-settings', { roles, autoSummary: false })
}

/** From now on each answer of a model takes so long. */
function slow(ms: number): void {
  model.heal()
  if (ms > 0) model.failAlways({ kind: 'stall', ms, route: 'chat' })
}

test('an empty place says what it is for, and without a model it says what stands in the way', async () => {
  await openPlace(window, 'Collections')
  await expect(page().getByRole('heading', { name: 'Collect many things of one kind' })).toBeVisible()
  await shootAll('1-empty')
  await page().getByRole('button', { name: 'Collect from the web' }).click()
  await expect(dialog().getByRole('status')).toContainText(/model/i)
  await expect(dialog().getByRole('button', { name: /Start collecting/ })).toHaveAttribute('aria-disabled', 'true')
  await picture(window, '2-dialog-hindrance')
  await dialog().getByRole('button', { name: 'Open Settings' }).click()
  await expect(page().getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await chooseModels()
})

test('a fault stands at its field, in a group that opens for it, and what was typed outlives the dialog', async () => {
  await window.keyboard.press('Control+k')
  await window.keyboard.type('>collect from')
  await window.keyboard.press('Enter')
  await dialog().getByLabel('Name of the collection').fill('Tools for taking notes')
  await dialog()
    .getByLabel('What to collect')
    .fill(`Collect note-taking tools.\nOne page to begin with: ${site.url('/tools/sumi-cho')}`)
  await dialog().getByLabel('Items to find').fill('many')
  await window.keyboard.press('Escape')
  await expect(dialog()).toHaveCount(0)
  await window.keyboard.press('Control+k')
  await window.keyboard.type('>collect from')
  await window.keyboard.press('Enter')
  await expect(dialog().getByLabel('Items to find')).toHaveValue('many')
  await shootAll('3-dialog')
  await dialog()
    .getByRole('button', { name: /^Search/ })
    .click()
  await dialog().getByLabel('Pages to read').fill('5000')
  await dialog()
    .getByRole('button', { name: /^Search/ })
    .click()
  await window.keyboard.press('Control+Enter')
  await expect(dialog().getByText('Items to find must be a number.')).toBeVisible()
  await expect(dialog().getByText('Pages to read must be between 1 and 1000.')).toBeVisible()
  await expect(dialog().getByLabel('Items to find')).toBeFocused()
  await picture(window, '4-dialog-faults')
  await assertAccessible(window, 'dialog with faults')
  await dialog().getByLabel('Items to find').fill('30')
  await dialog().getByLabel('Pages to read').fill('12')
  await dialog()
    .getByRole('button', { name: /^Extras/ })
    .click()
  await dialog().getByLabel('Take pictures of the pages').check()
})

test('a run shows its progress and its log', async () => {
  slow(3000)
  await window.keyboard.press('Control+Enter')
  await expect(dialog()).toHaveCount(0)
  await expect(page().getByRole('heading', { level: 1, name: /Collect/ })).toBeVisible()
  const bar = page().getByRole('progressbar', { name: 'Progress of the run' })
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow')), { timeout: 30_000 }).toBeGreaterThan(19)
  await expect(page().getByRole('log')).toContainText('Generate Items')
  await expect.poll(() => page().locator('.run-facts').textContent(), { timeout: 60_000 }).toMatch(/Pages read[1-9]/)
  await shootAll('5-run')
  slow(0)
  await expect(state('Completed')).toBeVisible({ timeout: 120_000 })
})

test('what was found is reviewed by keyboard, with undo', async () => {
  await window.getByRole('option', { name: /Tools for taking notes/ }).click()
  await page().getByRole('button', { name: 'Review' }).click()
  await expect(rows().first()).toBeVisible()
  const undecided = page().locator('.review-bar [role="status"]')
  const count = Number((await undecided.textContent())?.match(/\d+/)?.[0])
  expect(count).toBeGreaterThanOrEqual(15)
  await shootAll('6-review')
  await proposals().focus()
  const first = await rows().first().locator('b').textContent()
  await window.keyboard.press('ArrowDown')
  const second = await rows().nth(1).locator('b').textContent()
  await window.keyboard.press('d')
  await expect(undecided).toHaveText(`${count - 1} undecided`)
  await expect(proposals()).not.toContainText(second ?? '')
  await window.keyboard.press('z')
  await expect(undecided).toHaveText(`${count} undecided`)
  await expect(rows().nth(1).locator('b')).toHaveText(second ?? '')
  await expect(rows().nth(1)).toHaveAttribute('data-active', 'true')
  await window.keyboard.press('Home')
  await window.keyboard.press('Enter')
  await expect(undecided).toHaveText(`${count - 1} undecided`)
  await expect(window.getByText(`“${first}” accepted.`)).toBeVisible()
  await window.keyboard.press('Control+z')
  await expect(undecided).toHaveText(`${count} undecided`)
  await window.keyboard.press('ArrowDown')
  await window.keyboard.press('ArrowDown')
  await window.keyboard.press('d')
  await page().getByRole('button', { name: 'Show 1 decided' }).click()
  await expect(page().getByText('Decided 1 discarded')).toBeVisible()
  await proposals().focus()
  await window.keyboard.press('End')
  await picture(window, '7-review-decided')
  await assertAccessible(window, 'review with decided')
  await page().getByRole('button', { name: 'Accept all' }).click()
  await expect(page().getByText('All is decided.')).toBeVisible({ timeout: 30_000 })
  await expect(page().getByRole('button', { name: 'Open the collection' })).toBeFocused()
  await expect(window.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: /^Collections/ })).not.toContainText('review')
  await picture(window, '8-review-done')
  await page().getByRole('button', { name: 'Open the collection' }).click()
  await expect(page().getByRole('heading', { level: 1, name: 'Tools for taking notes' })).toBeFocused()
})

test('the collection is a table and cards, is narrowed, opened and exported', async () => {
  await waitForQueue(window)
  const grid = page().getByRole('grid', { name: 'Items' })
  await expect(grid.getByText(longName)).toBeVisible()
  await shootAll('9-table')
  await page().getByRole('button', { name: 'Cards' }).click()
  await shootAll('10-cards')
  await window.reload()
  await openPlace(window, 'Collections')
  await expect(page().getByRole('button', { name: 'Cards' })).toHaveAttribute('aria-pressed', 'true')
  await page().getByRole('button', { name: 'Table' }).click()
  const category = page().getByLabel('Category')
  const [, one] = await category.locator('option').allTextContents()
  await category.selectOption({ index: 1 })
  const left = Number(one?.match(/\((\d+)\)/)?.[1])
  await expect(grid).toHaveAttribute('aria-rowcount', String(left + 1))
  await category.selectOption({ index: 0 })
  await page().getByLabel('Order').selectOption('category')
  await grid.focus()
  await window.keyboard.press('ArrowDown')
  await window.keyboard.press('Enter')
  const list = window.getByRole('listbox', { name: /^Items of/ })
  await expect(list).toBeVisible()
  await expect(page().getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page().getByRole('heading', { level: 1 })).toBeFocused()
  await shootAll('11-item')
  await window.keyboard.press('Escape')
  await expect(grid).toBeFocused()
  await expect(grid.getByRole('row').nth(2)).toHaveAttribute('data-active', 'true')
  await window.keyboard.press('Enter')
  await list.focus()
  await window.keyboard.press('ArrowDown')
  await window.keyboard.press('Escape')
  await expect(grid).toBeFocused()
  await expect(grid.getByRole('row').nth(3)).toHaveAttribute('data-active', 'true')
  for (const [name, format, words] of [
    ['Export as Markdown…', 'md', '# Tools for taking notes'],
    ['Export as CSV…', 'csv', 'Inkwell'],
  ] as const) {
    const target = join(makeFolder('export'), `tools.${format}`)
    await running.app.evaluate(({ dialog: shown }, path) => {
      shown.showSaveDialog = async () => ({ canceled: false, filePath: path })
    }, target)
    await page().getByRole('button', { name: 'More', exact: true }).click()
    await page().getByRole('menuitem', { name }).click()
    await expect.poll(() => existsSync(target)).toBe(true)
    expect(readFileSync(target, 'utf8')).toContain(words)
  }
  await page().getByRole('tab', { name: /Runs/ }).click()
  await picture(window, '12-runs')
  await assertAccessible(window, 'runs')
})

test('a second run proposes a change and a removal, with what was before', async () => {
  const { collections } = await call<{ collections: { id: string }[] }>(window, 'list-collections', {})
  const { items } = await call<{ items: { slug: string; name: string; description: string }[] }>(window, 'list-collected-items', {
    id: collections[0]?.id,
    limit: 50,
  })
  const [changed, gone] = items.filter(({ name }) => name === 'Root Cellar' || name === 'Loose Leaf')
  const operations = [
    {
      action: 'update',
      slug: changed?.slug,
      data: { description: `${changed?.description} It runs on tablets as well.`, category: 'Tablets', tags: ['notes', 'tablet'] },
    },
    { action: 'remove', slug: gone?.slug },
  ]
  model.script(callTools({ name: 'modifyItems', arguments: JSON.stringify({ operations }) }), { content: 'Done.' })
  await page().getByRole('button', { name: 'Collect more' }).click()
  await expect(dialog().getByLabel('What to collect')).toHaveValue(/Collect note-taking tools/)
  await picture(window, '13-collect-more')
  await dialog().getByLabel('What to collect').fill('Look after what is there.')
  await dialog()
    .getByRole('button', { name: /Start collecting/ })
    .click()
  await expect(state('Completed')).toBeVisible({ timeout: 60_000 })
  await expect(rows()).toHaveCount(2)
  await expect(rows().first().locator('ins').first()).toBeVisible()
  await shootAll('14-changes')
  await proposals().focus()
  await window.keyboard.press('a')
  await window.keyboard.press('a')
  await expect(page().getByText('All is decided.')).toBeVisible()
  await page().getByRole('button', { name: 'Open the collection' }).click()
  await expect(page().getByRole('tab', { name: `Items${items.length - 1}` })).toBeVisible()
})

test('a run outlives a change of place, a reload and a lock; stopped in the middle, it offers what it found', async () => {
  await openPlace(window, 'Collections')
  await window.getByRole('button', { name: 'Collect…' }).click()
  await dialog().getByLabel('Name of the collection').fill('間と余白についての道具、言葉と紙と静けさのための小さな蔵')
  await dialog().getByLabel('What to collect').fill('Collect outliner tools.')
  slow(900)
  await dialog()
    .getByRole('button', { name: /Start collecting/ })
    .click()
  await expect.poll(() => page().locator('.run-facts').textContent(), { timeout: 60_000 }).toMatch(/Found[1-9]/)
  const bar = page().getByRole('progressbar', { name: 'Progress of the run' })
  await openPlace(window, 'Inbox')
  await openPlace(window, 'Collections')
  await expect(bar).toBeVisible()
  await window.reload()
  await openPlace(window, 'Collections')
  await expect(bar).toBeVisible()
  await lock(window)
  await unlock(window)
  await openPlace(window, 'Collections')
  await expect(state('Running')).toBeVisible()
  await page().getByRole('button', { name: 'Stop…' }).click()
  await expect(dialog()).toContainText('found so far can still be kept')
  await picture(window, '15-stop')
  await dialog().getByRole('button', { name: 'Stop the run' }).click()
  await expect(page().getByRole('heading', { name: 'Keep what was found?' })).toBeVisible({ timeout: 30_000 })
  slow(0)
  await shootAll('16-stopped')
  await page().getByRole('button', { name: 'Keep all' }).click()
  await expect(page().getByText('All is decided.')).toBeVisible()
  await page().getByRole('button', { name: 'Open job' }).click()
  await page().getByRole('button', { name: 'Open run' }).click()
  await expect(state('Stopped')).toBeVisible()
})

test('a collection is renamed and deleted, and its items stay', async () => {
  await page()
    .getByRole('button', { name: /間と余白/ })
    .click()
  await page().getByRole('button', { name: 'More', exact: true }).click()
  await page().getByRole('menuitem', { name: 'Name and description…' }).click()
  await dialog().getByLabel('Name', { exact: true }).fill('Outliners')
  await dialog().getByLabel('Description').fill('For long lists.')
  await picture(window, '17-rename')
  await window.keyboard.press('Enter')
  await dialog().getByLabel('Name', { exact: true }).press('Enter')
  await expect(page().getByRole('heading', { level: 1, name: 'Outliners' })).toBeVisible()
  const { items: before } = await call<{ items: unknown[] }>(window, 'list-items', { limit: 200 })
  await page().getByRole('button', { name: 'More', exact: true }).click()
  await page().getByRole('menuitem', { name: 'Delete…' }).click()
  await picture(window, '18-delete')
  await assertAccessible(window, 'delete')
  await dialog().getByRole('button', { name: 'Delete collection' }).click()
  await expect(window.getByRole('option', { name: /Outliners/ })).toHaveCount(0)
  const { items: after } = await call<{ items: unknown[] }>(window, 'list-items', { limit: 200 })
  expect(after.length).toBe(before.length)
})

test('nothing of it is left in the window after a lock', async () => {
  await lock(window)
  expect(await window.locator('body').textContent()).not.toContain('Inkwell')
})
