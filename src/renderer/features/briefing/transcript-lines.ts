import type { SpokenSentence } from '../../../shared/entities'

export interface TranscriptLine {
  text: string
  /** Null when there is no audio to place it in. */
  startMs: number | null
  /** True for the first sentence of a paragraph of the script. */
  opens: boolean
}

/** The sentence spoken at a time: the last one that has begun; -1 before the first. */
export function sentenceAt(sentences: readonly SpokenSentence[], timeMs: number): number {
  let low = 0
  let high = sentences.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sentences[middle]?.startMs ?? 0) <= timeMs) low = middle + 1
    else high = middle
  }
  return low - 1
}

/**
 * The transcript: the spoken sentences where there are any, with the paragraphs of the script found again in them; else the
 * paragraphs of the script.
 */
export function transcriptLines(script: string | null, sentences: readonly SpokenSentence[]): TranscriptLine[] {
  const paragraphs = (script ?? '')
    .split(/\n\s*\n/)
    .map((text) => text.trim())
    .filter((text) => text !== '')
  if (sentences.length === 0) return paragraphs.map((text) => ({ text, startMs: null, opens: true }))
  const openings = paragraphs.map(squeezed)
  let next = 0
  return sentences.map((sentence, index) => {
    const opening = openings[next]
    const opens = index === 0 || (opening !== undefined && opening !== '' && opening.startsWith(squeezed(sentence.text)))
    if (opens) next += 1
    return { text: sentence.text, startMs: sentence.startMs, opens }
  })
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, '')
}

/** "1:38"; over an hour "1:02:05". */
export function clockTime(milliseconds: number): string {
  const total = Math.max(0, Math.floor(milliseconds / 1000))
  const hours = Math.floor(total / 3600)
  const minutes = Math.floor((total % 3600) / 60)
  const seconds = String(total % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${seconds}` : `${minutes}:${seconds}`
}

/** The same for a screen reader: "1 minute 38". */
export function spokenTime(milliseconds: number): string {
  const total = Math.max(0, Math.floor(milliseconds / 1000))
  const minutes = Math.floor(total / 60)
  return minutes === 0 ? `${total} seconds` : `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ${total % 60}`
}
