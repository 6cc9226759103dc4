import { expect, type Page, test } from 'playwright/test'
import { answerAllRoles } from '../support/fake-openai/all-roles'
import { startFakeOpenAi } from '../support/fake-openai-server'
import { startFakeSite } from '../support/fake-site'
import { cutOff, planModel, planReply, taskOf } from '../support/plan-model'
import { launchCortexa, removeFolders } from './support/launch'
import { checkedPicturesOf, pictureOf } from './support/looks'
import { makeVault } from './support/made-vault'
import { call, capture, chooseModelServer, openPlace, openThought, thoughts, unlock, waitForQueue } from './support/person'

test.afterAll(removeFolders)

const picture = pictureOf('orchestrate')
const pictures = checkedPicturesOf('orchestrate')

const QUESTION = 'Which outliner for notes is free?'

const plan = planReply(
  { id: 'near', tool: 'related', why: 'To see what you wrote about repair before.' },
  { id: 'web', tool: 'research', why: 'To see what others found.' },
  { id: 'for', tool: 'expand', why: 'To state it so that it could turn out wrong.', needs: ['near'] },
  { id: 'against', tool: 'counterpoint', why: 'To hear what speaks against a library of skills.', needs: ['near'] },
  { id: 'cost', tool: 'ask', why: 'To know the price.', input: 'What does it cost the one who shows?', needs: ['for', 'web'] },
  { id: 'weigh', tool: 'synthesize', why: 'To weigh both sides.', needs: ['for', 'against'] },
  { id: 'end', tool: 'answer', why: 'To say what follows.', needs: ['near', 'web', 'cost', 'weigh'] },
)

const ANSWER = `Begin with one repair and three members, and count the attempts [1]. It holds as long as somebody is willing to stand beside them.

## What it rests on

- A skill needs three attempts with somebody beside it [1].
- What others offer costs nothing to try [2].

## What to do next

1. Choose the repair that floods the fewest kitchens.
2. Write down what would make you stop.`

const ROLES = new Set(['PLAN', 'EXPAND', 'COUNTERPOINT', 'SYNTHESIZE', 'ASK', 'ANSWER'])

async function setUp(model: ReturnType<typeof planModel>, options: Parameters<typeof startFakeOpenAi>[0] = {}) {
  const site = await startFakeSite()
  const fake = await startFakeOpenAi({
    answer: (question, body) => (ROLES.has(taskOf(question) ?? '') ? model.answer(question) : answerAllRoles(question, body)),
    ...options,
  })
  const cortexa = await launchCortexa({ dataDir: await makeVault(), web: site.launchWeb })
  const { window } = cortexa
  await unlock(window)
  await call(window, 'update-settings', { autoSummary: false })
  await capture(window, thoughts.attempts)
  await capture(window, thoughts.library)
  await waitForQueue(window)
  await chooseModelServer(window, { baseUrl: fake.baseUrl, model: 'fake-model' })
  await openThought(window, 'A lending library')
  return {
    ...cortexa,
    site,
    fake,
    async end() {
      await cortexa.close()
      await Promise.all([site.close(), fake.close()])
    },
  }
}

async function startPlan(window: Page, goal = ''): Promise<void> {
  await window.keyboard.press('l')
  const dialog = window.getByRole('dialog', { name: 'Deep Think with a plan' })
  await dialog.getByLabel(/^Goal/).fill(goal)
  await window.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
}

test('a plan is asked for, watched, read step by step, kept as a thought and found again', async () => {
  test.setTimeout(240_000)
  const { window, site, fake, end } = await setUp(planModel({ PLAN: plan, ANSWER }))
  try {
    await window.keyboard.press('l')
    const dialog = window.getByRole('dialog', { name: 'Deep Think with a plan' })
    await expect(dialog.getByLabel(/^Goal/)).toBeFocused()
    await expect(dialog.getByText('Left empty, the plan does not go to the web.')).toBeVisible()
    await dialog.getByLabel(/^Goal/).fill('Shall we start a lending library for skills this spring?')
    await dialog.getByLabel(/^Question for the web/).fill(QUESTION)
    await expect(dialog.getByText(/This question leaves this computer as it stands.*it goes to DuckDuckGo/)).toBeVisible()
    await pictures(window, '1-dialog')

    fake.setBehaviour({ chunkDelayMs: 40 })
    await dialog.getByRole('button', { name: 'Start the plan' }).click()
    const page = window.getByRole('main', { name: 'Plan' })
    const steps = page.getByRole('list', { name: 'Steps' })
    await expect(steps.getByRole('button', { name: /^Expand/ })).toContainText('Running', { timeout: 60_000 })
    await expect(steps.getByRole('button', { name: /^Answer/ })).toContainText('Waiting')
    await picture(window, '2-running-light')
    await expect(steps.getByRole('button', { name: /^Answer/ })).toContainText('Running', { timeout: 60_000 })
    await expect(page.getByRole('region', { name: 'Answer', exact: true })).toContainText('Begin with one repair')
    await picture(window, '2-writing-light')
    fake.setBehaviour({ chunkDelayMs: 0 })
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Done', { timeout: 60_000 })
    await waitForQueue(window)
    expect(JSON.stringify(site.search.queries)).not.toContain('lending')

    // By keyboard from step to step.
    await steps.getByRole('button', { name: /^Related/ }).focus()
    await window.keyboard.press('ArrowDown')
    await window.keyboard.press('Enter')
    const shown = page.getByRole('region', { name: 'Step: Research' })
    await expect(shown).toBeVisible()
    await expect(shown.getByRole('button', { name: 'Show all of it' }).or(shown.locator('.plan-text'))).not.toHaveCount(0)
    await steps.getByRole('button', { name: /^Ask/ }).click()
    await expect(page.getByRole('region', { name: 'Step: Ask' })).toContainText('What does it cost the one who shows?')
    await expect(page.getByRole('region', { name: 'Step: Ask' })).toContainText('Expand, Research')
    const scrollTo = (end: boolean) =>
      page.locator('.scroll').evaluate((element, down) => element.scrollTo(0, down ? element.scrollHeight : 0), end)
    await scrollTo(false)
    await pictures(window, '3-done')
    await scrollTo(true)
    await pictures(window, '3-steps')
    await window.setViewportSize({ width: 1680, height: 1100 })
    await steps.getByRole('button', { name: /^Research/ }).click()
    await scrollTo(false)
    await pictures(window, '3-wide')
    await window.setViewportSize({ width: 1360, height: 900 })
    const answer = page.getByRole('region', { name: 'Answer', exact: true })
    await expect(answer.getByRole('list', { name: 'Sources' }).getByRole('listitem')).toHaveCount(2)

    await window.setViewportSize({ width: 900, height: 640 })
    await scrollTo(true)
    await pictures(window, '4-narrow')
    await window.setViewportSize({ width: 1360, height: 900 })

    await window.keyboard.press('k')
    await expect(window.getByText('The answer was kept as a thought, linked with this one.')).toBeVisible()
    await page.getByRole('button', { name: /Open the kept thought/ }).click()
    await expect(window.getByRole('heading', { level: 1, name: /^Shall we start a lending library/ })).toBeVisible()
    await picture(window, '5-kept-light')

    // The thesis of the plan is the thought's, and the plan is found from the thought and from its job.
    await openThought(window, '^A lending library')
    await expect(window.getByRole('region', { name: 'Deep Think' }).getByText(/of 8 gates closed/)).toBeVisible()
    const section = window.getByRole('region', { name: 'Plan' })
    await section.scrollIntoViewIfNeeded()
    await pictures(window, '6-section')
    await section.getByRole('button', { name: 'Open the plan' }).click()
    await expect(page).toBeVisible()
    await window.keyboard.press('Escape')
    await expect(window.getByRole('button', { name: 'Open the plan' })).toBeFocused()
    await openPlace(window, 'Jobs')
    await window.getByRole('option', { name: /^Plan/ }).click()
    await expect(window.getByRole('heading', { level: 1 })).toContainText('Plan')
    await picture(window, '7-job-light')
    await window.getByRole('button', { name: 'Open plan' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Done')
  } finally {
    await end()
  }
})

test('a failed plan says what to do and goes on from its finished steps; a running one is stopped', async () => {
  test.setTimeout(180_000)
  const model = planModel({ ANSWER: cutOff })
  const { window, fake, end } = await setUp(model)
  try {
    await startPlan(window)
    const page = window.getByRole('main', { name: 'Plan' })
    await expect(page.getByRole('alert')).toContainText('after the plan had been made anew once', { timeout: 60_000 })
    await expect(page.getByRole('region', { name: 'Step: Answer' })).toBeVisible()
    await pictures(window, '8-failed')
    model.set('ANSWER', 'It works now [1].')
    const before = model.count('EXPAND')
    await page.getByRole('button', { name: /Go on from the finished steps/ }).click()
    await expect(page.getByRole('region', { name: 'Answer', exact: true })).toContainText('It works now', { timeout: 60_000 })
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Done')
    expect(model.count('EXPAND')).toBe(before)

    fake.failAlways({ kind: 'hang-before-first-byte', route: 'chat' })
    await window.keyboard.press('l')
    const dialog = window.getByRole('dialog', { name: 'Deep Think with a plan' })
    await dialog.getByRole('button', { name: 'Start the plan' }).click()
    await expect(page.getByText('The model reads the thought and chooses the steps.')).toBeVisible({ timeout: 30_000 })
    await window.keyboard.press('Escape')
    await expect(page.getByText('You stopped this plan.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Other plans' }).getByRole('listitem')).toHaveCount(1)
    await pictures(window, '9-stopped')
  } finally {
    await end()
  }
})

test('killed in the middle, it goes on with the finished steps after the next start', async () => {
  test.setTimeout(240_000)
  const model = planModel()
  const first = await setUp(model)
  first.fake.setBehaviour({
    answer(question) {
      const reply = model.answer(question)
      if (taskOf(question) === 'EXPAND') first.fake.failAlways({ kind: 'hang-before-first-byte', route: 'chat' })
      return reply
    },
  })
  await startPlan(first.window)
  const steps = first.window.getByRole('list', { name: 'Steps' })
  await expect(steps.getByRole('button', { name: /^Expand/ })).toContainText('Done', { timeout: 60_000 })
  await first.kill()
  first.fake.heal()
  const second = await launchCortexa({ dataDir: first.dataDir })
  try {
    await unlock(second.window)
    await waitForQueue(second.window)
    await openThought(second.window, 'A lending library')
    await second.window.getByRole('region', { name: 'Plan' }).getByRole('button', { name: 'Open the plan' }).click()
    await expect(second.window.getByRole('main', { name: 'Plan' }).getByRole('heading', { level: 1 })).toContainText('Done')
    expect([model.count('PLAN'), model.count('EXPAND')]).toEqual([1, 1])
  } finally {
    await second.close()
    await Promise.all([first.site.close(), first.fake.close()])
  }
})

test('without a model the usual plan runs with outlines, and a thought that stays here has no question for the web', async () => {
  test.setTimeout(120_000)
  const cortexa = await launchCortexa({ dataDir: await makeVault() })
  const { window } = cortexa
  try {
    await unlock(window)
    await capture(window, thoughts.attempts)
    await capture(window, thoughts.library)
    await waitForQueue(window)
    await openThought(window, 'A lending library')
    await startPlan(window)
    const page = window.getByRole('main', { name: 'Plan' })
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Done', { timeout: 60_000 })
    await expect(page.getByText('The usual plan, without a model')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Answer', exact: true })).toContainText('Built-in outline, no model')
    await pictures(window, '10-builtin')
    const { items } = await call<{ items: { id: string; title: string }[] }>(window, 'list-items', {})
    await call(window, 'update-item', { id: items.find(({ title }) => title.startsWith('A lending'))?.id, private: true })
    await window.keyboard.press('l')
    const dialog = window.getByRole('dialog', { name: 'Deep Think with a plan' })
    await expect(dialog.getByText(/This thought stays here, so its plan does not go to the web/)).toBeVisible()
    await expect(dialog.getByLabel(/^Question for the web/)).toHaveCount(0)
    await pictures(window, '11-dialog-private')
  } finally {
    await cortexa.close()
  }
})
