import { AppError } from '../../shared/errors'
import type { VaultKeys } from '../core/crypto/key-ring'
import { isDamage } from '../core/db/damage'
import { damagedVault, openVault } from './open-vault'
import { type Session, startSession } from './session'
import type { SessionDeps } from './session-deps'

/** Opens the vault and starts the queue. Throws with everything closed again. */
export async function openSession(keys: VaultKeys, deps: SessionDeps): Promise<Session> {
  const { dataDir, sqliteBinding, now, onFault } = deps
  const vault = await openVault(keys, { dataDir, sqliteBinding, now, onFault })
  try {
    return await startSession(keys, vault, deps)
  } catch (error) {
    vault.close()
    throw isDamage(error) ? new AppError('VAULT_DAMAGED', damagedVault.message, { cause: error }) : error
  }
}
