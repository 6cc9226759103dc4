import { expect, test } from 'playwright/test'
import { kdfLimits } from '../../src/main/core/crypto/kdf-parameters'
import { closeApp, startApp } from '../support/app'
import { startFakeOpenAi } from '../support/fake-openai-server'
import { launchCortexa, makeFolder, type RunningCortexa, removeFolders } from './support/launch'
import { assertAccessible, pictureOf, picturesOf, setSize } from './support/looks'
import { call, chooseModelServer, lock, openPlace, PASSPHRASE, unlock, waitForQueue } from './support/person'

/** The cheapest key derivation that the window accepts. */
const kdfParameters = { t: kdfLimits.t.min, m: kdfLimits.m.min }
test.afterAll(removeFolders)

/** Pictures of two areas: the name begins with the area's. */
const picture = pictureOf('.')
const pictures = picturesOf('.')

/** At 900 px and at 200 %. */
async function otherSizes(cortexa: RunningCortexa, name: string): Promise<void> {
  const fits = () => cortexa.window.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
  await setSize(cortexa, 900, 640)
  expect(await fits()).toBe(true)
  await picture(cortexa.window, `${name}-900`)
  await setSize(cortexa, 1280, 860, 2)
  expect(await fits()).toBe(true)
  await picture(cortexa.window, `${name}-200`)
  await setSize(cortexa, 1280, 860)
}

const WEEK_MS = 7 * 86_400_000
const texts = {
  nerve: 'Lend nerve, not tools\n\nNobody borrows a drill twice. People need somebody beside them, so tools alone are useless.',
  drills: 'Buy forty more drills\n\nTools are what people need most. More drills will bring more members.',
  keys: 'Who has the keys\n\nThe library closes when its one volunteer is away.',
  bread: 'Bread on Thursdays\n\nThe baker closes when her one helper is ill.',
  old: 'Rent is a subscription to a place\n\nIt is paid for the right to stay, not for the walls.',
  older: 'Meetings should end with a bet\n\nWrite down what should happen, with a date, and look later.',
  oldest: 'Salt the rice water\n\nTen grams for each litre, before it boils.',
}

/** A vault with three thoughts nobody looked at for long, and four of yesterday, of which one was argued with. */
async function oldVault(): Promise<string> {
  const dataDir = makeFolder('reflection')
  const clock = { now: Date.now() - 30 * WEEK_MS }
  const { app, window } = startApp({ dataDir, kdfParameters, now: () => clock.now, autoLock: false })
  const { recoveryKey, confirmGroups } = await window.call('create-vault', { passphrase: PASSPHRASE })
  const groups = recoveryKey.split(/[^0-9A-Za-z]+/)
  await window.call('confirm-recovery-key', { groups: confirmGroups.map((index) => groups[index] ?? '') })
  // The one that a schedule begins by itself would come in between.
  const { schedules } = await window.call('list-schedules', {})
  for (const { id } of schedules.filter(({ kind, paused }) => kind === 'reflection' && !paused)) await window.call('pause-schedule', { id })
  for (const body of [texts.old, texts.older, texts.oldest]) await window.call('capture-item', { body })
  clock.now = Date.now() - 86_400_000
  for (const body of [texts.nerve, texts.drills, texts.bread]) await window.call('capture-item', { body })
  const { id } = await window.call('capture-item', { body: texts.keys })
  await window.call('deep-think', { itemId: id })
  await app.whenIdle()
  await closeApp(app)
  return dataDir
}

/** What a model would find, with the numbers that the prompt gives the notes. */
function reflectionAnswer({ system, prompt }: { system: string; prompt: string }, later: boolean): string {
  if (!system.startsWith('TASK: REFLECTION')) return 'A plain sentence.'
  const numberOf = (title: string) => Number(new RegExp(`^\\[(\\d+)\\] ${title}`, 'm').exec(prompt)?.[1] ?? 99)
  const [nerve, drills, keys, bread] = ['Lend nerve', 'Buy forty', 'Who has the keys', 'Bread on'].map(numberOf)
  return JSON.stringify({
    themes: [{ title: 'Help is lent, not things', text: 'Both ask what a member really lacks.', items: [nerve, drills] }],
    contradictions: [
      {
        title: 'Are tools what people lack?',
        text: 'One says that tools alone are useless, the other that they are what people need most.',
        a: { item: nerve, quote: 'tools alone are useless' },
        b: { item: drills, quote: 'Tools are what people need most.' },
      },
    ],
    patterns: later ? [] : [{ title: 'One person holds it up', text: 'Library and bakery stop with one person.', items: [keys, bread] }],
    gaps: [
      {
        title: 'Who stands in',
        text: 'Nobody is named for the days without the volunteer.',
        question: 'Who opens when the volunteer is away?',
        items: [keys],
      },
      ...(later
        ? [{ title: 'What it costs', text: 'No sum is named.', question: 'What do forty drills cost in a year?', items: [drills] }]
        : []),
    ],
    connections: [{ title: 'The baker and the library', text: 'The same question in another trade.', items: [bread, keys] }],
    narrative: 'You ask again and again who carries a thing. Twice it is one person, and twice it closes when they are away.',
  })
}

test('a reflection is begun, read, compared and answered by keyboard', async () => {
  test.setTimeout(240_000)
  let later = false
  const model = await startFakeOpenAi({ answer: (question) => reflectionAnswer(question, later) })
  const cortexa = await launchCortexa({ dataDir: await oldVault() })
  const { window } = cortexa
  const page = window.getByRole('main', { name: 'Reflection' })
  const dialog = window.getByRole('dialog', { name: 'Reflect', exact: true })
  const finding = (name: string) => page.getByRole('article', { name: new RegExp(name) })
  try {
    await unlock(window)
    await call(window, 'update-settings', { autoSummary: false })
    await chooseModelServer(window, { baseUrl: model.baseUrl, model: 'fake-model' })
    await openPlace(window, 'Reflections')
    await expect(page.getByRole('heading', { name: 'See what your thoughts say together' })).toBeVisible()
    await pictures(window, 'reflection/empty', ['light'])

    // The choice of the time, with what it comes to; its figure opens the thoughts behind it.
    await page.getByRole('button', { name: 'Reflect now…' }).last().click()
    await dialog.getByRole('radio', { name: 'The last seven days' }).check()
    await dialog.getByRole('button', { name: '4 thoughts' }).click()
    const behind = window.getByRole('dialog', { name: '4 thoughts' })
    await expect(behind.getByRole('option')).toHaveCount(4)
    await expect(behind.getByRole('listbox')).toBeFocused()
    await pictures(window, 'reflection/behind', ['light'])
    await window.keyboard.press('Escape')
    await expect(behind).toBeHidden()
    await pictures(window, 'reflection/dialog', ['light'])
    await assertAccessible(window, 'dialog')
    await dialog.getByRole('radio', { name: 'Everything' }).check()
    await expect(dialog.getByText('7 thoughts')).toBeVisible()

    // Under way, stopped, and begun again.
    model.setBehaviour({ chunkDelayMs: 150, chunkSize: 12 })
    await window.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Writing', { exact: true })).toBeVisible({ timeout: 20_000 })
    await expect(page.getByText(/\d+ characters/)).toBeVisible()
    await pictures(window, 'reflection/writing', ['light'])
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect(page.getByText('You stopped this reflection.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Start again' })).toBeFocused()
    await pictures(window, 'reflection/stopped', ['light'])
    model.setBehaviour({ chunkDelayMs: 0, chunkSize: 400 })
    await window.keyboard.press('Enter')

    // What was found: the contradiction side by side in the person's own words.
    await expect(page.getByRole('heading', { name: /^Themes/ })).toBeVisible({ timeout: 30_000 })
    await waitForQueue(window)
    const clash = finding('Are tools what people lack')
    await expect(clash.locator('.side-of')).toHaveText([
      /“tools alone are useless”.*Lend nerve/,
      /“Tools are what people need most.”.*Buy forty/,
    ])
    const [left, right] = await clash.locator('.side-of').evaluateAll((sides) => sides.map((side) => side.getBoundingClientRect()))
    expect(left?.y).toBe(right?.y)
    await page.getByRole('button', { name: '7 thoughts' }).click()
    await expect(window.getByRole('dialog', { name: '7 thoughts were read' }).getByRole('option')).toHaveCount(7)
    await window.keyboard.press('Escape')

    // Arrows go from finding to finding; letters answer the one that they are at.
    await page.getByRole('heading', { level: 1 }).click()
    for (const name of ['Help is lent', 'Are tools', 'One person', 'Who stands in']) {
      await window.keyboard.press('ArrowDown')
      await expect(finding(name)).toBeFocused()
    }
    await pictures(window, 'reflection/done')
    await assertAccessible(window, 'reflection')
    const gap = finding('Who stands in')
    await window.keyboard.press('c')
    await expect(gap.getByText('Captured as')).toBeVisible()
    await window.keyboard.press('Control+z')
    await expect(gap.getByText('Captured as')).toBeHidden()
    await window.keyboard.press('r')
    await expect(window.getByRole('dialog', { name: 'Research a question' }).getByLabel('Question')).toHaveValue(
      'Who opens when the volunteer is away?',
    )
    await window.keyboard.press('Escape')
    await window.keyboard.press('ArrowDown')
    await window.keyboard.press('m')
    await expect(window.locator('.toast')).toContainText('Link added')
    await window.keyboard.press('ArrowUp')
    await window.keyboard.press('ArrowUp')
    await window.keyboard.press('ArrowUp')
    await expect(clash).toBeFocused()
    await window.keyboard.press('x')
    await expect(clash.getByText('Dismissed')).toBeVisible()
    await window.keyboard.press('Control+z')
    await expect(clash.getByText('Dismissed')).toBeHidden()
    await otherSizes(cortexa, 'reflection/done')

    // The next one says what is new, what comes again and what does not; each figure shows what it counts.
    later = true
    await call(window, 'start-reflection', { since: 'everything' })
    await waitForQueue(window)
    await window.getByRole('listbox', { name: 'Reflections' }).getByRole('option').first().click()
    await expect(finding('What it costs')).toContainText('New')
    await expect(finding('Who stands in')).toContainText('Again')
    await expect(page.getByRole('heading', { name: /^No longer found/ })).toBeVisible()
    await pictures(window, 'reflection/compared', ['dark'])
    await page.getByRole('button', { name: '1 new' }).click()
    await expect(page.locator('.finding')).toHaveCount(1)
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.getByRole('checkbox', { name: 'Compared with the last' }).uncheck()
    await expect(finding('What it costs')).not.toContainText('New')

    // The item that it is kept as leads back here, and so does the palette.
    await page
      .getByRole('button', { name: /^Reflection/ })
      .last()
      .click()
    await window.getByRole('button', { name: 'Open the reflection' }).click()
    await expect(finding('What it costs')).toBeVisible()
    await finding('What it costs').focus()
    await window.keyboard.press('Control+k')
    await window.getByRole('combobox').fill('> capture')
    await expect(window.getByRole('option', { name: /Capture this question/ })).toBeVisible()
    await window.keyboard.press('Escape')

    // One that fails says why and can be tried again.
    model.setBehaviour({ answer: () => '{"nothing": true}' })
    await call(window, 'start-reflection', { since: 'everything' })
    await lock(window)
    expect(await window.content()).not.toContain('What it costs')
  } finally {
    await cortexa.close()
    await model.close()
  }
})

test('the day’s review is answered entry by entry, each by one key', async () => {
  test.setTimeout(240_000)
  const model = await startFakeOpenAi({ answer: (question) => reflectionAnswer(question, false) })
  const cortexa = await launchCortexa({ dataDir: await oldVault() })
  const { window } = cortexa
  const page = window.getByRole('main', { name: 'Review' })
  const list = window.getByRole('listbox', { name: 'Review' })
  const chosen = list.locator('[aria-selected="true"]')
  const head = window.getByRole('region', { name: 'Review' }).locator('.head')
  try {
    await unlock(window)
    await call(window, 'update-settings', { autoSummary: false })
    await chooseModelServer(window, { baseUrl: model.baseUrl, model: 'fake-model' })
    await call(window, 'start-reflection', { since: 'everything' })
    await waitForQueue(window)
    await openPlace(window, 'Review')
    await expect(list.getByRole('option')).toHaveCount(6)
    await expect(page).toContainText('It loses 5 % a week')
    await pictures(window, 'review/stale')
    await assertAccessible(window, 'stale')
    await list.focus()

    // Still true, and taken back; then left for a week, edited, let go.
    const first = await chosen.textContent()
    await window.keyboard.press('s')
    await expect(head).toContainText('1 of 6')
    await window.keyboard.press('Control+z')
    await expect(chosen).toHaveText(first ?? '')
    await expect(list).toBeFocused()
    await window.keyboard.press('s')
    await expect(chosen).not.toHaveText(first ?? '')
    await window.keyboard.press('e')
    const field = page.getByRole('textbox', { name: 'Thought' })
    await expect(field).toBeFocused()
    await field.press('End')
    await window.keyboard.type(' As long as it lasts.')
    await window.keyboard.press('Control+Enter')
    await expect(head).toContainText('2 of 6')
    await expect(list).toBeFocused()
    await window.keyboard.press('l')
    await expect(window.locator('.toast')).toContainText('moved to the trash')
    await expect(head).toContainText('3 of 6')

    // The gates of the thesis, with their reasons; then the two that disagree.
    await expect(page).toContainText(/gates are open in its thesis/)
    await pictures(window, 'review/gates', ['light'])
    await window.keyboard.press('n')
    await expect(page.locator('.side-of')).toHaveCount(2)
    await pictures(window, 'review/contradiction')
    await assertAccessible(window, 'contradiction')
    await otherSizes(cortexa, 'review/contradiction')
    await window.keyboard.press('s')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who opens when the volunteer is away?')
    await pictures(window, 'review/question', ['light'])
    await window.keyboard.press('c')
    await expect(page.getByRole('heading', { name: 'All done for today' })).toBeVisible()
    await expect(head).toContainText('6 of 6')
    await pictures(window, 'review/done', ['dark'])
    await window.keyboard.press('Control+z')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who opens when the volunteer is away?')

    // By the pointer and the counts as well.
    await window
      .getByRole('list', { name: 'What there is to review' })
      .getByRole('button', { name: /Questions/ })
      .click()
    await page.getByRole('button', { name: /^Dismiss/ }).click()
    await expect(page.getByRole('heading', { name: 'All done for today' })).toBeVisible()
    await lock(window)
    expect(await window.content()).not.toContain('volunteer')
  } finally {
    await cortexa.close()
    await model.close()
  }
})
