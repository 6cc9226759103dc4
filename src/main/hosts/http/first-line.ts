import type { Readable } from 'node:stream'

/** Far above the longest passphrase (1,024 characters); a longer first line is no passphrase. */
const longest = 16_384

/**
 * The first line of a stream, without its line end; null when the stream ends empty or the line is too long or not
 * UTF-8. What follows the line is not read, and the stream no longer keeps the process alive.
 */
export async function readFirstLine(stream: Readable): Promise<string | null> {
  const line = await new Promise<Buffer | null>((resolve) => {
    let gathered = Buffer.alloc(0)
    const finish = (result: Buffer | null) => {
      stream.removeAllListeners('data').removeAllListeners('end')
      resolve(result)
      // The gathered bytes are a passphrase.
      setImmediate(() => gathered.fill(0))
    }
    stream.on('data', (chunk: Buffer) => {
      const before = gathered
      gathered = Buffer.concat([before, chunk])
      before.fill(0)
      const end = gathered.indexOf(0x0a)
      if (end >= 0 && end <= longest) finish(gathered.subarray(0, end))
      else if (gathered.length > longest) finish(null)
    })
    stream.on('end', () => finish(gathered))
    stream.on('error', () => finish(null))
    stream.on('close', () => finish(gathered))
  })
  stream.destroy()
  if (line === null) return null
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(line).replace(/\r$/, '')
    return text === '' ? null : text
  } catch {
    return null
  }
}
