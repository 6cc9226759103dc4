import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SessionWeb } from '../../../src/main/features/network/session-web'
import { type FakeSite, startFakeSite } from '../../support/fake-site'
import { openSessionWeb } from '../../support/session-web'
import { failureOf } from './web-fixture'

let site: FakeSite
let web: SessionWeb
beforeAll(async () => {
  site = await startFakeSite()
  web = openSessionWeb({ ...site.web, limits: { paceMs: 0, totalMs: 1500, perHost: 8 } }).web
})
afterAll(async () => {
  await web.close()
  await site.close()
})

const signal = new AbortController().signal
const read = (path: string, origin = site.origin) => web.readPage(`${origin}${path}`, { signal })

/** Many tests rest on this site; here the real client reads all of it. */
describe('a whole site through the real client', () => {
  it('gives every fact of every tool, in whatever encoding its page is', async () => {
    const all = [...site.facts(), ...site.foreignFacts]
    expect(all.length).toBe(25)
    for (const tool of all) {
      const { markdown } = await read(`/tools/${tool.slug}`)
      for (const fact of [tool.name, tool.city, tool.price, tool.home, tool.oddity]) expect(markdown).toContain(fact)
    }
  })

  it('reads every other page, tables and lists with their addresses', async () => {
    expect(site.paths().length).toBeGreaterThanOrEqual(38)
    for (const path of site.paths()) expect((await read(path)).text.length).toBeGreaterThan(80)
    expect((await read('/list/1')).markdown).toMatch(
      /Inkwell.*\| Plain text \| 19 euros once \| Marta Olsen \|.*https:\/\/inkwell\.example\//,
    )
    expect((await read('/best/outliner')).markdown).toContain('[Threadbare](https://threadbare.example/): free')
  })

  it('follows a chain, and knows the same page under other addresses', async () => {
    expect((await read('/go/1')).url).toBe(site.url('/tools/inkwell'))
    const { text, markdown } = await read('/tools/inkwell')
    // In a <main>, and still in paragraphs.
    expect(markdown).toContain('\n\nIts price is 19 euros once.')
    for (const path of ['/tools/inkwell/', '/tools/inkwell?utm_source=letter']) expect((await read(path)).text).toBe(text)
    for (const origin of site.names) expect((await read('/tools/inkwell', origin)).text).toBe(text)
  })

  it.each([
    ['/go/loop-a', 'WEB_TOO_MANY_REDIRECTS'],
    ['/go/private', 'WEB_BLOCKED_ADDRESS'],
    ['/go/loopback', 'WEB_BLOCKED_ADDRESS'],
    ['/go/metadata', 'WEB_BLOCKED_ADDRESS'],
    ['/go/file', 'WEB_BLOCKED_ADDRESS'],
    ['/broken/404', 'WEB_STATUS'],
    ['/broken/500', 'WEB_STATUS'],
    ['/broken/429', 'WEB_STATUS'],
    ['/broken/slow-drip', 'WEB_TIMEOUT'],
    ['/broken/endless', 'WEB_TOO_LARGE'],
    ['/broken/long-title', 'WEB_TOO_LARGE'],
    ['/broken/gzip-bomb', 'WEB_TOO_LARGE'],
    ['/broken/not-gzip', 'WEB_BAD_TYPE'],
    ['/broken/zip', 'WEB_BAD_TYPE'],
    ['/broken/cut-off', 'WEB_UNREACHABLE'],
  ])('%s is %s', async (path, code) => {
    expect((await failureOf(read(path))).code).toBe(code)
  })

  it('reads what is odd but not broken', async () => {
    expect((await read('/broken/no-title')).title).toBe('A page without a title')
    expect((await read('/broken/utf8-said-latin1-sent')).text).toContain('Le café à côté était fermé.')
    expect((await read('/broken/wrong-charset')).text).toContain('in UTF-8.')
    expect((await read('/files/survey.pdf')).text).toContain('88 keep their notes in plain text')
    expect((await read('/files/survey-as-html')).form).toBe('pdf')
    expect((await read('/broken/empty')).text).toBe('')
    expect((await read('/tools/inkwell')).image).toBe(site.url('/images/large.png'))
  })

  it('is found by its search, and changes', async () => {
    const outcome = await web.search('outliner note-taking tools', { limit: 5, signal })
    expect(JSON.stringify(outcome)).toContain(site.url('/best/outliner'))
    expect(site.search.queries).toEqual(['outliner note-taking tools'])
    site.change()
    expect((await read('/tools/inkwell')).text).toContain('23 euros once')
    expect((await failureOf(read('/tools/paperweight'))).code).toBe('WEB_STATUS')
    expect((await read('/tools/copperplate')).text).toContain('33 euros once')
  })
})
