// Character codes and not patterns: a body of 12 MB is cut in tens of milliseconds.
const sentenceEnds = new Set([...'.!?…。！？؟।\n'].map((mark) => mark.charCodeAt(0)))

const isSpace = (code: number) => code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0x3000

/** Scripts without spaces, where a sentence may start right after a full stop. */
const isSpaceless = (code: number) => code >= 0x3040 && code <= 0x9fff

/** Whether a cut before `at` would part a low surrogate, a joiner or a combining mark from what it belongs to. */
function splitsCharacter(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return (unit >= 0xdc00 && unit <= 0xdfff) || unit === 0x200d || (unit >= 0x300 && unit <= 0x36f) || (unit >= 0xfe00 && unit <= 0xfe0f)
}

/** The best place to cut in (low, high]: after a paragraph, after a sentence, after a space, between characters; the last of its sort. */
function cutBefore(text: string, low: number, high: number): number {
  const paragraph = text.slice(low, high).lastIndexOf('\n\n')
  if (paragraph > 0) return low + paragraph + 2
  let space = 0
  for (let at = high; at > low; at--) {
    const before = text.charCodeAt(at - 1)
    if (space === 0 && isSpace(before)) space = at
    const after = text.charCodeAt(at)
    if (sentenceEnds.has(before) && (isSpace(after) || isSpaceless(after))) return at
  }
  if (space > 0) return space
  for (let at = high; at > low; at--) if (!splitsCharacter(text, at)) return at
  return high
}

export interface ChunkOptions {
  /** The longest a chunk may be, in UTF-16 units; at least 16. */
  maxChars: number
  /** How much of the end of a chunk the next one repeats; less than half of `maxChars`. */
  overlapChars: number
}

/**
 * Cuts a text into pieces of at most `maxChars` UTF-16 units that together hold all of it (apart from white space at their ends), at the
 * end of a paragraph or sentence where there is one in the second half of a piece, else between words, else between characters.
 * Blank pieces are left out, so a blank text gives an empty list. Linear in the length, also for one line of 12 MB.
 */
export function chunkText(text: string, options: ChunkOptions): string[] {
  const maxChars = Math.max(16, Math.floor(options.maxChars))
  const overlap = Math.max(0, Math.min(Math.floor(options.overlapChars), Math.floor(maxChars / 2) - 1))
  const chunks: string[] = []
  let start = 0
  while (start < text.length) {
    while (isSpace(text.charCodeAt(start))) start++
    const hard = Math.min(text.length, start + maxChars)
    const end = hard === text.length ? hard : cutBefore(text, start + Math.floor(maxChars / 2), hard)
    const chunk = text.slice(start, end).trim()
    if (chunk !== '') chunks.push(chunk)
    if (end === text.length) break
    if (overlap === 0) {
      start = end
      continue
    }
    // The overlap begins at a word; it always leaves the piece at least one unit further on, so the loop ends.
    let next = end - overlap
    while (next < end && !isSpace(text.charCodeAt(next - 1))) next++
    if (next === end) next = end - overlap
    while (next < end && splitsCharacter(text, next)) next++
    start = Math.max(next, start + 1)
  }
  return chunks
}
