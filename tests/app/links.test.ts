import { afterEach, describe, expect, it } from 'vitest'
import { closeApp, closeApps, makeFolder, PASSPHRASE, startApp, startWithVault, type TestApp } from '../support/app'
import { type FakeOpenAi, startFakeOpenAi } from '../support/fake-openai-server'
import { chooseModelServer } from '../support/model-server'

let server: FakeOpenAi | undefined
afterEach(async () => {
  await closeApps()
  await server?.close()
  server = undefined
})

/** A vault whose queue stands still: links by name need no job. */
async function quiet(): Promise<TestApp> {
  const running = await startWithVault()
  await running.window.call('pause-queue', {})
  return running
}

const capture = async ({ window }: TestApp, body: string, more: { title?: string; private?: boolean } = {}) =>
  (await window.call('capture-item', { body, ...more })).id

const named = async ({ window }: TestApp, id: string) =>
  (await window.call('list-links', { id })).names.map(({ name, item }) => [name, item?.title ?? null])

describe('wikilinks', () => {
  it('link on saving, are seen from both sides with their sentence, and go when the text no longer names them', async () => {
    const running = await quiet()
    const { window, events } = running
    const rice = await capture(running, 'Salt the rice water')
    const note = await capture(running, 'Kitchen notes\n\nFirst. I tried [[salt the RICE water|it]] today. Last.')
    const from = await window.call('list-links', { id: note })
    expect(from.outgoing).toMatchObject([{ kind: 'wikilink', item: { id: rice, title: 'Salt the rice water' } }])
    const back = (await window.call('list-links', { id: rice })).backlinks
    expect(back).toMatchObject([{ item: { id: note }, mention: { text: 'I tried it today.', mark: [8, 10] } }])
    expect(events.filter((event) => event.type === 'links-changed').map((event) => event.payload)).toEqual(
      expect.arrayContaining([{ itemId: rice }, { itemId: note }]),
    )
    expect((await window.call('get-item', { id: rice })).links).toMatchObject([{ kind: 'wikilink', item: { id: note } }])
    await window.call('update-item', { id: note, body: 'Kitchen notes without it' })
    expect((await window.call('list-links', { id: rice })).backlinks).toEqual([])
  })

  it('keep their item while its first line, its title, is typed anew, and find it under the name they show now', async () => {
    const running = await quiet()
    const { window } = running
    const target = await capture(running, 'Old title\n\nwords')
    const note = await capture(running, 'See [[Old title]].')
    for (const line of ['Old titl', 'Old', 'N', 'New title']) await window.call('update-item', { id: target, body: `${line}\n\nwords` })
    expect(await named(running, note)).toEqual([['Old title', 'New title']])
    await window.call('update-item', { id: note, body: 'See [[New title]].' })
    expect((await window.call('list-links', { id: target })).backlinks).toHaveLength(1)
    // The earlier version comes back with the earlier name.
    await window.call('update-item', { id: note, body: 'See [[Old title]].' })
    expect(await named(running, note)).toEqual([['Old title', 'New title']])
  })

  it('wait for the thought they name, and show it in the trash until it is erased', async () => {
    const running = await quiet()
    const { window } = running
    const note = await capture(running, 'Ask [[Later]] and [[Later#Part]]')
    expect(await named(running, note)).toEqual([
      ['Later', null],
      ['Later#Part', null],
    ])
    const later = await capture(running, '', { title: 'Later' })
    expect((await window.call('list-links', { id: later })).backlinks.map((link) => link.item.id)).toEqual([note])
    await window.call('delete-item', { id: later })
    const inTrash = await window.call('list-links', { id: note })
    expect(inTrash.outgoing).toEqual([])
    expect(inTrash.names[0]?.item?.deletedAt).toEqual(expect.any(Number))
    await window.call('restore-item', { id: later })
    expect((await window.call('list-links', { id: note })).outgoing).toHaveLength(1)
    await window.call('delete-item', { id: later })
    await window.call('erase-item', { id: later })
    expect(await named(running, note)).toEqual([
      ['Later', null],
      ['Later#Part', null],
    ])
  })

  it('of a 12 MB line are read in the background while everything else answers', { timeout: 60_000 }, async () => {
    const running = await quiet()
    const { window, app } = running
    const rice = await capture(running, 'Rice')
    const note = await capture(running, `${'[[ and [[more words `x` '.repeat(500_000)}[[Rice]]`)
    await expect.poll(async () => (await window.call('list-links', { id: note })).reading, { timeout: 50_000 }).toBe(false)
    expect((await window.call('list-links', { id: rice })).backlinks).toMatchObject([{ item: { id: note } }])
    await app.whenIdle()
  })

  it('are there after a restart', async () => {
    const dataDir = makeFolder()
    const first = await startWithVault({ dataDir })
    const rice = await capture(first, 'Rice')
    const note = await capture(first, 'See [[Rice]]')
    await closeApp(first.app)
    const second = startApp({ dataDir })
    await second.window.call('unlock-vault', { passphrase: PASSPHRASE })
    expect((await second.window.call('list-links', { id: note })).outgoing).toMatchObject([{ item: { id: rice } }])
  })
})

describe('links by hand', () => {
  it('are added with a reason, once, and removed', async () => {
    const running = await quiet()
    const { window } = running
    const a = await capture(running, 'One')
    const b = await capture(running, 'Two')
    const { linkId } = await window.call('add-link', { fromId: a, toId: b, reason: 'same teacher' })
    expect((await window.call('add-link', { fromId: b, toId: a })).linkId).toBe(linkId)
    expect((await window.call('list-links', { id: a })).outgoing).toMatchObject([{ kind: 'manual', reason: 'same teacher' }])
    expect((await window.call('list-links', { id: b })).backlinks).toMatchObject([{ kind: 'manual', reason: 'same teacher' }])
    await expect(window.call('reject-link', { linkId })).rejects.toMatchObject({ code: 'CONFLICT' })
    await window.call('remove-link', { linkId })
    expect((await window.call('list-links', { id: a })).outgoing).toEqual([])
    await expect(window.call('remove-link', { linkId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('are refused with itself, with what is in the trash, and for a link in the text', async () => {
    const running = await quiet()
    const { window } = running
    const a = await capture(running, 'One [[Two]]')
    const b = await capture(running, 'Two')
    await expect(window.call('add-link', { fromId: a, toId: a })).rejects.toMatchObject({ code: 'BAD_INPUT' })
    const [inText] = (await window.call('list-links', { id: a })).outgoing
    await expect(window.call('remove-link', { linkId: inText?.linkId ?? '' })).rejects.toMatchObject({ code: 'CONFLICT' })
    await window.call('delete-item', { id: b })
    await expect(window.call('add-link', { fromId: a, toId: b })).rejects.toMatchObject({ code: 'ITEM_NOT_FOUND' })
  })
})

describe('a rejected link', () => {
  const texts = [
    'A lending library for skills: neighbours lend an hour of repair.',
    'Three attempts at a repair library failed; skills of neighbours need a lender.',
  ]

  it('stays away through an edit, another embedding model, a restart and a return from the trash, until it is taken back', {
    timeout: 120_000,
  }, async () => {
    server = await startFakeOpenAi({ models: ['fake-model'] })
    const dataDir = makeFolder()
    const first = await startWithVault({ dataDir })
    await first.window.call('update-settings', { autoSummary: false })
    const [a = '', b = ''] = [await capture(first, texts[0] ?? ''), await capture(first, texts[1] ?? '')]
    await first.app.whenIdle()
    const [link] = (await first.window.call('list-links', { id: a })).related
    if (!link) throw new Error('nothing linked')
    expect(link).toMatchObject({ kind: 'auto', item: { id: b }, reason: expect.stringMatching(/repair|skills|library/) })
    await first.window.call('reject-link', { linkId: link.linkId })
    const state = async ({ window }: TestApp) => {
      const { related, rejected } = await window.call('list-links', { id: b })
      return [related.length, rejected.map(({ linkId }) => linkId)]
    }
    expect(await state(first)).toEqual([0, [link.linkId]])

    await first.window.call('update-item', { id: b, body: `${texts[1]} Repair skills are lent by neighbours.` })
    await first.window.call('delete-item', { id: a })
    await first.window.call('restore-item', { id: a })
    await first.app.whenIdle()
    expect(await state(first)).toEqual([0, [link.linkId]])
    await chooseModelServer(first.window, { baseUrl: server.baseUrl, model: 'fake-model', embeddingModel: 'fake-embed' })
    await first.app.whenIdle()
    expect((await state(first))[0]).toBe(0)
    await closeApp(first.app)

    const second = startApp({ dataDir })
    await second.window.call('unlock-vault', { passphrase: PASSPHRASE })
    await second.app.whenIdle()
    expect(await state(second)).toEqual([0, [link.linkId]])
    await second.window.call('reject-link', { linkId: link.linkId, rejected: false })
    expect(await state(second)).toEqual([1, []])
  })
})

describe('auto links between short notes', () => {
  it('are not made where notes only stand in the same everyday world', { timeout: 60_000 }, async () => {
    const running = await startWithVault()
    const bodies = [
      'Light in the hallway flickers when the washing machine runs.',
      'Repaint the garden chairs before summer.',
      'The cat sleeps on the router because it is warm.',
      'Buy new running shoes, the old ones are worn at the heel.',
      'Balcony tomatoes got blight; next year under the roof.',
      'Move the tomato pots out of the rain to avoid blight.',
    ]
    const ids: string[] = []
    for (const body of bodies) ids.push(await capture(running, body))
    await running.app.whenIdle()
    const found: string[][] = []
    for (const id of ids) found.push((await running.window.call('list-links', { id })).related.map((link) => link.item.id))
    expect(found).toEqual([[], [], [], [], [ids[5]], [ids[4]]])
  })
})

describe('programs', () => {
  it('see no link to or from a thought that stays here, nor its title, nor that a name fits it', async () => {
    const running = await quiet()
    const { window, program } = running
    const secret = await capture(running, 'Secret plan', { private: true })
    const open = await capture(running, 'Open note on [[Secret plan]]')
    await window.call('update-item', { id: secret, body: 'Secret plan about [[Open note on Secret plan]]' })
    await window.call('add-link', { fromId: secret, toId: open, reason: 'secret reason' })
    const seen = await program.call('list-links', { id: open })
    expect(seen).toMatchObject({ outgoing: [], backlinks: [], related: [], rejected: [], names: [{ name: 'Secret plan', item: null }] })
    expect((await program.call('get-item', { id: open })).links).toEqual([])
    expect(await program.call('complete-title', { query: 'secret' })).toMatchObject({ titles: [{ id: open }], exact: false })
    const own = (await window.call('list-links', { id: open })).outgoing
    expect(own).toHaveLength(1)
    for (const { linkId } of [...own, ...(await window.call('list-links', { id: open })).backlinks]) {
      await expect(program.call('remove-link', { linkId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(program.call('reject-link', { linkId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
    await expect(program.call('list-links', { id: secret })).rejects.toMatchObject({ code: 'ITEM_PRIVATE' })
    await expect(program.call('add-link', { fromId: open, toId: secret })).rejects.toMatchObject({ code: 'ITEM_PRIVATE' })
  })
})
