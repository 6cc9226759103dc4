/** Decrypted bytes kept for the next part of the same file. */
const KEEP_MS = 60_000

/** Keeps the blob that was read last, because a player asks for one file in many parts. `drop` forgets it. */
export function createBlobCache(read: (blobId: string, wrappedKey: Buffer) => Promise<Uint8Array>) {
  let cached: { id: string; bytes: Uint8Array; timer: NodeJS.Timeout } | null = null

  function drop(): void {
    if (cached) clearTimeout(cached.timer)
    cached = null
  }

  return {
    drop,
    async read(blobId: string, wrappedKey: Buffer): Promise<Uint8Array> {
      if (cached?.id === blobId) {
        cached.timer.refresh()
        return cached.bytes
      }
      const bytes = await read(blobId, wrappedKey)
      drop()
      cached = { id: blobId, bytes, timer: setTimeout(drop, KEEP_MS) }
      cached.timer.unref()
      return bytes
    },
  }
}
