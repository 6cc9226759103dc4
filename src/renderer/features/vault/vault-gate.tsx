import { type ReactNode, useEffect } from 'react'
import { Late } from '../../ui/late'
import { BrokenScreen } from './broken-screen'
import { CreateVaultScreen } from './create-vault-screen'
import { RecoveryKeyScreen } from './recovery-key-screen'
import { UnlockScreen } from './unlock-screen'
import { useVault } from './vault-store'

/** Shows the vault's own screens until it is open and its recovery key is kept; then `children`. */
export function VaultGate({ children }: { children: ReactNode }) {
  const status = useVault((state) => state.status)
  const loadError = useVault((state) => state.loadError)
  useEffect(() => void useVault.getState().load(), [])

  if (!status) return loadError === undefined ? <Late>Opening Cortexa…</Late> : <BrokenScreen code="INTERNAL" message={loadError} />
  if (status.state === 'absent') return <CreateVaultScreen />
  if (status.state === 'locked') return <UnlockScreen />
  if (status.state === 'broken')
    return (
      <BrokenScreen
        code={status.problem?.code ?? ''}
        message={status.problem?.message ?? 'The vault could not be read.'}
        dataDir={status.dataDir}
      />
    )
  if (!status.recoveryConfirmed) return <RecoveryKeyScreen />
  return children
}
