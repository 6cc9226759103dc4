/** Bytes of UTF-8 that a name may have: file systems take 255, and a copy may get a number. */
const MAX_NAME_BYTES = 240
/** An ending longer than this is no ending. */
const MAX_ENDING = 16
const reserved = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])$/i

/**
 * A name that is only a name: shown in one line as it is read, and taken by every file system. No folders, no control or direction
 * characters, none of the characters and names that Windows keeps for itself, no dots or spaces at its ends, at most 240 bytes. Never empty.
 */
export function safeFileName(given: string): string {
  const last = given.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const plain = last
    // Joiners are letters of some scripts; all other invisible characters can only deceive.
    .replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu, '')
    // What stood between two marks may be gone now, and they have an order.
    .normalize('NFC')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/gu, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  const dot = plain.lastIndexOf('.')
  const ending = dot > 0 && plain.length - dot <= MAX_ENDING ? plain.slice(dot) : ''
  const stem = plain.slice(0, plain.length - ending.length)
  const safe = reserved.test(stem.split('.')[0]?.trim() ?? '') ? `_${stem}` : stem
  const cut = cutBytes(safe, MAX_NAME_BYTES - Buffer.byteLength(ending)).replace(/[. ]+$/, '')
  return cut === '' ? `attachment${ending}` : cut + ending
}

/** The beginning of a text within a number of bytes, whole characters with their accents. */
function cutBytes(text: string, limit: number): string {
  if (Buffer.byteLength(text) <= limit) return text
  let cut = ''
  let bytes = 0
  for (const character of text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? []) {
    bytes += Buffer.byteLength(character)
    if (bytes > limit) break
    cut += character
  }
  return cut
}
