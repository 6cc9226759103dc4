import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { chunkEnd } from './text-chunks'

/** Bytes of one chunk's key: the first half of its SHA-256. */
export const KEY_BYTES = 16
/** Bytes looked through in one turn of the event loop: about 3 ms. */
const TURN_BYTES = 1_000_000

export interface PackedText {
  /** The keys of all chunks in order, KEY_BYTES each. */
  keys: Buffer
  /** The chunks that were not known, compressed. */
  fresh: { key: Buffer; data: Buffer }[]
}

const compress = promisify(deflateRaw)
const expand = promisify(inflateRaw)
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Parts a text into chunks and compresses those whose key (in hexadecimal) is not among `known`, in turns and in zlib's own threads. */
export async function packText(text: string, known: ReadonlySet<string>, signal: AbortSignal): Promise<PackedText> {
  const bytes = Buffer.from(text, 'utf8')
  const keys: Buffer[] = []
  const fresh: PackedText['fresh'] = []
  const seen = new Set(known)
  let turn = 0
  for (let start = 0; start < bytes.length; ) {
    signal.throwIfAborted()
    const end = chunkEnd(bytes, start)
    const chunk = bytes.subarray(start, end)
    const key = createHash('sha256').update(chunk).digest().subarray(0, KEY_BYTES)
    keys.push(key)
    const name = key.toString('hex')
    if (!seen.has(name)) {
      seen.add(name)
      fresh.push({ key, data: await compress(chunk) })
    } else if (end - turn > TURN_BYTES) {
      turn = end
      await nextTurn()
    }
    start = end
  }
  return { keys: Buffer.concat(keys), fresh }
}

/** The text of compressed chunks in order. */
export async function unpackText(chunks: readonly Uint8Array[]): Promise<string> {
  const parts: Buffer[] = []
  for (let at = 0; at < chunks.length; at += 16) parts.push(...(await Promise.all(chunks.slice(at, at + 16).map((chunk) => expand(chunk)))))
  return Buffer.concat(parts).toString('utf8')
}

/** The keys of a packed text, one by one, as hexadecimal digits. */
export function keyNames(keys: Buffer): string[] {
  return Array.from({ length: keys.length / KEY_BYTES }, (_, place) => keys.toString('hex', place * KEY_BYTES, (place + 1) * KEY_BYTES))
}
