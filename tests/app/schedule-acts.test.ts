import { describe, expect, it } from 'vitest'
import type { Client } from '../../src/shared/client'
import type { ScheduleRule } from '../../src/shared/contract/schedules'
import { berlin, daily, QUESTION, startAt } from '../support/schedules'

async function withDaily() {
  const running = await startAt(berlin('2025-09-01T07:00'))
  const { id } = await running.window.call('save-schedule', { rule: daily, question: QUESTION })
  return { ...running, id }
}

async function questions(window: Client): Promise<string[]> {
  const { schedules } = await window.call('list-schedules', {})
  return schedules.flatMap(({ kind, question }) => (kind === 'research_question' ? [question] : []))
}

describe('what a person does with a schedule', () => {
  it('runs it now, besides its times, and names the run that is under way', async () => {
    const { window, app, at, jobs, schedule, id } = await withDaily()
    await window.call('pause-queue', {})
    const first = await window.call('run-schedule-now', { id })
    expect(first.already).toBe(false)
    expect(await window.call('run-schedule-now', { id })).toEqual({ jobId: first.jobId, already: true })
    await window.call('resume-queue', {})
    await app.whenIdle()
    expect(await schedule()).toMatchObject({ lastRun: { jobId: first.jobId, outcome: 'done' }, nextAt: berlin('2025-09-01T08:00') })
    await at(berlin('2025-09-01T08:00'))
    expect(await jobs()).toBe(2)
  })

  it('pauses it, and what lay in the pause is not made up for', async () => {
    const { window, at, jobs, schedule, id } = await withDaily()
    expect(await window.call('pause-schedule', { id })).toMatchObject({ paused: true, nextAt: null })
    await at(berlin('2025-09-03T09:00'))
    expect(await window.call('resume-schedule', { id })).toMatchObject({ paused: false, nextAt: berlin('2025-09-04T08:00') })
    await at(berlin('2025-09-03T10:00'))
    expect(await jobs()).toBe(0)
    await at(berlin('2025-09-04T08:00'))
    expect([await jobs(), (await schedule()).paused]).toEqual([1, false])
  })

  it('changes its time: a later one of today runs, an earlier one is not made up for', async () => {
    const { window, at, jobs, id } = await withDaily()
    await at(berlin('2025-09-01T08:00'))
    await at(berlin('2025-09-01T10:00'))
    await window.call('save-schedule', { id, rule: { every: 'day', time: '09:00' } })
    await at(berlin('2025-09-01T10:01'))
    expect(await jobs()).toBe(1)
    await window.call('save-schedule', { id, rule: { every: 'day', time: '10:30' } })
    await at(berlin('2025-09-01T10:30'))
    expect(await jobs()).toBe(2)
  })

  it('deletes it with the run that waits, and takes that back with its past', async () => {
    const { window, at, jobs, id, schedule, events } = await withDaily()
    await at(berlin('2025-09-01T08:00'))
    const before = (await schedule()).lastRun
    await window.call('pause-queue', {})
    await at(berlin('2025-09-02T08:00'))
    await window.call('delete-schedule', { id })
    expect(await questions(window)).toEqual([])
    expect(events.filter(({ type }) => type === 'job-cancelled')).toHaveLength(1)
    await expect(window.call('run-schedule-now', { id })).rejects.toThrow('There is no schedule with this id')
    await window.call('save-schedule', { id })
    expect(await schedule()).toMatchObject({ question: QUESTION, rule: daily, paused: false, lastRun: before })
    await window.call('resume-queue', {})
    await at(berlin('2025-09-03T08:00'))
    expect(await jobs()).toBe(3)
  })

  it('runs a single time once, and does not begin it again', async () => {
    const { window, at, jobs, schedule } = await startAt(berlin('2025-09-01T07:00'))
    const { id } = await window.call('save-schedule', { rule: { every: 'once', at: '2025-09-02T09:15' }, question: QUESTION })
    await at(berlin('2025-09-02T12:00'))
    await at(berlin('2025-09-30T12:00'))
    expect([await jobs(), (await schedule()).nextAt]).toEqual([1, null])
    await expect(window.call('resume-schedule', { id })).rejects.toThrow('The time of this schedule is over')
    await window.call('save-schedule', { id, rule: { every: 'once', at: '2025-10-01T09:15' } })
    await at(berlin('2025-10-01T09:15'))
    expect(await jobs()).toBe(2)
  })

  it.each<[string, ScheduleRule | undefined, string | undefined, string]>([
    ['an empty question', daily, ' \n ', 'There is no question yet'],
    ['no question', daily, undefined, 'There is no question yet'],
    ['no time', undefined, QUESTION, 'It is not said when'],
    ['a time that there is not', { every: 'day', time: '25:00' }, QUESTION, 'There is no time “25:00”'],
    ['a day that there is not', { every: 'once', at: '2026-02-30T08:00' }, QUESTION, 'There is no such day or time'],
    ['the hour that the clocks leave out', { every: 'once', at: '2026-03-29T02:30' }, QUESTION, 'leave out 02:30'],
    ['a time that is over', { every: 'once', at: '2025-09-01T06:59' }, QUESTION, 'This time is over'],
    ['a year with a slip in it', { every: 'once', at: '9999-09-01T08:00' }, QUESTION, 'more than five years away'],
    ['hours, which are for reflection', { every: 'hours', hours: 6 }, QUESTION, 'cannot run at such times'],
  ])('refuses %s in words', async (_, rule, question, words) => {
    const { window } = await startAt(berlin('2025-09-01T07:00'))
    await expect(window.call('save-schedule', { rule, question })).rejects.toThrow(words)
    expect(await questions(window)).toEqual([])
  })
})

describe('what came of a run', () => {
  it('is the reason, once a slot, when nothing may be asked of the web', async () => {
    const { window, at, jobs, schedule, id } = await withDaily()
    await window.call('update-settings', { localOnly: true })
    await at(berlin('2025-09-01T08:00'))
    await at(berlin('2025-09-01T08:01'))
    expect(await jobs()).toBe(0)
    expect(await schedule()).toMatchObject({
      lastRun: null,
      missed: { at: berlin('2025-09-01T08:00'), reason: expect.stringContaining('Local only') },
      nextAt: berlin('2025-09-02T08:00'),
    })
    await expect(window.call('run-schedule-now', { id })).rejects.toThrow('Local only')
    await window.call('update-settings', { localOnly: false })
    await at(berlin('2025-09-02T08:00'))
    expect(await schedule()).toMatchObject({ missed: null, lastRun: { outcome: 'done' } })
  })

  it('is the failure of its job, until that is retried', async () => {
    const running = await withDaily()
    const { window, at, schedule, app } = running
    await window.call('save-search-engine', { id: 'brave', apiKey: 'not-a-key', use: true })
    // The test site knows no such path.
    await at(berlin('2025-09-01T08:00'))
    const failed = (await schedule()).lastRun
    expect(failed).toMatchObject({ startedAt: berlin('2025-09-01T08:00'), outcome: 'failed' })
    expect(failed?.note).not.toBe('')
    await window.call('save-search-engine', { id: 'duckduckgo', use: true })
    await window.call('retry-job', { id: failed?.jobId ?? '' })
    await app.whenIdle()
    expect(await schedule()).toMatchObject({ lastRun: { outcome: 'done', note: 'Nothing found' } })
  })
})

it('has a reflection every six hours, and a daily briefing and a weekly review that start nothing until they are switched on', async () => {
  const { window, at } = await startAt(berlin('2025-09-01T07:00'))
  const fixed = async () => (await window.call('list-schedules', {})).schedules.filter(({ question }) => question === '')
  expect(await fixed()).toMatchObject([
    { id: 'daily_briefing', rule: daily, paused: true, nextAt: null },
    { id: 'reflection', rule: { every: 'hours', hours: 6 }, paused: false, nextAt: berlin('2025-09-01T12:00') },
    { id: 'weekly_review', rule: { every: 'week', weekday: 7, time: '18:00' }, paused: true, nextAt: null },
  ])
  await at(berlin('2025-09-01T08:00'))
  await window.call('resume-schedule', { id: 'daily_briefing' })
  await at(berlin('2025-09-01T20:00'))
  await window.call('capture-item', { body: 'Lend the nerve, not the drill.' })
  await window.call('pause-queue', {})
  await at(berlin('2025-09-02T08:00'))
  expect((await window.call('list-jobs', { type: 'generate_briefing' })).jobs).toHaveLength(1)
  expect((await fixed())[0]).toMatchObject({ lastRun: null, current: { state: 'waiting' }, nextAt: berlin('2025-09-03T08:00') })
  await expect(window.call('delete-schedule', { id: 'daily_briefing' })).rejects.toThrow('Pause it instead')
  await expect(window.call('save-schedule', { id: 'weekly_review', rule: daily })).rejects.toThrow('cannot run at such times')
})

it('tells the window of planning, start and end, each in the transaction that made it', async () => {
  const { at, events } = await withDaily()
  const from = events.length
  await at(berlin('2025-09-01T08:00'))
  const told = events.slice(from).map(({ type }) => type)
  // Planned and started in one transaction, as a worker was free.
  const started = told.indexOf('job-started')
  expect(told.slice(started + 1)).toContain('schedules-changed')
  expect(told.indexOf('schedules-changed')).toBeLessThan(told.indexOf('job-completed'))
  expect(told.slice(told.lastIndexOf('schedules-changed') - 1)).toContain('job-completed')
})
