import { expect, test } from 'playwright/test'
import { kdfLimits } from '../../src/main/core/crypto/kdf-parameters'
import { closeApp, startApp } from '../support/app'
import { type ResearchSite, startResearchSite } from '../support/research-site'
import { launchCortexa, makeFolder, removeFolders } from './support/launch'
import { assertAccessible, pictureOf, picturesOf } from './support/looks'
import { call, openPlace, PASSPHRASE, unlock } from './support/person'

/** The cheapest key derivation that the window accepts. */
const kdfParameters = { t: kdfLimits.t.min, m: kdfLimits.m.min }

test.afterAll(removeFolders)

const picture = pictureOf('schedules')
const pictures = picturesOf('schedules')

const QUESTION = 'What does a tool library lend in a year?'

/** A vault in which a question was to be researched each day, and nobody was there for five. */
async function leftAlone(site: ResearchSite): Promise<string> {
  const dataDir = makeFolder('schedules')
  const clock = { now: Date.now() - 5 * 86_400_000 }
  const { app, window } = startApp({ dataDir, kdfParameters, now: () => clock.now, autoLock: false, web: site.web })
  const { recoveryKey, confirmGroups } = await window.call('create-vault', { passphrase: PASSPHRASE })
  const groups = recoveryKey.split(/[^0-9A-Za-z]+/)
  await window.call('confirm-recovery-key', { groups: confirmGroups.map((index) => groups[index] ?? '') })
  await window.call('save-schedule', { rule: { every: 'day', time: '08:00' }, question: QUESTION })
  await window.call('update-settings', { localOnly: true })
  clock.now += 86_400_000
  app.lookAtClock()
  await window.call('update-settings', { localOnly: false })
  await app.whenIdle()
  await closeApp(app)
  return dataDir
}

test('what runs by itself: a missed run once at unlock, and a schedule made, run, paused, changed, deleted and brought back', async () => {
  test.setTimeout(240_000)
  const site = await startResearchSite()
  const cortexa = await launchCortexa({ dataDir: await leftAlone(site), web: site.launchWeb })
  const { window } = cortexa
  try {
    await unlock(window)
    await openPlace(window, 'Schedules')
    await expect(window.getByRole('heading', { level: 1, name: 'Schedules' })).toBeVisible()
    const rows = window.getByRole('list', { name: 'Schedules' }).getByRole('listitem')
    const row = (name: string) => rows.filter({ has: window.getByRole('heading', { name }) })

    // Five days were missed; one run makes up for them, without anybody asking.
    const own = row(QUESTION)
    await expect(own).toContainText('Every day at 08:00')
    await expect(own.getByText('Done')).toBeVisible({ timeout: 60_000 })
    await expect(own).toContainText(/Today, \d\d:\d\d/)
    const { jobs } = await call<{ jobs: unknown[] }>(window, 'list-jobs', { type: 'research' })
    expect(jobs).toHaveLength(1)

    // A new one: what is wrong is said in words, and nothing typed is lost.
    await window.getByRole('button', { name: 'New: research a question' }).click()
    const dialog = window.getByRole('dialog', { name: 'New schedule: research a question' })
    await expect(dialog.getByLabel('Question')).toBeFocused()
    await dialog.getByRole('button', { name: 'Save the schedule' }).click()
    await expect(dialog.getByRole('alert')).toContainText('There is no question yet')
    await dialog.getByLabel('Question').fill('What do tool libraries cost their members?')
    await dialog.getByRole('radio', { name: 'Once' }).check()
    await dialog.getByLabel('On', { exact: true }).fill('2020-01-01')
    await dialog.getByRole('button', { name: 'Save the schedule' }).click()
    await expect(dialog.getByRole('alert')).toContainText('This time is over')
    await pictures(window, 'dialog')
    await assertAccessible(window, 'dialog')
    await dialog.getByRole('radio', { name: 'Every week' }).check()
    await dialog.getByLabel('On', { exact: true }).selectOption('Sunday')
    await dialog.getByLabel('At', { exact: true }).fill('18:30')
    await window.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    const lent = row('What do tool libraries cost their members?')
    await expect(lent).toContainText('Every Sunday at 18:30')
    await expect(lent).toContainText('Not yet')

    // Run now leaves the times as they are.
    await lent.getByRole('button', { name: /^Run now/ }).click()
    await expect(lent.getByText('Done')).toBeVisible({ timeout: 60_000 })
    await expect(lent.locator('.schedule-next')).toContainText(/18:30/)

    const later = new Date().getFullYear() + 2
    await call(window, 'save-schedule', { rule: { every: 'once', at: `${later}-10-03T09:15` }, question: '修理カフェは何を直しているか' })
    await call(window, 'save-schedule', {
      rule: { every: 'day', time: '06:00' },
      question: `${'How do neighbourhoods keep tools, skills and rooms in common over years, '.repeat(5)}and what ends them?`,
    })
    await lent.getByRole('button', { name: /^Pause/ }).click()
    await expect(lent.locator('.schedule-next')).toContainText('Paused')
    await expect(rows.filter({ hasText: '修理カフェ' })).toContainText(`Once, on 3 October ${later} at 09:15`)
    await call(window, 'update-settings', { localOnly: true })
    await own.getByRole('button', { name: /^Run now/ }).click()
    await expect(window.locator('.toast')).toContainText('Local only')
    await window.mouse.move(400, 5)
    await pictures(window, 'schedules')
    await assertAccessible(window, 'schedules')

    // Changed in the dialog, deleted, and taken back with what it did before.
    await lent.getByRole('button', { name: /^Change/ }).click()
    const change = window.getByRole('dialog', { name: 'Change this schedule' })
    await change.getByRole('radio', { name: 'Every day' }).check()
    await change.getByRole('button', { name: 'Save' }).click()
    await expect(lent).toContainText('Every day at 18:30')
    await lent.getByRole('button', { name: /^Delete/ }).click()
    await expect(lent).toHaveCount(0)
    await expect(window.getByRole('heading', { level: 1, name: 'Schedules' })).toBeFocused()
    await window.keyboard.press('Control+z')
    await expect(lent).toContainText('Every day at 18:30')
    await expect(lent.getByText('Done')).toBeVisible()

    const [all, before] = [await rows.count(), await rows.filter({ hasText: 'Paused' }).count()]
    await window.getByRole('button', { name: 'Pause all' }).click()
    await expect(rows.filter({ hasText: 'Paused' })).toHaveCount(all)
    await window.keyboard.press('Control+z')
    await expect(rows.filter({ hasText: 'Paused' })).toHaveCount(before)

    // The report of a run, and the way back.
    await lent.getByRole('button', { name: 'Open the report' }).click()
    await expect(window.getByRole('heading', { level: 1 })).toBeVisible()
    await openPlace(window, 'Schedules')

    for (const [name, width, height] of [
      ['900', 900, 640],
      ['680', 680, 640],
    ] as const) {
      await window.setViewportSize({ width, height })
      await expect(own).toBeVisible()
      expect(await window.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      await picture(window, `narrow-${name}`)
      await assertAccessible(window, name)
    }
  } finally {
    await cortexa.close()
    await site.close()
  }
})

test('says how the page fills while nothing runs by itself', async () => {
  const dataDir = makeFolder('none')
  const { app, window: maker } = startApp({ dataDir, kdfParameters })
  const { recoveryKey, confirmGroups } = await maker.call('create-vault', { passphrase: PASSPHRASE })
  const groups = recoveryKey.split(/[^0-9A-Za-z]+/)
  await maker.call('confirm-recovery-key', { groups: confirmGroups.map((index) => groups[index] ?? '') })
  await closeApp(app)
  const cortexa = await launchCortexa({ dataDir })
  try {
    await unlock(cortexa.window)
    await openPlace(cortexa.window, 'Schedules')
    await expect(cortexa.window.getByRole('button', { name: 'New: research a question' })).toBeVisible()
    await expect(cortexa.window.getByText('While the vault is locked or the computer sleeps')).toBeVisible()
    await pictures(cortexa.window, 'empty')
    await assertAccessible(cortexa.window, 'empty')
  } finally {
    await cortexa.close()
  }
})
