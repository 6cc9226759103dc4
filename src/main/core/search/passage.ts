import { foldText } from '../text/normalise-text'
import { SLICE_LENGTH } from './body-slices'
import { findMarks, type Mark, placesOf } from './find-marks'
import { parseQuery } from './query-words'
import { stripMarkdown } from './strip-markdown'

/** UTF-16 units a passage may have. */
export const PASSAGE_LENGTH = 240
/** What is read before the first match, so that the passage does not begin with it. */
const LEAD = 60
const BLOCK = 1000
const OVERLAP = 250

export interface Passage {
  /** At most 240 units on one line, without Markdown marks; cut at word borders, with `…` where the body goes on. */
  passage: string
  marks: Mark[]
  titleMarks: Mark[]
  /** About where in the body the passage begins, in UTF-16 units. */
  at: number
}

/**
 * The passage of a body around the words of a query. Reads 16,384 units from `near` on, so its time does not depend on the
 * body's length (2 to 4 ms at most). When no word is there, the passage is the beginning of the body, without marks.
 */
export function createPassage(item: { title: string; body: string }, query: string, near = 0): Passage {
  const words = parseQuery(query).map(({ text }) => text)
  const title = item.title.slice(0, 1000)
  const block = words.length === 0 ? null : bestBlock(item.body, words, near)
  const passage = block === null ? openingOf(item.body) : cutAround(item.body, block, words)
  return { passage, marks: findMarks(passage, words), titleMarks: findMarks(title, words), at: block ?? 0 }
}

/** The passage of a body that begins at `at`, at the border of a word. */
export function passageAt(body: string, at: number): { passage: string; at: number } {
  const start = Math.max(0, Math.min(at, body.length))
  const plain = stripMarkdown(body.slice(start, start + BLOCK))
  return { passage: cut(plain, 0, start + BLOCK < body.length, start > 0), at: start }
}

/** Where the block with most of the query begins; null when no word is in the slice. */
function bestBlock(body: string, words: readonly string[], near: number): number | null {
  let best: number | null = null
  let bestScore = 0
  const sought = words.reduce((sum, word) => sum + word.length, 0)
  const end = Math.min(body.length, near + SLICE_LENGTH)
  for (let start = near; start < end; start += BLOCK - OVERLAP) {
    const score = scoreOf(foldText(body.slice(start, start + BLOCK)), words)
    if (score > bestScore) {
      best = start
      bestScore = score
    }
    if (bestScore >= sought) break
  }
  return best
}

/** Long words say more than short ones, and the beginning of a word more than its inside. */
function scoreOf(folded: string, words: readonly string[]): number {
  let score = 0
  for (const word of words) {
    const [first] = placesOf(word, folded)
    if (first === undefined) continue
    score += first[0] === 0 || /[^\p{L}\p{N}]/u.test(folded[first[0] - 1] ?? '') ? word.length : word.length / 2
  }
  return score
}

function openingOf(body: string): string {
  const plain = stripMarkdown(body.slice(0, BLOCK))
  return cut(plain, 0, body.length > BLOCK)
}

function cutAround(body: string, block: number, words: readonly string[]): string {
  const start = Math.max(0, block - LEAD)
  const plain = stripMarkdown(body.slice(start, block + BLOCK))
  const marks = findMarks(plain, words)
  let best = 0
  let bestCovered = -1
  for (const [from] of marks) {
    const covered = marks.reduce((sum, [s, e]) => (s >= from && e <= from + PASSAGE_LENGTH - LEAD ? sum + e - s : sum), 0)
    if (covered > bestCovered) {
      best = from
      bestCovered = covered
    }
  }
  return cut(plain, Math.max(0, Math.min(best - LEAD, plain.length - PASSAGE_LENGTH + 2)), block + BLOCK < body.length, start > 0)
}

/** `PASSAGE_LENGTH` units of the text from about `from` on, at word borders, never within a surrogate pair or before an accent. */
function cut(text: string, from: number, goesOn: boolean, wentBefore = false): string {
  let start = from
  if (from > 0) {
    const space = text.indexOf(' ', from - 1)
    start = space >= 0 && space < from + LEAD - 20 ? space + 1 : afterCharacter(text, from)
  }
  const before = start > 0 || wentBefore ? '…' : ''
  const room = PASSAGE_LENGTH - before.length - 1
  if (text.length - start <= room) return `${before}${text.slice(start)}${goesOn && text !== '' ? '…' : ''}`
  const space = text.lastIndexOf(' ', start + room)
  const end = space > start + room - 40 ? space : beforeCharacter(text, start + room)
  return `${before}${text.slice(start, end)}…`
}

const continues = /^[\p{M}\u{dc00}-\u{dfff}\u200d]/u

function afterCharacter(text: string, at: number): number {
  let position = at
  while (position < text.length && position < at + 50 && continues.test(text.slice(position, position + 2))) position += 1
  return position
}

function beforeCharacter(text: string, at: number): number {
  let position = at
  while (position > 0 && position > at - 50 && continues.test(text.slice(position, position + 2))) position -= 1
  return position
}
