import { setImmediate as nextTurn } from 'node:timers/promises'
import { detectLanguage, stemsOf } from '../../core/text/terms'

/** Characters of one piece that is weighed as a whole: a paragraph or a few. */
const PIECE = 600
/** Pieces that are weighed before the event loop has a turn: up to 20 ms for Chinese, whose words are looked up. */
const IN_TURN = 4
const GAP = '\n[…]\n'
const GAP_TOKENS = 4

interface Piece {
  text: string
  tokens: number
  /** Worth of the words that it shares with the question. */
  weight: number
}

/**
 * Pages cut to what bears on the question, so that together they take `room` tokens. A page that is short gives its room to the others; the
 * pieces of a page stay in their order, with a mark where something is left out. Pages that fit stay whole.
 */
export async function fitPages(
  pages: readonly string[],
  question: string,
  room: number,
  countTokens: (text: string) => number,
  signal: AbortSignal,
): Promise<string[]> {
  const sizes: number[] = []
  for (const page of pages) {
    sizes.push(countTokens(page))
    await nextTurn()
  }
  const shares = shareRoom(sizes, room)
  const fitted: string[] = []
  for (const [index, page] of pages.entries()) {
    signal.throwIfAborted()
    const share = shares[index] ?? 0
    fitted.push((sizes[index] ?? 0) <= share ? page : await fitPage(page, question, share, countTokens, signal))
  }
  return fitted
}

/** Equal shares, where what a short page does not need goes to the long ones. */
function shareRoom(sizes: readonly number[], room: number): number[] {
  const shares = sizes.map(() => 0)
  let left = room
  const bySize = [...sizes.keys()].sort((a, b) => (sizes[a] ?? 0) - (sizes[b] ?? 0))
  for (const [place, index] of bySize.entries()) {
    const share = Math.min(sizes[index] ?? 0, Math.floor(left / (bySize.length - place)))
    shares[index] = share
    left -= share
  }
  return shares
}

async function fitPage(
  page: string,
  question: string,
  room: number,
  countTokens: (text: string) => number,
  signal: AbortSignal,
): Promise<string> {
  const pieces = await weighPieces(page, question, countTokens, signal)
  const chosen = new Set<number>()
  let left = room
  // What shares nothing with the question comes last, from the top of the page.
  const order = [...pieces.keys()].sort((a, b) => (pieces[b]?.weight ?? 0) - (pieces[a]?.weight ?? 0) || a - b)
  for (const index of order) {
    const cost = (pieces[index]?.tokens ?? 0) + GAP_TOKENS
    if (cost > left) continue
    chosen.add(index)
    left -= cost
  }
  let text = ''
  let last = -1
  for (const [index, piece] of pieces.entries()) {
    if (!chosen.has(index)) continue
    text += text === '' ? '' : index === last + 1 ? '\n' : GAP
    text += piece.text
    last = index
  }
  return text
}

async function weighPieces(page: string, question: string, countTokens: (text: string) => number, signal: AbortSignal): Promise<Piece[]> {
  const language = detectLanguage(page.slice(0, 4000))
  const wanted = stemsOf(question, language)
  const texts = splitPieces(page)
  const shared: string[][] = []
  const spread = new Map<string, number>()
  for (const [index, text] of texts.entries()) {
    const stems = stemsOf(text, language)
    const common = [...wanted].filter((stem) => stems.has(stem))
    for (const stem of common) spread.set(stem, (spread.get(stem) ?? 0) + 1)
    shared.push(common)
    if (index % IN_TURN === IN_TURN - 1) {
      await nextTurn()
      signal.throwIfAborted()
    }
  }
  // A word that is everywhere on the page says less about where to look.
  const worth = (stem: string) => Math.log(1 + texts.length / (spread.get(stem) ?? 1))
  return texts.map((text, index) => ({
    text,
    tokens: countTokens(text),
    weight: (shared[index] ?? []).reduce((sum, stem) => sum + worth(stem), 0),
  }))
}

/** Lines put together to pieces; a line that is longer is cut, between words where there are any. */
function splitPieces(page: string): string[] {
  const pieces: string[] = []
  let piece = ''
  const close = () => {
    if (piece.trim() !== '') pieces.push(piece)
    piece = ''
  }
  for (const line of page.split('\n')) {
    if (piece.length + line.length > PIECE) close()
    let rest = line
    while (rest.length > PIECE) {
      const space = rest.slice(0, PIECE).lastIndexOf(' ')
      const cut = space > PIECE / 2 ? space + 1 : /[\ud800-\udbff]/.test(rest[PIECE - 1] ?? '') ? PIECE - 1 : PIECE
      pieces.push(rest.slice(0, cut))
      rest = rest.slice(cut)
    }
    piece += piece === '' ? rest : `\n${rest}`
  }
  close()
  return pieces
}
