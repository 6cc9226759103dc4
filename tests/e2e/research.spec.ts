import { expect, test } from 'playwright/test'
import { startFakeOpenAi } from '../support/fake-openai-server'
import { researchAnswer, startResearchSite } from '../support/research-site'
import { launchCortexa, removeFolders } from './support/launch'
import { checkedPicturesOf } from './support/looks'
import { makeVault } from './support/made-vault'
import { call, chooseModelServer, lock, openThought, unlock } from './support/person'

test.afterAll(removeFolders)

const pictures = checkedPicturesOf('research')

test('a thought is researched: question, steps, report with sources, and what stands in the way', async () => {
  test.setTimeout(500_000)
  const site = await startResearchSite()
  const model = await startFakeOpenAi({ answer: researchAnswer })
  const cortexa = await launchCortexa({ dataDir: await makeVault(), web: site.launchWeb })
  const { window } = cortexa
  try {
    await unlock(window)
    await call(window, 'update-settings', { autoSummary: false })
    await chooseModelServer(window, { baseUrl: model.baseUrl, model: 'fake-model' })
    await call(window, 'capture-item', {
      title: 'How do tool libraries fare?',
      body: 'The one on Mill Street has four hundred drills, and nobody borrows a drill twice. Before we open another one, it would be good to know.',
    })
    await openThought(window, 'How do tool libraries fare')

    // The question, by its key; nothing leaves before Start.
    const dialog = window.getByRole('dialog', { name: 'Research a question' })
    await expect(async () => {
      await window.keyboard.press('r')
      await expect(dialog).toBeVisible({ timeout: 1000 })
    }).toPass()
    const field = dialog.getByLabel('Question')
    await expect(field).toHaveValue('How do tool libraries fare?')
    await expect(field).toBeFocused()
    await expect(dialog).toContainText('DuckDuckGo gets up to three searches')
    await pictures(window, 'question')
    expect(site.search.requests).toHaveLength(0)

    // A page that hangs: the steps with their hosts, and the way to stop.
    site.find(['/graz', '/gone', '/slow'])
    await field.press('Enter')
    await expect(dialog).toBeHidden()
    const section = window.getByRole('region', { name: 'Research', exact: true })
    await expect(section.getByText('2 of 3 pages')).toBeVisible({ timeout: 20_000 })
    await expect(section.getByRole('list', { name: 'Pages' }).getByText('reading…')).toBeVisible()
    await section.scrollIntoViewIfNeeded()
    await pictures(window, 'reading')
    await section.getByRole('button', { name: 'Stop' }).click()
    await expect(section.getByText('You stopped this research.')).toBeVisible({ timeout: 2000 })
    await expect(section.getByRole('button', { name: 'Start again' })).toBeFocused()
    await pictures(window, 'stopped')

    // Again, this time to the end; the report is read while it is written.
    site.findAll()
    model.setBehaviour({ chunkDelayMs: 120, chunkSize: 8 })
    await section.getByRole('button', { name: 'Start again' }).click()
    await expect(section.getByRole('heading', { name: 'Research', exact: true })).toBeFocused()
    await expect(section.locator('.voice')).toContainText('Graz lent more', { timeout: 30_000 })
    await pictures(window, 'writing')
    model.setBehaviour({ chunkDelayMs: 0, chunkSize: 400 })
    const report = section.getByRole('button', { name: 'How tool libraries fare' })
    await expect(report).toBeVisible({ timeout: 30_000 })
    await section.getByText('2 pages could not be read').click()
    await expect(section.getByText('has no such page')).toBeVisible()
    await pictures(window, 'done')

    // The report: marks that show the words of their page, folds, and no address of the trap.
    await report.click()
    const page = window.getByRole('main')
    await expect(window.getByRole('heading', { level: 1, name: 'How tool libraries fare' })).toBeFocused()
    await expect(page).not.toContainText('trap.example')
    const facts = window.getByRole('region', { name: 'How this report came about' })
    await facts.getByText('2 queries were sent to DuckDuckGo').click()
    await expect(facts.getByText('tool library numbers')).toBeVisible()
    await facts.getByText('2 statements left out').click()
    await pictures(window, 'report')
    await page
      .getByRole('button', { name: /^Source 2: / })
      .first()
      .click()
    const source = window.getByRole('dialog', { name: /^Source 2: Why the tool library in Wien closed/ })
    await expect(source.locator('mark')).toHaveText('because its only volunteer moved away')
    await expect(source).toContainText(`${site.site.origin}/wien`)
    await pictures(window, 'source')
    await window.keyboard.press('Escape')
    await expect(source).toBeHidden()
    await facts.getByRole('button', { name: 'How do tool libraries fare?' }).click()
    await expect(window.getByRole('region', { name: 'Links' })).toContainText('How tool libraries fare')

    // Three ends without a report, each in its own words.
    const ask = async (words: RegExp, name: string) => {
      await section.getByRole('button', { name: /^Ask (?:again|in other words)…$/ }).click()
      await window.keyboard.press('Enter')
      await expect(section.getByText(words)).toBeVisible({ timeout: 20_000 })
      await section.scrollIntoViewIfNeeded()
      await pictures(window, name)
    }
    site.findNothing()
    await ask(/DuckDuckGo found no page for this question/, 'nothing-found')
    site.block()
    await ask(/does not answer programs just now/, 'blocked')
    site.changeForm()
    await ask(/could not be read; it may have changed its form/, 'not-understood')
    await section.getByText('Earlier research: 3').click()
    await expect(section.getByRole('button', { name: 'How tool libraries fare' })).toBeVisible()
    await window.setViewportSize({ width: 900, height: 700 })
    await pictures(window, 'narrow')
    await window.setViewportSize({ width: 1280, height: 800 })

    // “Local only”, and a thought that stays here.
    await call(window, 'update-settings', { localOnly: true })
    await section.getByRole('button', { name: 'Ask in other words…' }).click()
    await expect(dialog.getByRole('alert')).toContainText('“Local only” is on')
    await expect(dialog.getByRole('button', { name: /^Start/ })).toHaveAttribute('aria-disabled', 'true')
    await pictures(window, 'local-only')
    await window.keyboard.press('Escape')
    await call(window, 'update-settings', { localOnly: false })
    await call(window, 'capture-item', { title: 'My secret plan', body: 'Of nobody’s concern.', private: true })
    await openThought(window, 'My secret plan')
    await window.getByRole('button', { name: /^Research/ }).click()
    await expect(field).toHaveValue('')
    await expect(dialog).toContainText('only what you type goes out')
    await pictures(window, 'private')
    await window.keyboard.press('Escape')

    await lock(window)
    expect(await window.content()).not.toContain('tool libraries')
    await unlock(window)
  } finally {
    await cortexa.close()
    await model.close()
    await site.close()
  }
})

test('a question without a thought and without a model, from the palette', async () => {
  test.setTimeout(120_000)
  const site = await startResearchSite()
  const cortexa = await launchCortexa({ dataDir: await makeVault(), web: site.launchWeb })
  const { window } = cortexa
  try {
    await unlock(window)
    await call(window, 'update-settings', { autoSummary: false })
    await window.keyboard.press('Control+k')
    await window.getByRole('combobox').fill('> research a')
    await window.getByRole('option', { name: /Research a question/ }).click()
    const dialog = window.getByRole('dialog', { name: 'Research a question' })
    await expect(dialog).toContainText('DuckDuckGo gets this question, at most 200 characters.')
    await dialog.getByLabel('Question').fill('How many tools do members of a tool library borrow?')
    await dialog.getByRole('button', { name: /^Start/ }).click()
    const section = window.getByRole('region', { name: 'Research', exact: true })
    const report = section.getByRole('button', { name: /^Research: How many tools/ })
    await expect(report).toBeVisible({ timeout: 30_000 })
    await pictures(window, 'job')
    await report.click()
    await expect(window.getByRole('main')).toContainText('The tool library in Graz lent 4,212 tools')
    await expect(window.getByRole('main')).toContainText('Built-in report, no model')
    await pictures(window, 'built-in-report')
  } finally {
    await cortexa.close()
    await site.close()
  }
})
