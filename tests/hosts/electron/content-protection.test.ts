import { describe, expect, it } from 'vitest'
import { protectSecrets } from '../../../src/main/hosts/electron/content-protection'
import type { Endpoint } from '../../../src/shared/client'
import type { AppEvent } from '../../../src/shared/contract/events'

function createVault() {
  const listeners = new Set<(event: AppEvent) => void>()
  const vault = { state: 'locked', recoveryConfirmed: true }
  const endpoint: Endpoint = {
    async invoke(name) {
      if (name === 'unlock-vault') vault.state = 'unlocked'
      if (name === 'create-vault') Object.assign(vault, { state: 'unlocked', recoveryConfirmed: false })
      if (name === 'reissue-recovery-key') vault.recoveryConfirmed = false
      if (name === 'confirm-recovery-key') vault.recoveryConfirmed = true
      return { ok: true, data: { ...vault } }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {}
    },
  }
  const lock = () => {
    vault.state = 'locked'
    for (const listener of listeners) listener({ type: 'vault-locked', seq: null, at: 0, payload: { reason: 'idle' } })
  }
  const shown: boolean[] = []
  return { endpoint: protectSecrets(endpoint, (isProtected) => shown.push(isProtected)), shown, lock }
}

describe('protectSecrets', () => {
  it('shields the unlock screen, and comes back with the lock', async () => {
    const { endpoint, shown, lock } = createVault()
    await endpoint.invoke('unlock-vault', {})
    await endpoint.invoke('list-items', {})
    lock()
    expect(shown).toEqual([true, false, true])
  })

  it('shields a recovery key until it is confirmed, the first one and a new one', async () => {
    const { endpoint, shown } = createVault()
    await endpoint.invoke('create-vault', {})
    expect(shown).toEqual([true])
    await endpoint.invoke('confirm-recovery-key', {})
    await endpoint.invoke('reissue-recovery-key', {})
    expect(shown).toEqual([true, false, true])
  })

  it('a failing status counts as secret', async () => {
    const shown: boolean[] = []
    const broken: Endpoint = { invoke: async () => ({ ok: false, error: { code: 'INTERNAL', message: '' } }), subscribe: () => () => {} }
    await protectSecrets(broken, (isProtected) => shown.push(isProtected)).invoke('unlock-vault', {})
    expect(shown).toEqual([true])
  })
})
