import { create } from 'zustand'
import type { VaultStatus } from '../../../shared/contract/vault'
import { client } from '../../base/client'
import { onEvent } from '../../base/live-events'
import { errorWords } from '../../ui/error-words'
import { splitRecoveryKey } from './recovery-groups'

/** A recovery key on its one showing. Kept in memory only, until two of its groups were typed back. */
export interface ShownKey {
  groups: string[]
  confirmGroups: number[]
}

interface VaultStore {
  status: VaultStatus | undefined
  /** The sentence why the state could not be read at all. */
  loadError: string | undefined
  shownKey: ShownKey | undefined
  /** True from the creation of a vault until its first page is left: the first day. */
  firstDay: boolean
  load(): Promise<void>
  createVault(passphrase: string): Promise<void>
  unlock(passphrase: string): Promise<void>
  recover(recoveryKey: string, newPassphrase: string): Promise<void>
  showNewRecoveryKey(): Promise<void>
  confirmRecoveryKey(groups: string[]): Promise<void>
}

function shown(answer: { recoveryKey: string; confirmGroups: number[] }): ShownKey {
  return { groups: splitRecoveryKey(answer.recoveryKey), confirmGroups: answer.confirmGroups }
}

/** Whether the vault is there, locked, open or broken. The acts reject with the vault's own error and then know the new state. */
export const useVault = create<VaultStore>((set, get) => {
  /** A failed try changes the wait until the next one, so the state is read again either way. */
  const thenLoad = async (act: Promise<unknown>) => {
    try {
      await act
    } finally {
      await get().load()
    }
  }
  return {
    status: undefined,
    loadError: undefined,
    shownKey: undefined,
    firstDay: false,
    load: async () => {
      try {
        set({ status: await client.call('vault-status', {}), loadError: undefined })
      } catch (error) {
        set({ loadError: errorWords(error) })
      }
    },
    createVault: async (passphrase) => {
      const answer = await client.call('create-vault', { passphrase })
      set({ shownKey: shown(answer), firstDay: true })
      await get().load()
    },
    unlock: (passphrase) => thenLoad(client.call('unlock-vault', { passphrase })),
    recover: (recoveryKey, newPassphrase) => thenLoad(client.call('recover-vault', { recoveryKey, newPassphrase })),
    showNewRecoveryKey: async () => set({ shownKey: shown(await client.call('reissue-recovery-key', {})) }),
    confirmRecoveryKey: async (groups) => {
      await client.call('confirm-recovery-key', { groups })
      set({ shownKey: undefined })
      await get().load()
    },
  }
})

/** Keeps the state true when the vault is locked or opened from elsewhere: the idle clock, the command line, a sleeping computer. */
export function followVault(): void {
  onEvent('vault-locked', () => {
    useVault.setState({ shownKey: undefined, firstDay: false })
    void useVault.getState().load()
  })
  for (const type of ['vault-unlocked', 'vault-damaged'] as const) onEvent(type, () => void useVault.getState().load())
}
