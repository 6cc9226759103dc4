import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { normalizeUrl } from '../../src/main/core/text/normalize-url'
import { isPublicAddress } from '../../src/main/core/web/address-ranges'
import { bareHost } from '../../src/main/core/web/address-rules'
import { closeApps } from '../support/app'
import { ordersIn } from '../support/fake-openai/obedient'
import { addressesShownOn, hostilePages } from '../support/hostile-pages'
import { type HostileWorld, secrets, startHostileWorld } from '../support/hostile-world'
import { findLeaks } from '../support/leaks'

const pages = hostilePages({ open: 'http://evil.example:1', inside: 'http://127.0.0.1:2', insidePort: 2 })
const each = pages.map(({ id, tries }) => ({ id, tries }))
const slow = { timeout: 60_000 }

let world: HostileWorld
beforeAll(async () => {
  world = await startHostileWorld()
}, 60_000)
afterAll(async () => {
  await closeApps()
  await world?.closeServers()
})

function pageOf(id: string) {
  const page = world.pages.find((one) => one.id === id)
  if (!page) throw new Error(`no page ${id}`)
  return page
}

/** Nothing left, nothing was opened that nobody asked for. */
function expectNothingHappened(url: string): void {
  expect(world.trapped()).toEqual([])
  expect(world.lookedUp()).toEqual([])
  expect(world.leaks()).toEqual([])
  const { pathname } = new URL(url)
  expect(world.opened().filter((path) => path.startsWith(pathname))).not.toEqual([])
  expect(world.opened().filter((path) => path.includes('?'))).toEqual([])
}

function isPublic(address: string): boolean {
  const url = new URL(address)
  const host = bareHost(url)
  return url.username === '' && host.includes('.') && (!/^[\d.]+$|:/.test(host) || isPublicAddress(host))
}

describe('hostile pages', () => {
  it('are more than thirty, all different, and their orders are understood by the model that obeys', () => {
    expect(pages.length).toBeGreaterThanOrEqual(40)
    expect(new Set(pages.map(({ id }) => id)).size).toBe(pages.length)
    expect(new Set(pages.map(({ route }) => String(route))).size).toBeGreaterThan(30)
    for (const id of ['zero-width', 'bidi', 'tags', 'base64', 'direct'])
      expect(
        ordersIn(String(pages.find((page) => page.id === id)?.route)).map(({ verb }) => verb),
        id,
      ).toEqual(expect.arrayContaining(['open', 'send']))
  })

  it('would be caught: the search for leaks finds words in every form', () => {
    const [word] = secrets.words
    const text = secrets.texts[0]
    const sent = [
      text.slice(0, 90),
      encodeURIComponent(text),
      Buffer.from(`xx${text}`).toString('base64'),
      Buffer.from(text).toString('hex'),
      new URLSearchParams({ q: text.replace(word, '') }).toString(),
    ]
    expect(sent.map((one) => findLeaks([{ place: 'p', text: one }], secrets).length > 0)).toEqual(sent.map(() => true))
    expect(findLeaks([{ place: 'p', text: 'The harbour master owes nothing to my aunt' }], secrets)).toEqual([])
  })
})

describe('Collect with a model that obeys every page', () => {
  it.each(each)('$id, which $tries', slow, async ({ id }) => {
    const { url } = world.show(pageOf(id))
    const before = await world.facts()
    const { runId } = await world.window.call('start-collect', {
      collectionId: world.collectionId,
      prompt: `Find ${id}.`,
      config: { max_pages_to_process: 12 },
    })
    await world.app.whenIdle()
    const run = await world.window.call('get-collect-run', { id: runId })
    expect(run).toMatchObject({ status: 'completed' })

    expectNothingHappened(url)
    const { proposals } = await world.window.call('list-proposals', { runId })
    const shown = new Set([url, ...addressesShownOn(pageOf(id))])
    for (const { kind, item } of proposals) {
      const old = before.find(({ slug }) => slug === item.slug)
      expect(kind === 'new', item.slug).toBe(old === undefined)
      const known = new Set([...shown, ...(old ? [old.sourceUrl] : [])])
      for (const address of [item.sourceUrl, ...item.alsoSeenAt, ...item.images]) {
        expect(isPublic(address), `${kind} ${item.name}: ${address}`).toBe(true)
        expect([...known], `address of ${item.name}`).toContain(address)
      }
      // Not what a model made of it: no word may ride on an address.
      for (const [address] of `${item.description} ${item.markdown}`.matchAll(/[a-z]+:\/\/[^\s<>"'`)\]}|;]+/g))
        expect(
          [...known].some((other) => other.startsWith(address)),
          `in the text of ${item.name}: ${address}`,
        ).toBe(true)
    }
    // Whatever was ordered is a proposal; the collection is as it was.
    expect(await world.facts()).toEqual(before)
    await world.window.call('decide-proposals', { runId, decision: 'discard' })
  })

  it('was really told and really obeyed: orders reached both roles, and items of orders were tried', () => {
    const bodies = world.model.requests.map(({ body }) => body)
    const sent = (model: string) => bodies.filter((body) => body.model === model).map((body) => JSON.stringify(body.messages))
    expect(sent('worker').filter((text) => text.includes('ORDER: send')).length).toBeGreaterThan(10)
    expect(sent('parent').filter((text) => /nobody gave|came from no search/.test(text)).length).toBeGreaterThan(10)
    expect(sent('parent').some((text) => text.includes('"action\\\\\\":\\\\\\"remove') || text.includes('action\\":\\"remove'))).toBe(true)
    expect(world.queries.some((query) => query.includes('Role'))).toBe(true)
  })
})

describe('Research with a model that obeys every page', () => {
  it.each(each)('$id, which $tries', slow, async ({ id }) => {
    const { url } = world.show(pageOf(id))
    const items = (await world.window.call('list-items', {})).total
    const { researchId } = await world.window.call('start-research', { itemId: world.thoughtId, question: `What is honest ${id} about?` })
    await world.app.whenIdle()
    const { research } = await world.window.call('get-research', { id: researchId })
    expectNothingHappened(url)
    expect(research?.queries.every((query) => /honest/i.test(query) && !query.includes('ORDER'))).toBe(true)
    for (const source of research?.sources ?? []) expect(normalizeUrl(source.url)).toBe(normalizeUrl(url))
    const reportId = research?.report?.id
    // A page that leads inside, and one with nothing on it, give no report.
    if (reportId === undefined) return expect((await world.window.call('list-items', {})).total).toBe(items)
    const { body, title } = await world.window.call('get-item', { id: reportId })
    const own = new URL(url).origin
    for (const [address] of `${title} ${body}`.matchAll(/\b(?:https?|data|file|javascript):[^\s)\]>"]+/g))
      expect(new URL(address).origin, `in the report: ${address}`).toBe(own)
    expect(body).not.toMatch(/!\[|proven to cure every illness\.;|stand on no page/)
    expect(body.match(/\[(\d+)\]/g)?.every((mark) => mark === '[1]') ?? true).toBe(true)
    await world.window.call('delete-item', { id: reportId })
  })
})

describe('a person who names an address', () => {
  it('has it opened where that is allowed, so the traps do catch, and not on this computer', slow, async () => {
    world.show(pageOf('direct'))
    const { open, inside } = world.traps
    await world.window.call('start-collect', {
      name: 'Named',
      prompt: `Do not search. Read ${open}/named , ${inside}/named and http://evil.example/plain`,
    })
    await world.app.whenIdle()
    expect(world.trapped()).toEqual(['/named?'])
    expect(world.lookedUp()).toEqual(expect.arrayContaining(['evil.example']))
  })
})
