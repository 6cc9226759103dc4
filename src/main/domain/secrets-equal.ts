import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * Whether two secrets are the same, in a time that tells nothing about where they differ or how long they are.
 * Their digests are compared, because `timingSafeEqual` throws on unequal lengths. SHA-256 and not BLAKE2b:
 * Electron's crypto library has no BLAKE2b, and any collision-resistant digest serves. Text counts as UTF-8.
 */
export function secretsEqual(a: string | Uint8Array, b: string | Uint8Array): boolean {
  return timingSafeEqual(digest(a), digest(b))
}

function digest(secret: string | Uint8Array): Buffer {
  return createHash('sha256').update(secret).digest()
}
