import { create } from 'zustand'
import type { CommandInput } from '../../shared/contract'
import type { Settings } from '../../shared/contract/settings'
import { client } from './client'
import { onEvent } from './live-events'

interface SettingsStore {
  settings: Settings | undefined
  load(): Promise<void>
  /** Rejects with the app's own error; the settings on screen then stay as they are. */
  update(change: CommandInput<'update-settings'>): Promise<void>
}

export const useSettings = create<SettingsStore>((set) => ({
  settings: undefined,
  load: async () => {
    // A locked vault has no settings to give; they are asked for again at unlock.
    const settings = await client.call('get-settings', {}).catch(() => undefined)
    if (settings) set({ settings })
  },
  update: async (change) => set({ settings: await client.call('update-settings', change) }),
}))

export function followSettings(): void {
  onEvent('settings-changed', () => void useSettings.getState().load())
  onEvent('vault-locked', () => useSettings.setState({ settings: undefined }))
}
