import type { Cipher } from '../db/connection-contract'
import { moveSecret } from './secret-memory'
import { forgetInSodium, readySodium } from './sodium'

/** The keys of an open vault, each a Buffer of 32 bytes with one use. */
export interface VaultKeys {
  /** 32 hex digits. */
  readonly vaultId: string
  readonly cipher: Cipher
  /** How often the header was written. Lower than the one noted inside the database means that an old header was put back. */
  readonly generation: number
  readonly database: Buffer
  readonly blobs: Buffer
  readonly index: Buffer
  readonly backup: Buffer
  readonly sequence: Buffer
  readonly secrets: Buffer
  readonly share: Buffer
  /** Zeroes all keys, here and in libsodium's memory. They cannot be used afterwards. */
  wipe(): void
}

/** The random key behind all others. Kept beside the keys and not in them, so that nobody uses it by accident. */
const vaultKeys = new WeakMap<VaultKeys, Buffer>()

const context = 'tvvault1'
const headerKeyNumber = 5

/** Derives all keys from the vault key, which is taken over: `wipe` zeroes it too. */
export function deriveVaultKeys(vaultKey: Buffer, about: { vaultId: Buffer; cipher: Cipher; generation: number }): VaultKeys {
  const derive = (number: number) => deriveKey(vaultKey, number, context)
  const keys = {
    database: derive(1),
    blobs: derive(2),
    index: derive(3),
    backup: derive(4),
    sequence: derive(6),
    secrets: derive(7),
    share: derive(8),
  }
  const result: VaultKeys = {
    ...keys,
    vaultId: about.vaultId.toString('hex'),
    cipher: about.cipher,
    generation: about.generation,
    wipe() {
      const all = [vaultKey, ...Object.values(keys)]
      forgetInSodium(...all)
      for (const key of all) key.fill(0)
      vaultKeys.delete(result)
    },
  }
  vaultKeys.set(result, vaultKey)
  return result
}

/** The vault key that these keys come from. Throws when they were wiped. */
export function vaultKeyOf(keys: VaultKeys): Buffer {
  const vaultKey = vaultKeys.get(keys)
  if (vaultKey === undefined) throw new TypeError('These keys were wiped')
  return vaultKey
}

/** The key that authenticates the header. The caller wipes it with `wipeKey`. */
export function deriveHeaderKey(vaultKey: Uint8Array): Buffer {
  return deriveKey(vaultKey, headerKeyNumber, context)
}

/** The key that opens the recovery slot. The caller wipes it with `wipeKey`. */
export function deriveRecoveryKey(recoverySecret: Uint8Array): Buffer {
  return deriveKey(recoverySecret, 1, 'tvrecov1')
}

/** Zeroes a key here and in libsodium's memory. */
export function wipeKey(key: Buffer): void {
  forgetInSodium(key)
  key.fill(0)
}

function deriveKey(from: Uint8Array, number: number, context: string): Buffer {
  return moveSecret(readySodium().crypto_kdf_derive_from_key(32, number, context, from))
}
