import { beforeEach, expect, test, vi } from 'vitest'
import { type FakeVault, installFakeVault } from '../support/fake-vault'

let vault: FakeVault
let live: typeof import('../../../src/renderer/base/live-events')
beforeEach(async () => {
  vi.resetModules()
  vault = installFakeVault()
  live = await import('../../../src/renderer/base/live-events')
})

test('an event that a renewed stream hands over again is not shown twice', () => {
  const seen: string[] = []
  live.onEvent('embedding-set', ({ itemId }) => seen.push(itemId))
  live.startLiveEvents()
  vault.send('embedding-set', { itemId: 'a' }, 7)
  live.stopLiveEvents()
  live.startLiveEvents()
  expect(vault.subscriptions).toEqual([undefined, 7])
  vault.send('embedding-set', { itemId: 'a' }, 7)
  vault.send('embedding-set', { itemId: 'b' }, 8)
  expect(seen).toEqual(['a', 'b'])
})

test('events without a number are always shown, and a listener that stopped hears nothing', () => {
  const seen: number[] = []
  const stop = live.onEvent('vault-unlocked', () => seen.push(1))
  live.startLiveEvents()
  vault.send('vault-unlocked', {}, null)
  vault.send('vault-unlocked', {}, null)
  stop()
  vault.send('vault-unlocked', {}, null)
  expect(seen).toHaveLength(2)
})
