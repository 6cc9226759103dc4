const prefix = [0x72, 0x61, 0x77, 0x3a] // "raw:"
const hexDigits = [0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66]

/**
 * The key in the form the cipher takes as it is: 68 bytes, `raw:` and 64 hex digits. Never a string: strings cannot be
 * wiped. SQLite takes an empty key for "no encryption" and a malformed one for a passphrase, without a word, so
 * length and alphabet are checked here. The caller wipes the result.
 */
export function rawKey(key: Uint8Array): Buffer {
  if (key.length !== 32) throw new RangeError(`A database key has 32 bytes, not ${key.length}`)
  if (key.every((byte) => byte === 0)) throw new RangeError('The database key is all zeros: it was already wiped')
  // Not Buffer.alloc: small ones may live on V8's heap, which moves them and leaves copies behind.
  const raw = Buffer.from(new ArrayBuffer(68))
  raw.set(prefix)
  for (const [index, byte] of key.entries()) {
    raw[4 + 2 * index] = hexDigits[byte >> 4] ?? 0
    raw[5 + 2 * index] = hexDigits[byte & 15] ?? 0
  }
  assertRawKey(raw)
  return raw
}

/** Throws unless the bytes are exactly what the cipher takes as a raw key. */
export function assertRawKey(raw: Uint8Array): void {
  const wellFormed = raw.length === 68 && raw.every((byte, index) => (index < 4 ? byte === prefix[index] : hexDigits.includes(byte)))
  if (!wellFormed) throw new RangeError('The database key is not in raw form')
}
