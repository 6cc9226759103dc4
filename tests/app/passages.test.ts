import { afterEach, expect, it } from 'vitest'
import { closeApp, closeApps, PASSPHRASE, startApp, startWithVault, type TestApp } from '../support/app'

afterEach(closeApps)

const meetings = [
  'The committee went through the budget for the new car park and agreed on the second offer.',
  'It was decided that the minutes are sent to all members within a week of the meeting.',
  'The treasurer explained the figures of the quarter, and nobody had a question about them.',
  'Then the chair read out the letters from the council about the road works on the main street.',
]
const filler = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => `${meetings.map((line, at) => `${line} That was point ${from + n * 4 + at}.`).join(' ')}`).join(
    '\n\n',
  )
const odd =
  'Sourdough rises badly in a cold kitchen. The yeast in the starter becomes slow below twenty degrees, so the loaf stays flat and dense. ' +
  'I put the bowl with the dough next to the radiator, and after some hours it had doubled. The crust became crisp in a very hot oven with a little steam.'
const body = `${filler(1, 38)}\n\n${odd}\n\n${filler(200, 38)}`
const question = 'why does my homemade bread not get fluffy when the room is chilly'

const others = [
  'The ferry to the island leaves at nine from the old harbour.',
  'Her lecture on stars explained how light bends near a heavy body.',
  'Pay the electricity bill before the end of the month.',
  'The violin needs new strings before the concert.',
]

async function firstHit({ window }: TestApp) {
  const { hits } = await window.call('search-items', { query: question, limit: 5 })
  return hits[0]
}

it('finds a paragraph inside a long note by its meaning, shows it, and follows edits, the trash and a restart', {
  timeout: 120_000,
}, async () => {
  expect(body.length).toBeGreaterThan(30_000)
  const first = await startWithVault()
  await first.window.call('update-settings', { autoSummary: false })
  for (const text of others) await first.window.call('capture-item', { body: text })
  const { id } = await first.window.call('capture-item', { body, title: 'Minutes of the year' })
  await first.app.whenIdle()
  const shown = { id, why: expect.stringMatching(/meaning|both/), passage: expect.stringContaining('Sourdough rises badly') }
  const found = await firstHit(first)
  expect(found).toMatchObject(shown)
  expect(Math.abs((found?.at ?? 0) - body.indexOf(odd))).toBeLessThan(1200)

  await first.window.call('delete-item', { id })
  expect((await firstHit(first))?.id).not.toBe(id)
  await first.window.call('restore-item', { id })
  expect(await firstHit(first)).toMatchObject(shown)

  const { dataDir } = first
  await closeApp(first.app)
  const second = startApp({ dataDir })
  await second.window.call('unlock-vault', { passphrase: PASSPHRASE })
  await expect.poll(async () => (await firstHit(second))?.id, { timeout: 20_000 }).toBe(id)
  expect(await firstHit(second)).toMatchObject(shown)

  await second.window.call('update-item', { id, body: body.replace(odd, 'The meeting was closed at nine.') })
  await second.app.whenIdle()
  expect((await firstHit(second))?.passage ?? '').not.toContain('Sourdough')
  expect(
    (await second.window.call('search-items', { query: question, limit: 5 })).hits.filter((hit) => hit.passage.includes('Sourdough')),
  ).toEqual([])
})
