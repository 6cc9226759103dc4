import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from 'playwright/test'
import { kdfLimits } from '../../src/main/core/crypto/kdf-parameters'
import { closeApp, startApp } from '../support/app'
import { makeFakePiper } from '../support/fake-piper'
import { launchCortexa, makeFolder, removeFolders } from './support/launch'
import { assertAccessible, pictureOf, picturesOf } from './support/looks'
import { call, lock, openPlace, PASSPHRASE, thoughts, unlock, waitForQueue } from './support/person'

const kdfParameters = { t: kdfLimits.t.min, m: kdfLimits.m.min }

test.afterAll(removeFolders)

const picture = pictureOf('briefings')
const pictures = picturesOf('briefings')

/** A vault with four thoughts of today, one of them in Japanese. */
async function vaultOfToday(): Promise<string> {
  const dataDir = makeFolder('briefings')
  const { app, window } = startApp({ dataDir, kdfParameters })
  const { recoveryKey, confirmGroups } = await window.call('create-vault', { passphrase: PASSPHRASE })
  const groups = recoveryKey.split(/[^0-9A-Za-z]+/)
  await window.call('confirm-recovery-key', { groups: confirmGroups.map((index) => groups[index] ?? '') })
  for (const body of [thoughts.library, thoughts.attempts, thoughts.rice])
    await window.call('capture-item', { body, tags: body === thoughts.rice ? ['kitchen'] : ['repair'] })
  await window.call('capture-item', { body: '間は沈黙ではなく、聞き手に渡す余白である' })
  await app.whenIdle()
  await closeApp(app)
  return dataDir
}

const briefings = (window: Page) => window.getByRole('listbox', { name: 'Briefings' }).getByRole('option')
const dialogOf = (window: Page) => window.getByRole('dialog', { name: 'New briefing' })

test('a briefing of several thoughts is made, heard, followed, kept and deleted', async () => {
  test.setTimeout(300_000)
  const dataDir = await vaultOfToday()
  const cortexa = await launchCortexa({ dataDir })
  const { window } = cortexa
  try {
    await unlock(window)
    await openPlace(window, 'Briefings')
    await expect(window.getByText('Nothing to hear yet')).toBeVisible()
    await pictures(window, 'empty')
    await window.getByRole('button', { name: 'New briefing' }).last().click()
    const dialog = dialogOf(window)
    await expect(dialog.getByText('4 thoughts')).toBeVisible()
    await pictures(window, 'dialog')
    await assertAccessible(window, 'dialog')

    await dialog.getByRole('radio', { name: /A tag/ }).check()
    await expect(dialog.getByText('Name a tag.')).toBeVisible()
    await dialog.getByLabel('Tag', { exact: true }).fill('nothing-has-it')
    await expect(dialog.getByText('No thought fits this')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Make the briefing' })).toHaveAttribute('aria-disabled', 'true')
    await dialog.getByRole('radio', { name: /Chosen thoughts/ }).check()
    await dialog.getByRole('combobox', { name: 'Add thoughts' }).fill('rice')
    await dialog.getByRole('option', { name: /Salt the rice/ }).click()
    await expect(dialog.getByRole('list', { name: 'Chosen thoughts' }).getByRole('listitem')).toHaveCount(1)
    await expect(dialog.getByRole('listbox', { name: 'Thoughts to add' }).getByRole('option')).toHaveCount(3)
    await window.keyboard.press('Enter')
    await expect(dialog.getByRole('list', { name: 'Chosen thoughts' }).getByRole('listitem')).toHaveCount(2)
    await expect(dialog.getByText('2 thoughts')).toBeVisible()
    await pictures(window, 'dialog-chosen')
    await assertAccessible(window, 'dialog, chosen')
    await dialog.getByRole('radio', { name: /Today/ }).check()
    await expect(dialog.getByText('4 thoughts')).toBeVisible()
    await dialog.getByRole('button', { name: 'Make the briefing' }).click()
    await expect(dialog).toBeHidden()
    await waitForQueue(window)

    // The page: what it is of, each sentence with its thought, and the player.
    await expect(briefings(window)).toHaveCount(1)
    await expect(briefings(window).first()).toContainText('Not heard yet')
    const page = window.getByRole('main', { name: 'Briefing' })
    await expect(page.getByRole('heading', { name: 'Made from 4 thoughts' })).toBeVisible()
    await expect(page.getByText('Today you wrote or changed 4 thoughts.')).toBeVisible()
    await expect(page.getByText('Ten grams for each litre.')).toBeVisible()
    await pictures(window, 'page')
    await assertAccessible(window, 'page')

    // Keys: speed, fifteen seconds, play and pause.
    const player = page.getByRole('region', { name: 'Player' })
    await page.getByRole('heading', { level: 1 }).click()
    await window.keyboard.press('>')
    await expect(player.getByRole('button', { name: /^Speed 1.25×/ })).toBeVisible()
    await window.keyboard.press('>')
    await window.keyboard.press('<')
    await expect(player.getByRole('button', { name: /^Speed 1.25×/ })).toBeVisible()
    await window.keyboard.press('ArrowRight')
    await expect(player.getByRole('slider', { name: 'Position' })).toHaveAttribute('aria-valuenow', '15')
    await window.keyboard.press('ArrowRight')
    await window.keyboard.press('ArrowLeft')
    await expect(player.getByRole('slider', { name: 'Position' })).toHaveAttribute('aria-valuenow', '15')
    await expect(page.locator('.line.now')).toHaveCount(1)

    // A sentence jumps, and is marked while it is spoken.
    const line = page.locator('.line', { hasText: 'Ten grams for each litre.' })
    await line.locator('.line-text').click()
    await expect(line).toHaveAttribute('aria-current', 'true')
    await expect(player.getByRole('button', { name: /^Pause/ })).toBeVisible()
    await pictures(window, 'playing')
    await page.getByRole('heading', { level: 1 }).click()
    await window.keyboard.press(' ')
    await expect(player.getByRole('button', { name: /^Play/ })).toBeVisible()
    const at = Number(await player.getByRole('slider', { name: 'Position' }).getAttribute('aria-valuenow'))
    expect(at).toBeGreaterThan(0)

    // The chip of a sentence opens its thought.
    await line.getByRole('button', { name: /^Thought \d: Salt the rice water/ }).click()
    await expect(window.getByRole('heading', { level: 1, name: /Salt the rice/ })).toBeVisible()

    // Place, speed and what is unheard are there after a lock.
    await lock(window)
    await unlock(window)
    await openPlace(window, 'Briefings')
    await expect(player.getByRole('slider', { name: 'Position' })).toHaveAttribute('aria-valuenow', String(at))
    await expect(player.getByRole('button', { name: /^Speed 1.25×/ })).toBeVisible()

    // Narrow, and at 200 %.
    await cortexa.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(900, 600))
    await expect.poll(() => window.evaluate(() => innerWidth)).toBe(900)
    await picture(window, 'page-900')
    await window.keyboard.press('Control+k')
    await window.getByRole('combobox').fill('New briefing of')
    await window.keyboard.press('Enter')
    await expect(dialog.getByRole('heading', { name: 'New briefing' })).toBeVisible()
    await dialog.getByRole('radio', { name: /A tag/ }).check()
    await dialog.getByLabel('Tag', { exact: true }).fill('repair')
    await expect(dialog.getByText('2 thoughts')).toBeVisible()
    await picture(window, 'dialog-900')
    await window.keyboard.press('Escape')
    await cortexa.app.evaluate(({ BrowserWindow }) => {
      const [shown] = BrowserWindow.getAllWindows()
      shown?.setContentSize(1280, 860)
      shown?.webContents.setZoomFactor(2)
    })
    await window.waitForTimeout(400)
    await window.evaluate(() => document.querySelector<HTMLElement>('[role="listbox"][aria-label="Briefings"] [role="option"]')?.click())
    await picture(window, 'page-200')
    await window.keyboard.press('Control+k')
    await window.getByRole('combobox').fill('New briefing of')
    await window.keyboard.press('Enter')
    await expect(dialog.getByRole('heading', { name: 'New briefing' })).toBeVisible()
    await picture(window, 'dialog-200')
    await window.keyboard.press('Escape')
    await cortexa.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(1))

    // From a tag, and deleted with undo.
    await window
      .getByRole('navigation', { name: 'Places' })
      .getByRole('button', { name: /repair/ })
      .first()
      .click()
    await window.getByRole('button', { name: 'Brief the thoughts with #repair' }).click()
    await expect(dialog.getByText('2 thoughts')).toBeVisible()
    await dialog.getByRole('button', { name: 'Make the briefing' }).click()
    await waitForQueue(window)
    await expect(briefings(window)).toHaveCount(2)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('#repair')
    await page.getByRole('button', { name: 'More' }).click()
    await pictures(window, 'menu')
    await window.getByRole('menuitem', { name: /^Delete/ }).click()
    await expect(briefings(window)).toHaveCount(1)
    await window.getByRole('button', { name: /^Undo/ }).click()
    await expect(briefings(window)).toHaveCount(2)
  } finally {
    await cortexa.close()
  }
})

test('the sound and the script are saved where the person says', async () => {
  test.setTimeout(180_000)
  const cortexa = await launchCortexa({ dataDir: await vaultOfToday() })
  const { window } = cortexa
  const target = makeFolder('saved')
  try {
    await unlock(window)
    await call(window, 'brief-many', { scope: 'tag', tag: 'kitchen' })
    await waitForQueue(window)
    await openPlace(window, 'Briefings')
    const page = window.getByRole('main', { name: 'Briefing' })
    for (const [item, name] of [
      ['Save audio…', 'sound.wav'],
      ['Save text…', 'script.txt'],
    ] as const) {
      await cortexa.app.evaluate(
        ({ dialog }, filePath) => {
          dialog.showSaveDialog = async () => ({ canceled: false, filePath })
        },
        join(target, name),
      )
      await page.getByRole('button', { name: 'More' }).click()
      await window.getByRole('menuitem', { name: item }).click()
      await expect(window.locator('.toast')).toContainText('It is not encrypted there.')
      await window.waitForTimeout(300)
    }
    expect(readFileSync(join(target, 'sound.wav')).toString('latin1', 0, 4)).toBe('RIFF')
    expect(readFileSync(join(target, 'script.txt'), 'utf8')).toContain('Rice tastes flat')
  } finally {
    await cortexa.close()
  }
})

test('Piper is found, tried and put to use, and briefings that make themselves are switched on', async () => {
  test.setTimeout(180_000)
  const piperFolder = makeFolder('piper')
  const piper = makeFakePiper(piperFolder)
  const cortexa = await launchCortexa({ dataDir: await vaultOfToday(), env: { PATH: `${piperFolder}:${process.env.PATH ?? ''}` } })
  const { window } = cortexa
  try {
    await unlock(window)
    await openPlace(window, 'Settings')
    await window.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name: 'Who does what' }).click()
    const role = window.getByRole('group', { name: /Voice/ })
    await role.getByLabel('Server of the Voice').selectOption('Piper')
    await expect(role.getByText('Not set up yet')).toBeVisible()
    await role.getByLabel('Piper program').fill('/nowhere/piper')
    await role.getByLabel('Piper voice').fill('/nowhere/voice.onnx')
    await role.getByRole('button', { name: 'Test' }).click()
    await expect(role.getByText('The Piper program is not where it was chosen.').first()).toBeVisible()
    await role.getByLabel('Piper program').fill('')
    await role.getByLabel('Piper voice').fill('')
    await role.getByRole('button', { name: 'Look for it' }).click()
    await expect(role.getByLabel('Piper program')).toHaveValue(piper.program)
    await expect(role.getByLabel('Piper voice')).toHaveValue(piper.voice)
    await expect(role.getByText('en_GB-test-medium', { exact: true })).toBeVisible()
    await role.getByRole('button', { name: 'Test' }).click()
    await expect(role.getByText(/Piper \(en_GB-test-medium\) spoke for/)).toBeVisible()
    await role.scrollIntoViewIfNeeded()
    await pictures(window, 'piper')
    await assertAccessible(window, 'piper')
    await window.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name: 'Briefings' }).click()
    await window.getByLabel('Brief thoughts by themselves').check()
    await expect(window.getByLabel('At most a day, in briefings')).toBeVisible()
    await pictures(window, 'auto-brief')
    await assertAccessible(window, 'auto-brief')

    await call(window, 'brief-many', { scope: 'tag', tag: 'repair' })
    await waitForQueue(window)
    await openPlace(window, 'Briefings')
    await expect(window.getByText('Piper (en_GB-test-medium)')).toBeVisible()
  } finally {
    await cortexa.close()
  }
})
