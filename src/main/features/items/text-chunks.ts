/** A chunk ends, on average, after this many bytes beyond SHORTEST; never after fewer than SHORTEST or more than LONGEST. */
const BITS = 14
const SHORTEST = 4 * 1024
const LONGEST = 64 * 1024

/** One number for each byte, always the same: another table would part known texts elsewhere, and they would share nothing. */
const mixed = ((): Uint32Array => {
  const table = new Uint32Array(256)
  let state = 0x9e3779b9
  for (let byte = 0; byte < 256; byte += 1) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    table[byte] = state
  }
  return table
})()

const MASK = ((1 << BITS) - 1) << (32 - BITS)

/**
 * Where the chunk that begins at `start` ends. The place depends on the few bytes before it only (a rolling "gear" hash, as in FastCDC), so
 * an edit moves the ends next to it and no others: texts that are mostly alike have mostly the same chunks.
 */
export function chunkEnd(bytes: Uint8Array, start: number): number {
  const last = Math.min(bytes.length, start + LONGEST)
  let hash = 0
  for (let at = Math.min(last, start + SHORTEST); at < last; at += 1) {
    hash = ((hash << 1) + (mixed[bytes[at] ?? 0] ?? 0)) | 0
    if ((hash & MASK) === 0) return at + 1
  }
  return last
}
