import { formsOf } from './canary'

/** A text that may be nowhere, and where a part of it was. */
export interface Leak {
  place: string
  part: string
  form: string
}

const SHINGLE = 8

/**
 * Looks for parts of secret texts in what was sent: each marked word in every form in which it may be written, and any eight words in a row,
 * after what is packed for addresses is unpacked.
 */
export function findLeaks(
  sent: readonly { place: string; text: string }[],
  secrets: { words: readonly string[]; texts: readonly string[] },
): Leak[] {
  const shingles = new Set(secrets.texts.flatMap(shinglesOf))
  const forms = secrets.words.map((word) => ({ word, patterns: [...formsOf(word)] }))
  return sent.flatMap(({ place, text }) => {
    const bytes = Buffer.from(text, 'utf8')
    const lower = text.toLowerCase()
    const words = forms.flatMap(({ word, patterns }): Leak[] => {
      const form = patterns.find(([, pattern]) => bytes.includes(pattern))?.[0]
      return form !== undefined || lower.includes(word.toLowerCase()) ? [{ place, part: word, form: form ?? 'letters' }] : []
    })
    const whole = [text, unescapeAddress(text)].flatMap(shinglesOf).find((shingle) => shingles.has(shingle))
    return [...words, ...(whole === undefined ? [] : [{ place, part: whole, form: 'eight words' }])]
  })
}

function shinglesOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.slice(0, Math.max(0, words.length - SHINGLE + 1)).map((_word, at) => words.slice(at, at + SHINGLE).join(' '))
}

function unescapeAddress(text: string): string {
  return text
    .replace(/\+/g, ' ')
    .replace(/(?:%[0-9a-f]{2})+/gi, (packed) => Buffer.from(packed.replaceAll('%', ''), 'hex').toString('utf8'))
}
