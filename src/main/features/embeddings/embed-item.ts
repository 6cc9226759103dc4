import { AppError } from '../../../shared/errors'
import { meanOf } from '../../core/llm/embed-pieces'
import { chunkText } from '../../core/text/chunking'
import type { ItemRow } from '../items/item-store'

/** Characters of one embedded piece: about 300 tokens, where the built-in model still tells texts apart. */
export const CHUNK_CHARS = 1200
export const CHUNK_OVERLAP_CHARS = 120
/** A text longer than this many pieces is embedded from evenly spread ones: a 12 MB note must not hold a worker for hours. */
const MAX_PIECES = 256
export const TEXTS_PER_CALL = 16

/** The text whose meaning stands for an item: its title and its body, the title once. */
export function embeddedText(title: string, body: string): string {
  return title !== 'Untitled' && !body.trimStart().startsWith(title) ? `${title}\n${body}` : body
}

export function firstPiece(text: string): string {
  return text.slice(0, CHUNK_CHARS)
}

/** The pieces of an item that stand for it; none for a blank one. */
export function piecesOf(item: Pick<ItemRow, 'title' | 'body'>): string[] {
  const chunks = chunkText(embeddedText(item.title, item.body), { maxChars: CHUNK_CHARS, overlapChars: CHUNK_OVERLAP_CHARS })
  return spread(chunks, MAX_PIECES).filter((piece) => piece.trim() !== '')
}

/**
 * About how many pieces a text of so many characters has, and how many characters they have together. A cut is made at the end of a sentence
 * or paragraph in the second half of a piece, on average after nine tenths of it.
 */
export function estimatePieces(length: number): { pieces: number; characters: number } {
  if (length <= CHUNK_CHARS) return { pieces: 1, characters: length }
  const usual = CHUNK_CHARS * 0.9
  const pieces = Math.ceil((length - CHUNK_OVERLAP_CHARS) / (usual - CHUNK_OVERLAP_CHARS))
  if (pieces > MAX_PIECES) return { pieces: MAX_PIECES, characters: Math.round(MAX_PIECES * usual) }
  return { pieces, characters: length + (pieces - 1) * CHUNK_OVERLAP_CHARS }
}

/** Vectors of texts, as many in one call as a server answers in a second or two. `note` is told how far it is. */
export async function embedInCalls(
  texts: readonly string[],
  embed: (texts: string[]) => Promise<Float32Array[]>,
  note: (text: string) => void,
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = []
  for (let start = 0; start < texts.length; start += TEXTS_PER_CALL) {
    if (texts.length > TEXTS_PER_CALL) note(`${start} of ${texts.length} pieces`)
    vectors.push(...(await embed(texts.slice(start, start + TEXTS_PER_CALL))))
  }
  return vectors
}

/** What is stored of an item: one vector for all of it, and where it has several pieces, one for each. */
export function itemVectors(pieces: Float32Array[]): Float32Array[] {
  const mean = meanVector(pieces)
  return pieces.length > 1 ? [mean, ...pieces] : [mean]
}

/** The mean of the vectors of a text's pieces. Throws when they do not fit each other or cancel out. */
export function meanVector(vectors: readonly Float32Array[]): Float32Array {
  const mean = meanOf(
    vectors,
    vectors.map(() => 1),
  )
  if (!(Math.hypot(...mean) > 0))
    throw new AppError(
      'MODEL_BAD_OUTPUT',
      'The embedding model gave an empty vector. Nothing was stored. Choose another embedding model in Settings.',
    )
  return mean
}

/** Another length under the same name is another model: vectors of both would be compared with each other. */
export function assertLength(expected: number | null, vectors: readonly Float32Array[]): void {
  const wrong = expected === null ? undefined : vectors.find((vector) => vector.length !== expected)
  if (!wrong) return
  throw new AppError(
    'MODEL_BAD_OUTPUT',
    `The embedding model gave a vector of ${wrong.length} numbers, where its earlier ones have ${expected}: another model seems to run under the same name. Nothing was stored. To use it, change to another embedding model in Settings and back.`,
  )
}

/** At most `limit` of a list, evenly spread, first and last among them. */
export function spread<T>(list: readonly T[], limit: number): T[] {
  if (list.length <= limit) return [...list]
  const step = (list.length - 1) / (limit - 1)
  return Array.from({ length: limit }, (_, index) => list[Math.round(index * step)]).filter((value) => value !== undefined)
}
