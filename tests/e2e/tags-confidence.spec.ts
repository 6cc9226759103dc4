import { expect, test } from 'playwright/test'
import { kdfLimits } from '../../src/main/core/crypto/kdf-parameters'
import { WEEK_MS } from '../../src/shared/timing'
import { closeApp, startApp, type TestApp } from '../support/app'
import { launchCortexa, makeFolder, removeFolders } from './support/launch'
import { assertAccessible, pictureOf, picturesOf } from './support/looks'
import { call, openPlace, PASSPHRASE, thoughts, unlock } from './support/person'

/** The cheapest key derivation that the window accepts. */
const kdfParameters = { t: kdfLimits.t.min, m: kdfLimits.m.min }

test.afterAll(removeFolders)

const picture = pictureOf('tags-confidence')
const pictures = picturesOf('tags-confidence')

/** A new vault whose recovery key is kept, with its queue standing still. */
async function newVault(dataDir: string, now: () => number): Promise<TestApp> {
  const running = startApp({ dataDir, kdfParameters, now })
  const { recoveryKey, confirmGroups } = await running.window.call('create-vault', { passphrase: PASSPHRASE })
  const groups = recoveryKey.split(/[^0-9A-Za-z]+/)
  await running.window.call('confirm-recovery-key', { groups: confirmGroups.map((index) => groups[index] ?? '') })
  await running.window.call('pause-queue', {})
  // A reflection would add a thought about all of these.
  await running.window.call('pause-schedule', { id: 'reflection' })
  return running
}

/** A vault whose thoughts were written over the last half year. */
async function agedVault(): Promise<string> {
  const dataDir = makeFolder('aged')
  const clock = { now: Date.now() - 30 * WEEK_MS }
  const { app, window } = await newVault(dataDir, () => clock.now)
  const capture = (body: string, tags: string[]) => window.call('capture-item', { body, tags })
  await capture(thoughts.library, ['repair', 'commons', 'to-do'])
  await capture('Errors cluster at 2.6 times the estimate\n\nThe unseen part is the old system’s habits.', ['work', 'estimates'])
  clock.now += 6 * WEEK_MS
  await capture(thoughts.attempts, ['repair', 'estimate'])
  clock.now += 14.5 * WEEK_MS
  await capture(thoughts.rice, ['kitchen', 'todo'])
  await capture('間は沈黙ではなく、聞き手に渡す余白である', ['言葉', 'todo'])
  clock.now = Date.now() - 3_600_000
  await capture('The kitchen needs a place for repair\n\nA bench beside the window, for what breaks while cooking.', [])
  await window.call('resume-queue', {})
  await app.whenIdle()
  await closeApp(app)
  return dataDir
}

test('stale thoughts are reviewed, and tags are renamed, merged, taken off and suggested', async () => {
  test.setTimeout(240_000)
  const cortexa = await launchCortexa({ dataDir: await agedVault() })
  const { window } = cortexa
  const toast = (words: string | RegExp) => expect(window.locator('.toast')).toContainText(words)
  try {
    await unlock(window)

    // Stale: each row says why; V confirms, Undo brings it back.
    await openPlace(window, 'Stale')
    const list = window.getByRole('listbox', { name: 'Stale' })
    await expect(list.getByRole('option')).toHaveCount(3)
    await expect(list.getByRole('option').last()).toContainText('0.17 = 0.8 × 0.95^30 weeks')
    await list.getByRole('option').last().click()
    await expect(window.getByRole('heading', { level: 1, name: /lending library/ })).toBeVisible()
    await window.getByRole('button', { name: /^Confidence 0.17, stale/ }).click()
    await expect(window.getByText('0.8 when you wrote it, 30 weeks ago. It loses 5 % a week: 0.17 now.')).toBeVisible()
    await pictures(window, 'stale')
    await assertAccessible(window, 'stale')
    await window.keyboard.press('v')
    await toast('Noted as still true: 0.8 again.')
    await expect(list.getByRole('option')).toHaveCount(2)
    await expect(window.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: /^Stale/ })).toContainText('2')
    await window.getByRole('button', { name: /^Undo/ }).click()
    await expect(list.getByRole('option')).toHaveCount(3)
    await expect(window.getByRole('button', { name: /^Confidence 0.17, stale/ })).toBeVisible()
    await window
      .getByRole('main')
      .getByRole('button', { name: /^Still true/ })
      .first()
      .click()
    await expect(list.getByRole('option')).toHaveCount(2)
    await expect(window.getByRole('main').getByRole('heading', { level: 1 })).not.toHaveText(/lending library/)

    // A thought that fades, and one that is new: what fits it is offered.
    await openPlace(window, 'All thoughts')
    await window.getByRole('option', { name: /Salt the rice/ }).click()
    await expect(window.getByRole('button', { name: /^Confidence 0.49, fair/ })).toBeVisible()
    await window.getByRole('option', { name: /needs a place for repair/ }).click()
    await expect(window.getByRole('button', { name: /^Confidence 0.79, firm|^Confidence 0.8, firm/ })).toBeVisible()
    await window.getByRole('button', { name: 'Add tag kitchen' }).click()
    await expect(window.getByRole('main').getByRole('button', { name: '#kitchen', exact: true })).toBeVisible()
    await window.getByRole('button', { name: 'Add tag', exact: true }).click()
    const field = window.getByRole('combobox', { name: 'Add tag' })
    await expect(window.getByRole('listbox', { name: 'Tags in use' }).getByRole('option').first()).toContainText('fits this thought')
    await pictures(window, 'add-tag')
    await field.fill('com')
    await window.keyboard.press('Tab')
    await expect(field).toHaveValue('commons')
    await window.keyboard.press('Enter')
    await field.fill('CONFIDENCE:stale')
    await window.keyboard.press('Enter')
    await toast('Cortexa sets and removes #confidence:stale itself')
    await field.fill('')
    await window.keyboard.press('Escape')
    await expect(window.getByRole('main').getByRole('button', { name: '#commons', exact: true })).toBeVisible()
    await pictures(window, 'fact')
    await assertAccessible(window, 'thought')

    // All tags.
    await openPlace(window, 'Tags')
    const grid = window.getByRole('grid', { name: 'Tags' })
    await expect(grid.getByRole('row')).toHaveCount(9)
    await expect(window.getByText('Perhaps the same')).toBeVisible()
    await grid.focus()
    await window.keyboard.press('ArrowDown')
    await pictures(window, 'tags')
    await assertAccessible(window, 'tags')

    // Renaming to a tag that is there is said to be a merge before it is one.
    const filter = window.getByRole('searchbox', { name: 'Find a tag' })
    await filter.fill('work')
    await expect(grid.getByRole('row')).toHaveCount(1)
    await window.keyboard.press('ArrowDown')
    await window.keyboard.press('F2')
    const name = window.getByRole('textbox', { name: 'New name of #work' })
    await name.fill('Repair')
    await expect(window.getByText('is a tag already, on 2 thoughts. Enter makes the two one.')).toBeVisible()
    await pictures(window, 'rename')
    await name.fill('job')
    await window.keyboard.press('Enter')
    await toast('#work is called #job now.')
    await filter.fill('')
    await expect(grid.getByRole('row', { name: /job/ })).toBeVisible()
    await window.keyboard.press('Escape')

    // An offer taken, one refused.
    await window.getByRole('button', { name: /Merge into #todo/ }).click()
    await toast('#to-do is now #todo, on 1 thought.')
    await expect(grid.getByRole('row')).toHaveCount(8)
    await window.getByRole('button', { name: /^Keep apart: #estimate/ }).click()
    await toast('stay two tags')
    await expect(window.getByText('No two tags look like one.')).toBeVisible()

    // Taken off, and back.
    await filter.fill('kitchen')
    await window.keyboard.press('ArrowDown')
    await window.keyboard.press('Delete')
    await toast('#kitchen was taken off 2 thoughts.')
    await expect(window.getByText('No tag has these letters')).toBeVisible()
    await window.getByRole('button', { name: /^Undo/ }).click()
    await expect(grid.getByRole('row')).toHaveCount(1)
    await grid.focus()
    await window.keyboard.press('Enter')
    await expect(window.getByRole('listbox', { name: '#kitchen' }).getByRole('option')).toHaveCount(2)

    // Nothing is left to review.
    const { items } = await call<{ items: { id: string }[] }>(window, 'list-items', { place: 'stale' })
    for (const { id } of items) await call(window, 'review-item', { id, answer: 'still-true' })
    await openPlace(window, 'Stale')
    await expect(window.getByText('Nothing is stale')).toBeVisible()
    await pictures(window, 'nothing-stale')
  } finally {
    await cortexa.close()
  }
})

test('five thousand tags are found, scrolled and merged without a halt', async () => {
  test.setTimeout(240_000)
  const dataDir = makeFolder('many-tags')
  const { app, window: seed } = await newVault(dataDir, Date.now)
  for (let n = 0; n < 100; n += 1)
    await seed.call('capture-item', {
      body: `Thought ${n}`,
      tags: Array.from({ length: 50 }, (_, at) => `topic ${n} ${String.fromCharCode(97 + (at % 26))}${at}`),
    })
  await closeApp(app)
  const cortexa = await launchCortexa({ dataDir })
  const { window } = cortexa
  try {
    await unlock(window)
    await openPlace(window, 'Tags')
    const grid = window.getByRole('grid', { name: 'Tags' })
    await expect(grid).toHaveAttribute('aria-rowcount', '5000')
    // Only what is in sight is in the page.
    expect(await grid.getByRole('row').count()).toBeLessThan(100)
    await grid.focus()
    await window.keyboard.press('End')
    await expect(grid.locator('[data-active]')).toHaveAttribute('aria-rowindex', '5000')
    await window.getByRole('searchbox', { name: 'Find a tag' }).fill('topic 42 c')
    await expect(grid).toHaveAttribute('aria-rowcount', '2')
    await picture(window, 'many')
  } finally {
    await cortexa.close()
  }
})
