import { expect, it, onTestFinished, vi } from 'vitest'
import { kdfLimits } from '../../src/main/core/crypto/kdf-parameters'
import { closeApp, PASSPHRASE } from '../support/app'
import { startHeadless } from '../support/headless'
import { closeReflectionsAfterEach, startReflectionApp } from '../support/reflection-app'
import { berlin, startAt } from '../support/schedules'

vi.setConfig({ testTimeout: 90_000 })
closeReflectionsAfterEach()

async function withThree(app: Parameters<typeof startReflectionApp>[0] = { model: true }) {
  const running = await startReflectionApp(app)
  for (const n of [1, 2, 3]) await running.write(`Note ${n}`, `What note ${n} says about the harbour.`)
  await running.app.whenIdle()
  return running
}

const reports = async ({ window }: Awaited<ReturnType<typeof withThree>>) =>
  (await window.call('list-items', {})).items.filter(({ kind }) => kind === 'reflection')

it('cancelled while the model writes, it leaves nothing, and a retry writes it', async () => {
  const running = await withThree()
  const { window, app, model } = running
  model.failNext(1, { kind: 'hang-before-first-byte', route: 'chat' })
  const { reflectionId, jobId } = await window.call('start-reflection', {})
  await expect.poll(() => model.requests.length).toBe(1)
  const state = async () => (await window.call('get-reflection', { id: reflectionId })).reflection?.state
  expect(await state()).toBe('writing')
  await window.call('cancel-job', { id: jobId })
  await app.whenIdle()
  expect(await state()).toBe('cancelled')
  expect(await reports(running)).toEqual([])
  expect((await window.call('list-reflections', {})).waiting).toBe(3)
  await window.call('retry-job', { id: jobId })
  await app.whenIdle()
  expect(await state()).toBe('done')
  expect(await reports(running)).toHaveLength(1)
})

it('locked in the middle, it goes on after the unlock and is there once', async () => {
  const running = await withThree()
  const { window, app, model } = running
  model.failNext(1, { kind: 'hang-before-first-byte', route: 'chat' })
  const { reflectionId } = await window.call('start-reflection', {})
  await expect.poll(() => model.requests.length).toBe(1)
  await app.lock('person')
  await window.call('unlock-vault', { passphrase: PASSPHRASE })
  // Another that is asked for meanwhile is the same.
  expect(await window.call('start-reflection', { since: 'everything' })).toMatchObject({ reflectionId, already: true })
  await app.whenIdle()
  expect((await window.call('get-reflection', { id: reflectionId })).reflection).toMatchObject({ state: 'done', itemCount: 3 })
  expect(await reports(running)).toHaveLength(1)
})

it('killed in the middle, it is written once by the next process', async () => {
  // The cheapest key that the built program opens.
  const kdfParameters = { t: kdfLimits.t.min, m: kdfLimits.m.min }
  const { app, dataDir, model } = await withThree({ model: true, app: { kdfParameters } })
  await closeApp(app)
  let host = await startHeadless(dataDir)
  onTestFinished(() => host.kill())
  model.failNext(1, { kind: 'hang-before-first-byte', route: 'chat' })
  const { reflectionId } = await host.call<{ reflectionId: string }>('start-reflection', {})
  await expect.poll(() => model.requests.length, { timeout: 20_000 }).toBe(1)
  await host.kill()
  host = await startHeadless(dataDir)
  const read = async () =>
    (await host.call<{ reflection: { state: string; findings: unknown[] } }>('get-reflection', { id: reflectionId })).reflection
  await expect.poll(async () => (await read()).state, { timeout: 40_000 }).toBe('done')
  expect((await read()).findings).toHaveLength(5)
  const { items } = await host.call<{ items: { kind: string }[] }>('list-items', {})
  expect(items.filter(({ kind }) => kind === 'reflection')).toHaveLength(1)
})

it('by its schedule it comes every six hours with its item, and a slot with too little new is over with the reason, quietly', async () => {
  const running = await startAt(berlin('2025-09-01T07:00'))
  const { window, at, app, clock } = running
  await window.call('update-settings', { autoSummary: false })
  const slot = async () => {
    const found = (await window.call('list-schedules', {})).schedules.find(({ id }) => id === 'reflection')
    if (!found) throw new Error('there is no schedule of reflections')
    return found
  }
  expect(await slot()).toMatchObject({ kind: 'reflection', paused: false, nextAt: berlin('2025-09-01T12:00') })
  await window.call('capture-item', { body: 'A single thought about the harbour.' })
  await at(berlin('2025-09-01T12:00'))
  expect(await slot()).toMatchObject({
    lastRun: null,
    missed: { at: berlin('2025-09-01T12:00'), reason: expect.stringContaining('Only 1 thought was written or changed so far') },
  })
  expect((await window.call('list-jobs', { status: 'dead' })).jobs).toEqual([])
  for (const n of [1, 2]) await window.call('capture-item', { body: `Another thought about the harbour, ${n}.` })
  await app.whenIdle()
  await at(berlin('2025-09-01T18:00'))
  const { reflection } = await window.call('get-reflection', {})
  expect(reflection).toMatchObject({ state: 'done', asked: false, itemCount: 3, engine: { kind: 'builtin' } })
  expect(await slot()).toMatchObject({
    nextAt: berlin('2025-09-02T00:00'),
    lastRun: { outcome: 'done', itemId: reflection?.report?.id },
    missed: null,
  })
  // Nothing new: nothing is made at the next slot, and the reflection itself is nothing new either.
  await at(berlin('2025-09-02T00:00'))
  expect((await slot()).missed?.reason).toContain('Nothing was written or changed since the last reflection')
  expect((await window.call('list-reflections', {})).total).toBe(1)
  clock.now += 1
  await closeApp(app)
})
