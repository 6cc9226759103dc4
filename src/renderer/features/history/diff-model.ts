/** A stretch of a line. A `skip` stands for characters that are not shown: of what stayed, or of what is gone or new. */
export type Piece = { kind: 'same' | 'del' | 'ins'; text: string } | { kind: 'skip'; of: 'same' | 'del' | 'ins'; characters: number }

/** What stands below each other in a comparison. `change` is one line before and after; a `fold` is the unchanged text from `start` to `end` of the later text. */
export type DiffRow =
  | { kind: 'same' | 'del' | 'ins' | 'change'; pieces: Piece[] }
  | { kind: 'fold'; start: number; end: number; lines: number }

export interface TextDiff {
  rows: DiffRow[]
  /** Words that only the later text has, and that only the earlier one has. */
  added: number
  removed: number
  /** Some of it was too much to compare word by word in time, and is shown as whole lines or passages. */
  coarse: boolean
  /** Rows that are left out because nobody could read so many. */
  leftOut: number
}

/** How much of a stretch is shown at each end of what is skipped. */
const SAME_SHOWN = 240
const CHANGED_SHOWN = 3000

/** A place near `at` that cuts no character in two: not between the halves of a pair, nor before a mark that joins the letter before it. */
export function safeCut(text: string, at: number): number {
  let cut = Math.max(0, Math.min(text.length, at))
  for (let step = 0; cut > 0 && cut < text.length && step < 20; step += 1) {
    if (!/^(?:[\uDC00-\uDFFF]|\u200d|\p{M})/u.test(text.slice(cut, cut + 2)) && text.charCodeAt(cut - 1) !== 0x200d) break
    cut -= 1
  }
  return cut
}

/** A place before or at `at` that cuts no word in two, if there is one near. */
function wordCut(text: string, at: number): number {
  const space = text.slice(at - 40, at).search(/\s\S*$/u)
  return space < 0 ? safeCut(text, at) : at - 40 + space + 1
}

/** The same stretch, with its middle skipped when it is longer than anybody would read. */
export function shorten(piece: Piece): Piece[] {
  if (piece.kind === 'skip') return [piece]
  const { kind, text } = piece
  const shown = kind === 'same' ? SAME_SHOWN : CHANGED_SHOWN
  if (text.length <= 2 * shown + 100) return [piece]
  const start = wordCut(text, shown)
  const end = wordCut(text, text.length - shown)
  return [
    { kind, text: text.slice(0, start) },
    { kind: 'skip', of: kind, characters: end - start },
    { kind, text: text.slice(end) },
  ]
}
