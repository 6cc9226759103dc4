import { afterAll, expect, test } from 'vitest'
import { closeApps, startWithVault } from '../support/app'
import { noon, startAtNoon } from '../support/briefings'

afterAll(closeApps)

const runOf = async (window: Awaited<ReturnType<typeof startAtNoon>>['window'], kind: string) => {
  const { schedules } = await window.call('list-schedules', {})
  const found = schedules.find((schedule) => schedule.kind === kind)
  if (!found) throw new Error(`no schedule ${kind}`)
  return found
}

test('a run of a schedule names the briefing it made, as long as that is there, also when its job is gone; the job says what it is about', async () => {
  const { window, program, app, add } = await startAtNoon()
  await add('One thought of today.')
  const { id } = await runOf(window, 'daily_briefing')
  const { jobId } = await window.call('run-schedule-now', { id })
  await app.whenIdle()
  const { briefings } = await window.call('list-briefings', {})
  const [made] = briefings
  if (!made) throw new Error('no briefing was made')
  expect((await runOf(window, 'daily_briefing')).lastRun).toMatchObject({ outcome: 'done', briefingId: made.id, jobId })

  const listed = async (caller: typeof window) =>
    (await caller.call('list-jobs', { type: 'generate_briefing' })).jobs.map(({ about }) => about ?? null)
  expect(await listed(window)).toEqual([made.title])
  expect((await window.call('get-job', { id: jobId })).about).toBe(made.title)
  expect(await listed(program)).toEqual([null])

  await window.call('delete-job', { id: jobId })
  expect((await runOf(window, 'daily_briefing')).lastRun).toMatchObject({ briefingId: made.id, jobId: null })
  await window.call('delete-briefing', { id: made.id })
  expect((await runOf(window, 'daily_briefing')).lastRun).toMatchObject({ briefingId: null })
})

test('a reflection says beforehand what it would read, and afterwards what it read', async () => {
  const clock = { now: noon }
  const { window, app } = await startWithVault({ now: () => clock.now, autoLock: false })
  await window.call('update-settings', { autoSummary: false })
  const add = async (body: string) => (await window.call('capture-item', { body })).id
  const old = await add('Nobody borrows a drill twice.')
  clock.now += 20 * 86_400_000
  const fresh = [await add('The library needs more drills.'), await add('The library closes when its volunteer is away.')]
  await app.whenIdle()
  const preview = async (since: 'last' | 'week' | 'month' | 'everything') => {
    const { count, items } = await window.call('preview-reflection', { since })
    return [count, items.map(({ id }) => id).sort()]
  }
  expect(await preview('week')).toEqual([2, [...fresh].sort()])
  expect(await preview('month')).toEqual([3, [old, ...fresh].sort()])
  expect(await preview('last')).toEqual([3, [old, ...fresh].sort()])

  const { reflectionId } = await window.call('start-reflection', { since: 'everything' })
  await app.whenIdle()
  await window.call('delete-item', { id: old })
  const { items } = await window.call('list-reflection-items', { id: reflectionId })
  expect(items.map(({ id, inTrash }) => [id, inTrash]).sort()).toEqual([[old, true], ...fresh.map((id) => [id, false])].sort())
  expect(await preview('last')).toEqual([0, []])
})
