export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** Control characters that texts do not hold: one in a hundred makes a file no text. */
const SOME_CONTROLS = 0.01

/** How the bytes of a text are to be read: by its mark, else UTF-8 where it is valid, else UTF-16 where every other byte is 0, else Latin. */
export function encodingOf(head: Uint8Array): TextEncoding | null {
  const [first, second, third] = head
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  // Text of Latin letters has its zeros in the high bytes alone.
  if (even + odd > 0) {
    if (odd > head.length / 8 && even < odd / 20) return 'utf-16le'
    return even > head.length / 8 && odd < even / 20 ? 'utf-16be' : null
  }
  let controls = 0
  for (const byte of head)
    if ((byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13 && byte !== 27) || byte === 127) controls += 1
  if (controls > head.length * SOME_CONTROLS) return null
  return isUtf8(head) ? 'utf-8' : 'windows-1252'
}

/** Whether the beginning of a file reads as text. An empty file is a text. */
export function readsAsText(head: Uint8Array): boolean {
  return encodingOf(head) !== null
}

/** Valid UTF-8, save for a character that the end of the head cuts. */
function isUtf8(head: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}
