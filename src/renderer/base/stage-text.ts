/**
 * The text of a stage after `chunk` was written at `offset` (UTF-16 units). A chunk that is already there changes nothing, one
 * that starts earlier replaces what followed (a stage that began anew), and null says that text in between is missing.
 */
export function writeAt(text: string, offset: number, chunk: string): string | null {
  if (offset > text.length) return null
  if (text.startsWith(chunk, offset) && (chunk !== '' || offset === text.length)) return text
  return text.slice(0, offset) + chunk
}

/** The further one of a text that was read and one that grew by events meanwhile; where they differ, the read one is right. */
export function furtherText(grown: string, read: string): string {
  return grown.length > read.length && grown.startsWith(read) ? grown : read
}
