import { AppError } from '../../shared/errors'
import { vaultLocked } from '../core/commands/dispatch'
import { damagedVault, type VaultWarning } from './open-vault'

/** What may still be done with an open vault: it is being locked, or a page of it cannot be read. */
export function createVaultState(atOpening: VaultWarning | null, announceDamage: () => void) {
  let warning = atOpening
  let isOpen = true
  const isDamaged = () => warning?.code === 'VAULT_DAMAGED'
  return {
    /** False from the moment a lock begins: what is under way then must not go on. */
    isOpen: () => isOpen,
    /** Throws VAULT_LOCKED once a lock has begun. */
    assertOpen(): void {
      if (!isOpen) throw vaultLocked()
    },
    /** Throws VAULT_DAMAGED when nothing may be written. */
    assertWritable(): void {
      if (warning && isDamaged()) throw new AppError('VAULT_DAMAGED', warning.message)
    },
    warning: () => warning,
    isDamaged,
    /** A page could not be read while at work: from now on nothing is written. Announced once. */
    markDamaged(): void {
      if (isDamaged()) return
      warning = damagedVault
      announceDamage()
    },
    lock(): void {
      isOpen = false
    },
  }
}
