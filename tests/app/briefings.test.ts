import { afterEach, describe, expect, it, vi } from 'vitest'
import type { CommandInput } from '../../src/shared/contract'
import { closeApp, closeApps, PASSPHRASE, startApp } from '../support/app'
import { briefingOf, closeServers, DAY_MS, noon, repair, rice, serverElsewhere, startAtNoon } from '../support/briefings'
import { chooseModelServer } from '../support/model-server'

vi.setConfig({ testTimeout: 120_000 })
afterEach(async () => {
  await closeApps()
  await closeServers()
})

const german = 'Die Werkstatt braucht neue Regeln. Niemand räumt am Abend auf, und am Morgen fehlt das Werkzeug.'

describe('a briefing of many without a model', () => {
  it('speaks of the thoughts of the day in their words, knows which sentence is whose, and is heard', async () => {
    const running = await startAtNoon()
    running.clock.now -= 3 * DAY_MS
    const old = await running.add('An old thought about the sea. It is not of today.')
    running.clock.now = noon
    const [first, second] = [await running.add(repair, { title: 'Lend nerve, not tools' }), await running.add(rice)]
    const { begun, briefing } = await briefingOf(running, { scope: 'day' })
    expect(begun).toMatchObject({ count: 2, leftOut: { over: 0, private: 0 } })
    expect(briefing).toMatchObject({
      status: 'done',
      itemId: null,
      title: 'Friday, 3 October',
      engine: { kind: 'builtin', label: 'built-in outline, no model' },
      asked: true,
      heardAt: null,
    })
    expect(briefing.items.map(({ itemId }) => itemId)).toEqual([second, first])
    const script = briefing.script ?? ''
    expect(script).toContain('Today you wrote or changed 2 thoughts.')
    expect(script).not.toMatch(/\[\d|old thought|sea/)
    const said = (id: string) => briefing.places.filter(({ itemId }) => itemId === id).map(({ start, end }) => script.slice(start, end))
    expect(said(first).join(' ')).toContain('What people run out of is nerve, not tools.')
    expect(said(second).join(' ')).toContain('Who has tried it with less?')
    expect(said(old)).toEqual([])
    expect(briefing.audio?.durationMs).toBeGreaterThan(8000)
    expect(briefing.sentences.length).toBeGreaterThan(4)
    expect((await running.window.call('get-places', {})).briefings).toBe(1)
  })

  it('is of a week, a tag, a search, chosen thoughts, or what is new since the last one', async () => {
    const running = await startAtNoon()
    running.clock.now = noon - 10 * DAY_MS
    const oldest = await running.add('The harbour needs a lamp. It is dark at five.', { tags: ['harbour'] })
    running.clock.now = noon - 3 * DAY_MS
    const older = await running.add(repair, { tags: ['repair'] })
    running.clock.now = noon
    const newest = await running.add(rice, { tags: ['Kitchen', 'repair'] })
    await running.app.whenIdle()
    const about = async (input: CommandInput<'brief-many'>) => {
      const { briefing } = await briefingOf(running, input)
      return [briefing.title, briefing.status, briefing.items.map(({ itemId }) => itemId)]
    }
    expect(await about({ scope: 'week' })).toEqual(['Seven days to 3 October', 'done', [newest, older]])
    expect(await about({ scope: 'tag', tag: '#REPAIR ' })).toEqual(['#REPAIR', 'done', [newest, older]])
    expect(await about({ scope: 'search', query: 'tag:harbour' })).toEqual(['Search: tag:harbour', 'done', [oldest]])
    expect(await about({ scope: 'chosen', itemIds: [oldest, newest, oldest] })).toEqual(['2 chosen thoughts', 'done', [oldest, newest]])
    // The last that told what is new was that of the week.
    running.clock.now += 1000
    const call = running.window.call('brief-many', { scope: 'since_last' })
    await expect(call).rejects.toMatchObject({ code: 'BAD_INPUT', message: expect.stringContaining('Nothing is new') })
    running.clock.now += 1000
    await running.window.call('update-item', { id: oldest, body: 'The harbour has a lamp now. It shines from five on.' })
    expect(await about({ scope: 'since_last' })).toEqual(['New until 3 October', 'done', [oldest]])
    expect((await running.window.call('list-briefings', {})).total).toBe(5)
  })

  it('refuses what comes to nothing, in words, and begins nothing', async () => {
    const { window } = await startAtNoon()
    const refusals = [
      window.call('brief-many', { scope: 'day' }),
      window.call('brief-many', { scope: 'week' }),
      window.call('brief-many', { scope: 'tag', tag: 'none' }),
      window.call('brief-many', { scope: 'tag' }),
      window.call('brief-many', { scope: 'search', query: 'nothing at all' }),
      window.call('brief-many', { scope: 'chosen', itemIds: ['gone'] }),
    ]
    for (const refused of refusals)
      await expect(refused).rejects.toMatchObject({ code: 'BAD_INPUT', message: expect.stringMatching(/\. \w|\.$/) })
    expect((await window.call('list-jobs', {})).jobs).toEqual([])
    expect((await window.call('list-briefings', {})).total).toBe(0)
  })

  it('speaks of the newest forty, says how many were too many, and shows them', async () => {
    const running = await startAtNoon()
    const ids: string[] = []
    for (let index = 0; index < 43; index += 1) {
      running.clock.now += 1000
      ids.push(await running.add(`Thought number ${index} is about the garden wall. It says a little more than that.`))
    }
    await running.app.whenIdle()
    const preview = await running.window.call('preview-briefing-scope', { scope: 'day' })
    expect([preview.items.length, preview.leftOut]).toEqual([40, { over: 3, private: 0 }])
    const { begun, briefing } = await briefingOf(running, { scope: 'day' })
    expect([begun.count, begun.leftOut, briefing.leftOut]).toEqual([40, { over: 3, private: 0 }, { over: 3, private: 0 }])
    expect(briefing.items[0]?.itemId).toBe(ids.at(-1))
    const { items } = await running.window.call('list-briefing-left-out', { id: briefing.id })
    expect(items.map(({ itemId, why }) => [itemId, why])).toEqual([ids[2], ids[1], ids[0]].map((id) => [id, 'over']))
    expect(briefing.script?.split(/\s+/).length).toBeLessThan(620)
  })

  it('is in the language that most of the thoughts are in, and names the others by their title', async () => {
    const running = await startAtNoon()
    await running.add(rice, { title: 'Salt the rice water' })
    await running.add(german, { title: 'Regeln für die Werkstatt' })
    await running.add('Der Hafen ist im Winter dunkel. Die Lampe am Kai brennt nicht, und niemand fühlt sich zuständig.')
    const { briefing } = await briefingOf(running, { scope: 'day' })
    expect(briefing.script).toContain('Heute hast du 3 Gedanken geschrieben oder geändert.')
    expect(briefing.script).toContain('Er heißt „Salt the rice water“.')
    expect(briefing.script).not.toContain('Ten grams')
    expect(briefing.audio?.voice).toBe('eSpeak NG (de)')
  })

  it('answers a second press with the one that is being made', async () => {
    const running = await startAtNoon()
    await running.add(rice)
    await running.window.call('pause-queue', {})
    const [one, two] = [
      await running.window.call('brief-many', { scope: 'day' }),
      await running.window.call('brief-many', { scope: 'day' }),
    ]
    expect(two).toEqual(one)
    const other = await running.window.call('brief-many', { scope: 'week' })
    expect(other.briefingId).not.toBe(one.briefingId)
  })
})

describe('a briefing that is there', () => {
  it('keeps where a person stopped, that it was heard, and their speed, over a restart', async () => {
    const running = await startAtNoon()
    await running.add(rice)
    const { briefing } = await briefingOf(running, { scope: 'day' })
    expect(await running.window.call('get-playback', {})).toEqual({ speed: 1 })
    await running.window.call('keep-playback', { id: briefing.id, positionMs: 4321, speed: 1.5 })
    running.clock.now += 5000
    await running.window.call('keep-playback', { id: briefing.id, heard: true })
    await closeApp(running.app)
    const again = startApp({ dataDir: running.dataDir })
    await again.window.call('unlock-vault', { passphrase: PASSPHRASE })
    expect(await again.window.call('get-playback', {})).toEqual({ speed: 1.5 })
    expect((await again.window.call('get-briefing', { id: briefing.id })).briefing).toMatchObject({
      positionMs: 4321,
      heardAt: noon + 5000,
    })
  })

  it('is deleted with what is being made of it, comes back, and is told of', async () => {
    const running = await startAtNoon()
    const id = await running.add(rice)
    const { briefing } = await briefingOf(running, { scope: 'day' })
    const single = await running.window.call('brief-item', { itemId: id })
    await running.app.whenIdle()
    for (const briefingId of [briefing.id, single.briefingId]) {
      await running.window.call('delete-briefing', { id: briefingId })
      expect((await running.window.call('get-briefing', { id: briefingId })).briefing).toBeNull()
      await expect(running.window.call('read-briefing-audio', { id: briefingId, offset: 0 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
    expect((await running.window.call('list-briefings', {})).total).toBe(0)
    expect((await running.window.call('search-items', { query: 'is:brief' })).hits).toEqual([])
    await running.window.call('restore-briefing', { id: briefing.id })
    expect((await running.window.call('list-briefings', {})).briefings.map((one) => one.id)).toEqual([briefing.id])
    await running.window.call('pause-queue', {})
    const running2 = await running.window.call('brief-many', { scope: 'week' })
    await running.window.call('delete-briefing', { id: running2.briefingId })
    expect((await running.window.call('get-job', { id: running2.jobId })).status).toBe('cancelled')
  })

  it('goes with a thought that is erased for good, since it tells what that said', async () => {
    const running = await startAtNoon()
    const [kept, erased] = [await running.add(repair), await running.add(rice)]
    const { briefing } = await briefingOf(running, { scope: 'day' })
    const { briefing: other } = await briefingOf(running, { scope: 'chosen', itemIds: [kept] })
    await running.window.call('delete-item', { id: erased })
    expect((await running.window.call('get-briefing', { id: briefing.id })).briefing?.items.map(({ trashed }) => trashed)).toEqual([
      true,
      false,
    ])
    await running.window.call('erase-item', { id: erased })
    expect((await running.window.call('list-briefings', {})).briefings.map((one) => one.id)).toEqual([other.id])
  })

  it('of one thought is cleaned for the ear too', async () => {
    const running = await startAtNoon()
    const fake = await serverElsewhere({
      answer: () => '# Rice\n\n**Rice** wants salt [1], see https://example.org/rice. 🍚\n\n- Ten grams\n- One litre',
    })
    await chooseModelServer(running.window, { baseUrl: fake.baseUrl, model: 'fake-model' })
    const id = await running.add(rice)
    const { briefingId } = await running.window.call('brief-item', { itemId: id })
    await running.app.whenIdle()
    expect((await running.window.call('get-briefing', { id: briefingId })).briefing?.script).toBe(
      'Rice.\n\nRice wants salt, see.\n\nTen grams. One litre.',
    )
  })
})
