import type { SoundSpan } from './wav'

/** The sound is looked at in steps of so many seconds. */
const stepSeconds = 0.01
/** A pause between two sentences is at least this long; the gaps inside of words are shorter. In steps. */
const shortestPause = 10
/** Quieter than this share of the loudest step is a pause: 32 dB below. */
const quiet = 0.025
/** How far from where it should be by the length of the texts a pause is believed, as a share of the shorter of the two sentences. */
const reach = 0.4

/**
 * Where in a stretch of speech each of its sentences lies, when all that is known is their texts: by their share of the letters, moved to
 * the pause nearby that is the longest. In order, never overlapping; the first begins and the last ends with the sound. An estimate, good
 * enough to show which sentence is spoken.
 */
export function placeSentences(sentences: readonly string[], samples: Int16Array, sampleRate: number): SoundSpan[] {
  if (sentences.length < 2) return sentences.map(() => ({ start: 0, end: samples.length }))
  const step = Math.max(1, Math.round(sampleRate * stepSeconds))
  const pauses = findPauses(samples, step)
  const weights = sentences.map((sentence) => (sentence.match(/[\p{L}\p{N}]/gu)?.length ?? 0) + 1)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const lengths = weights.map((weight) => (weight / total) * samples.length)
  const spans: SoundSpan[] = []
  let start = 0
  let expected = 0
  lengths.forEach((length, index) => {
    expected += length
    const following = lengths[index + 1]
    if (following === undefined) {
      spans.push({ start, end: samples.length })
      return
    }
    const window = reach * Math.min(length, following)
    const near = pauses.filter((pause) => pause.start > start && Math.abs((pause.start + pause.end) / 2 - expected) <= window)
    const longest = near.reduce<SoundSpan | undefined>(
      (best, pause) => (best === undefined || pause.end - pause.start > best.end - best.start ? pause : best),
      undefined,
    )
    const end = longest?.start ?? Math.max(start, Math.round(expected))
    spans.push({ start, end })
    start = longest?.end ?? end
  })
  return spans
}

function findPauses(samples: Int16Array, step: number): SoundSpan[] {
  const peaks = new Int32Array(Math.floor(samples.length / step))
  let loudest = 0
  for (let index = 0; index < peaks.length; index += 1) {
    let peak = 0
    for (let at = index * step; at < (index + 1) * step; at += 1) {
      const level = Math.abs(samples[at] ?? 0)
      if (level > peak) peak = level
    }
    peaks[index] = peak
    if (peak > loudest) loudest = peak
  }
  const pauses: SoundSpan[] = []
  let begin = -1
  for (let index = 0; index <= peaks.length; index += 1) {
    const isQuiet = index < peaks.length && (peaks[index] ?? 0) <= loudest * quiet
    if (isQuiet && begin < 0) begin = index
    if (isQuiet || begin < 0) continue
    if (index - begin >= shortestPause) pauses.push({ start: begin * step, end: index * step })
    begin = -1
  }
  return pauses
}
