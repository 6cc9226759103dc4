import { expect, type Page, test } from 'playwright/test'
import { startFakeOpenAi } from '../support/fake-openai-server'
import { searxngAnswer } from '../support/fake-search/json-answers'
import { startFakeSearch } from '../support/fake-search/search-site'
import { launchCortexa, removeFolders } from './support/launch'
import { checkedPicturesOf } from './support/looks'
import { makeVault } from './support/made-vault'
import { call, capture, chooseModelServer, openPlace, openThought, thoughts, unlock, waitForQueue } from './support/person'

test.afterAll(removeFolders)

const pictures = checkedPicturesOf('screens')

async function openSection(window: Page, name: string): Promise<void> {
  await openPlace(window, 'Settings')
  await window.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name, exact: true }).click()
}

test('a search engine is set up and tried, what left is listed and filtered, and “Local only” keeps the rest here', async () => {
  test.setTimeout(180_000)
  const search = await startFakeSearch()
  const model = await startFakeOpenAi()
  const cortexa = await launchCortexa({ dataDir: await makeVault() })
  const { window } = cortexa
  try {
    await unlock(window)
    await call(window, 'update-settings', { autoSummary: false })
    await openSection(window, 'Network')
    const network = window.getByRole('region', { name: 'Network' })
    await expect(network.getByText('Nothing has left this computer.')).toBeVisible()
    await pictures(window, '11-network-empty')

    await openSection(window, 'Web search')
    const engines = window.getByRole('region', { name: 'Web search' })
    await expect(engines.getByRole('radio', { name: /^DuckDuckGo \(in use\)/ })).toBeChecked()
    await engines.getByRole('radio', { name: /^Brave Search/ }).check()
    await engines.getByRole('button', { name: 'Search with Brave Search' }).click()
    await expect(engines.getByRole('alert')).toContainText('needs a key first')
    await engines.getByRole('radio', { name: /^SearXNG/ }).check()
    await engines.getByLabel('Address').fill(search.origin)
    search.answer({ status: 403, body: '<h1>Forbidden</h1>' })
    await engines.getByRole('button', { name: 'Test' }).click()
    await expect(engines.locator('.test-lines')).toContainText('search.formats')
    search.answer({ body: searxngAnswer })
    await engines.getByRole('button', { name: 'Test' }).click()
    await expect(engines.locator('.test-lines')).toContainText('SearXNG answers and found one page')
    await pictures(window, '11-web-search')
    await engines.getByRole('button', { name: 'Search with SearXNG' }).click()
    await expect(window.getByText('SearXNG searches the web now.')).toBeVisible()
    await expect(engines.getByRole('radio', { name: /^SearXNG \(in use\)/ })).toBeChecked()

    await capture(window, thoughts.library)
    await waitForQueue(window)
    // Counts as another computer: its address is none of this one's names.
    await chooseModelServer(window, { baseUrl: model.baseUrl.replace('127.0.0.1', '0.0.0.0'), model: 'fake-model' })
    await openThought(window, 'A lending library')
    await window.keyboard.press('d')
    await waitForQueue(window)
    await openSection(window, 'Network')
    const rows = network.getByRole('table').locator('tbody tr')
    await expect(rows).toHaveCount(5)
    await expect(network.getByText(/^5 requests: /)).toBeVisible()
    await expect(rows.first()).toContainText('Model · Synthesize')
    await expect(rows.last()).toContainText('answered with 403')
    await pictures(window, '11-network')

    await network.getByLabel('Host').selectOption({ label: '0.0.0.0 (3)' })
    await expect(rows).toHaveCount(3)
    await network.getByLabel('For').selectOption({ label: 'Test' })
    await expect(network.getByText('No request fits.')).toBeVisible()
    await network.getByRole('button', { name: 'Show all' }).click()
    await expect(rows).toHaveCount(5)

    const before = model.requests.length
    await network.getByRole('checkbox', { name: /^Local only/ }).check()
    await capture(window, thoughts.attempts)
    await openThought(window, 'Three attempts')
    await window.keyboard.press('d')
    await expect
      .poll(async () => {
        const { jobs } = await call<{ jobs: { waitingFor: string | null }[] }>(window, 'list-jobs', { type: 'expand' })
        return jobs.some(({ waitingFor }) => waitingFor?.includes('Local only'))
      })
      .toBe(true)
    expect(model.requests.length).toBe(before)
    await openSection(window, 'Network')
    await network.getByRole('checkbox', { name: /^Local only/ }).uncheck()
    await waitForQueue(window)
    expect(model.requests.length).toBeGreaterThan(before)
    await expect(rows).toHaveCount(8)
    await rows
      .first()
      .getByRole('button', { name: /^Three attempts/ })
      .click()
    await expect(window.getByRole('heading', { level: 1, name: /Three attempts/ })).toBeVisible()
  } finally {
    await cortexa.close()
    await model.close()
    await search.close()
  }
})
