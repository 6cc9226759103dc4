import { afterEach, describe, expect, it } from 'vitest'
import type { GraphFilter } from '../../src/shared/contract/graph'
import { closeApp, closeApps, makeFolder, PASSPHRASE, startApp, startWithVault, type TestApp, workerDir } from '../support/app'
import { makeLinkedVault } from '../support/linked-vault'

afterEach(closeApps)

/** A vault whose queue stands still, so that only the links of the test are there. */
async function quiet(now?: () => number): Promise<TestApp> {
  const running = await startWithVault(now ? { now } : {})
  await running.window.call('pause-queue', {})
  return running
}

const capture = async ({ window }: TestApp, body: string, more: { tags?: string[]; private?: boolean } = {}) =>
  (await window.call('capture-item', { body, ...more })).id

/** Titles in order, and the links as pairs of titles. */
async function graphOf({ window }: TestApp, filter: Partial<GraphFilter> = {}) {
  const graph = await window.call('get-graph', filter)
  const { titles } = graph.items
  const links = graph.links.from.map((from, place) => [titles[from], titles[graph.links.to[place] ?? -1]].sort().join(' - ')).sort()
  return { titles, links, graph }
}

describe('get-graph', () => {
  it('gives items the most linked first, each two linked items once, and nothing of the trash', async () => {
    const running = await quiet()
    const { window } = running
    const hub = await capture(running, 'Hub')
    const a = await capture(running, 'A names [[Hub]]')
    const b = await capture(running, 'B names [[Hub]]')
    const alone = await capture(running, 'Alone')
    const gone = await capture(running, 'Gone names [[Hub]] and [[Alone]]')
    await window.call('add-link', { fromId: hub, toId: a })
    await window.call('delete-item', { id: gone })
    const { titles, links, graph } = await graphOf(running)
    expect(titles).toEqual(['Hub', 'B names Hub', 'A names Hub', 'Alone'])
    expect(links).toEqual(['A names Hub - Hub', 'B names Hub - Hub'])
    expect(graph.items.degrees).toEqual([2, 1, 1, 0])
    expect(graph.items.ids).toEqual([hub, b, a, alone])
    // A wikilink and one by hand between the same two are one entry with both kinds.
    expect([...graph.links.kinds].sort()).toEqual([4, 6])
    expect(graph.total).toEqual({ items: 4, links: 2 })
    await window.call('restore-item', { id: gone })
    expect((await graphOf(running)).graph.items.degrees).toEqual([3, 2, 1, 1, 1])
  })

  it('filters by tag, kind of link, time and isolation, and takes a rejected link out', async () => {
    let time = Date.UTC(2026, 0, 1)
    const running = await quiet(() => time)
    const { window } = running
    const old = await capture(running, 'Old', { tags: ['Water'] })
    time += 10 * 86_400_000
    const young = await capture(running, 'Young names [[Old]]', { tags: ['water', 'town'] })
    const other = await capture(running, 'Other', { tags: ['town'] })
    await window.call('add-link', { fromId: young, toId: other })
    expect((await graphOf(running, { tags: ['WATER'] })).links).toEqual(['Old - Young names Old'])
    expect((await graphOf(running, { tags: ['no such tag'] })).titles).toEqual([])
    expect((await graphOf(running, { linkKinds: ['manual'] })).links).toEqual(['Other - Young names Old'])
    expect((await graphOf(running, { linkKinds: ['manual'], includeIsolated: false })).titles).not.toContain('Old')
    const { titles, graph } = await graphOf(running, { from: time })
    expect(titles.sort()).toEqual(['Other', 'Young names Old'])
    // The slider's ends are those of the vault, whatever is filtered.
    expect(graph.span).toEqual({ first: Date.UTC(2026, 0, 1), last: time })
    expect((await graphOf(running, { to: time })).titles).toEqual(['Old'])
    expect(graph.tagNames).toEqual(['town', 'Water'])
    expect((await graphOf(running, { kinds: ['research'] })).graph.total).toEqual({ items: 0, links: 0 })
    expect(old).not.toBe(other)
  })

  it('shows what is near one item, nearest first, even where the filter would leave that item out', async () => {
    const running = await quiet()
    const a = await capture(running, 'A')
    const b = await capture(running, 'B names [[A]]')
    const c = await capture(running, 'C')
    await capture(running, 'D names [[C]]')
    const { window } = running
    await window.call('add-link', { fromId: b, toId: c })
    const near = (steps: number) => graphOf(running, { around: { id: a, steps } })
    expect((await near(1)).titles).toEqual(['A', 'B names A'])
    // The hub C is linked more often, and farther away.
    expect((await near(2)).titles).toEqual(['A', 'B names A', 'C'])
    expect((await near(3)).titles).toEqual(['A', 'B names A', 'C', 'D names C'])
    expect((await graphOf(running, { around: { id: a, steps: 1 }, tags: ['none'] })).titles).toEqual(['A'])
    await expect(window.call('get-graph', { around: { id: 'missing', steps: 1 } })).rejects.toMatchObject({ code: 'ITEM_NOT_FOUND' })
  })

  it('is for the window only, where items that stay here are part of it', async () => {
    const running = await quiet()
    await capture(running, 'Secret', { private: true })
    expect((await graphOf(running)).titles).toEqual(['Secret'])
    await expect(running.program.call('get-graph', {})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('says what the limit leaves out, and leaves out the least linked', async () => {
    const running = await quiet()
    await capture(running, 'Hub')
    for (const name of ['A', 'B', 'C']) await capture(running, `${name} names [[Hub]]`)
    await capture(running, 'Alone')
    const { titles, graph } = await graphOf(running, { limit: 3 })
    expect(titles).toEqual(['Hub', 'C names Hub', 'B names Hub'])
    expect(graph.total).toEqual({ items: 5, links: 3 })
    expect(graph.links.from).toHaveLength(2)
    expect(graph.items.degrees[0]).toBe(3)
  })

  it('reads 5,000 items with 20,000 links without one long turn', async () => {
    const dataDir = makeFolder('graph')
    await makeLinkedVault({
      dataDir,
      workerDir,
      passphrase: PASSPHRASE,
      items: 5000,
      links: 20_000,
      bodyLength: 1500,
      kdfParameters: { t: 1, m: 8192 },
    })
    const { app, window } = startApp({ dataDir })
    await window.call('unlock-vault', { passphrase: PASSPHRASE })
    await window.call('get-graph', {})
    // Time on the processor, not on the clock: what else the computer does is not measured.
    const worked = () => {
      const { user, system } = process.threadCpuUsage()
      return (user + system) / 1000
    }
    let longest = 0
    let last = worked()
    let watching = true
    const watch = () => {
      const now = worked()
      longest = Math.max(longest, now - last)
      last = now
      if (watching) setImmediate(watch)
    }
    watch()
    const start = worked()
    const graph = await window.call('get-graph', {})
    const took = worked() - start
    watching = false
    process.stdout.write(`get-graph: ${took.toFixed(0)} ms, longest turn ${longest.toFixed(0)} ms\n`)
    expect(graph.items.ids).toHaveLength(5000)
    expect(graph.total.links).toBeGreaterThan(19_000)
    expect(graph.links.from).toHaveLength(graph.total.links)
    const linked = new Set([...graph.links.from, ...graph.links.to])
    expect(graph.items.degrees.filter((degree) => degree > 0)).toHaveLength(linked.size)
    await closeApp(app)
    await expect(window.call('get-graph', {})).rejects.toMatchObject({ code: 'VAULT_LOCKED' })
  })
})
