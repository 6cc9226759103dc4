import { afterEach, expect, it } from 'vitest'
import { closeApp, closeApps, PASSPHRASE, startApp, type TestApp } from '../support/app'
import { closeServer, setUp } from '../support/embedding-change'

afterEach(async () => {
  await closeApps()
  await closeServer()
})

const alike = [
  'Salt the rice water before the rice goes in.',
  'Put salt into the water before you cook the rice.',
  'Rice needs salted water.',
  'The lease of the flat ends in June.',
  'My telescope shows the rings of Saturn.',
]

/** How often the automatic links of an item were made. */
async function timesLinked({ window }: Pick<TestApp, 'window'>, itemId: string): Promise<number> {
  const { jobs } = await window.call('list-jobs', { type: 'auto_link', itemId, limit: 20 })
  return jobs.filter(({ status }) => status === 'done').length
}

async function linkedTimes(running: TestApp, ids: readonly string[], times: number): Promise<void> {
  for (const id of ids) await expect.poll(() => timesLinked(running, id), { timeout: 90_000 }).toBe(times)
  await running.app.whenIdle()
  for (const id of ids) expect(await timesLinked(running, id)).toBe(times)
}

it('makes the automatic links anew after each change of the embedding model, keeps those of the person and what was rejected', {
  timeout: 120_000,
}, async () => {
  const running = await setUp(3, { embeddedBy: 'builtin' })
  const { window, app, second: other } = running
  const ids: string[] = []
  for (const body of alike) ids.push((await window.call('capture-item', { body })).id)
  await app.whenIdle()
  const all = [...running.ids, ...ids]
  const [first = '', second = '', third = '', fourth = ''] = ids
  await window.call('add-link', { fromId: first, toId: fourth })
  await linkedTimes(running, all, 1)
  const before = await window.call('list-links', { id: first })
  const rejected = before.related.find(({ item }) => item.id === second || item.id === third)
  expect(rejected?.kind).toBe('auto')
  await window.call('reject-link', { linkId: rejected?.linkId ?? '' })

  await window.call('start-embedding-change', { embedder: other })
  await linkedTimes(running, all, 2)
  const expectKept = async () => {
    const links = await window.call('list-links', { id: first })
    expect(links.outgoing.map(({ item, kind }) => [item.id, kind])).toEqual([[fourth, 'manual']])
    expect(links.related.map(({ item }) => item.id)).not.toContain(rejected?.item.id)
    expect(links.rejected.map(({ item }) => item.id)).toContain(rejected?.item.id)
    return links.related.map(({ item }) => item.id).sort()
  }
  await expectKept()
  await window.call('undo-embedding-change', {})
  await linkedTimes(running, all, 3)
  const others = before.related.map(({ item }) => item.id).filter((id) => id !== rejected?.item.id)
  expect(await expectKept()).toEqual(others.sort())
  await window.call('start-embedding-change', { embedder: other })
  await linkedTimes(running, all, 4)
  await expectKept()
})

it('goes on with the rest when the vault was closed in the middle', { timeout: 120_000 }, async () => {
  const running = await setUp(130, { embeddedBy: 'builtin' })
  const { window, dataDir, second } = running
  await window.call('start-embedding-change', { embedder: second })
  await expect.poll(async () => (await window.call('get-embedding-state', {})).change, { timeout: 30_000, interval: 5 }).toBeNull()
  // The first hundred are asked for in one write, the rest after a pause.
  await closeApp(running.app)
  const again = startApp({ dataDir })
  await again.window.call('unlock-vault', { passphrase: PASSPHRASE })
  await linkedTimes(again, running.ids, 2)
})
