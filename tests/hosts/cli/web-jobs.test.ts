import { afterEach, describe, expect, it } from 'vitest'
import { type SocketHost, serveSocket } from '../../../src/main/hosts/socket/server'
import type { TestApp } from '../../support/app'
import { closeApps } from '../../support/app'
import { type CollectWorld, call, calls, startCollectWorld, toolPage } from '../../support/collect-world'
import { closeResearchAfterEach, QUESTION, startResearchApp } from '../../support/research-app'
import { cortexa } from './cli-fixture'

closeResearchAfterEach()
let host: SocketHost | undefined
let world: CollectWorld | undefined
afterEach(async () => {
  await host?.close()
  await closeApps()
  await world?.closeServers()
  host = undefined
  world = undefined
})

async function serve({ app, dataDir }: TestApp) {
  host = await serveSocket({ endpoints: { cli: app.endpointFor('cli'), mcp: app.endpointFor('mcp') }, dataDir, appVersion: '1' })
  return (...argv: string[]) => cortexa(argv, { dataDir })
}

describe('research', () => {
  it('waits for the report and shows it, with the pages that were read', { timeout: 60_000 }, async () => {
    const running = await startResearchApp()
    const run = await serve(running)
    const { code, json, error } = await run('research', QUESTION, '--item', running.itemId.slice(-8), '--wait', '--json')
    const [report] = json<{ outcome: string; state: string; report: string; reportId: string; sources: { url: string }[] }>()
    expect([code, report?.outcome, report?.state]).toEqual([0, 'done', 'done'])
    expect(report?.sources.length).toBeGreaterThan(0)
    expect(error).toContain('Reading pages')
    const shown = await run('show', report?.reportId ?? '', '--body')
    expect(shown.out).toBe(`${report?.report}\n`)
    expect((await run('research', '   ')).code).toBe(2)
  })
})

describe('collect', () => {
  it('waits for the end of a run and tells what waits for a decision', { timeout: 60_000 }, async () => {
    world = await startCollectWorld({ '/one': toolPage('Alpha', 'Beta') })
    const { site, window } = world
    world.script(
      calls(call('search', { queries: ['small tools'] })),
      calls(call('processUrls', { urls: [`${site.origin}/one`] }, 'a')),
      'Two tools were found.',
    )
    const run = await serve(world)
    expect(await run('collect', 'tools', '--set', 'target_items')).toMatchObject({ code: 2, error: expect.stringContaining('NAME=VALUE') })
    expect(await run('collect', 'tools', '--set', 'target_items=many')).toMatchObject({ code: 2 })
    const { code, json, error } = await run('collect', 'Small', 'tools', '--name', 'Tools', '--set', 'target_items=10', '--wait', '--json')
    expect([code, json()[0]]).toEqual([
      0,
      expect.objectContaining({ outcome: 'done', found: 2, pages: 1, proposals: expect.objectContaining({ undecided: 2 }) }),
    ])
    expect(error).toMatch(/\d+ % {2}/)
    expect((await run('collect', '--list')).out).toMatch(/^[0-9a-f]{8} {2}Tools {2}0 items, 2 to decide on\n$/)
    expect((await window.call('list-items', {})).items).toEqual([])
    expect((await run('collect', 'More', '--into', 'ffff0000')).code).toBe(4)
  })
})
