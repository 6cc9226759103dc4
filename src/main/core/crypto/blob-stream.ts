import { endStream, readySodium } from './sodium'

/*
 * A .tvb file: "TVB1" 4 | secretstream header 24 | chunks of at most 64 KiB, each 17 bytes longer when sealed. Every chunk but
 * the last is full; the last carries the final tag. Each is bound to vault, blob and its own number.
 */
const magic = Buffer.from('TVB1')
const chunk = 64 * 1024
const sealedChunk = chunk + 17
const startLength = 4 + 24
/** How many plain bytes are worked on before the event loop gets its turn: 256 KiB, about a millisecond. */
export const slice = 4 * chunk
/** The same slice as it lies in the file. */
export const sealedSlice = 4 * sealedChunk

/** Of `length` bytes at hand, how many may be sealed although more may follow: whole chunks, and never all, for the last carries the final mark. */
export function sealedAtOnce(length: number): number {
  return length <= chunk ? 0 : Math.floor((length - 1) / chunk) * chunk
}

export interface BlobContext {
  vaultId: Buffer
  blobId: Buffer
}

/** The plain size of a file of `size` bytes, or null when no blob has that size. */
export function plainLength(size: number): number | null {
  const sealed = size - startLength
  const lastChunk = sealed % sealedChunk
  const chunks = Math.ceil(sealed / sealedChunk)
  if (sealed < 17 || (lastChunk !== 0 && lastChunk < 17)) return null
  return sealed - 17 * chunks
}

/** Seals slices in order. All but the last slice must be a multiple of 64 KiB long. Call `end` in any case. */
export function createBlobWriter(fileKey: Buffer, context: BlobContext) {
  const sodium = readySodium()
  const { state, header } = sodium.crypto_secretstream_xchacha20poly1305_init_push(fileKey)
  let number = 0
  return {
    start: Buffer.concat([magic, header]),
    push(bytes: Uint8Array, isLast: boolean): Buffer {
      const sealed: Uint8Array[] = []
      for (let at = 0; at === 0 || at < bytes.length; at += chunk) {
        const isFinal = isLast && at + chunk >= bytes.length
        const tag = isFinal
          ? sodium.crypto_secretstream_xchacha20poly1305_TAG_FINAL
          : sodium.crypto_secretstream_xchacha20poly1305_TAG_MESSAGE
        sealed.push(
          sodium.crypto_secretstream_xchacha20poly1305_push(state, bytes.subarray(at, at + chunk), binding(context, number++), tag),
        )
      }
      return Buffer.concat(sealed)
    },
    end: () => endStream(state),
  }
}

/** Opens the pieces of a file in order; each piece must be `wanted()` bytes long, or the rest of the file. Call `end` in any case. */
export function createBlobReader(fileKey: Buffer, context: BlobContext) {
  const sodium = readySodium()
  let state: ReturnType<typeof sodium.crypto_secretstream_xchacha20poly1305_init_pull> | null = null
  let number = 0
  return {
    wanted: () => (state === null ? startLength : sealedSlice),
    /** Puts the plain bytes of this piece into `into` from `at` on. Their number, or null when the piece is not what was written. */
    pull(piece: Uint8Array, isEnd: boolean, into: Buffer, at: number): number | null {
      if (state === null) {
        if (piece.length !== startLength || !magic.equals(piece.subarray(0, 4)) || isEnd) return null
        state = sodium.crypto_secretstream_xchacha20poly1305_init_pull(piece.subarray(4), fileKey)
        return 0
      }
      let filled = 0
      for (let from = 0; from < piece.length; from += sealedChunk) {
        const sealed = piece.subarray(from, from + sealedChunk)
        const isFinal = isEnd && from + sealedChunk >= piece.length
        if (sealed.length < 17) return null
        const opened = sodium.crypto_secretstream_xchacha20poly1305_pull(state, sealed, binding(context, number++))
        // The final tag exactly at the end: neither a cut file nor one with more behind it passes.
        if (opened === false || (opened.tag === sodium.crypto_secretstream_xchacha20poly1305_TAG_FINAL) !== isFinal) return null
        if (at + filled + opened.message.length > into.length) return null
        into.set(opened.message, at + filled)
        filled += opened.message.length
        opened.message.fill(0)
      }
      return filled
    },
    end() {
      if (state !== null) endStream(state)
      state = null
    },
  }
}

function binding({ vaultId, blobId }: BlobContext, number: number): Buffer {
  const place = Buffer.alloc(8)
  place.writeBigUInt64BE(BigInt(number))
  return Buffer.concat([Buffer.from('tvblob1'), vaultId, blobId, place])
}
