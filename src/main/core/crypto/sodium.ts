// First: libsodium needs it while it loads.
import './web-crypto'

import * as sodiumModule from 'libsodium-wrappers'

export type Sodium = typeof sodiumModule

/** The compiled library below the wrapper: its memory, and the call that gives a piece of it back. */
interface SodiumHeap {
  HEAPU8: Uint8Array
  _free(address: number): void
}

// The types declare the functions as named exports, the ES build has them on its default export, the CommonJS build on both.
const sodium: Sodium = (sodiumModule as unknown as { default?: Sodium }).default ?? sodiumModule
let isReady = false

/** Resolves once libsodium can be called. Rejects when the build has no Argon2id, as the smaller package of the same name. */
export async function loadSodium(): Promise<Sodium> {
  await sodium.ready
  if (typeof sodium.crypto_pwhash !== 'function') throw new Error('libsodium was built without crypto_pwhash; the sumo build is needed')
  isReady = true
  return sodium
}

/** libsodium, for code that cannot wait. Whoever holds vault keys has loaded it before. */
export function readySodium(): Sodium {
  if (!isReady) throw new Error('libsodium is used before loadSodium() has resolved')
  return sodium
}

/**
 * Zeroes every copy of these secrets that libsodium left in its own memory: it frees what it was given, but does not
 * wipe it. Does not touch the caller's buffers. Takes about a millisecond per secret and 4 MB of that memory.
 */
export function forgetInSodium(...secrets: Buffer[]): void {
  const heap = heapOf(readySodium()).HEAPU8
  const bytes = Buffer.from(heap.buffer, heap.byteOffset, heap.byteLength)
  for (const secret of secrets) {
    if (secret.length < 16) throw new RangeError('Too short to be searched for: it would match by chance')
    if (secret.every((byte) => byte === 0)) continue
    for (let at = bytes.indexOf(secret); at >= 0; at = bytes.indexOf(secret, at + secret.length)) bytes.fill(0, at, at + secret.length)
  }
}

/** Whether libsodium's memory still holds the secret. For tests. */
export function isInSodium(secret: Buffer): boolean {
  const heap = heapOf(readySodium()).HEAPU8
  return Buffer.from(heap.buffer, heap.byteOffset, heap.byteLength).includes(secret)
}

/** Wipes and frees the state of a stream. The wrapper never does, and the state holds the key. */
export function endStream(state: sodiumModule.StateAddress): void {
  // The types say object, but it is the bare address.
  const address = state as unknown as number
  const heap = heapOf(readySodium())
  heap.HEAPU8.fill(0, address, address + 52)
  heap._free(address)
}

function heapOf(loaded: Sodium): SodiumHeap {
  const { libsodium } = loaded as unknown as { libsodium?: SodiumHeap }
  if (libsodium === undefined) throw new Error('libsodium does not show its memory')
  return libsodium
}
