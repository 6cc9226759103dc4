import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { closeApp, makeFolder, PASSPHRASE } from '../support/app'
import { berlin, daily, QUESTION, startAt } from '../support/schedules'

const HOUR = 3_600_000

async function withDaily(now = berlin('2025-09-01T07:00'), zone?: string) {
  const running = await startAt(now, zone)
  await running.window.call('save-schedule', { rule: daily, question: QUESTION })
  return running
}

describe('a slot has one run', () => {
  it('at its time: not before, once, and with its result', async () => {
    const { at, jobs, schedule, front } = await withDaily()
    expect(await schedule()).toMatchObject({ nextAt: berlin('2025-09-01T08:00'), lastRun: null, current: null, missed: null })
    await at(berlin('2025-09-01T08:00') - 1)
    expect(await jobs()).toBe(0)
    await at(berlin('2025-09-01T08:00'))
    await at(berlin('2025-09-01T08:00'))
    await at(berlin('2025-09-01T17:00'))
    expect(await jobs()).toBe(1)
    expect(front.queries.length).toBeGreaterThan(0)
    expect(await schedule()).toMatchObject({
      nextAt: berlin('2025-09-02T08:00'),
      current: null,
      lastRun: { startedAt: berlin('2025-09-01T08:00'), endedAt: berlin('2025-09-01T08:00'), outcome: 'done', note: 'Nothing found' },
    })
  })

  it('late, when the computer slept over it', async () => {
    const { at, jobs, schedule } = await withDaily()
    await at(berlin('2025-09-01T11:20'))
    await at(berlin('2025-09-01T11:21'))
    expect(await jobs()).toBe(1)
    expect((await schedule()).lastRun?.startedAt).toBe(berlin('2025-09-01T11:20'))
    await at(berlin('2025-09-02T08:00'))
    expect(await jobs()).toBe(2)
  })

  it('once, when it slept for five days', async () => {
    const { at, jobs, schedule } = await withDaily()
    await at(berlin('2025-09-06T10:00'))
    await at(berlin('2025-09-06T10:01'))
    expect(await jobs()).toBe(1)
    expect(await schedule()).toMatchObject({
      lastRun: { startedAt: berlin('2025-09-06T10:00') },
      nextAt: berlin('2025-09-07T08:00'),
    })
  })

  it('at unlock, when the vault was locked over it', async () => {
    const running = await withDaily()
    await running.app.lock('person')
    await running.at(berlin('2025-09-03T09:00'))
    await running.window.call('unlock-vault', { passphrase: PASSPHRASE })
    await running.app.whenIdle()
    expect(await running.jobs()).toBe(1)
    expect((await running.schedule()).lastRun?.startedAt).toBe(berlin('2025-09-03T09:00'))
  })

  it('by the clock alone, without anybody who has it look', async () => {
    const running = await startAt(berlin('2025-09-01T07:00'))
    const start = berlin('2025-09-01T08:00') - 1500
    const began = Date.now()
    Object.defineProperty(running.clock, 'now', { get: () => start + Date.now() - began })
    await running.window.call('save-schedule', { rule: daily, question: QUESTION })
    await expect.poll(running.jobs, { timeout: 20_000 }).toBe(1)
    expect((await running.schedule()).lastRun?.startedAt).toBeGreaterThanOrEqual(berlin('2025-09-01T08:00'))
  })
})

describe('where the clock changes', () => {
  it('runs a time that is left out when the clock jumps over it, once', async () => {
    const { window, at, jobs, schedule } = await startAt(Date.parse('2025-03-29T12:00:00Z'))
    await window.call('save-schedule', { rule: { every: 'day', time: '02:30' }, question: QUESTION })
    await at(Date.parse('2025-03-30T00:59:59Z'))
    expect(await jobs()).toBe(0)
    expect((await schedule()).nextAt).toBe(Date.parse('2025-03-30T01:00:00Z'))
    await at(Date.parse('2025-03-30T01:00:00Z'))
    await at(Date.parse('2025-03-30T01:30:00Z'))
    await at(Date.parse('2025-03-30T12:00:00Z'))
    expect(await jobs()).toBe(1)
    await at(Date.parse('2025-03-31T00:30:00Z'))
    expect(await jobs()).toBe(2)
  })

  it('runs a time that comes twice at the first, once', async () => {
    const { window, at, jobs, schedule } = await startAt(Date.parse('2025-10-25T12:00:00Z'))
    await window.call('save-schedule', { rule: { every: 'day', time: '02:30' }, question: QUESTION })
    await at(Date.parse('2025-10-26T00:30:00Z'))
    expect((await schedule()).lastRun?.startedAt).toBe(Date.parse('2025-10-26T00:30:00Z'))
    await at(Date.parse('2025-10-26T01:30:00Z'))
    await at(Date.parse('2025-10-26T20:00:00Z'))
    expect(await jobs()).toBe(1)
    expect((await schedule()).nextAt).toBe(Date.parse('2025-10-27T01:30:00Z'))
  })

  it('keeps to eight in the morning through both, in every zone', async () => {
    for (const [zone, before, after] of [
      ['Europe/Berlin', '2025-10-25T06:00:00Z', '2025-10-26T07:00:00Z'],
      ['America/New_York', '2025-03-08T13:00:00Z', '2025-03-09T12:00:00Z'],
      ['Australia/Lord_Howe', '2025-04-04T21:00:00Z', '2025-04-05T21:30:00Z'],
    ] as const) {
      const { at, jobs, schedule } = await withDaily(Date.parse(before) - HOUR, zone)
      await at(Date.parse(before))
      expect([zone, await jobs()]).toEqual([zone, 1])
      const next = (await schedule()).nextAt ?? 0
      expect([zone, new Date(next).toISOString()]).toEqual([zone, new Date(after).toISOString()])
      await at(next)
      expect([zone, await jobs()]).toEqual([zone, 2])
    }
  })

  it('runs once on the day of a flight westwards, and on the next at the new eight', async () => {
    const { clock, at, jobs, schedule } = await withDaily()
    await at(berlin('2025-09-01T08:00'))
    clock.zone = 'America/New_York'
    await at(Date.parse('2025-09-01T11:59:00Z'))
    await at(Date.parse('2025-09-01T12:00:00Z'))
    await at(Date.parse('2025-09-01T22:00:00Z'))
    expect(await jobs()).toBe(1)
    expect((await schedule()).nextAt).toBe(Date.parse('2025-09-02T12:00:00Z'))
    await at(Date.parse('2025-09-02T12:00:00Z'))
    expect(await jobs()).toBe(2)
  })

  it('runs late, once, when a flight eastwards leads over the time', async () => {
    const { clock, at, jobs } = await withDaily(Date.parse('2025-09-01T11:00:00Z'), 'America/New_York')
    await at(Date.parse('2025-09-01T12:00:00Z'))
    clock.zone = 'Europe/Berlin'
    await at(Date.parse('2025-09-02T06:40:00Z'))
    await at(Date.parse('2025-09-02T12:00:00Z'))
    expect(await jobs()).toBe(2)
  })

  it('runs nothing twice when the clock is set back, by minutes or by days, and goes on from there', async () => {
    const { at, jobs } = await withDaily()
    await at(berlin('2025-09-01T08:00'))
    await at(berlin('2025-09-01T07:50'))
    await at(berlin('2025-09-01T08:00'))
    expect(await jobs()).toBe(1)
    await at(berlin('2025-09-05T09:00'))
    expect(await jobs()).toBe(2)
    await at(berlin('2025-09-03T12:00'))
    expect(await jobs()).toBe(2)
    // The fourth was slept over before, so it has its run; the fifth had it.
    await at(berlin('2025-09-04T08:00'))
    await at(berlin('2025-09-05T08:00'))
    await at(berlin('2025-09-05T09:01'))
    expect(await jobs()).toBe(3)
    await at(berlin('2025-09-06T08:00'))
    expect(await jobs()).toBe(4)
  })

  it('is not silent for a year after the clock stood a year ahead', async () => {
    const { at, jobs, schedule } = await withDaily()
    await at(berlin('2026-09-01T12:00'))
    expect(await jobs()).toBe(1)
    await at(berlin('2025-09-01T07:30'))
    expect((await schedule()).nextAt).toBe(berlin('2025-09-01T08:00'))
    await at(berlin('2025-09-01T08:00'))
    expect(await jobs()).toBe(2)
  })
})

describe('between planning and start', () => {
  it('has no last run before the job started, and one run when the program was killed in between', async () => {
    const first = await withDaily()
    await first.window.call('pause-queue', {})
    await first.at(berlin('2025-09-01T08:00'))
    expect(await first.schedule()).toMatchObject({ lastRun: null, current: { state: 'waiting' } })
    // What a kill would leave: the files as they are, with nobody there to close them.
    const dataDir = join(makeFolder('killed'), 'vault')
    cpSync(first.dataDir, dataDir, { recursive: true, filter: (file) => !file.endsWith('.lock') })
    await closeApp(first.app)
    const later = await first.again({ dataDir })
    await later.at(berlin('2025-09-01T08:10'))
    expect([await later.jobs(), (await later.schedule()).lastRun]).toEqual([1, null])
    later.clock.now = berlin('2025-09-01T08:20')
    await later.window.call('resume-queue', {})
    await later.at(berlin('2025-09-01T08:20'))
    expect(await later.jobs()).toBe(1)
    expect((await later.schedule()).lastRun).toMatchObject({ startedAt: berlin('2025-09-01T08:20'), outcome: 'done' })
  })

  it('has a waiting run do for the slots that come meanwhile', async () => {
    const { window, clock, at, jobs, schedule } = await withDaily()
    await window.call('pause-queue', {})
    for (let day = 1; day <= 4; day++) await at(berlin(`2025-09-0${day}T08:00`))
    expect(await jobs()).toBe(1)
    clock.now = berlin('2025-09-04T09:00')
    await window.call('resume-queue', {})
    await at(berlin('2025-09-04T09:00'))
    expect(await jobs()).toBe(1)
    expect(await schedule()).toMatchObject({ lastRun: { startedAt: berlin('2025-09-04T09:00') }, nextAt: berlin('2025-09-05T08:00') })
  })

  it('plans nothing twice over restarts around a slot', async () => {
    let running = await withDaily()
    for (const minute of ['07:59', '08:00', '08:01', '12:00']) {
      await running.at(berlin(`2025-09-01T${minute}`))
      await closeApp(running.app)
      running = await running.again()
      await running.app.whenIdle()
    }
    expect(await running.jobs()).toBe(1)
  })

  it('says so when the job was cancelled before it started', async () => {
    const { window, at, schedule } = await withDaily()
    await window.call('pause-queue', {})
    await at(berlin('2025-09-01T08:00'))
    await window.call('cancel-job', { id: (await schedule()).current?.jobId ?? '' })
    expect(await schedule()).toMatchObject({
      current: null,
      lastRun: null,
      missed: { at: berlin('2025-09-01T08:00'), reason: 'It was cancelled before it started.' },
    })
  })
})
