import { expect, type Page, test } from 'playwright/test'
import { programAt } from '../support/program-at'
import { launchCortexa, removeFolders } from './support/launch'
import { assertAccessible, pictureOf, setSize, setTheme } from './support/looks'
import { makeVault } from './support/made-vault'
import { lock, openPlace, unlock } from './support/person'

test.afterAll(removeFolders)

const picture = pictureOf('api')

async function openPrograms(window: Page) {
  await openPlace(window, 'Settings')
  await window.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name: 'Programs', exact: true }).click()
  return window.getByRole('region', { name: 'Programs' })
}

test('a person lets a program in, it captures and searches, is revoked and taken back, and hears of the lock', async () => {
  test.setTimeout(180_000)
  const cortexa = await launchCortexa({ dataDir: await makeVault() })
  const { window } = cortexa
  window.setDefaultTimeout(15_000)
  await setSize(cortexa, 1360, 960)
  try {
    await unlock(window)
    await setTheme(window, 'light')
    const section = await openPrograms(window)
    const connect = section.getByRole('checkbox', { name: /^Let programs connect/ })
    await expect(connect).not.toBeChecked()
    await picture(window, '1-off-light')
    await connect.check()
    await expect(section.getByText('Programs can connect')).toBeVisible()
    await expect(section.getByText('No program has a token.')).toBeVisible()
    await picture(window, '2-on-empty-light')
    const url = (await section.locator('.api-line code').textContent()) ?? ''
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    await expect(section.locator('.api-example')).toContainText(`curl ${url}/v1/commands/`)

    // By keyboard from the button to the token.
    await section.getByRole('button', { name: 'New token' }).focus()
    await window.keyboard.press('Enter')
    const dialog = window.getByRole('dialog', { name: 'New token' })
    await expect(dialog.getByLabel('Name of the program')).toBeFocused()
    await window.keyboard.press('Enter')
    await expect(dialog.getByText('The token has no name yet.', { exact: false })).toBeVisible()
    await dialog.getByLabel('Name of the program').fill('Editor plug-in')
    await dialog.getByRole('checkbox', { name: /^Write/ }).check()
    await dialog.getByLabel('It ends').selectOption('date')
    await expect(dialog.getByLabel('Last day')).toBeVisible()
    await picture(window, '3-new-token-light')
    await assertAccessible(window, 'new token')
    await dialog.getByLabel('It ends').selectOption('90')
    await dialog.getByRole('button', { name: 'Make the token' }).click()
    const secret = (await dialog.locator('.token-secret').textContent()) ?? ''
    expect(secret).toMatch(/^cortexa_[\w-]{43}$/)
    await expect(dialog.getByRole('button', { name: 'Copy the token' })).toBeFocused()
    await window.keyboard.press('Escape')
    await expect(dialog.getByText('It was not copied and will not be shown again.', { exact: false })).toBeVisible()
    await picture(window, '4-token-shown-light')
    await assertAccessible(window, 'token shown')
    await dialog.getByRole('button', { name: 'Copy the token' }).click()
    await expect(dialog.getByText(/^Copied\./)).toBeVisible()
    await window.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(section.getByRole('button', { name: 'New token' })).toBeFocused()

    const program = programAt(url, secret)
    const captured = await program.call('capture-item', { body: 'A program kept this walnut.' })
    expect(captured.status).toBe(200)
    expect(JSON.stringify(await program.call('search-items', { query: 'walnut' }))).toContain('A program kept this walnut')
    expect((await program.call('deep-think', { itemId: captured.body.data.id })).status).toBe(403)
    await openPlace(window, 'All thoughts')
    await expect(window.getByRole('option', { name: /A program kept this walnut/ })).toBeVisible()

    await openPrograms(window)
    const row = section.getByRole('row', { name: /^Editor plug-in/ })
    await expect(row).toContainText('Search, read, write')
    await expect(row).toContainText(/\d\d:\d\d/)
    await picture(window, '5-token-light')
    await assertAccessible(window, 'programs')
    await row.getByRole('button', { name: 'Revoke the token of Editor plug-in' }).click()
    await expect(row).toContainText('Revoked')
    expect((await program.call('search-items', { query: 'walnut' })).status).toBe(401)
    await picture(window, '6-revoked-light')
    await window.getByRole('status').getByRole('button', { name: /^Undo/ }).click()
    await expect(row.getByRole('button', { name: /^Revoke/ })).toBeVisible()
    expect((await program.call('search-items', { query: 'walnut' })).status).toBe(200)

    await section.getByRole('radio', { name: /^Always the same/ }).check()
    const port = section.getByLabel(/^Port number/)
    await expect(port).toHaveValue(new URL(url).port)
    await setTheme(window, 'dark')
    await picture(window, '7-token-dark')
    await assertAccessible(window, 'programs, dark', 'colours')
    await setSize(cortexa, 900, 700)
    await picture(window, '8-narrow-dark')
    await section.locator('.api-example').scrollIntoViewIfNeeded()
    await picture(window, '9-narrow-tokens-dark')
    await setTheme(window, 'light')
    // A window of 1360 by 960 at 200 %: so many pixels are left to lay out.
    await setSize(cortexa, 680, 480)
    await section.getByRole('button', { name: 'New token' }).scrollIntoViewIfNeeded()
    await picture(window, '10-zoom-200-light')
    await section.getByRole('button', { name: 'New token' }).click()
    await picture(window, '11-new-token-zoom-200-light')
    await window.keyboard.press('Escape')
    await setSize(cortexa, 1360, 960)

    await lock(window)
    const locked = await program.call('search-items', { query: 'walnut' })
    expect([locked.status, locked.body.error.code]).toEqual([423, 'VAULT_LOCKED'])
    await unlock(window)
    expect((await program.call('search-items', { query: 'walnut' })).status).toBe(200)
  } finally {
    await cortexa.close()
  }
})
