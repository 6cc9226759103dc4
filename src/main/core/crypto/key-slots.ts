import type { KdfParameters, RunKdf } from './kdf-parameters'
import { moveSecret } from './secret-memory'
import { readySodium } from './sodium'
import { type KeySlot, slotBinding } from './vault-header'
import { deriveRecoveryKey, wipeKey } from './vault-keys'

const noKdf: KdfParameters = { t: 0, m: 0 }

/** Seals the vault key under a passphrase with a fresh salt. `passphrase` stays the caller's. */
export async function makePassphraseSlot(
  deps: { runKdf: RunKdf; randomBytes: (length: number) => Buffer },
  vault: { vaultId: Buffer; vaultKey: Buffer },
  passphrase: Uint8Array,
  kdf: KdfParameters,
): Promise<KeySlot> {
  const salt = deps.randomBytes(16)
  const wrappingKey = await deps.runKdf(passphrase, salt, kdf)
  return seal(vault, wrappingKey, { type: 'passphrase', kdf, salt }, deps.randomBytes(24))
}

/** Seals the vault key under the 32 bytes of a recovery key. */
export function makeRecoverySlot(vault: { vaultId: Buffer; vaultKey: Buffer }, secret: Uint8Array, nonce: Buffer): KeySlot {
  return seal(vault, deriveRecoveryKey(secret), { type: 'recovery', kdf: noKdf, salt: Buffer.alloc(16) }, nonce)
}

/** The vault key, or null when this is not the key of the slot. Wipes `wrappingKey`. */
export function openSlot(vaultId: Buffer, slot: KeySlot, wrappingKey: Buffer): Buffer | null {
  try {
    return moveSecret(
      readySodium().crypto_aead_xchacha20poly1305_ietf_decrypt(null, slot.wrappedKey, slotBinding(vaultId, slot), slot.nonce, wrappingKey),
    )
  } catch {
    // The only failure for input of these fixed lengths is that the seal does not fit.
    return null
  } finally {
    wipeKey(wrappingKey)
  }
}

function seal(
  { vaultId, vaultKey }: { vaultId: Buffer; vaultKey: Buffer },
  wrappingKey: Buffer,
  about: Pick<KeySlot, 'type' | 'kdf' | 'salt'>,
  nonce: Buffer,
): KeySlot {
  try {
    const wrappedKey = readySodium().crypto_aead_xchacha20poly1305_ietf_encrypt(
      vaultKey,
      slotBinding(vaultId, about),
      null,
      nonce,
      wrappingKey,
    )
    return { ...about, nonce, wrappedKey: Buffer.from(wrappedKey) }
  } finally {
    wipeKey(wrappingKey)
  }
}
