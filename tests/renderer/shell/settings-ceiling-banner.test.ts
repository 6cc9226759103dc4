import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type FakeVault, installFakeVault } from '../support/fake-vault'

let vault: FakeVault
let banner: typeof import('../../../src/renderer/shell/banners-limit')
let store: typeof import('../../../src/renderer/shell/banners-store')
let settings: { engine: string; roles: { embedder: unknown }; ceilings: { perDay: number | null; perType: Record<string, number> } }
const UNTIL = 1000
let seq = 0

function shown(now = 0) {
  return banner.shownLimit(banner.useLimitBanner.getState(), now)
}

/** Lets the answers of the vault arrive. */
async function settled() {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

async function send(...event: [type: 'usage-limit-reached'] | [type: 'settings-changed'] | [type: 'vault-locked']) {
  seq += 1
  if (event[0] === 'usage-limit-reached') vault.send('usage-limit-reached', { type: null, until: UNTIL }, seq)
  else if (event[0] === 'vault-locked') vault.send('vault-locked', { reason: 'person' }, null)
  else vault.send('settings-changed', {}, seq)
  await settled()
}

beforeEach(async () => {
  vi.resetModules()
  seq = 0
  vault = installFakeVault()
  settings = { engine: 'endpoint', roles: { embedder: null }, ceilings: { perDay: 500, perType: {} } }
  vault.on('get-settings', () => settings)
  vault.on('get-usage', () => ({
    rows: [{ day: 'today', type: 'expand', promptTokens: 400, outputTokens: 200 }],
    today: 'today',
    tokensToday: 600,
    leftToday: 0,
  }))
  banner = await import('../../../src/renderer/shell/banners-limit')
  store = await import('../../../src/renderer/shell/banners-store')
  store.followBanners()
  ;(await import('../../../src/renderer/base/live-events')).startLiveEvents()
})

describe('the banner of a reached ceiling', () => {
  test('stands until the day is over, not longer', async () => {
    await send('usage-limit-reached')
    expect(shown(UNTIL - 1)).toEqual({ type: null, until: UNTIL })
    expect(shown(UNTIL)).toBeUndefined()
  })

  test('stays when it is raised too little, goes when it is raised enough', async () => {
    await send('usage-limit-reached')
    settings = { ...settings, ceilings: { perDay: 600, perType: {} } }
    await send('settings-changed')
    expect(shown()).toBeDefined()
    settings = { ...settings, ceilings: { perDay: 601, perType: {} } }
    await send('settings-changed')
    expect(shown()).toBeUndefined()
  })

  test('names the other ceiling once the one of the day is raised', async () => {
    await send('usage-limit-reached')
    settings = { ...settings, ceilings: { perDay: null, perType: { expand: 600 } } }
    await send('settings-changed')
    expect(shown()).toEqual({ type: 'expand', until: UNTIL })
  })

  test('hidden by the person, it stays hidden that day, and another ceiling shows again', async () => {
    await send('usage-limit-reached')
    banner.hideLimit()
    await send('usage-limit-reached')
    expect(shown()).toBeUndefined()
    settings = { ...settings, ceilings: { perDay: null, perType: { expand: 1 } } }
    await send('settings-changed')
    expect(shown()).toEqual({ type: 'expand', until: UNTIL })
  })

  test('hidden, raised and reached once more, it shows once more', async () => {
    await send('usage-limit-reached')
    banner.hideLimit()
    settings = { ...settings, ceilings: { perDay: 1000, perType: {} } }
    await send('settings-changed')
    settings = { ...settings, ceilings: { perDay: 500, perType: {} } }
    await send('usage-limit-reached')
    expect(shown()).toBeDefined()
  })

  test('goes when the built-in engine does the work, and with the vault', async () => {
    await send('usage-limit-reached')
    settings = { ...settings, engine: 'builtin' }
    await send('settings-changed')
    expect(shown()).toBeUndefined()
    settings = { ...settings, engine: 'endpoint' }
    await send('usage-limit-reached')
    await send('vault-locked')
    expect(shown()).toBeUndefined()
  })

  test('stays when the built-in engine thinks but a server makes the embeddings, which use tokens too', async () => {
    await send('usage-limit-reached')
    settings = { ...settings, engine: 'builtin', roles: { embedder: { endpointId: 'e', model: 'm' } } }
    await send('settings-changed')
    expect(shown()).toBeDefined()
  })

  test('a window opened after the event learns of it from the jobs that wait', async () => {
    vault.on('list-jobs', () => ({ jobs: [], parked: [{ code: 'USAGE_CEILING', reason: 'Used up.', nextTryAt: UNTIL, count: 3 }] }))
    await store.loadWaiting()
    await settled()
    expect(shown()).toEqual({ type: null, until: UNTIL })
  })
})
