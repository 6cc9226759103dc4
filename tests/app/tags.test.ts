import { afterEach, describe, expect, it } from 'vitest'
import { closeApp, closeApps, makeFolder, PASSPHRASE, startApp, startWithVault, type TestApp } from '../support/app'

afterEach(closeApps)

async function quiet(dataDir = makeFolder()): Promise<TestApp> {
  const running = await startWithVault({ dataDir })
  await running.window.call('pause-queue', {})
  return running
}

const capture = async ({ window }: TestApp, body: string, tags: string[] = [], more: { private?: boolean } = {}) =>
  (await window.call('capture-item', { body, tags, ...more })).id
const tagsOf = async ({ window }: TestApp, id: string) => (await window.call('get-item', { id })).tags
const counts = async ({ window }: TestApp) => (await window.call('list-tags', {})).tags.map(({ name, count }) => `${name} ${count}`)
const found = async ({ window }: TestApp, query: string) => (await window.call('search-items', { query })).hits.map(({ id }) => id)

describe('renaming a tag', () => {
  it('changes it on every thought, in lists and in search, and back', async () => {
    const running = await quiet()
    const { window } = running
    const a = await capture(running, 'First thought', ['hammer', 'wood'])
    const b = await capture(running, 'Second thought', ['hammer'])
    const { changeId } = await window.call('rename-tag', { from: 'Hammer', to: '  #mallet ' })
    expect(await counts(running)).toEqual(['mallet 2', 'wood 1'])
    expect(await tagsOf(running, a)).toEqual(['mallet', 'wood'])
    expect((await window.call('list-items', { tag: 'mallet' })).total).toBe(2)
    await expect.poll(() => found(running, 'mallet')).toHaveLength(2)
    expect(await found(running, 'hammer')).toEqual([])
    expect(await found(running, 'second thought')).toContain(b)
    await window.call('undo-tag-change', { changeId })
    expect(await counts(running)).toEqual(['hammer 2', 'wood 1'])
    await expect.poll(() => found(running, 'hammer')).toHaveLength(2)
    await expect(window.call('undo-tag-change', { changeId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('changes its spelling alone without asking for a merge', async () => {
    const running = await quiet()
    await capture(running, 'A thought', ['repair'])
    expect(await running.window.call('rename-tag', { from: 'repair', to: 'Repair' })).toMatchObject({ name: 'Repair', merged: false })
    expect(await counts(running)).toEqual(['Repair 1'])
  })

  it('refuses nothing, an unknown tag, and what would be a merge that nobody asked for', async () => {
    const running = await quiet()
    const { window } = running
    await capture(running, 'A thought', ['one', 'two'])
    await expect(window.call('rename-tag', { from: 'one', to: ' # ' })).rejects.toMatchObject({ code: 'BAD_INPUT' })
    await expect(window.call('rename-tag', { from: 'three', to: 'four' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(window.call('rename-tag', { from: 'one', to: 'TWO' })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await counts(running)).toEqual(['one 1', 'two 1'])
  })
})

describe('merging tags', () => {
  it('makes the two one on every thought, once, and is taken back exactly', async () => {
    const running = await quiet()
    const { window } = running
    const both = await capture(running, 'Both', ['books', 'x', 'book'])
    const one = await capture(running, 'One', ['a', 'books', 'z'])
    const other = await capture(running, 'Other', ['book'])
    const trashed = await capture(running, 'Trashed', ['books'])
    await window.call('delete-item', { id: trashed })
    const merged = await window.call('rename-tag', { from: 'books', to: 'book', merge: true })
    expect(merged).toMatchObject({ merged: true, name: 'book', count: 3 })
    expect([await tagsOf(running, both), await tagsOf(running, one)]).toEqual([
      ['x', 'book'],
      ['a', 'book', 'z'],
    ])
    expect(await tagsOf(running, trashed)).toEqual(['book'])
    // What a person does meanwhile stands: this one is neither a book nor books any more.
    await window.call('update-item', { id: one, tags: ['a', 'z'] })
    await window.call('undo-tag-change', { changeId: merged.changeId })
    expect(await tagsOf(running, both)).toEqual(['books', 'x', 'book'])
    expect(await tagsOf(running, one)).toEqual(['a', 'z'])
    expect(await tagsOf(running, other)).toEqual(['book'])
    expect(await tagsOf(running, trashed)).toEqual(['books'])
    expect(await counts(running)).toEqual(expect.arrayContaining(['book 2', 'books 1']))
  })

  it('goes step by step over many thoughts, tells how far it is, and two at once do not lose a tag', { timeout: 120_000 }, async () => {
    const running = await quiet()
    const { window, events } = running
    const ids: string[] = []
    for (let n = 0; n < 900; n += 1) ids.push(await capture(running, `Thought ${n}`, ['one']))
    await capture(running, 'Two', ['two'])
    await capture(running, 'Three', ['three'])
    await Promise.all([
      window.call('rename-tag', { from: 'one', to: 'two', merge: true }),
      window.call('rename-tag', { from: 'two', to: 'three', merge: true }),
    ])
    expect(await counts(running)).toEqual(['three 902'])
    const last = events.filter((event) => event.type === 'tags-changed').at(-1)
    expect(last?.payload).toEqual({ done: 901, total: 901 })
  })
})

describe('a tag taken off', () => {
  it('leaves the thoughts, and comes back in its place', async () => {
    const running = await quiet()
    const { window } = running
    const id = await capture(running, 'A thought', ['one', 'two', 'three'])
    const { changeId, count } = await window.call('delete-tag', { name: 'two' })
    expect([count, await tagsOf(running, id)]).toEqual([1, ['one', 'three']])
    await expect.poll(() => found(running, 'two')).toEqual([])
    await window.call('undo-tag-change', { changeId })
    expect(await tagsOf(running, id)).toEqual(['one', 'two', 'three'])
    await expect.poll(() => found(running, 'two')).toEqual([id])
  })

  it('is followed by search also when the program ends right after', async () => {
    const dataDir = makeFolder()
    const first = await quiet(dataDir)
    const id = await capture(first, 'A thought', ['anvil'])
    await first.window.call('rename-tag', { from: 'anvil', to: 'forge' })
    await closeApp(first.app)
    const second = startApp({ dataDir })
    await second.window.call('unlock-vault', { passphrase: PASSPHRASE })
    await expect.poll(() => found(second, 'forge')).toEqual([id])
    expect(await found(second, 'anvil')).toEqual([])
  })
})

describe('near copies', () => {
  it('are offered with the more used one to keep, until they are merged or kept apart', async () => {
    const dataDir = makeFolder()
    const running = await quiet(dataDir)
    const { window } = running
    await capture(running, 'One', ['book', 'to-do', '2023'])
    await capture(running, 'Two', ['books', 'todo', '2024'])
    await capture(running, 'Three', ['books'])
    const pairs = async (app = running) =>
      (await app.window.call('list-near-tags', {})).pairs.map(({ keep, other, reason }) => [keep.name, other.name, reason])
    expect(await pairs()).toEqual([
      ['to-do', 'todo', 'joining'],
      ['books', 'book', 'plural'],
    ])
    await window.call('dismiss-near-tags', { one: 'todo', other: 'to-do' })
    await window.call('rename-tag', { from: 'book', to: 'books', merge: true })
    expect(await pairs()).toEqual([])
    await closeApp(running.app)
    const second = startApp({ dataDir })
    await second.window.call('unlock-vault', { passphrase: PASSPHRASE })
    expect(await pairs(second)).toEqual([])
    await second.window.call('dismiss-near-tags', { one: 'to-do', other: 'todo', dismissed: false })
    expect(await pairs(second)).toHaveLength(1)
  })
})

describe('suggestions', () => {
  it('come from the words and from thoughts close in meaning, without asking any server', { timeout: 60_000 }, async () => {
    const running = await startWithVault()
    const { window, app } = running
    await window.call('update-settings', { autoSummary: false })
    await capture(running, 'A lending library for skills: neighbours lend an hour of repair.', ['commons'])
    await capture(running, 'Three attempts at a repair library failed; skills of neighbours need a lender.', ['commons'])
    await capture(running, 'Salt the rice water before it boils.', ['kitchen', 'library'])
    const id = await capture(running, 'The repair library: a neighbour lends skills by the hour.')
    await app.whenIdle()
    const { tags } = await window.call('suggest-tags', { id })
    expect(tags).toEqual(
      expect.arrayContaining([
        { name: 'library', why: 'words' },
        { name: 'commons', why: 'neighbours' },
      ]),
    )
    expect(tags.map(({ name }) => name)).not.toContain('kitchen')
  })
})

describe('programs', () => {
  it('see tags as if thoughts that stay here were not there, and change none', async () => {
    const running = await quiet()
    const { window, program } = running
    const secret = await capture(running, 'Secret', ['hidden', 'shared'], { private: true })
    const open = await capture(running, 'Hidden in plain sight', ['shared'])
    expect((await program.call('list-tags', {})).tags.map(({ name, count }) => [name, count])).toEqual([['shared', 1]])
    expect((await program.call('get-places', {})).tags).toEqual([{ name: 'shared', count: 1 }])
    expect((await program.call('suggest-tags', { id: open })).tags).toEqual([])
    expect((await window.call('suggest-tags', { id: open })).tags).toEqual([{ name: 'hidden', why: 'words' }])
    await expect(program.call('suggest-tags', { id: secret })).rejects.toMatchObject({ code: 'ITEM_PRIVATE' })
  })
})
