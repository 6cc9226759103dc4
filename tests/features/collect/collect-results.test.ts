import { describe, expect, it } from 'vitest'
import { captureScreenshots } from '../../../src/main/features/collect/capture-screenshots'
import { collectResults } from '../../../src/main/features/collect/collect-results'
import { keepLog } from '../../core/agent/message-fixture'
import { makeItem } from './item-fixture'

const json = (value: unknown) => JSON.stringify(value)

describe('the results of a run', () => {
  it('leave unchanged items out and tell new, changed and proposed ones apart', () => {
    const existing = [makeItem('same'), makeItem('moved'), makeItem('gone')]
    const staged = [
      makeItem('same'),
      makeItem('moved', { category: 'Other' }),
      makeItem('gone', { proposedRemoval: true }),
      makeItem('new'),
    ].map(json)
    const results = collectResults({ existing, staged })
    const slugs = (items: { slug: string }[]) => items.map(({ slug }) => slug)
    expect(slugs(results.items)).toEqual(['moved', 'gone', 'new'])
    expect(slugs(results.newItems)).toEqual(['new'])
    expect(slugs(results.changedItems)).toEqual(['moved'])
    expect(slugs(results.proposedRemovals)).toEqual(['gone'])
    expect(results.categories).toEqual(['Other', 'Tools'])
  })

  it('drop what another record or the collection has under the same address', () => {
    const existing = [makeItem('old', { source_url: 'https://github.com/a/b' })]
    const staged = [
      makeItem('one', { source_url: 'https://x.com/a' }),
      makeItem('two', { source_url: 'https://x.com/a/' }),
      makeItem('three', { source_url: 'http://www.github.com/a/b/tree/main' }),
    ].map(json)
    const { items, dropped } = collectResults({ existing, staged })
    expect(items.map(({ slug }) => slug)).toEqual(['one'])
    expect(dropped).toBe(2)
  })

  it('skip what cannot be read with a warning, mend what can be mended, and are silent about an index', () => {
    const { category: _, ...incomplete } = makeItem('incomplete')
    const staged = ['{"half', json(incomplete), json({ kind: 'index' }), '{"slug":"fixed"', json({ ...makeItem('tags'), tags: 'none' })]
    const repair = (text: string): unknown => (text.includes('fixed') ? makeItem('fixed') : undefined)
    const { items, warnings } = collectResults({ existing: [], staged, repair })
    expect(items.map(({ slug, tags }) => [slug, tags.length])).toEqual([
      ['fixed', 1],
      ['tags', 0],
    ])
    expect(warnings).toHaveLength(2)
    for (const field of ['name', 'description', 'source_url', 'category']) expect(warnings[1]).toContain(field)
  })

  it('of nothing are nothing, with a warning; labels are unique whatever their case', () => {
    expect(collectResults({ existing: [], staged: [] })).toMatchObject({ items: [], warnings: ['The run found no items.'] })
    const staged = [makeItem('a', { tags: ['Web', 'web '] }), makeItem('b', { category: 'tools', tags: ['WEB', 'cli'] })].map(json)
    expect(collectResults({ existing: [], staged })).toMatchObject({ categories: ['Tools'], tags: ['Web', 'cli'] })
  })
})

describe('pictures of pages', () => {
  const taking = (capture: (url: string) => Promise<string>, isAvailable = true) => {
    const sleeps: number[] = []
    const log = keepLog()
    const controller = new AbortController()
    const ports = {
      screenshots: { providerName: 'Window', isAvailable: () => isAvailable, capture },
      signal: controller.signal,
      sleep: async (ms: number) => void sleeps.push(ms),
      logger: log,
    }
    return { ports, sleeps, log, controller }
  }

  it('are taken for items without one, each followed by a pause, and one failure stops nothing', async () => {
    const { ports, sleeps } = taking(async (url) => {
      if (url.includes('bad')) throw new Error('no paint')
      return `shot of ${url}`
    })
    const items = [makeItem('a'), makeItem('has', { images: ['own'] }), makeItem('bad'), makeItem('worse-bad'), makeItem('z')]
    const result = await captureScreenshots(items, ports)
    expect(result.status).toBe('completed')
    expect(result.items.map(({ images }) => images)).toEqual([
      ['shot of https://a.example.com/'],
      ['own'],
      undefined,
      undefined,
      ['shot of https://z.example.com/'],
    ])
    expect(sleeps).toEqual([500, 500, 500, 500])
    expect(result.warnings).toEqual(['2 screenshot(s) failed (Window): no paint'])
    expect(items[0]?.images).toBeUndefined()
  })

  it('are skipped without items and after an abort, and with a warning where there is no window', async () => {
    const { ports, controller } = taking(() => Promise.reject(new Error('must not be asked')))
    expect(await captureScreenshots([], ports)).toMatchObject({ status: 'skipped', warnings: [] })
    const headless = taking(() => Promise.reject(new Error('must not be asked')), false)
    const result = await captureScreenshots([makeItem('a')], headless.ports)
    expect(result.status).toBe('skipped')
    expect(result.warnings).toHaveLength(1)
    controller.abort()
    expect(await captureScreenshots([makeItem('a')], ports)).toMatchObject({ status: 'skipped', warnings: [] })
  })

  it('end with the run, and keep what was taken', async () => {
    const { ports, controller } = taking(async (url) => {
      if (url.includes('b.')) controller.abort()
      return 'shot'
    })
    const result = await captureScreenshots([makeItem('a'), makeItem('b'), makeItem('c')], ports)
    expect(result.captured).toBe(1)
    expect(result.warnings).toEqual([])
  })
})
