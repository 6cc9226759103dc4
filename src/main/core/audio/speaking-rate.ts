/**
 * Speech between these rates is plausible, in words per minute, pauses included. People read aloud at 130 to 200; the bounds
 * are far out, because words differ in length and numbers are spoken longer than they look.
 */
const slowest = 35
const fastest = 450

/** A script this short has no rate worth the name: "42" takes a second, and so does "extraordinarily". */
const fewestWords = 5

/** The words of a text by the Unicode rules, also where no spaces are written; each digit counts as one, as it is spoken. */
export function countSpokenWords(text: string, language: string): number {
  let words = 0
  for (const { segment, isWordLike } of wordSegmenter(language).segment(text)) {
    if (isWordLike) words += Math.max(1, segment.match(/\p{Nd}/gu)?.length ?? 0)
  }
  return words
}

function wordSegmenter(language: string): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language, { granularity: 'word' })
  } catch {
    return new Intl.Segmenter('en', { granularity: 'word' }) // Not a language tag.
  }
}

/** Whether so many words can have been spoken in that time: neither cut off nor spelled out letter by letter. */
export function isPlausibleDuration(words: number, durationMs: number): boolean {
  const perMinute = words / (durationMs / 60_000)
  if (durationMs <= 0 || perMinute > fastest * (words < fewestWords ? 2 : 1)) return false
  return words < fewestWords || perMinute >= slowest
}

/** A voice keeps its pace within a reading: a part this many times faster than the middle one of all has lost words. */
const outOfStep = 1.6

/**
 * The first part that is spoken so much faster than the others of the same reading that words must be missing; -1 when there is none. Words
 * and letters must both say so, as either alone differs between languages and scripts. Fewer than three parts tell nothing about each
 * other, and neither do short ones.
 */
export function cutShortPart(parts: readonly { text: string; durationMs: number }[], language: string): number {
  const paces = parts.map(({ text, durationMs }) => {
    const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
    if (letters < 40 || durationMs <= 0) return null
    return { letters: letters / durationMs, words: countSpokenWords(text, language) / durationMs }
  })
  const known = paces.filter((pace) => pace !== null)
  if (known.length < 3) return -1
  const middle = (values: number[]) => values.sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0
  const letters = middle(known.map((pace) => pace.letters)) * outOfStep
  const words = middle(known.map((pace) => pace.words)) * outOfStep
  return paces.findIndex((pace) => pace !== null && pace.letters > letters && pace.words > words)
}
