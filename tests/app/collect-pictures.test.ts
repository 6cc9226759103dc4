import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { PageCamera } from '../../src/shared/page-camera'
import { closeApps } from '../support/app'
import { type CollectWorld, call, calls, startCollectWorld } from '../support/collect-world'
import { makePng } from '../support/fake-site/make-png'

let world: CollectWorld | undefined
afterEach(async () => {
  await closeApps()
  await world?.closeServers()
  world = undefined
})

/** Two tools whose home pages are on the site; the camera gives what it was told to load as the picture's name. */
async function open(openCamera?: () => PageCamera): Promise<CollectWorld> {
  const w = await startCollectWorld(
    {
      '/list': '<h1>Two tools of this year</h1><h2>Alpha</h2><p>one</p><h2>Beta</h2><p>two</p>',
      '/alpha': '<h1>Alpha</h1>',
      '/beta': '<h1>Beta</h1>',
    },
    openCamera === undefined ? {} : { openCamera },
  )
  world = w
  const items = ['Alpha', 'Beta'].map((name) => ({
    name,
    source_url: `${w.site.origin}/${name.toLowerCase()}`,
    description: 'A tool.',
    category: 'Tools',
  }))
  const lines = [
    calls(call('search', { queries: ['tools'] })),
    calls(call('findItems', { searchResults: items.map(({ source_url }) => ({ url: source_url, title: 'T' })) })),
  ]
  w.model.setBehaviour({
    answer: ({ model }) => (model === 'worker' ? JSON.stringify({ about: 'Tools.', items }) : (lines.shift() ?? 'Done.')),
  })
  return w
}

const files = (w: CollectWorld): string[] =>
  readdirSync(join(w.dataDir, 'blobs'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tvb'))

it('without a window are left out, and the run says so', { timeout: 60_000 }, async () => {
  const w = await open()
  const { runId } = await w.start({ config: { capture_screenshots: true } })
  await w.app.whenIdle()
  const run = await w.run(runId)
  expect([run.status, run.found, run.steps[3]?.status]).toEqual(['completed', 2, 'skipped'])
  expect(run.warnings).toEqual([expect.stringContaining('Pictures of pages cannot be taken here')])
})

it('are encrypted files, shown with the proposal, the item’s own once accepted, and gone with the item or the collection', {
  timeout: 60_000,
}, async () => {
  const loaded: string[] = []
  let closed = 0
  const png = makePng(20, 10)
  const w = await open(() => ({
    async capture(url, { load }) {
      loaded.push((await load(url, true)).url)
      return png
    },
    close: () => {
      closed += 1
    },
  }))
  const { runId, collectionId } = await w.start({ config: { capture_screenshots: true } })
  await w.app.whenIdle()
  expect(await w.run(runId)).toMatchObject({ status: 'completed', warnings: [] })
  expect([loaded, closed]).toEqual([[`${w.site.origin}/alpha`, `${w.site.origin}/beta`], 1])
  expect((await w.proposals(runId)).map(({ hasPicture, item }) => [hasPicture, item.images])).toEqual([
    [true, []],
    [true, []],
  ])
  const { picture } = await w.window.call('read-proposal-picture', { runId, slug: 'alpha' })
  expect(Buffer.from(picture?.base64 ?? '', 'base64').equals(png)).toBe(true)
  expect(files(w)).toHaveLength(2)

  await w.window.call('decide-proposals', { runId, decision: 'accept', slugs: ['alpha'] })
  const itemId = (await w.window.call('list-collected-items', { id: collectionId })).items[0]?.itemId ?? ''
  expect((await w.window.call('list-attachments', { itemId })).attachments).toMatchObject([{ name: 'Alpha.png', width: 20, height: 10 }])
  // Taken back and accepted again, the item has it once.
  await w.window.call('decide-proposals', { runId, decision: 'reopen', slugs: ['alpha'] })
  await w.window.call('decide-proposals', { runId, decision: 'accept', slugs: ['alpha'] })
  expect((await w.window.call('list-attachments', { itemId })).attachments).toHaveLength(1)

  await w.window.call('delete-item', { id: itemId })
  await w.window.call('erase-item', { id: itemId })
  await expect.poll(() => files(w).length).toBe(1)
  expect((await w.proposals(runId)).map(({ slug, hasPicture, itemId: item }) => [slug, hasPicture, item])).toEqual([
    ['alpha', false, null],
    ['beta', true, null],
  ])
  await w.window.call('delete-collection', { id: collectionId, items: 'keep' })
  await expect.poll(() => files(w)).toEqual([])
})
