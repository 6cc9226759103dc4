import { afterEach, describe, expect, it } from 'vitest'
import { closeApp, closeApps, makeFolder, PASSPHRASE, startApp, startWithVault, type TestApp } from '../support/app'

afterEach(closeApps)

const HOUR = 3_600_000

/** A vault whose queue stands still and whose clock the test moves. */
async function quiet(options: Parameters<typeof startWithVault>[0] = {}) {
  const clock = { now: Date.now() - 40 * 24 * HOUR }
  const running = await startWithVault({ now: () => clock.now, autoLock: false, ...options })
  await running.window.call('pause-queue', {})
  return { ...running, clock }
}
type Quiet = Awaited<ReturnType<typeof quiet>>

const capture = async ({ window }: TestApp, body: string, more: { title?: string; private?: boolean } = {}) =>
  (await window.call('capture-item', { body, ...more })).id

async function change({ window, clock }: Quiet, id: string, body: string): Promise<void> {
  clock.now += HOUR
  await window.call('update-item', { id, body })
}

async function texts({ window }: TestApp, id: string): Promise<string[]> {
  const { versions } = await window.call('list-versions', { id })
  return Promise.all(versions.map(async ({ at }) => (await window.call('get-version', { id, at })).body))
}

describe('the history of a thought', () => {
  it('has each earlier text with its title and size, and the present beside them', async () => {
    const running = await quiet()
    const { window } = running
    const id = await capture(running, 'Rice\n\nwithout salt')
    await change(running, id, 'Rice\n\nwith salt')
    await change(running, id, 'Risotto\n\nwith salt')
    const list = await window.call('list-versions', { id })
    expect(list.present).toMatchObject({ title: 'Risotto', characters: 18, writtenBy: 'manual' })
    expect(list.versions).toMatchObject([
      { title: 'Rice', characters: 15, writtenBy: 'manual', same: false },
      { title: 'Rice', characters: 18, writtenBy: 'manual', same: false },
    ])
    expect(list).toMatchObject({ total: 2, nextCursor: null })
    expect((list.versions[0]?.at ?? 0) - (list.versions[0]?.writtenAt ?? 0)).toBe(HOUR)
    expect(await texts(running, id)).toEqual(['Rice\n\nwith salt', 'Rice\n\nwithout salt'])
    expect((await window.call('get-item', { id })).versions).toBe(2)
    const first = await window.call('list-versions', { id, limit: 1 })
    const second = await window.call('list-versions', { id, limit: 1, ...(first.nextCursor === null ? {} : { cursor: first.nextCursor }) })
    expect([...first.versions, ...second.versions].map(({ at }) => at)).toEqual(list.versions.map(({ at }) => at))
    expect(second.nextCursor).toBeNull()
  })

  it('comes back: search and links follow, what it replaced is a version, and the way back leaves no copies', async () => {
    const running = await quiet()
    const { window } = running
    const rice = await capture(running, 'Rice')
    const id = await capture(running, 'Notes\n\nSalt the [[Rice]] with xylophones')
    await change(running, id, 'Nothing is left')
    const [version] = (await window.call('list-versions', { id })).versions
    const { replacedAt } = await window.call('restore-version', { id, at: version?.at ?? 0 })
    expect((await window.call('get-item', { id })).body).toContain('xylophones')
    expect((await window.call('search-items', { query: 'xylophones' })).hits.map((hit) => hit.id)).toEqual([id])
    expect((await window.call('list-links', { id: rice })).backlinks).toHaveLength(1)
    expect(await texts(running, id)).toEqual(['Nothing is left', 'Notes\n\nSalt the [[Rice]] with xylophones'])
    expect((await window.call('list-versions', { id })).versions.map(({ same }) => same)).toEqual([false, true])
    // Undo, and the undo of that.
    await window.call('restore-version', { id, at: replacedAt ?? 0 })
    expect((await window.call('get-item', { id })).body).toBe('Nothing is left')
    expect((await window.call('list-links', { id: rice })).backlinks).toEqual([])
    expect(await window.call('restore-version', { id, at: replacedAt ?? 0 })).toEqual({ replacedAt: null })
    expect(await texts(running, id)).toHaveLength(2)
  })

  it('keeps the text before a program writes over it, and before it is emptied, within one sitting', async () => {
    const running = await quiet()
    const { window, program, clock } = running
    const id = await capture(running, 'My own words, written with care')
    clock.now += 1000
    await program.call('update-item', { id, body: 'A program was here, and wrote this' })
    clock.now += 1000
    await window.call('update-item', { id, body: '' })
    expect(await texts(running, id)).toEqual(['A program was here, and wrote this', 'My own words, written with care'])
    expect((await window.call('list-versions', { id })).versions.map(({ writtenBy }) => writtenBy)).toEqual(['api', 'manual'])
  })

  it('does not grow while a new thought is written, nor with each save of one sitting', async () => {
    const running = await quiet()
    const { window, clock } = running
    const id = await capture(running, 'A thou')
    for (const body of ['A thought', 'A thought that', 'A thought that grows']) {
      clock.now += 5000
      await window.call('update-item', { id, body })
    }
    expect(await texts(running, id)).toEqual([])
    await change(running, id, 'A thought that grows old')
    for (const end of ['er', 'er and', 'er and older']) {
      clock.now += 5000
      await window.call('update-item', { id, body: `A thought that grows old${end}` })
    }
    expect(await texts(running, id)).toEqual(['A thought that grows'])
  })

  it('can be erased one by one', async () => {
    const running = await quiet()
    const { window } = running
    const id = await capture(running, 'The secret is heliotrope')
    await change(running, id, 'There is no secret')
    const [version] = (await window.call('list-versions', { id })).versions
    const at = version?.at ?? 0
    await window.call('delete-version', { id, at })
    expect(await texts(running, id)).toEqual([])
    await expect(window.call('get-version', { id, at })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(window.call('restore-version', { id, at })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(window.call('delete-version', { id, at })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('of a thought that stays here is not for programs, also not once the thought itself is', async () => {
    const running = await quiet()
    const { window, program } = running
    const id = await capture(running, 'The PIN is 1234', { private: true })
    await change(running, id, 'The PIN is a secret')
    const at = (await window.call('list-versions', { id })).versions[0]?.at ?? 0
    for (const ask of [
      () => program.call('list-versions', { id }),
      () => program.call('get-version', { id, at }),
      () => program.call('restore-version', { id, at }),
    ])
      await expect(ask()).rejects.toMatchObject({ code: 'ITEM_PRIVATE' })
    await window.call('update-item', { id, private: false })
    expect(await program.call('list-versions', { id })).toMatchObject({ versions: [], total: 0 })
    expect((await program.call('get-item', { id })).versions).toBe(0)
    await expect(program.call('get-version', { id, at })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(program.call('restore-version', { id, at })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await texts(running, id)).toEqual(['The PIN is 1234'])
  })

  it('is there after a restart, packed or not, and gone when the thought is erased', async () => {
    const dataDir = makeFolder()
    const first = await quiet({ dataDir })
    const id = await capture(first, 'One')
    await change(first, id, 'Two')
    await change(first, id, 'Three')
    await closeApp(first.app)
    const second = startApp({ dataDir })
    await second.window.call('unlock-vault', { passphrase: PASSPHRASE })
    expect(await texts(second, id)).toEqual(['Two', 'One'])
    await second.window.call('delete-item', { id })
    expect(await texts(second, id)).toEqual(['Two', 'One'])
    const at = (await second.window.call('list-versions', { id })).versions[0]?.at ?? 0
    await expect(second.window.call('restore-version', { id, at })).rejects.toMatchObject({ code: 'CONFLICT' })
    await second.window.call('erase-item', { id })
    await expect(second.window.call('list-versions', { id })).rejects.toMatchObject({ code: 'ITEM_NOT_FOUND' })
  })

  it('of a 12 MB line comes back whole', { timeout: 60_000 }, async () => {
    const running = await quiet()
    const { window } = running
    const line = 'salt and rice, 塩と米; '.repeat(600_000)
    const id = await capture(running, line)
    await change(running, id, `${line.slice(0, 5_000_000)}CHANGED${line.slice(5_000_000)}`)
    await change(running, id, 'short')
    const [newest, oldest] = await texts(running, id)
    expect(oldest === line).toBe(true)
    expect(newest?.slice(4_999_990, 5_000_017)).toBe(`${line.slice(4_999_990, 5_000_000)}CHANGED${line.slice(5_000_000, 5_000_010)}`)
    await window.call('restore-version', { id, at: (await window.call('list-versions', { id })).versions.at(-1)?.at ?? 0 })
    expect((await window.call('get-item', { id })).body === line).toBe(true)
  })
})

describe('the trash', () => {
  it('hides a thought from search and links and ends its jobs; taking it out brings search, links and jobs back', async () => {
    const running = await quiet()
    const { window } = running
    const rice = await capture(running, 'Rice')
    const id = await capture(running, 'Salt the [[Rice]] with xylophones')
    const live = async () =>
      (await window.call('list-jobs', {})).jobs.filter((job) => job.itemId === id && (job.status === 'pending' || job.status === 'running'))
    expect((await live()).length).toBeGreaterThan(0)
    await window.call('delete-item', { id })
    expect(await live()).toEqual([])
    expect((await window.call('search-items', { query: 'xylophones' })).hits).toEqual([])
    expect((await window.call('list-links', { id: rice })).backlinks).toEqual([])
    expect((await window.call('get-item', { id: rice })).links).toEqual([])
    expect(await window.call('restore-items', { ids: [id, id, rice, 'unknown'] })).toEqual({ restored: [id] })
    expect((await live()).map(({ type }) => type)).toEqual(['embed'])
    expect((await window.call('search-items', { query: 'xylophones' })).hits.map((hit) => hit.id)).toEqual([id])
    expect((await window.call('list-links', { id: rice })).backlinks).toHaveLength(1)
  })

  it('is emptied in turns: everything else answers meanwhile, and what comes into it then stays', { timeout: 120_000 }, async () => {
    const running = await quiet()
    const { window, clock, events } = running
    for (let n = 0; n < 300; n += 1) {
      const id = await capture(running, `Thought ${n} about xylophones`)
      await window.call('delete-item', { id })
    }
    const kept = await capture(running, 'A thought to keep')
    const late = await capture(running, 'A thought deleted late')
    clock.now += 1000
    let ended = false
    const emptying = window.call('empty-trash', {}).finally(() => {
      ended = true
    })
    clock.now += 10
    await window.call('delete-item', { id: late })
    let answered = 0
    while (!ended) {
      await window.call('get-item', { id: kept })
      answered += 1
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(await emptying).toEqual({ erased: 300 })
    expect(answered).toBeGreaterThan(5)
    const { items } = await window.call('list-items', { place: 'trash' })
    expect(items.map(({ id }) => id)).toEqual([late])
    expect(events.filter((event) => event.type === 'item-changed' && event.payload.change === 'erased')).toHaveLength(300)
    expect(await window.call('empty-trash', {})).toEqual({ erased: 1 })
    expect(await window.call('empty-trash', {})).toEqual({ erased: 0 })
  })

  it('that is being emptied when the vault is locked says so, and loses nothing but what it was asked to', {
    timeout: 60_000,
  }, async () => {
    const dataDir = makeFolder()
    const running = await quiet({ dataDir })
    const { window, app } = running
    for (let n = 0; n < 60; n += 1) await window.call('delete-item', { id: await capture(running, `Thought ${n}`) })
    const kept = await capture(running, 'A thought to keep')
    const emptying = window.call('empty-trash', {})
    const refused = expect(emptying).rejects.toMatchObject({ code: 'VAULT_LOCKED' })
    await app.lock('person')
    await refused
    await window.call('unlock-vault', { passphrase: PASSPHRASE })
    expect((await window.call('get-item', { id: kept })).body).toBe('A thought to keep')
    const { erased } = await window.call('empty-trash', {})
    expect(erased).toBeGreaterThan(0)
    expect((await window.call('list-items', { place: 'trash' })).total).toBe(0)
  })

  it('is the window’s to empty; programs may restore what they may see', async () => {
    const running = await quiet()
    const { window, program } = running
    const open = await capture(running, 'Open')
    const hidden = await capture(running, 'Hidden', { private: true })
    for (const id of [open, hidden]) await window.call('delete-item', { id })
    expect(await program.call('restore-items', { ids: [hidden, open] })).toEqual({ restored: [open] })
  })
})
