import { afterEach, describe, expect, it } from 'vitest'
import { closeApps } from '../support/app'
import {
  changeIsOver,
  closeServer,
  foundByMeaning,
  holdSecond,
  setUp,
  startServerAgain,
  state,
  textsSentTo,
} from '../support/embedding-change'

afterEach(async () => {
  await closeApps()
  await closeServer()
})

describe('what goes wrong in a change of the embedding model', () => {
  it.each([400, 422, 500])('leaves one text out that the model refuses with %i, and is done', { timeout: 60_000 }, async (status) => {
    const running = await setUp(20)
    const { window, fake, second, ids } = running
    const { id } = await window.call('capture-item', { body: 'Thought with the UNSPEAKABLE word.' })
    await running.app.whenIdle()
    const before = fake.requests.length
    fake.failAlways({ kind: 'refuse-text', holding: 'UNSPEAKABLE', status, message: 'not this text' })
    await window.call('start-embedding-change', { embedder: second })
    await changeIsOver(running)
    expect(await state(running)).toMatchObject({ model: 'second-embedder', embedded: 20, total: 21 })
    const { jobs } = await window.call('list-jobs', { type: 'migrate_embeddings', limit: 50 })
    const notes = jobs.map((job) => job.resultNote ?? '')
    expect(notes.some((note) => note.includes('1 left out'))).toBe(true)
    expect(notes.some((note) => note.includes('1 thought left out'))).toBe(true)
    expect(jobs.some((job) => job.status === 'dead')).toBe(false)
    expect(fake.requests.length - before).toBeLessThan(25)
    // It has an ordinary job then, which says why it has no vector, and keeps no other text from the model.
    const ownJob = async () => (await window.call('list-jobs', { type: 'embed', itemId: id })).jobs.find((job) => job.errorCode !== null)
    await expect
      .poll(async () => (await ownJob())?.errorCode, { timeout: 10_000 })
      .toBe(status === 500 ? 'MODEL_SERVER_ERROR' : 'MODEL_REFUSED')
    expect(await foundByMeaning(running, 'word4 number4')).toContain(ids[4])
  })

  it('waits without cost while the server is down, says so, and goes on', { timeout: 60_000 }, async () => {
    const running = await setUp(6)
    const { window, fake, second } = running
    const { port } = new URL(fake.baseUrl)
    await fake.close()
    await window.call('start-embedding-change', { embedder: second })
    await expect.poll(async () => (await state(running)).change?.waitingFor, { timeout: 10_000 }).toContain('No model server answers')
    expect((await window.call('list-jobs', { type: 'migrate_embeddings' })).jobs[0]).toMatchObject({ status: 'pending', attempts: 0 })
    await startServerAgain(Number(port))
    await window.call('update-settings', { modelTimeoutSeconds: 120 })
    await changeIsOver(running)
    expect(await state(running)).toMatchObject({ model: 'second-embedder', embedded: 6 })
  })

  it('is dead for a refused key with what to do, and goes on by a retry, or by being started again', { timeout: 60_000 }, async () => {
    const running = await setUp(6)
    const { window, fake, second } = running
    const dead = async () => (await window.call('list-jobs', { type: 'migrate_embeddings', status: 'dead' })).jobs
    fake.setBehaviour({ apiKey: 'wanted' })
    await window.call('start-embedding-change', { embedder: second })
    await expect.poll(async () => (await dead()).length, { timeout: 10_000 }).toBe(1)
    expect((await state(running)).change?.waitingFor).toContain('refused the API key')
    expect((await dead())[0]).toMatchObject({ errorCode: 'MODEL_KEY_REFUSED', attempts: 1 })
    await window.call('retry-job', { id: (await dead())[0]?.id ?? '' })
    await running.app.whenIdle()
    expect((await state(running)).change?.waitingFor).toContain('refused the API key')
    await window.call('purge-dead', {})
    expect((await state(running)).change?.waitingFor).toContain('Start the change again')
    fake.setBehaviour({ apiKey: null })
    await window.call('save-endpoint', { id: running.serverId, apiKey: '' })
    await window.call('start-embedding-change', { embedder: second })
    await changeIsOver(running)
    expect(await state(running)).toMatchObject({ model: 'second-embedder', embedded: 6 })
  })

  it.each(['mixed-lengths', 'nan', 'zeros', 'one-missing', 'not-a-list'] as const)(
    'stores no bad vectors: %s',
    { timeout: 60_000 },
    async (how) => {
      const running = await setUp(4)
      const { window, fake, second, ids } = running
      fake.failAlways({ kind: 'vectors', how })
      await window.call('start-embedding-change', { embedder: second })
      await expect
        .poll(async () => (await window.call('list-jobs', { type: 'migrate_embeddings' })).jobs[0]?.errorCode, { timeout: 10_000 })
        .toBe('MODEL_BAD_OUTPUT')
      // A slice and one trial of harmless texts, not one request for each thought.
      expect(fake.requests.filter(({ body }) => body.model === 'second-embedder').length).toBeLessThanOrEqual(4)
      await window.call('cancel-embedding-change', {})
      fake.heal()
      expect((await window.call('plan-embedding-change', { embedder: second })).items).toBe(4)
      expect(await state(running)).toMatchObject({ model: 'fake-embedder', embedded: 4 })
      expect(await foundByMeaning(running, 'word2 number2')).toContain(ids[2])
    },
  )

  it('makes all vectors anew when another model runs under a name that is kept', { timeout: 60_000 }, async () => {
    const running = await setUp(40)
    const { window, fake, second, ids } = running
    await window.call('start-embedding-change', { embedder: second })
    await changeIsOver(running)
    await window.call('undo-embedding-change', {})
    fake.setBehaviour({ dimensions: 128 })
    const { id } = await window.call('capture-item', { body: 'Thought of another length.' })
    await running.app.whenIdle()
    // The model in force does not take it either: its index holds vectors of 384 numbers.
    expect((await window.call('list-jobs', { type: 'embed', itemId: id })).jobs[0]?.errorCode).toBe('MODEL_BAD_OUTPUT')
    await window.call('start-embedding-change', { embedder: second })
    await changeIsOver(running)
    expect(await state(running)).toMatchObject({ model: 'second-embedder', embedded: 41, total: 41 })
    expect(await foundByMeaning(running, 'word6 number6')).toContain(ids[6])
  })

  it('cannot be taken back once the server of the model before is gone, and says so', { timeout: 60_000 }, async () => {
    const running = await setUp(2)
    const { window, fake, serverId } = running
    const { id: other } = await window.call('save-endpoint', { baseUrl: fake.baseUrl })
    await window.call('start-embedding-change', { embedder: { endpointId: other, model: 'second-embedder' } })
    await changeIsOver(running)
    await expect(window.call('delete-endpoint', { id: other })).rejects.toMatchObject({ code: 'CONFLICT' })
    await window.call('delete-endpoint', { id: serverId })
    expect((await state(running)).undo).toBeNull()
    await expect(window.call('undo-embedding-change', {})).rejects.toThrow(/its server was removed/)
    await window.call('restore-endpoint', { id: serverId })
    await window.call('undo-embedding-change', {})
    expect((await state(running)).model).toBe('fake-embedder')
  })

  it('lets an embed job that a change overtakes make its vector again, by the new model', { timeout: 60_000 }, async () => {
    const running = await setUp(3)
    const { window, fake, second } = running
    await window.call('start-embedding-change', { embedder: second })
    await changeIsOver(running)
    const held = holdSecond(fake)
    const { id } = await window.call('capture-item', { body: 'Thought that is overtaken.' })
    expect((await held.next()).request.body.input).toEqual(['Thought that is overtaken.'])
    await window.call('undo-embedding-change', {})
    held.release()
    await expect.poll(() => textsSentTo(fake, 'fake-embedder').includes('Thought that is overtaken.'), { timeout: 10_000 }).toBe(true)
    await running.app.whenIdle()
    expect(await foundByMeaning(running, 'overtaken')).toContain(id)
    expect(await state(running)).toMatchObject({ model: 'fake-embedder', embedded: 4, total: 4 })
  })

  it('ends a trial that the lock overtakes with the lock as its reason', { timeout: 60_000 }, async () => {
    const { window, fake, second } = await setUp(1)
    const held = holdSecond(fake)
    const plan = window.call('plan-embedding-change', { embedder: second })
    const refused = expect(plan).rejects.toMatchObject({ code: 'VAULT_LOCKED' })
    await held.next()
    await window.call('lock-vault', {})
    held.release()
    await refused
  })

  it('forgets the vector of a thought that was emptied', { timeout: 60_000 }, async () => {
    const running = await setUp(2)
    const { window, ids } = running
    await window.call('update-item', { id: ids[1] ?? '', body: '' })
    await running.app.whenIdle()
    expect(await foundByMeaning(running, 'word1 number1')).not.toContain(ids[1])
    expect(await state(running)).toMatchObject({ embedded: 1, total: 1 })
  })
})
