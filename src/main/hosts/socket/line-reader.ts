import { AppError } from '../../../shared/errors'
import { createDepthMeter } from '../../../shared/json-depth'

export interface LineLimits {
  /** Largest line that begins in any way. */
  bytes: number
  /** Largest line whose beginning `mayBeLong` accepts. */
  longBytes: number
  mayBeLong: (start: string) => boolean
  depth: number
}

export interface LineReader {
  /** Takes what arrived. Throws AppError for a line that is too long, too deeply nested or not UTF-8; nothing may be pushed after that. */
  push(chunk: Buffer): void
  /** Something of a line is there, and not its end. */
  isInside(): boolean
}

/** Enough of a line to know which command it is. */
const startBytes = 120
const lineEnd = 0x0a

/** Cuts a stream of bytes into lines without ever holding more of one than its limit, and hands over each as text, without its end. */
export function createLineReader(limits: LineLimits, onLine: (line: string) => void): LineReader {
  let bytes = 0
  let start = Buffer.alloc(0)
  let pieces: string[] = []
  let decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let measureDepth = createDepthMeter()

  function reset(): void {
    bytes = 0
    start = Buffer.alloc(0)
    pieces = []
    decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    measureDepth = createDepthMeter()
  }

  function decode(part?: Buffer): void {
    try {
      pieces.push(part === undefined ? decoder.decode() : decoder.decode(part, { stream: true }))
    } catch {
      throw new AppError('BAD_INPUT', 'A line is not valid UTF-8. Nothing of it was kept.')
    }
  }

  function take(part: Buffer): void {
    if (start.length < startBytes) start = Buffer.concat([start, part.subarray(0, startBytes - start.length)])
    bytes += part.length
    if (bytes > limits.bytes) {
      const most = limits.mayBeLong(start.toString('latin1')) ? limits.longBytes : limits.bytes
      if (bytes > most)
        throw new AppError('TOO_LARGE', `A line is longer than the ${most} bytes that are taken here. Nothing of it was kept. Send less.`)
    }
    if (measureDepth(part) > limits.depth)
      throw new AppError('BAD_INPUT', `A line is nested deeper than ${limits.depth} levels. No command needs that; check what is sent.`)
    decode(part)
  }

  return {
    push(chunk) {
      let from = 0
      for (;;) {
        const end = chunk.indexOf(lineEnd, from)
        if (end < 0) break
        take(chunk.subarray(from, end))
        decode()
        const line = pieces.join('')
        reset()
        onLine(line)
        from = end + 1
      }
      if (from < chunk.length) take(chunk.subarray(from))
    },
    isInside: () => bytes > 0,
  }
}
