import { diffArrays } from 'diff'
import { changedBlocks, numbered } from './diff-lines'
import { type Piece, safeCut } from './diff-model'

/** Above this many characters words are parted at spaces only, which is much faster than by the rules of each script. */
const LONGEST_BY_SCRIPT = 40_000
/** Above this many the two sides of a change are compared by passages first. */
const LONGEST_COMPARED = 60_000

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** The words of a text and what stands between them, in order; also of scripts without spaces. */
function partsOf(text: string): string[] {
  if (text.length > LONGEST_BY_SCRIPT) return text.match(/\s+|\S{1,200}/gu) ?? []
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/** About how many words a text has; `byScript` also parts those of scripts without spaces. */
export function countWords(text: string, byScript: boolean): number {
  if (!byScript || text.length > LONGEST_BY_SCRIPT) return text.match(/\S+/gu)?.length ?? 0
  let words = 0
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) words += 1
  return words
}

/** Length of what both begin with, ending where a word does. */
function sameStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length)
  let at = 0
  while (at + 4096 <= most && a.slice(at, at + 4096) === b.slice(at, at + 4096)) at += 4096
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at += 1
  if (at === a.length && at === b.length) return at
  const space = a.slice(Math.max(0, at - 200), at).search(/\s\S*$/u)
  return space < 0 ? safeCut(a, Math.max(0, at - 200)) : Math.max(0, at - 200) + space + 1
}

/** Length of what both end with, beginning where a word does; never more than `most`. */
function sameEnd(a: string, b: string, most: number): number {
  let length = 0
  const alike = (next: number) => a.slice(a.length - next, a.length - length) === b.slice(b.length - next, b.length - length)
  while (length + 4096 <= most && alike(length + 4096)) length += 4096
  while (length < most && a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length)) length += 1
  const at = a.length - length
  const space = a.slice(at, at + 200).search(/\s/u)
  return space < 0 ? Math.max(0, length - 200) : length - space
}

function comparedParts(before: string, after: string, timeMs: number): Piece[] | undefined {
  const [a, b] = [partsOf(before), partsOf(after)]
  const changes = diffArrays(...numbered(a, b), { timeout: Math.max(1, timeMs) })
  if (!changes) return undefined
  const pieces: Piece[] = []
  let [inBefore, inAfter] = [0, 0]
  for (const { added, removed, count } of changes) {
    if (removed) pieces.push({ kind: 'del', text: a.slice(inBefore, inBefore + count).join('') })
    else pieces.push({ kind: added ? 'ins' : 'same', text: b.slice(inAfter, inAfter + count).join('') })
    if (!added) inBefore += count
    if (!removed) inAfter += count
  }
  return pieces
}

/** Joins changes that only a space or a mark parts: words crossed out one by one cannot be read. Deletions come first. */
function joined(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = []
  let del = ''
  let ins = ''
  const flush = () => {
    if (del !== '') result.push({ kind: 'del', text: del })
    if (ins !== '') result.push({ kind: 'ins', text: ins })
    del = ''
    ins = ''
  }
  pieces.forEach((piece, place) => {
    if (piece.kind === 'skip') return
    const { kind, text } = piece
    if (kind === 'del') del += text
    else if (kind === 'ins') ins += text
    else if (del !== '' && ins !== '' && /^[\s\p{P}]{1,3}$/u.test(text) && place < pieces.length - 1) {
      del += text
      ins += text
    } else {
      flush()
      result.push(piece)
    }
  })
  flush()
  return result
}

/** Parts a long line after some of its words, always after the same ones: so an edit moves the ends next to it only. */
function passagesOf(text: string): string[] {
  const passages: string[] = []
  let start = 0
  let word = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    // Spaces, and the marks that end a clause where there are none.
    if (code <= 0x20 || code === 0x3000 || code === 0x3001 || code === 0x3002) {
      if (word % 16 === 1) {
        passages.push(text.slice(start, at + 1))
        start = at + 1
      }
      word = 0
    } else word = (word * 31 + code) & 0xffffff
  }
  passages.push(text.slice(start))
  return passages
}

interface LineDiff {
  pieces: Piece[]
  /** What changed was too much to compare by words in time, and is shown whole. */
  coarse: boolean
}

function compareMiddle(before: string, after: string, left: () => number): LineDiff {
  const whole = (): Piece[] => [
    { kind: 'del', text: before },
    { kind: 'ins', text: after },
  ]
  if (before === '' || after === '') return { pieces: whole(), coarse: false }
  if (left() <= 0) return { pieces: whole(), coarse: true }
  if (before.length + after.length > LONGEST_COMPARED) {
    const [a, b] = [passagesOf(before), passagesOf(after)]
    const { blocks, coarse } = changedBlocks(a, b, left)
    const line: LineDiff = { pieces: [], coarse }
    let done = 0
    for (const { a0, a1, b0, b1 } of blocks) {
      line.pieces.push({ kind: 'same', text: b.slice(done, b0).join('') })
      const [gone, come] = [a.slice(a0, a1).join(''), b.slice(b0, b1).join('')]
      const compared = gone === '' || come === '' ? undefined : comparedParts(gone, come, left())
      line.pieces.push(
        ...(compared ?? [
          { kind: 'del' as const, text: gone },
          { kind: 'ins' as const, text: come },
        ]),
      )
      if (compared === undefined && gone !== '' && come !== '') line.coarse = true
      done = b1
    }
    line.pieces.push({ kind: 'same', text: b.slice(done).join('') })
    return line
  }
  const pieces = comparedParts(before, after, left())
  return { pieces: pieces ?? whole(), coarse: pieces === undefined }
}

/** One line before and after as pieces, in about the time that `left` says is left, in milliseconds. */
export function compareLine(before: string, after: string, left: () => number): LineDiff {
  const start = sameStart(before, after)
  const end = sameEnd(before, after, Math.min(before.length, after.length) - start)
  const { pieces, coarse } = compareMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end), left)
  const all: Piece[] = [
    { kind: 'same', text: after.slice(0, start) },
    ...joined(pieces),
    { kind: 'same', text: after.slice(after.length - end) },
  ]
  return { pieces: all.filter((piece) => piece.kind === 'skip' || piece.text !== ''), coarse }
}

/** The words of a line, for `likeness`; null for a line so long that it is taken to be alike any other such. */
export function wordsOf(line: string): string[] | null {
  return line.length > LONGEST_COMPARED ? null : partsOf(line).filter((part) => /[\p{L}\p{N}]/u.test(part))
}

/** From 0 to 1: how many words two lines share. */
export function likeness(a: readonly string[] | null, b: readonly string[] | null): number {
  if (a === null || b === null) return a === b ? 1 : 0
  const counts = new Map<string, number>()
  for (const word of a) counts.set(word, (counts.get(word) ?? 0) + 1)
  let shared = 0
  for (const word of b) {
    const left = counts.get(word) ?? 0
    if (left === 0) continue
    counts.set(word, left - 1)
    shared += 1
  }
  return a.length + b.length === 0 ? 0 : (2 * shared) / (a.length + b.length)
}
