import { AppError } from '../../../shared/errors'
import { countTokens, splitByTokens } from './count-tokens'

/** A text is not cut into pieces smaller than this (estimated tokens): a model that refuses even those refuses something else. */
export const smallestPiece = 32
/** A text is cut into so many pieces at most, so that a server that refuses all of them is asked a bounded number of times. */
const mostPieces = 256

/**
 * One vector for each text from a model that refuses long ones: where a request is refused as too long, its texts are sent in two halves;
 * a single text is halved at a line or sentence end, down to a floor, and its vector is the mean of the halves', weighted by
 * their tokens and of unit length. `limit` holds what was learnt, so that the next long text is cut before it is sent.
 */
export async function embedInPieces(
  texts: readonly string[],
  embed: (texts: readonly string[]) => Promise<Float32Array[]>,
  limit: { read(): number | undefined; learn(tokens: number): void },
): Promise<Float32Array[]> {
  try {
    const known = limit.read()
    if (known === undefined || texts.every((text) => countTokens(text) <= known)) return await embed(texts)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'MODEL_CONTEXT_TOO_LONG') throw error
    if (texts.length === 1) return [await embedOne(texts[0] ?? '', error)]
    const middle = Math.ceil(texts.length / 2)
    const first = await embedInPieces(texts.slice(0, middle), embed, limit)
    return [...first, ...(await embedInPieces(texts.slice(middle), embed, limit))]
  }
  // Some are known to be too long: those go by themselves, in pieces, and the others stay together.
  const isLong = (text: string): boolean => countTokens(text) > (limit.read() ?? Number.POSITIVE_INFINITY)
  const short = texts.filter((text) => !isLong(text))
  const shortVectors = short.length === 0 ? [] : await embedInPieces(short, embed, limit)
  const vectors: Float32Array[] = []
  for (const text of texts) {
    const vector = isLong(text) ? await embedOne(text) : shortVectors.shift()
    if (vector !== undefined) vectors.push(vector)
  }
  return vectors

  async function embedOne(text: string, refusal?: AppError): Promise<Float32Array> {
    const tokens = countTokens(text)
    const half = Math.ceil(tokens / 2)
    const size = Math.min(limit.read() ?? half, half)
    if (size < smallestPiece || tokens / size > mostPieces) {
      throw (
        refusal ??
        new AppError(
          'MODEL_CONTEXT_TOO_LONG',
          'The text is too long for the embedding model, even in pieces. Shorten it, or choose another embedding model in Settings.',
        )
      )
    }
    const pieces = splitByTokens(text, size).filter((piece) => piece.trim() !== '')
    const vectors: Float32Array[] = []
    for (const piece of pieces) vectors.push(...(await embedInPieces([piece], embed, limit)))
    limit.learn(size)
    return meanOf(vectors, pieces.map(countTokens))
  }
}

/** The weighted mean, of unit length. Vectors of different lengths are returned as they cannot be: the caller checks lengths. */
export function meanOf(vectors: readonly Float32Array[], weights: readonly number[]): Float32Array {
  const [first] = vectors
  if (first === undefined || vectors.length === 1) return first ?? new Float32Array()
  if (vectors.some((vector) => vector.length !== first.length)) {
    throw new AppError(
      'MODEL_BAD_OUTPUT',
      'The embedding model gave vectors of different lengths. Retry, or choose another one in Settings.',
    )
  }
  const sum = new Float64Array(first.length)
  vectors.forEach((vector, index) => {
    // Each counts by what it stands for, not by its length: servers differ in whether they normalise.
    const factor = (weights[index] ?? 1) / (Math.hypot(...vector) || 1)
    vector.forEach((number, place) => {
      sum[place] = (sum[place] ?? 0) + number * factor
    })
  })
  const length = Math.hypot(...sum)
  return Float32Array.from(sum, (number) => (length === 0 ? number : number / length))
}
