export interface ContentChunk {
  text: string
  index: number
  total: number
}

export interface ChunkedContent {
  chunks: ContentChunk[]
  wasSplit: boolean
}

/**
 * How much of a chunk the next one repeats, so that an item on the border is whole in one of them (docs/collect-pipeline.md, "Content budget and
 * chunks").
 */
const OVERLAP_SHARE = 0.15
/** A cut lies in the last half of a chunk: a heading near its beginning would make crumbs. */
const EARLIEST_CUT = 0.5

/** From coarse to fine. A chunk ends before a heading, and behind a blank line, a line end, a sentence or a space. */
const headings = ['\n## ', '\n### ', '\n#### ']
const sentenceEnd = /[.!?…]["”’»)\]]?\s|[。！？｡]/g

/**
 * Cuts a text into chunks of at most `maxChars` characters at the coarsest boundary that lies in the last half of a chunk. Neighbours overlap
 * by `floor(0.15 × maxChars)` characters at most. No text is lost: every word of the input is in some chunk, save a word longer than a chunk,
 * whose pieces are. A text that fits, an empty one too, is one chunk. A pair of surrogates stays whole.
 */
export function chunkContent(text: string, maxChars: number): ChunkedContent {
  const max = Math.max(1, Math.floor(maxChars))
  if (text.length <= max) return { chunks: [{ text, index: 0, total: 1 }], wasSplit: false }
  const overlap = Math.floor(max * OVERLAP_SHARE)
  const pieces: string[] = []
  let start = 0
  for (;;) {
    if (text.length - start <= max) {
      pieces.push(text.slice(start))
      break
    }
    const cut = findCut(text, start, start + max)
    pieces.push(text.slice(start, cut))
    start = nextStart(text, start, cut, overlap)
  }
  return { chunks: pieces.map((piece, index) => ({ text: piece, index, total: pieces.length })), wasSplit: true }
}

function findCut(text: string, start: number, end: number): number {
  const earliest = start + Math.max(1, Math.floor((end - start) * EARLIEST_CUT))
  // Only the window is searched: a megabyte without a boundary would else be searched from its beginning for every chunk.
  const half = text.slice(earliest, end)
  for (const heading of headings) {
    const at = half.lastIndexOf(heading)
    if (at !== -1) return earliest + at + 1
  }
  for (const boundary of ['\n\n', '\n']) {
    const at = half.lastIndexOf(boundary)
    if (at !== -1) return earliest + at + boundary.length
  }
  let sentence = -1
  for (const found of half.matchAll(sentenceEnd)) sentence = found.index + found[0].length
  if (sentence !== -1) return earliest + sentence
  const space = half.search(/\s(?=\S*$)/)
  if (space !== -1) return earliest + space + 1
  return splitsPair(text, end) && end - 1 > start ? end - 1 : end
}

/** Where the next chunk begins: the overlap before the cut, moved on to the beginning of a word. */
function nextStart(text: string, start: number, cut: number, overlap: number): number {
  const wanted = Math.max(cut - overlap, start + 1)
  if (wanted >= cut) return cut
  if (/\s/.test(text[wanted - 1] ?? '')) return wanted
  const behind = text.slice(wanted, cut).search(/\s/)
  // A run without a space has no word to begin at; then the overlap begins anywhere but inside a pair.
  if (behind === -1) return /\s/.test(text[cut - 1] ?? '') ? cut : splitsPair(text, wanted) ? Math.min(cut, wanted + 1) : wanted
  return wanted + behind + 1
}

function splitsPair(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1)
  return before >= 0xd800 && before <= 0xdbff
}
