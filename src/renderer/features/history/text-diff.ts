import { changedBlocks } from './diff-lines'
import { type DiffRow, type Piece, shorten, type TextDiff } from './diff-model'
import { compareLine, countWords, likeness, wordsOf } from './diff-words'

/** Unchanged lines shown around a change; a fold of fewer than that again would save nothing. */
const AROUND = 2
const SMALLEST_FOLD = 3
/** Lines less alike than this are shown as gone and new, not as one changed line. */
const ALIKE = 0.4
/** The only line of a block, when it is at least this long on both sides together, is one that changed. */
const LONG_LINE = 60_000
/** As many pairs of lines are tried against each other in one block. */
const MOST_PAIRS = 900
/** Rows beyond these are counted, not shown. */
const MOST_ROWS = 4000

interface Lines {
  lines: string[]
  /** Where each line begins, and one more: the length of the text and its last line end. */
  starts: number[]
}

function splitLines(text: string): Lines {
  const lines: string[] = []
  const starts = [0]
  const ends = /\r\n|\r|\n/g
  for (let found = ends.exec(text); found; found = ends.exec(text)) {
    lines.push(text.slice(starts.at(-1), found.index))
    starts.push(ends.lastIndex)
  }
  lines.push(text.slice(starts.at(-1)))
  starts.push(text.length)
  return { lines, starts }
}

/** Pairs of lines of a block that are one line before and after, in order, so that the sum of their likeness is greatest. */
function pairLines(gone: readonly string[], come: readonly string[], left: () => number): [number, number][] {
  if (gone.length === 1 && come.length === 1 && (gone[0]?.length ?? 0) + (come[0]?.length ?? 0) > LONG_LINE) return [[0, 0]]
  if (gone.length * come.length > MOST_PAIRS) {
    if (gone.length !== come.length) return []
    const alike = (line: string, at: number) => left() > 0 && likeness(wordsOf(line), wordsOf(come[at] ?? '')) >= ALIKE
    return gone.flatMap((line, at): [number, number][] => (alike(line, at) ? [[at, at]] : []))
  }
  const width = come.length + 1
  const best = new Float64Array((gone.length + 1) * width)
  const words = come.map(wordsOf)
  const alike = gone.map(wordsOf).map((line) => words.map((other) => (left() > 0 ? likeness(line, other) : 0)))
  const at = (row: number, column: number) => best[row * width + column] ?? 0
  for (let row = gone.length - 1; row >= 0; row -= 1)
    for (let column = come.length - 1; column >= 0; column -= 1) {
      const value = alike[row]?.[column] ?? 0
      const paired = value >= ALIKE ? value + at(row + 1, column + 1) : 0
      best[row * width + column] = Math.max(paired, at(row + 1, column), at(row, column + 1))
    }
  const pairs: [number, number][] = []
  for (let row = 0, column = 0; row < gone.length && column < come.length; ) {
    const value = alike[row]?.[column] ?? 0
    if (value >= ALIKE && at(row, column) === value + at(row + 1, column + 1)) {
      pairs.push([row, column])
      row += 1
      column += 1
    } else if (at(row, column) === at(row + 1, column)) row += 1
    else column += 1
  }
  return pairs
}

/**
 * How the later text differs from the earlier one: by lines, and within lines that changed by words. Takes about `timeMs` at most, for any
 * two texts; what is not compared by then is shown whole.
 */
export function compareTexts(before: string, after: string, timeMs: number, now: () => number): TextDiff {
  const until = now() + timeMs
  const left = () => until - now()
  const [a, b] = [splitLines(before), splitLines(after)]
  const { blocks, coarse: coarseLines } = changedBlocks(a.lines, b.lines, () => Math.min(left(), timeMs / 2))
  const diff: TextDiff = { rows: [], added: 0, removed: 0, coarse: coarseLines, leftOut: 0 }

  function add(row: DiffRow): void {
    if (diff.rows.length >= MOST_ROWS) diff.leftOut += 1
    else diff.rows.push(row.kind === 'fold' ? row : { ...row, pieces: row.pieces.flatMap(shorten) })
  }
  function count(pieces: readonly Piece[]): void {
    for (const piece of pieces) {
      if (piece.kind === 'ins') diff.added += countWords(piece.text, left() > 0)
      if (piece.kind === 'del') diff.removed += countWords(piece.text, left() > 0)
    }
  }
  function addWhole(kind: 'del' | 'ins', lines: readonly string[]): void {
    for (const text of lines) {
      count([{ kind, text }])
      add({ kind, pieces: [{ kind, text }] })
    }
  }
  function addSame(from: number, to: number): void {
    for (let line = from; line < to; line += 1) add({ kind: 'same', pieces: [{ kind: 'same', text: b.lines[line] ?? '' }] })
  }
  function addUnchanged(from: number, to: number): void {
    const first = from === 0 ? 0 : from + AROUND
    const last = to === b.lines.length ? to : to - AROUND
    if (last - first < SMALLEST_FOLD) {
      addSame(from, to)
      return
    }
    addSame(from, first)
    add({ kind: 'fold', start: b.starts[first] ?? 0, end: b.starts[last] ?? after.length, lines: last - first })
    addSame(last, to)
  }

  let done = 0
  for (const { a0, a1, b0, b1 } of blocks) {
    addUnchanged(done, b0)
    done = b1
    const [gone, come] = [a.lines.slice(a0, a1), b.lines.slice(b0, b1)]
    const pairs = left() > 0 ? pairLines(gone, come, left) : []
    if (left() <= 0 && gone.length > 0 && come.length > 0) diff.coarse = true
    let [inGone, inCome] = [0, 0]
    for (const [one, other] of pairs) {
      addWhole('del', gone.slice(inGone, one))
      addWhole('ins', come.slice(inCome, other))
      inGone = one + 1
      inCome = other + 1
      const line = compareLine(gone[one] ?? '', come[other] ?? '', () => Math.min(left(), timeMs / 2))
      diff.coarse ||= line.coarse
      count(line.pieces)
      add({ kind: 'change', pieces: line.pieces })
    }
    addWhole('del', gone.slice(inGone))
    addWhole('ins', come.slice(inCome))
  }
  if (blocks.length > 0) addUnchanged(done, b.lines.length)
  return diff
}
