import type { Endpoint } from '../../../shared/client'
import { isCommandName } from '../../../shared/contract'
import { VaultStatus, vaultCommands } from '../../../shared/contract/vault'

const Shown = VaultStatus.pick({ state: true, recoveryConfirmed: true })

/**
 * The same endpoint, which keeps the window out of screen pictures for as long as a passphrase or a recovery key may be
 * in it: while the vault is not open, and until the recovery key is confirmed. Where the system cannot do that, nothing happens.
 */
export function protectSecrets(endpoint: Endpoint, setProtected: (isProtected: boolean) => void): Endpoint {
  let now = true
  setProtected(now)

  function change(next: boolean): void {
    if (next === now) return
    now = next
    setProtected(next)
  }

  async function update(): Promise<void> {
    const status = await endpoint.invoke('vault-status', {})
    const shown = Shown.safeParse(status.ok ? status.data : null).data
    change(shown?.state !== 'unlocked' || !shown.recoveryConfirmed)
  }

  endpoint.subscribe((event) => {
    if (event.type === 'vault-locked') change(true)
    if (event.type === 'vault-unlocked') void update()
  })
  return {
    async invoke(name, input) {
      const result = await endpoint.invoke(name, input)
      const mayChange =
        isCommandName(name) && Object.hasOwn(vaultCommands, name) && name !== 'report-activity' && name !== 'suggest-passphrase'
      if (mayChange && name !== 'vault-status') await update()
      return result
    },
    subscribe: (listener, afterSeq) => endpoint.subscribe(listener, afterSeq),
  }
}
