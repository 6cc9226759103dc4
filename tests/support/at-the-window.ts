import { kdfLimits } from '../../src/main/core/crypto/kdf-parameters'
import type { Client } from '../../src/shared/client'
import { closeApp, PASSPHRASE, startApp } from './app'

/**
 * What a person does at the window of a vault that the headless host serves before and after: settings of providers cannot be reached
 * over HTTP. Makes the vault when there is none. The queue rests meanwhile and is left at rest.
 */
export async function atTheWindow<T>(dataDir: string, act: (window: Client) => Promise<T>): Promise<T> {
  // The cheapest key that the built program opens.
  const { app, window } = startApp({ dataDir, kdfParameters: { t: kdfLimits.t.min, m: kdfLimits.m.min } })
  const { state } = await window.call('vault-status', {})
  await window.call(state === 'absent' ? 'create-vault' : 'unlock-vault', { passphrase: PASSPHRASE })
  await window.call('pause-queue', {})
  const result = await act(window)
  await closeApp(app)
  return result
}
