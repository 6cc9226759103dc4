/**
 * Zeroed memory for a secret. Small typed arrays live on V8's heap, from where the collector, and any access to `.buffer`,
 * copies them and leaves the old bytes behind; a view of a buffer that was there first does not move.
 */
export function secretMemory(length: number): Buffer {
  return Buffer.from(new ArrayBuffer(length))
}

/** Moves a secret into memory that can be wiped, and zeroes where it came from. */
export function moveSecret(bytes: Uint8Array): Buffer {
  const own = secretMemory(bytes.length)
  own.set(bytes)
  bytes.fill(0)
  return own
}
