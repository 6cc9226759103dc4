import type { IncomingMessage } from 'node:http'
import type { Transform } from 'node:stream'
import { createBrotliDecompress, createUnzip } from 'node:zlib'
import { badEncoding, compressedTooMuch, tooLarge } from './web-failure'

/** A page packs to a tenth, a list of the same line to a fiftieth; above this it is made to fill memory. Small bodies may do as they like. */
const MAX_RATIO = 100
const RATIO_FROM_BYTES = 256 * 1024

/** What unpacks this encoding; null for none, undefined for one that is not known. */
function unpackerFor(encoding: string): Transform | null | undefined {
  if (encoding === '' || encoding === 'identity') return null
  if (encoding === 'gzip' || encoding === 'x-gzip' || encoding === 'deflate') return createUnzip()
  return encoding === 'br' ? createBrotliDecompress() : undefined
}

/**
 * Reads and unpacks a body of at most `limit` bytes, packed or not. Rejects with WEB_TOO_LARGE, WEB_BAD_TYPE, or the connection's own error;
 * whoever asked destroys the connection then.
 */
export function readBody(message: IncomingMessage, host: string, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const unpacker = unpackerFor((message.headers['content-encoding'] ?? '').trim().toLowerCase())
    if (unpacker === undefined) return reject(badEncoding(host))
    if (Number(message.headers['content-length'] ?? 0) > limit) return reject(tooLarge(host, limit))
    const pieces: Buffer[] = []
    let packed = 0
    let unpacked = 0
    let ended = false

    function fail(error: Error): void {
      if (ended) return
      ended = true
      pieces.length = 0
      unpacker?.destroy()
      message.destroy()
      reject(error)
    }
    function take(piece: Buffer): void {
      unpacked += piece.length
      if (unpacked > limit) fail(tooLarge(host, limit))
      else if (unpacker && unpacked > RATIO_FROM_BYTES && unpacked > packed * MAX_RATIO) fail(compressedTooMuch(host))
      else if (!ended) pieces.push(piece)
    }
    function finish(): void {
      if (ended) return
      ended = true
      resolve(Buffer.concat(pieces))
    }

    message.on('data', (piece: Buffer) => {
      packed += piece.length
      if (packed > limit) fail(tooLarge(host, limit))
    })
    message.once('error', fail)
    message.once('aborted', () => fail(Object.assign(new Error('cut off'), { code: 'ECONNRESET' })))
    if (unpacker) {
      unpacker.on('data', take)
      unpacker.once('end', finish)
      unpacker.once('error', () => fail(badEncoding(host)))
      message.pipe(unpacker)
    } else {
      message.on('data', take)
      message.once('end', finish)
    }
  })
}
