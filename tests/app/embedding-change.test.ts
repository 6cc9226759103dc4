import { afterEach, describe, expect, it } from 'vitest'
import { closeApp, closeApps, PASSPHRASE, startApp } from '../support/app'
import {
  changeIsOver,
  closeServer,
  foundByMeaning,
  holdSecond,
  ownTexts,
  progressOf,
  setUp,
  state,
  textsSentTo,
} from '../support/embedding-change'

afterEach(async () => {
  await closeApps()
  await closeServer()
})

const DAY_MS = 86_400_000
/** Thoughts that are embedded before anything is stored. */
const SLICE = 32

describe('a change of the embedding model', () => {
  it('goes on beside the old one, which answers until the end, and embeds nothing twice', { timeout: 60_000 }, async () => {
    const running = await setUp(80)
    const { window, fake, second, ids, events } = running
    const held = holdSecond(fake, SLICE)
    await window.call('start-embedding-change', { embedder: second })
    await held.next()
    const midway = await state(running)
    expect(midway).toMatchObject({ model: 'fake-embedder', embedded: 80, total: 80, undo: null })
    expect(midway.change).toMatchObject({ toModel: 'second-embedder', total: 80, waitingFor: null })
    expect(midway.change?.secondsLeft).toBeGreaterThanOrEqual(0)
    const before = fake.requests.length
    expect(await foundByMeaning(running, 'word7 number7')).toContain(ids[7])
    expect(fake.requests.slice(before).some(({ body }) => body.model === 'fake-embedder' && String(body.input) === 'word7 number7')).toBe(
      true,
    )
    held.release()
    await changeIsOver(running)

    const progress = progressOf(running)
    expect(progress).toEqual([...progress].sort((one, other) => one - other))
    expect(progress.at(-1)).toBe(80)
    expect(events.filter((event) => event.type === 'embedding-migration-progress').length).toBeGreaterThanOrEqual(4)
    expect(await state(running)).toMatchObject({
      model: 'second-embedder',
      builtin: false,
      embedded: 80,
      total: 80,
      undo: { model: 'fake-embedder' },
    })
    expect((await window.call('get-settings', {})).roles.embedder).toEqual(second)
    expect(ownTexts(fake, 'second-embedder')).toHaveLength(80)
    expect(ownTexts(fake, 'fake-embedder')).toHaveLength(80)
    const after = fake.requests.length
    expect(await foundByMeaning(running, 'word9 number9')).toContain(ids[9])
    expect(fake.requests.slice(after).map(({ body }) => body.model)).toEqual(['second-embedder'])
    const { jobs } = await window.call('list-jobs', { type: 'migrate_embeddings', limit: 200 })
    expect(jobs.every((job) => job.status === 'done')).toBe(true)
    const { id } = await window.call('capture-item', { body: 'Thought that comes later.' })
    await running.app.whenIdle()
    expect(textsSentTo(fake, 'second-embedder')).toContain('Thought that comes later.')
    expect(await foundByMeaning(running, 'comes later')).toContain(id)
  })

  it('lets search by meaning lack nothing at any moment', { timeout: 60_000 }, async () => {
    const running = await setUp(40)
    const { window, fake, second, ids } = running
    const held = holdSecond(fake)
    await window.call('start-embedding-change', { embedder: second })
    const isFound = async () => expect(await foundByMeaning(running, 'word3 number3')).toContain(ids[3])
    // Each slice, and all that is stored after it, up to the last answer.
    for (let asked = 0; asked < 40; asked = ownTexts(fake, 'second-embedder').length) {
      const { answer } = await held.next()
      await isFound()
      expect((await state(running)).change).not.toBeNull()
      answer()
    }
    held.release()
    await isFound()
    await changeIsOver(running)
    await isFound()
    await window.call('undo-embedding-change', {})
    expect(await foundByMeaning(running, 'word3 number3')).toContain(ids[3])
  })

  it('is cancelled with nothing lost, and goes on from there when it is started again', { timeout: 60_000 }, async () => {
    const running = await setUp(70)
    const { window, fake, second, ids, events } = running
    const held = holdSecond(fake, SLICE)
    await window.call('start-embedding-change', { embedder: second })
    await expect(window.call('start-embedding-change', { embedder: null })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(window.call('delete-endpoint', { id: running.serverId })).rejects.toMatchObject({ code: 'CONFLICT' })
    await held.next()
    const told = events.filter((event) => event.type === 'settings-changed').length
    await window.call('cancel-embedding-change', {})
    expect(await state(running)).toMatchObject({ model: 'fake-embedder', change: null, undo: null })
    expect(events.filter((event) => event.type === 'settings-changed').length).toBe(told + 1)
    await running.app.whenIdle()
    expect((await window.call('list-jobs', { status: 'pending' })).jobs).toEqual([])
    expect((await window.call('list-jobs', { status: 'cancelled' })).jobs.map((job) => job.type)).toContain('migrate_embeddings')
    await expect(window.call('cancel-embedding-change', {})).rejects.toMatchObject({ code: 'CONFLICT' })
    held.release()
    expect(await foundByMeaning(running, 'word5 number5')).toContain(ids[5])
    const done = progressOf(running).at(-1) ?? 0
    expect(done).toBe(SLICE)
    const plan = await window.call('plan-embedding-change', { embedder: second })
    expect(plan.items).toBe(70 - done)
    const sent = ownTexts(fake, 'second-embedder').length
    await window.call('start-embedding-change', { embedder: second })
    await changeIsOver(running)
    expect(ownTexts(fake, 'second-embedder').length - sent).toBe(70 - done)
    expect(await state(running)).toMatchObject({ model: 'second-embedder', embedded: 70 })
  })

  it('is taken back at once, and then embeds what came meanwhile', { timeout: 60_000 }, async () => {
    const running = await setUp(5)
    const { window, fake, second } = running
    await expect(window.call('undo-embedding-change', {})).rejects.toMatchObject({ code: 'CONFLICT' })
    await window.call('start-embedding-change', { embedder: second })
    await changeIsOver(running)
    const { id } = await window.call('capture-item', { body: 'Thought between the two.' })
    await running.app.whenIdle()
    await window.call('undo-embedding-change', {})
    expect(await state(running)).toMatchObject({ model: 'fake-embedder', change: null, undo: null })
    await expect.poll(() => textsSentTo(fake, 'fake-embedder').includes('Thought between the two.'), { timeout: 10_000 }).toBe(true)
    await running.app.whenIdle()
    expect(await foundByMeaning(running, 'between two')).toContain(id)
    expect(ownTexts(fake, 'fake-embedder')).toHaveLength(6)
    // And there again without a single request, as all its vectors are still there.
    const sent = textsSentTo(fake, 'second-embedder').length
    await window.call('start-embedding-change', { embedder: second })
    expect(await state(running)).toMatchObject({ model: 'second-embedder', change: null, embedded: 6 })
    expect(textsSentTo(fake, 'second-embedder')).toHaveLength(sent)
  })

  it('keeps the old vectors for seven days and no longer', { timeout: 60_000 }, async () => {
    let time = Date.now()
    const running = await setUp(5, { now: () => time })
    const { window, second } = running
    // A week later a reflection would add a thought of its own.
    await window.call('pause-schedule', { id: 'reflection' })
    await window.call('start-embedding-change', { embedder: second })
    await changeIsOver(running)
    const unlockAt = async (at: number) => {
      time = at
      await window.call('lock-vault', {})
      await window.call('unlock-vault', { passphrase: PASSPHRASE })
    }
    await unlockAt(time + 7 * DAY_MS - 60_000)
    expect((await state(running)).undo).toMatchObject({ model: 'fake-embedder' })
    const first = { endpointId: running.serverId, model: 'fake-embedder' }
    expect((await window.call('plan-embedding-change', { embedder: first })).items).toBe(0)
    await unlockAt(time + 120_000)
    expect((await state(running)).undo).toBeNull()
    await expect(window.call('undo-embedding-change', {})).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect.poll(async () => (await window.call('plan-embedding-change', { embedder: first })).items, { timeout: 10_000 }).toBe(5)
    expect((await state(running)).embedded).toBe(5)
  })

  it('goes on after the program was closed in the middle', { timeout: 60_000 }, async () => {
    const running = await setUp(70)
    const { window, fake, second, dataDir } = running
    const held = holdSecond(fake, SLICE)
    await window.call('start-embedding-change', { embedder: second })
    await held.next()
    await closeApp(running.app)
    const done = progressOf(running).at(-1) ?? 0
    const sent = ownTexts(fake, 'second-embedder').length
    held.release()
    const again = startApp({ dataDir })
    await again.window.call('unlock-vault', { passphrase: PASSPHRASE })
    await changeIsOver(again)
    expect(await state(again)).toMatchObject({ model: 'second-embedder', embedded: 70, total: 70 })
    expect(progressOf(again).at(-1)).toBe(70)
    // Only the slice that was under way is asked for again.
    expect(ownTexts(fake, 'second-embedder').length - sent).toBe(70 - done)
    expect(done).toBe(SLICE)
  })

  it('takes in edits and new thoughts that come meanwhile', { timeout: 60_000 }, async () => {
    const running = await setUp(40)
    const { window, fake, second, ids } = running
    const held = holdSecond(fake, SLICE)
    await window.call('start-embedding-change', { embedder: second })
    await held.next()
    await window.call('update-item', { id: ids[0] ?? '', body: 'Thought that is rewritten in the middle.' })
    const added = await window.call('capture-item', { body: 'Thought that is added in the middle.' })
    await window.call('delete-item', { id: ids[39] ?? '' })
    expect((await state(running)).change).not.toBeNull()
    held.release()
    await changeIsOver(running)
    for (const text of ['Thought that is rewritten in the middle.', 'Thought that is added in the middle.']) {
      expect(textsSentTo(fake, 'fake-embedder').filter((sent) => sent === text)).toHaveLength(1)
      expect(textsSentTo(fake, 'second-embedder').filter((sent) => sent === text)).toHaveLength(1)
    }
    expect(await state(running)).toMatchObject({ model: 'second-embedder', embedded: 40, total: 40 })
    expect(await foundByMeaning(running, 'rewritten middle')).toEqual(expect.arrayContaining([ids[0], added.id]))
  })

  it('sends nothing private to another computer, which is then found by its words', { timeout: 60_000 }, async () => {
    const running = await setUp(3)
    const { window, fake, app } = running
    const hidden = await window.call('capture-item', { body: 'Thought PRIVATE-CANARY-5522 stays.', private: true })
    await app.whenIdle()
    const { id: remote } = await window.call('save-endpoint', { baseUrl: fake.baseUrl.replace('127.0.0.1', '0.0.0.0') })
    await window.call('start-embedding-change', { embedder: { endpointId: remote, model: 'second-embedder' } })
    await changeIsOver(running)
    expect(ownTexts(fake, 'second-embedder')).toHaveLength(3)
    expect(JSON.stringify(textsSentTo(fake, 'second-embedder'))).not.toContain('CANARY')
    expect(await state(running)).toMatchObject({ model: 'second-embedder', embedded: 3, total: 3 })
    const { hits } = await window.call('search-items', { query: 'stays' })
    expect(hits.map((hit) => [hit.id, hit.why])).toContainEqual([hidden.id, 'words'])
    await window.call('undo-embedding-change', {})
    expect(await state(running)).toMatchObject({ embedded: 4, total: 4 })
  })
})
