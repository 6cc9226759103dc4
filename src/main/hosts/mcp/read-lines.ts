import { createDepthMeter } from '../../../shared/json-depth'

/** A line of a client, or why it is none. */
export type Line = { text: string } | { problem: string }

export interface LineLimits {
  bytes: number
  depth: number
}

const lineEnd = 0x0a

/**
 * Cuts a stream of bytes into lines, never holding more of one than its limit. A line that is too long, nested too deeply or not UTF-8 is a
 * problem to tell, and the next line is read as if nothing had been. What has no line end when the stream ends is no line.
 */
export function createLineCutter(limits: LineLimits): (chunk: Buffer) => Line[] {
  let pieces: Buffer[] = []
  let bytes = 0
  let tooDeep = false
  let measureDepth = createDepthMeter()

  function take(part: Buffer): void {
    bytes += part.length
    if (bytes > limits.bytes) pieces = []
    else {
      if (measureDepth(part) > limits.depth) tooDeep = true
      pieces.push(part)
    }
  }

  function finish(): Line | null {
    const whole = Buffer.concat(pieces)
    const problem =
      bytes > limits.bytes
        ? `A message may have ${limits.bytes} bytes. This one is longer, and nothing of it was kept.`
        : tooDeep
          ? `A message may be nested ${limits.depth} levels deep. This one is deeper, and nothing of it was kept.`
          : null
    pieces = []
    bytes = 0
    tooDeep = false
    measureDepth = createDepthMeter()
    if (problem !== null) return { problem }
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(whole).trim()
      return text === '' ? null : { text }
    } catch {
      return { problem: 'A message is not valid UTF-8. Nothing of it was kept.' }
    }
  }

  return (chunk) => {
    const lines: Line[] = []
    let from = 0
    for (;;) {
      const end = chunk.indexOf(lineEnd, from)
      if (end < 0) break
      take(chunk.subarray(from, end))
      const line = finish()
      if (line !== null) lines.push(line)
      from = end + 1
    }
    if (from < chunk.length) take(Buffer.from(chunk.subarray(from)))
    return lines
  }
}
