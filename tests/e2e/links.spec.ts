import { expect, type Page, test } from 'playwright/test'
import { launchCortexa, removeFolders } from './support/launch'
import { picturesOf } from './support/looks'
import { makeVault } from './support/made-vault'
import { call, lock, openThought, unlock } from './support/person'

test.afterAll(removeFolders)

const look = picturesOf('links')

async function save(window: Page, body: string, more: Record<string, unknown> = {}): Promise<string> {
  return (await call<{ id: string }>(window, 'capture-item', { body, ...more })).id
}

test('names are completed while typing, linked in the text, and seen from the other side', async () => {
  const cortexa = await launchCortexa({ dataDir: await makeVault() })
  const { window } = cortexa
  try {
    await unlock(window)
    await call(window, 'pause-queue', {})
    await save(window, 'Salt the rice water\n\nBefore it boils, not after. It seasons each grain.')
    await save(window, 'A lending library for skills\n\nNeighbours lend an hour.')
    await save(window, 'Library opening hours\n\nClosed on Mondays.')

    // In the capture box: arrow keys, Enter, Esc.
    await window.keyboard.press('Control+n')
    const box = window.getByRole('dialog', { name: 'New thought' })
    const field = box.getByLabel('Thought')
    await field.pressSequentially('Kitchen and library\n\nThe trick is in [[salt')
    const list = window.getByRole('listbox', { name: 'Link to' })
    await expect(list.getByRole('option', { name: /Salt the rice water/ })).toHaveAttribute('aria-selected', 'true')
    await expect(field).toHaveAttribute('role', 'combobox')
    await look(window, 'completion-capture')
    await window.keyboard.press('Enter')
    await expect(field).toHaveValue(/\[\[Salt the rice water\]\]$/)
    await field.pressSequentially('. See [[libr')
    await expect(list.getByRole('option')).toHaveText([/Library opening hours/, /A lending library/, /Create “libr”/])
    await window.keyboard.press('ArrowDown')
    await window.keyboard.press('Tab')
    await expect(field).toHaveValue(/\[\[A lending library for skills\]\]$/)
    await field.pressSequentially(' and [[not')
    await expect(list).toBeVisible()
    await window.keyboard.press('Escape')
    await expect(list).toBeHidden()
    await expect(box).toBeVisible()
    await field.pressSequentially(' yet written]].')
    await window.keyboard.press('Control+Enter')
    await expect(box).toBeHidden()

    // The shown text: links, the hover card, a missing one.
    await openThought(window, 'Kitchen and library')
    const page = window.getByRole('main')
    const link = page.locator('.prose').getByRole('link', { name: 'Salt the rice water' })
    await link.hover()
    await expect(window.getByRole('tooltip')).toContainText('Before it boils, not after.')
    await look(window, 'body-card')
    const missing = page.getByRole('button', { name: 'not yet written, no thought yet' })
    await missing.click()
    await expect(window.getByRole('button', { name: 'Create “not yet written”' })).toBeFocused()
    await look(window, 'body-missing')
    await window.keyboard.press('Escape')
    await expect(missing).toBeFocused()

    await link.click()
    await expect(window.getByRole('heading', { level: 1, name: 'Salt the rice water' })).toBeVisible()
    const panel = window.getByRole('region', { name: 'Links' })
    await expect(panel.getByRole('list', { name: 'Backlinks' })).toContainText('The trick is in Salt the rice water.')
    await look(window, 'backlinks')

    // A rename keeps the link, and the other text shows and edits the new title.
    await window.keyboard.press('e')
    await window.getByLabel('Title').fill('Season the cooking water')
    await window.keyboard.press('Control+Enter')
    await panel.getByRole('link', { name: 'Kitchen and library' }).click()
    await expect(page.locator('.prose').getByRole('link', { name: 'Season the cooking water' })).toBeVisible()
    await window.keyboard.press('e')
    await expect(window.getByRole('textbox', { name: 'Thought' })).toHaveValue(/\[\[Season the cooking water\]\]/)
    await window.keyboard.press('Escape')
    const item = await call<{ items: { id: string; title: string }[] }>(window, 'list-items', {})
    const own = item.items.find(({ title }) => title === 'Kitchen and library')
    expect((await call<{ body: string }>(window, 'get-item', { id: own?.id })).body).toContain('[[Salt the rice water]]')

    // A missing one is created.
    await missing.click()
    await window.keyboard.press('Enter')
    await expect(window.getByLabel('Title')).toHaveValue('not yet written')
    await window.getByRole('textbox', { name: 'Thought' }).fill('Now it is.')
    await window.keyboard.press('Control+Enter')
    await expect(panel.getByRole('list', { name: 'Backlinks' })).toContainText('Kitchen and library')

    await lock(window)
    expect(await window.content()).not.toContain('rice')
    await unlock(window)
  } finally {
    await cortexa.close()
  }
})

test('links are rejected, taken back, added by hand and removed', async () => {
  const cortexa = await launchCortexa({ dataDir: await makeVault() })
  const { window } = cortexa
  try {
    await unlock(window)
    await call(window, 'update-settings', { autoSummary: false })
    await save(window, 'A lending library for skills: people borrow an hour of a neighbour who can repair things.')
    await save(window, 'Three attempts at the repair library failed because nobody lent their skills a second time.')
    await save(window, 'Call mum on Sunday, ask about her hip.')
    await openThought(window, 'A lending library')
    const panel = window.getByRole('region', { name: 'Links' })
    const related = panel.getByRole('list', { name: 'Close in meaning' })
    await expect(related.getByRole('link', { name: /Three attempts/ })).toBeVisible({ timeout: 60_000 })
    await look(window, 'close-in-meaning')

    await related.getByRole('link', { name: /Three attempts/ }).focus()
    await window.keyboard.press('Delete')
    await expect(panel.getByText('No links yet.')).toBeVisible()
    await expect(window.getByRole('heading', { level: 1, name: /A lending library/ })).toBeVisible()
    await window.getByRole('button', { name: /Undo/ }).click()
    await expect(related.getByRole('link', { name: /Three attempts/ })).toBeVisible()
    await related.getByRole('button', { name: /Not related/ }).click()
    await panel.getByRole('button', { name: 'Show' }).click()
    await look(window, 'rejected')
    await panel.getByRole('button', { name: /Link again/ }).click()
    await expect(related.getByRole('link', { name: /Three attempts/ })).toBeVisible()

    await panel.getByRole('button', { name: 'Add a link' }).click()
    const picker = window.getByRole('dialog', { name: 'Add a link' })
    await picker.getByRole('combobox').fill('mum')
    await expect(picker.getByRole('option', { name: /Call mum/ })).toHaveAttribute('aria-selected', 'true')
    await look(window, 'picker')
    await window.keyboard.press('Enter')
    await picker.getByLabel('Why? (optional)').fill('she taught me to mend')
    await look(window, 'picker-why')
    await window.keyboard.press('Enter')
    await expect(picker).toBeHidden()
    const outgoing = panel.getByRole('list', { name: 'From here' })
    await expect(outgoing).toContainText('she taught me to mend')
    await outgoing.getByRole('button', { name: /Remove link/ }).click()
    await expect(outgoing).toBeHidden()
    await window.getByRole('button', { name: /Undo/ }).click()
    await expect(outgoing).toContainText('she taught me to mend')
    await look(window, 'manual')
  } finally {
    await cortexa.close()
  }
})

test('names work in a very long thought', async () => {
  const cortexa = await launchCortexa({ dataDir: await makeVault() })
  const { window } = cortexa
  try {
    await unlock(window)
    await call(window, 'pause-queue', {})
    await save(window, 'Rice')
    await save(
      window,
      `Long thought\n\nIt begins with [[Rice]] and goes on. ${'Many words follow here. '.repeat(15_000)} It ends with [[Rice|grain]].`,
    )
    await openThought(window, 'Long thought')
    await expect(window.locator('.plain-text').getByRole('link', { name: 'Rice' })).toBeVisible()
    await window.locator('.plain-text').getByRole('link', { name: 'Rice' }).click()
    await expect(window.getByRole('region', { name: 'Links' }).getByRole('list', { name: 'Backlinks' })).toContainText(
      'It begins with Rice',
    )
  } finally {
    await cortexa.close()
  }
})
