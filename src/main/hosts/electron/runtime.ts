import type { VaultStatus } from '../../../shared/contract/vault'

/** The oldest Electron that counts as current; older ones only stand in where it cannot be had. */
const currentElectron = 40

/** Which Electron this is, as the vault's status tells it. */
export function describeRuntime(electronVersion: string): VaultStatus['runtime'] {
  return { host: 'electron', name: 'Electron', version: electronVersion, fallback: Number.parseInt(electronVersion, 10) < currentElectron }
}
