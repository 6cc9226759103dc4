import { expect, it, vi } from 'vitest'
import { berlin, startAt } from '../support/schedules'

vi.setConfig({ testTimeout: 120_000 })

it('a daily briefing is of what is new since the last one, and says so when there is nothing; a weekly review is of the week', async () => {
  const { at, window, clock } = await startAt(berlin('2025-09-01T07:00'))
  await window.call('update-settings', { autoSummary: false })
  for (const id of ['daily_briefing', 'weekly_review']) await window.call('resume-schedule', { id })
  const write = async (body: string) => (await window.call('capture-item', { body })).id
  const first = await write('The harbour needs a lamp. It is dark at five, and nobody feels in charge of it.')
  const made = async () =>
    (await window.call('list-briefings', {})).briefings.map(({ scope, status, asked, items }) => [
      scope,
      status,
      asked,
      items.map(({ itemId }) => itemId),
    ])
  await at(berlin('2025-09-01T08:00'))
  expect(await made()).toEqual([['since_last', 'done', false, [first]]])

  // Nothing new: no briefing, and the reason stands where the last run is shown.
  await at(berlin('2025-09-02T08:00'))
  expect(await made()).toHaveLength(1)
  const daily = (await window.call('list-schedules', {})).schedules.find(({ id }) => id === 'daily_briefing')
  expect(JSON.stringify(daily)).toContain('Nothing is new or changed since the last briefing')

  clock.now = berlin('2025-09-02T20:00')
  const second = await write('Rice tastes flat unless the water is salted before it boils. Ten grams for each litre are enough.')
  await at(berlin('2025-09-03T08:00'))
  expect((await made())[0]).toEqual(['since_last', 'done', false, [second]])
  await at(berlin('2025-09-07T18:00'))
  expect((await made())[0]).toEqual(['week', 'done', false, [second, first]])
  const jobs = (await window.call('list-jobs', { type: 'generate_briefing' })).jobs
  expect(jobs).toHaveLength(3)
})
