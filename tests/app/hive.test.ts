import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Client } from '../../src/shared/client'
import { closeApps, makeFolder, startWithVault, type TestApp } from '../support/app'
import { addVerified, makeFakePeer } from '../support/hive-peer'

afterEach(closeApps)

const slow = { timeout: 60_000 }

/** Two people who have exchanged their cards, compared the code, and share a folder. */
async function twoVaults() {
  const [ada, ben] = [await startWithVault(), await startWithVault()]
  const folder = makeFolder('feed')
  const cards = {
    ada: (await ada.window.call('set-hive-name', { name: 'Ada' })).card,
    ben: (await ben.window.call('set-hive-name', { name: 'Ben' })).card,
  }
  const [benAtAda, adaAtBen] = [await addVerified(ada.window, cards.ben), await addVerified(ben.window, cards.ada)]
  await ada.window.call('update-hive-peer', { id: benAtAda, feedFolder: folder })
  await ben.window.call('update-hive-peer', { id: adaAtBen, feedFolder: folder })
  return { ada, ben, folder, benAtAda, adaAtBen }
}

async function thinkThrough({ app, window }: TestApp, body: string, tags: string[] = []): Promise<string> {
  const { id } = await window.call('capture-item', { body, tags })
  await window.call('deep-think', { itemId: id })
  await app.whenIdle()
  return id
}

async function share(window: Client, itemId: string, peerId: string, withThesis: boolean) {
  const preview = await window.call('preview-share', { itemId, peerId, withThesis })
  return { preview, ...(await window.call('share-to-folder', { previewId: preview.previewId })) }
}

describe('two vaults', () => {
  it('exchange a thought with its thesis over a folder, and the two theses are set beside each other', slow, async () => {
    const { ada, ben, folder, benAtAda, adaAtBen } = await twoVaults()
    const [atAda, atBen] = [await ada.window.call('get-hive', {}), await ben.window.call('get-hive', {})]
    expect(atAda.peers).toMatchObject([{ name: 'Ben', blockedAt: null, feedFolder: folder }])
    expect(atAda.peers[0]?.code).toBe(atBen.peers[0]?.code)

    const shed =
      'A shared tool library on our street saves every household money.\n\nIt needs 20 members to pay for itself. Next step: ask three neighbours this week.'
    const itemId = await thinkThrough(ada, shed, ['street'])
    const own = await thinkThrough(
      ben,
      'A tool library saves households less money than people say.\n\nA tool library needs 60 members to pay for itself.',
    )
    await ben.window.call('capture-item', { body: 'Snow fell on the pass in March.' })
    await ben.app.whenIdle()

    const { preview, fileName } = await share(ada.window, itemId, benAtAda, true)
    expect(readdirSync(folder)).toEqual([fileName])
    expect(fileName).toMatch(/^[0-9a-f]{32}\.hive$/)
    expect((await ada.window.call('list-shares', { itemId })).shares).toMatchObject([
      {
        peerName: 'Ben',
        itemId,
        way: 'folder',
        state: 'saved',
        fileName,
        withThesis: true,
        revision: 1,
        verified: true,
        bytes: preview.bytes,
      },
    ])
    expect(readFileSync(join(folder, fileName)).length).toBe(preview.bytes)

    const itemsBefore = (await ben.window.call('get-places', {})).all
    const jobsBefore = (await ben.window.call('list-jobs', {})).jobs.length
    expect(await ben.window.call('check-hive-folders', {})).toEqual({ taken: 1 })
    // Our own file in the shared folder is nothing to us.
    expect(await ada.window.call('check-hive-folders', {})).toEqual({ taken: 0 })
    const { entries } = await ben.window.call('list-hive-inbox', {})
    expect(entries).toMatchObject([
      { peerName: 'Ada', peerVerified: true, title: preview.title, hasThesis: true, state: 'waiting', way: 'folder' },
    ])
    // It waits: it is no item, nothing works on it, and no search finds it.
    await ben.app.whenIdle()
    expect((await ben.window.call('get-places', {})).all).toBe(itemsBefore)
    expect((await ben.window.call('list-jobs', {})).jobs).toHaveLength(jobsBefore)
    expect((await ben.window.call('search-items', { query: 'ask three neighbours' })).hits.map(({ id }) => id)).not.toContain(
      entries[0]?.id,
    )

    const id = entries[0]?.id ?? ''
    const accepted = await Promise.all([ben.window.call('accept-hive-entry', { id }), ben.window.call('accept-hive-entry', { id })])
    expect(new Set(accepted.map((each) => each.itemId)).size).toBe(1)
    const peerItem = accepted[0]?.itemId ?? ''
    await ben.app.whenIdle()
    const item = await ben.window.call('get-item', { id: peerItem })
    expect(item).toMatchObject({ source: 'hive', kind: 'thought', title: preview.title, body: shed, tags: [], private: false })
    expect(item.validation.score).toBe(0.6)
    const thesis = await ben.window.call('get-thesis', { itemId: peerItem })
    expect(thesis).toMatchObject({
      status: 'done',
      engine: { label: 'From Ada' },
      output: { core: preview.thesis?.core, contradictions: [], sources: [] },
    })

    const done = ben.events.filter((event) => event.type === 'cross-synthesis-completed')
    expect(done).toHaveLength(1)
    const { syntheses, from } = await ben.window.call('get-hive-origin', { itemId: peerItem })
    expect(from).toMatchObject({ peerName: 'Ada', verified: true, revision: 1 })
    const crossId = syntheses[0]?.itemId ?? ''
    const cross = await ben.window.call('get-item', { id: crossId })
    expect(cross).toMatchObject({ kind: 'cross-synthesis', source: 'hive', private: false })
    expect(
      cross.links
        .filter(({ kind }) => kind === 'synthesis')
        .map((link) => link.item.id)
        .sort(),
    ).toEqual([peerItem, own].sort())
    for (const end of [peerItem, own])
      expect((await ben.window.call('get-item', { id: end })).links).toEqual(
        expect.arrayContaining([expect.objectContaining({ kind: 'synthesis', item: expect.objectContaining({ id: crossId }) })]),
      )
    const { synthesis } = await ben.window.call('get-cross-synthesis', { itemId: crossId })
    expect(synthesis).toMatchObject({ peerName: 'Ada', a: { itemId: peerItem }, b: { itemId: own }, engine: { kind: 'builtin' } })
    expect(synthesis?.disagreements[0]?.text).toContain('figures differ')

    // The folder still has the file: it does not come twice, not even after an unlock.
    expect(await ben.window.call('check-hive-folders', {})).toEqual({ taken: 0 })
    expect((await ben.window.call('list-hive-inbox', { decided: true })).entries).toMatchObject([{ state: 'accepted', itemId: peerItem }])
    expect((await ben.window.call('get-hive', {})).peers.find((peer) => peer.id === adaAtBen)?.refused).toEqual([])
  })

  it('a newer version updates the accepted thought, which keeps the earlier one in its history', slow, async () => {
    const { ada, ben, benAtAda } = await twoVaults()
    const { id: itemId } = await ada.window.call('capture-item', { body: 'Bees see blue.' })
    await share(ada.window, itemId, benAtAda, false)
    await ben.window.call('check-hive-folders', {})
    const first = (await ben.window.call('list-hive-inbox', {})).entries[0]
    const { itemId: taken } = await ben.window.call('accept-hive-entry', { id: first?.id ?? '' })

    await ada.window.call('update-item', { id: itemId, body: 'Bees see blue.\n\nAnd ultraviolet.' })
    const { preview } = await share(ada.window, itemId, benAtAda, false)
    expect(preview.revision).toBe(2)
    await ben.window.call('check-hive-folders', {})
    const second = (await ben.window.call('list-hive-inbox', {})).entries[0]
    const entry = await ben.window.call('get-hive-entry', { id: second?.id ?? '' })
    expect(entry.updates).toEqual({ itemId: taken, title: 'Bees see blue.', inTrash: false, edited: false, revision: 1 })
    expect(await ben.window.call('accept-hive-entry', { id: entry.id, as: 'update' })).toEqual({ itemId: taken, already: false })
    const item = await ben.window.call('get-item', { id: taken })
    expect(item).toMatchObject({ body: 'Bees see blue.\n\nAnd ultraviolet.', source: 'hive', versions: 1 })
    expect((await ben.window.call('get-places', {})).all).toBe(1)
  })
})

describe('what goes out', () => {
  it('is what the preview showed, byte for byte, and no other word of the vault', slow, async () => {
    const ada = await startWithVault()
    const { card } = await ada.window.call('set-hive-name', { name: 'Ada' })
    const ben = await makeFakePeer('Ben')
    const peerId = await addVerified(ada.window, ben.card)
    const canaries = ['zinnoberkatze', 'quarzflöte']
    await thinkThrough(ada, `A lending shed for tools failed because of ${canaries[0]}.\n\nThe shed lost 40 tools in a year.`)
    await ada.window.call('capture-item', { body: `Private: ${canaries[1]} in the lending shed for tools.`, private: true })
    await ada.app.whenIdle()
    const itemId = await thinkThrough(ada, 'A lending shed for tools works on our street.\n\nThe shed will lose 4 tools in a year.', [
      'shed',
    ])
    const thesis = await ada.window.call('get-thesis', { itemId })
    expect(thesis.output?.sources.length).toBeGreaterThan(0)

    const preview = await ada.window.call('preview-share', { itemId, peerId, withThesis: true })
    expect(preview.staysHere.join(' ')).toContain('speak')
    const { base64, shareId } = await ada.window.call('share-to-file', { previewId: preview.previewId })
    const file = Buffer.from(base64, 'base64')
    const text = ben.open(card, file)
    expect(Buffer.from(text).equals(Buffer.from(preview.payload))).toBe(true)
    expect(JSON.parse(text)).toMatchObject({ title: '', body: preview.body, tags: preview.tags, thesis: preview.thesis })
    expect(Object.keys(JSON.parse(text))).toEqual([
      'format',
      'version',
      'id',
      'thread',
      'revision',
      'created',
      'title',
      'body',
      'tags',
      'thesis',
    ])
    const other = (await ada.window.call('list-items', {})).items.map(({ id }) => id)
    for (const word of [...canaries, 'lost 40 tools', ...other, 'Ada']) expect([word, text.includes(word)]).toEqual([word, false])
    expect(file.includes('lending shed')).toBe(false)

    expect((await ada.window.call('list-shares', {})).shares).toMatchObject([{ id: shareId, way: 'file', state: 'made' }])
    await ada.window.call('confirm-share-saved', { shareId, fileName: 'for-ben.hive' })
    expect((await ada.window.call('list-shares', {})).shares).toMatchObject([{ state: 'saved', fileName: 'for-ben.hive' }])
  })

  it('is nothing of a thought that stays here, nothing unseen, and nothing to whom nobody has compared the code with', slow, async () => {
    const ada = await startWithVault()
    await expect(ada.window.call('add-hive-peer', { card: (await makeFakePeer('Ben')).card })).rejects.toThrow(/Choose the name/)
    const { card } = await ada.window.call('set-hive-name', { name: 'Ada' })
    await expect(ada.window.call('add-hive-peer', { card })).rejects.toThrow(/your own card/)
    const ben = await makeFakePeer('Ben')
    const { id: peerId } = await ada.window.call('add-hive-peer', { card: ben.card })
    expect(await ada.window.call('add-hive-peer', { card: (await makeFakePeer('ben')).card })).toMatchObject({
      already: false,
      sameName: true,
    })

    const { id: secret } = await ada.window.call('capture-item', { body: 'Mine alone', private: true })
    await expect(ada.window.call('preview-share', { itemId: secret, peerId, withThesis: false })).rejects.toThrow(/stay here/)

    const { id: itemId } = await ada.window.call('capture-item', { body: 'For Ben' })
    const preview = await ada.window.call('preview-share', { itemId, peerId, withThesis: true })
    expect(preview).toMatchObject({ hasThesis: false, thesis: null, peer: { verified: false } })
    await expect(ada.window.call('share-to-file', { previewId: preview.previewId })).rejects.toThrow(/not compared the code/)
    await ada.window.call('update-item', { id: itemId, body: 'For Ben, changed' })
    await expect(ada.window.call('share-to-file', { previewId: preview.previewId, confirmUnverified: true })).rejects.toThrow(
      /changed since/,
    )
    const again = await ada.window.call('preview-share', { itemId, peerId, withThesis: false })
    await ada.window.call('update-item', { id: itemId, private: true })
    await expect(ada.window.call('share-to-file', { previewId: again.previewId, confirmUnverified: true })).rejects.toThrow(/stay here/)
    await ada.window.call('update-item', { id: itemId, private: false })
    await ada.window.call('block-hive-peer', { id: peerId, blocked: true })
    await expect(ada.window.call('share-to-file', { previewId: again.previewId, confirmUnverified: true })).rejects.toThrow(/blocked/)
    expect((await ada.window.call('list-shares', {})).total).toBe(0)
  })

  it('is reachable by no program', async () => {
    const ada = await startWithVault()
    const { contract } = await import('../../src/shared/contract')
    const { hiveCommands } = await import('../../src/shared/contract/hive')
    expect(Object.keys(hiveCommands).filter((name) => contract[name as keyof typeof hiveCommands].expose.length > 0)).toEqual([])
    await ada.window.call('set-hive-name', { name: 'Ada' })
    expect(ada.events.some(({ type }) => type === 'hive-changed')).toBe(true)
  })
})
