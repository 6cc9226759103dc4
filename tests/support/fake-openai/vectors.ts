import { createHash } from 'node:crypto'

const commonWords = new Set(
  'a an and are as at be but by for from has have i if in is it its my not of on or our so that the their they this to was we were what when will with you your'.split(
    ' ',
  ),
)

/** A hashed bag of words, of unit length: texts that share words are near each other, in every run the same. */
export function embedText(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0)
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.filter((word) => !commonWords.has(word))
  for (const word of words ?? []) {
    const hash = createHash('sha256')
      .update(word.length > 4 ? word.replace(/(?:es|s|ing|ed)$/, '') : word)
      .digest()
    const place = hash.readUInt32LE(0) % dimensions
    vector[place] = (vector[place] ?? 0) + (hash.readUInt8(4) % 2 === 0 ? 1 : -1)
  }
  const length = Math.hypot(...vector)
  if (length > 0) return vector.map((number) => number / length)
  // Not a zero vector even for a text without words: that is a fault of its own, and switched on as one.
  return vector.map((_none, place) => (place === 0 ? 1 : 0))
}

/** A vector as OpenAI sends it for `encoding_format: base64`. */
export function toBase64(vector: number[]): string {
  const bytes = Buffer.alloc(vector.length * 4)
  vector.forEach((number, place) => {
    bytes.writeFloatLE(number, place * 4)
  })
  return bytes.toString('base64')
}
