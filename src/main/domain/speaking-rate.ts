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
