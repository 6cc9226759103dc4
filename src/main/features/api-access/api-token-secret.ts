import { readySodium } from '../../core/crypto/sodium'

/** The beginning shows to a person, and to programs that look for leaked secrets, what this is. */
const BEGINNING = 'cortexa_'
const SECRET_BYTES = 32

/** A new token: 256 random bits in base64url. `random` gives bytes of a cryptographic source. */
export function createApiSecret(random: (bytes: number) => Buffer): string {
  return BEGINNING + random(SECRET_BYTES).toString('base64url')
}

/**
 * BLAKE2b-256 of a token, which is all that is kept of it. A token is as random as a key, so that no slow function is needed.
 * Whoever holds vault keys may call it.
 */
export function digestApiSecret(secret: string): Buffer {
  return Buffer.from(readySodium().crypto_generichash(SECRET_BYTES, secret, null))
}
