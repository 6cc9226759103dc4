import { expect, test } from 'playwright/test'
import { launchCortexa, removeFolders } from './support/launch'
import { assertAccessible, picturesOf } from './support/looks'
import { makeVault } from './support/made-vault'
import { call, thoughts, unlock, waitForQueue } from './support/person'

test.afterAll(removeFolders)

const pictures = picturesOf('search')

const long = `A year of small things\n\n${'The committee met again and talked about the budget of the town hall. '.repeat(120)}\n\n## A better day\n\nThe **walrus** at the zoo waved its flipper.\n\n${'Nothing else happened in that week, and nobody wrote it down. '.repeat(120)}`

test('a person finds thoughts by keyboard: chips, suggestions, reasons, the passage', async () => {
  test.setTimeout(180_000)
  const cortexa = await launchCortexa({ dataDir: await makeVault() })
  const { window } = cortexa
  await unlock(window)
  for (const [body, tags] of [
    [thoughts.library, ['repair', 'commons']],
    [thoughts.attempts, ['repair']],
    [thoughts.rice, ['kitchen']],
    ['Why the kitchen tap drips\n\nThe rubber washer is worn out. A repair costs two coins.', ['kitchen', 'home care']],
    [long, []],
  ] as const)
    await call(window, 'capture-item', { body, tags })
  await waitForQueue(window)

  const box = window.getByRole('combobox', { name: 'Search or command' })
  const options = window.getByRole('listbox', { name: 'Results', exact: true }).getByRole('option')
  await window.keyboard.press('Control+k')
  await expect(box).toBeFocused()
  await expect(window.getByRole('group', { name: 'Newest thoughts' })).toBeVisible()
  await pictures(window, 'palette-empty')

  // A tag is offered while it is typed, taken with Enter, and stands as a chip.
  await window.keyboard.type('tag:rep')
  await expect(options.first()).toContainText('tag:repair')
  await pictures(window, 'palette-suggestion')
  await window.keyboard.press('Enter')
  const chip = window.getByRole('button', { name: 'Remove filter #repair' })
  await expect(chip).toBeVisible()
  await expect(box).toBeFocused()
  await expect(box).toHaveValue('')
  await expect(window.getByRole('group', { name: 'Thoughts' }).getByRole('option')).toHaveCount(3)
  await window.keyboard.type('third try')
  await expect(options.first()).toContainText('Three attempts before it is yours')
  await expect(options.first().locator('.why')).toHaveText(/words|both/)
  await pictures(window, 'palette-chip')
  await assertAccessible(window, 'search')

  // Backspace at the beginning takes the last chip off; so do the arrows and Delete on a chip.
  await box.fill('')
  await window.keyboard.press('Backspace')
  await expect(chip).toBeHidden()
  await window.keyboard.type('kind:thought is:untagged ')
  await expect(window.getByRole('button', { name: /^Remove filter/ })).toHaveCount(2)
  await window.keyboard.press('ArrowLeft')
  await expect(window.getByRole('button', { name: 'Remove filter without tags' })).toBeFocused()
  await window.keyboard.press('ArrowLeft')
  await window.keyboard.press('Delete')
  await expect(window.getByRole('button', { name: 'Remove filter kind thought' })).toBeHidden()
  await window.keyboard.press('ArrowRight')
  await expect(box).toBeFocused()
  await window.keyboard.type('zebra crossing')
  await expect(window.getByText('No thought matches all of this.')).toBeVisible()
  await pictures(window, 'palette-nothing')

  // A filter that nothing is known of says so, once it is typed out.
  await box.fill('')
  for (let chips = await window.getByRole('button', { name: /^Remove filter/ }).count(); chips > 0; chips -= 1)
    await window.keyboard.press('Backspace')
  await window.keyboard.type('tag:nope')
  await expect(window.getByText('There is no tag “nope”.')).toBeHidden()
  await window.keyboard.type(' kind:recipe bread')
  await expect(window.getByText('There is no tag “nope”. “kind:recipe” is looked for as words')).toBeVisible()
  await pictures(window, 'palette-unknown-filter')
  await window.keyboard.press('Control+Enter')
  await expect(window.getByRole('region', { name: 'Search results' }).getByText('There is no tag “nope”.')).toBeVisible()
  await pictures(window, 'results-unknown-filter')
  await window.keyboard.press('Control+k')

  // By meaning, in other words than the note has.
  await window.keyboard.press('Escape')
  await window.keyboard.press('Control+k')
  await window.keyboard.type('leaking faucet in the sink')
  const meant = options.filter({ hasText: 'Why the kitchen tap drips' })
  await expect(meant).toBeVisible()
  await expect(meant.locator('.why')).toHaveText(/similar meaning|both/)
  await pictures(window, 'palette-meaning')

  // The list of all results: why, matched words, count; a chip goes with a click, the heading opens the search again.
  await box.fill('repair -coins')
  await window.keyboard.press('Control+Enter')
  const results = window.getByRole('region', { name: 'Search results' })
  await expect(results.getByRole('status')).toHaveText('2 thoughts')
  await expect(results.getByRole('listbox')).toBeFocused()
  await expect(results.locator('.row-s u').first()).toHaveText(/repair/i)
  expect(
    await results
      .locator('.row-s u')
      .first()
      .evaluate((mark) => Number(getComputedStyle(mark).fontWeight)),
  ).toBeGreaterThanOrEqual(600)
  await pictures(window, 'results')
  await assertAccessible(window, 'search')
  await results.getByRole('button', { name: 'Remove filter not coins' }).click()
  await expect(results.getByRole('status')).toHaveText(/[3-5] thoughts/)
  await results.getByRole('button', { name: '“repair”' }).click()
  await expect(box).toHaveValue('repair')

  // A hit opens at its passage, far down in a long text.
  await box.fill('walrus')
  await expect(options.first()).toContainText('A year of small things')
  await window.keyboard.press('Enter')
  const passage = window.getByText('waved its flipper')
  await expect(passage).toBeInViewport()
  expect(await window.evaluate(() => CSS.highlights.has('found-passage'))).toBe(true)
  await pictures(window, 'opened-at-passage')
  await cortexa.close()
})
