import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SessionWeb } from '../../../src/main/features/network/session-web'
import { collectOnce } from '../../support/collect-run'
import { answerAllRoles } from '../../support/fake-openai/all-roles'
import { type FakeOpenAi, startFakeOpenAi } from '../../support/fake-openai-server'
import { type FakeSite, startFakeSite } from '../../support/fake-site'
import { openSessionWeb } from '../../support/session-web'

let site: FakeSite
let web: SessionWeb
let server: FakeOpenAi
beforeEach(async () => {
  site = await startFakeSite()
  web = openSessionWeb(site.web).web
  server = await startFakeOpenAi({ models: ['parent', 'worker'], answer: answerAllRoles })
})
afterEach(async () => {
  await web.close()
  await server.close()
  await site.close()
})

const collect = (prompt: string, more: Partial<Parameters<typeof collectOnce>[0]> = {}) =>
  collectOnce({ web, baseUrl: server.baseUrl, exemptOrigins: site.web.exemptOrigins ?? [], prompt, ...more })

/** Nothing here is told to the models: they read the pages as they come. */
describe('Collect over a whole site', () => {
  it('searches, reads tables, bullets and prose, and keeps what the pages say', async () => {
    const result = await collect('Collect note-taking tools.', { config: { max_pages_to_process: 20 } })
    expect(result).toMatchObject({ success: true, outcome: 'completed' })
    const found = result.outputs.newItems
    expect(found.length).toBeGreaterThanOrEqual(15)
    const facts = new Map(site.facts().map((tool) => [tool.name, tool]))
    for (const { name, source_url, description } of found) {
      const tool = facts.get(name)
      expect(tool, `${name} is on no page`).toBeDefined()
      expect([tool?.home, site.url(`/tools/${tool?.slug}`)]).toContain(source_url)
      // From a table, a bullet, the prose or a snippet, each of which has one of these.
      expect(
        [tool?.price, tool?.oddity, tool?.maker].some((fact) => fact !== undefined && description.includes(fact)),
        description,
      ).toBe(true)
    }
    expect(new Set(found.map(({ name }) => name)).size).toBe(found.length)
    const used = new Set(server.requests.flatMap(({ body }) => JSON.stringify(body).match(/"name":"(\w+)","arguments"/g) ?? []))
    for (const tool of ['search', 'processUrls', 'findItems', 'getWorkspaceOverview', 'modifyItems', 'reportProgress'])
      expect([...used].join()).toContain(`"${tool}"`)
    expect(found.filter(({ featured }) => featured)).toHaveLength(1)
  })

  it('gives the same twice', async () => {
    const [one, other] = [await collect('Collect outliner tools.'), await collect('Collect outliner tools.')]
    expect(one.outputs.newItems.length).toBeGreaterThan(3)
    expect(other.outputs.newItems).toEqual(one.outputs.newItems)
  })

  it('reads what the request names, also behind redirects and in other encodings, and keeps nothing of private and broken pages', async () => {
    const paths = [
      '/go/1',
      '/tools/carnet-bleu',
      '/tools/sumi-cho',
      '/go/private',
      '/go/metadata',
      '/go/loop-a',
      '/broken/500',
      '/broken/gzip-bomb',
    ]
    const result = await collect(`Do not search. Read ${paths.map((path) => site.url(path)).join(' , ')}`)
    expect(result.outputs.newItems.map(({ name }) => name).sort()).toEqual(['Carnet Bleu', 'Inkwell', '墨帳'])
    expect(result.metrics.pages).toBe(paths.length)
  })

  it('carries out a request to reorganise without the web, and only proposes', async () => {
    const existing = site
      .facts()
      .slice(0, 3)
      .map(({ slug, name, home, category, oddity }) => ({
        slug,
        name,
        description: oddity,
        source_url: home,
        category,
        tags: [],
        featured: false,
      }))
    const result = await collect('Please remove threadbare and merge inkwell into slate-chalk.', { existing })
    expect(result.outputs.newItems).toEqual([])
    expect(result.outputs.proposedRemovals.map(({ slug }) => slug).sort()).toEqual(['inkwell', 'threadbare'])
    expect(result.outputs.changedItems.map(({ slug, alsoSeenAt }) => [slug, alsoSeenAt])).toEqual([
      ['slate-chalk', ['https://inkwell.example/']],
    ])
    expect(site.requests).toEqual([])
    expect(site.search.queries).toEqual([])
  })
})
