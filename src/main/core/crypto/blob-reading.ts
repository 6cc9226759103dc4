import type { BlobStore } from './blob-store'

/** An open file that nobody reads on is closed after this. */
const SILENCE_MS = 30_000
const MAX_OPEN = 4

interface Reading {
  blobId: string
  at: number
  rest: Buffer
  pieces: AsyncGenerator<Buffer>
  stop: AbortController
  timer: NodeJS.Timeout
}

/**
 * Reads blobs of any size in parts, with one part in memory. Whoever goes on where the last part ended gets the next one at once; any other
 * offset is reached by opening the file from its start, because each piece is sealed together with those before it.
 */
export function createBlobReading(blobs: Pick<BlobStore, 'stream'>) {
  const open = new Set<Reading>()

  function close(reading: Reading): void {
    open.delete(reading)
    clearTimeout(reading.timer)
    reading.stop.abort()
    // The file is closed by the generator's own end.
    void reading.pieces.return(undefined).catch(() => undefined)
  }

  function begin(blobId: string, wrappedKey: Uint8Array): Reading {
    const stop = new AbortController()
    const timer = setTimeout(() => close(reading), SILENCE_MS)
    timer.unref()
    const reading: Reading = { blobId, at: 0, rest: Buffer.alloc(0), pieces: blobs.stream(blobId, wrappedKey, stop.signal), stop, timer }
    return reading
  }

  /** The next bytes, fewer only at the end of the file. */
  async function next(reading: Reading, length: number): Promise<{ bytes: Buffer; done: boolean }> {
    const parts: Buffer[] = []
    let have = 0
    let done = false
    while (have <= length && !done) {
      const piece = reading.rest.length > 0 ? { done: false, value: reading.rest } : await reading.pieces.next()
      reading.rest = Buffer.alloc(0)
      if (piece.done || piece.value === undefined) done = true
      else {
        parts.push(piece.value)
        have += piece.value.length
      }
    }
    const all = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
    reading.rest = all.subarray(length)
    const bytes = all.subarray(0, length)
    reading.at += bytes.length
    return { bytes, done: done && reading.rest.length === 0 }
  }

  return {
    /** `length` bytes from `offset` on. Errors as of `BlobStore.stream`. */
    async read(blobId: string, wrappedKey: Uint8Array, offset: number, length: number): Promise<{ bytes: Buffer; done: boolean }> {
      const known = [...open].find((one) => one.blobId === blobId && one.at === offset)
      const reading = known ?? begin(blobId, wrappedKey)
      // While it is read, nobody else may go on with it.
      open.delete(reading)
      reading.timer.refresh()
      try {
        while (reading.at < offset) {
          const { done } = await next(reading, Math.min(offset - reading.at, 1024 * 1024))
          if (done) break
        }
        const part = reading.at < offset ? { bytes: Buffer.alloc(0), done: true } : await next(reading, length)
        if (part.done) close(reading)
        else open.add(reading)
        const [oldest] = open
        if (open.size > MAX_OPEN && oldest) close(oldest)
        return part
      } catch (error) {
        close(reading)
        throw error
      }
    },
    close(): void {
      for (const reading of [...open]) close(reading)
    },
  }
}

export type BlobReading = ReturnType<typeof createBlobReading>
