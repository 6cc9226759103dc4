import { foldWord, stemWord } from './stem'

const spaceless = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Khmer}\p{sc=Lao}ー々]/u
const WORDS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Khmer}\p{sc=Lao}ー々]+|[\p{L}\p{M}\p{N}]+/gu

/** FNV-1a, 32 bits. */
function hash(feature: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < feature.length; i++) value = Math.imul(value ^ feature.charCodeAt(i), 0x01000193)
  // One more mixing step, since the low bits alone choose the place.
  value ^= value >>> 15
  return Math.imul(value, 0x2c1b3c6d) >>> 0
}

function features(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  const add = (feature: string, weight: number) => counts.set(feature, (counts.get(feature) ?? 0) + weight)
  for (const [run] of text.normalize('NFKC').matchAll(WORDS)) {
    if (spaceless.test(run)) {
      const characters = [...run]
      for (const [i, character] of characters.entries()) {
        const kana = /[\p{sc=Hiragana}]/u.test(character)
        if (!kana) add(character, 0.6)
        const next = characters[i + 1]
        // Pairs of Hiragana are mostly grammar.
        if (next !== undefined) add(character + next, kana && /[\p{sc=Hiragana}]/u.test(next) ? 0.15 : 1)
      }
      continue
    }
    const stem = stemWord(run, 'und')
    const weight = [...stem].length <= 3 ? 0.25 : 1
    add(`=${stem}`, weight)
    const characters = [...`<${foldWord(run)}>`]
    for (let i = 0; i + 3 <= characters.length; i++) add(characters.slice(i, i + 3).join(''), weight * 0.3)
  }
  if (counts.size === 0) for (const character of text) if (/\S/.test(character)) add(character, 1)
  return counts
}

/**
 * A vector of unit length made from the words and letter groups of a text by signed feature hashing (Weinberger et al. 2009): texts that
 * share none of them are nearly at right angles. It knows no meaning, but it works for every script. The text must not be blank.
 */
export function hashedVector(text: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions)
  for (const [feature, count] of features(text)) {
    const value = hash(feature)
    const place = value % dimensions
    vector[place] = (vector[place] ?? 0) + (value & 0x40000000 ? 1 : -1) * Math.sqrt(count)
  }
  return normalise(vector) ?? normalise(vector.fill(1)) ?? vector
}

/** Scales a vector to length 1, in place; null when its length is zero or no number. */
export function normalise(vector: Float32Array): Float32Array | null {
  let sum = 0
  for (const value of vector) sum += value * value
  const length = Math.sqrt(sum)
  if (!(length > 1e-12) || !Number.isFinite(length)) return null
  for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] ?? 0) / length
  return vector
}
