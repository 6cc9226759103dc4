import type { Briefing, SpokenSentence } from '../../../shared/entities'

export interface TranscriptLine {
  text: string
  /** Null when there is no audio to place it in. */
  startMs: number | null
  /** True for the first sentence of a paragraph of the script. */
  opens: boolean
  /** The items it speaks of, in order. */
  itemIds: string[]
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

/** Where a text stands in a script, white space aside: from `from` on, in UTF-16 units. Null when it is not there. */
function findIn(script: string, text: string, from: number): { start: number; end: number } | null {
  const wanted = squeezed(text)
  if (wanted === '') return null
  let start = -1
  let matched = 0
  for (let at = from; at < script.length; at += 1) {
    const letter = script[at] ?? ''
    if (/\s/.test(letter)) continue
    if (letter === wanted[matched]) {
      if (matched === 0) start = at
      matched += 1
      if (matched === wanted.length) return { start, end: at + 1 }
    } else if (matched > 0) {
      at = start
      matched = 0
    }
  }
  return null
}

function itemsAt(places: Briefing['places'], start: number, end: number): string[] {
  return [...new Set(places.filter((place) => place.start < end && place.end > start).map((place) => place.itemId))]
}

/**
 * The transcript: the spoken sentences where there are any, with the paragraphs of the script found again in them; else the sentences that
 * speak of an item, or the paragraphs of a script that tells of none.
 */
export function transcriptLines(
  script: string | null,
  sentences: readonly SpokenSentence[],
  places: Briefing['places'] = [],
): TranscriptLine[] {
  const text = script ?? ''
  if (sentences.length === 0) return silentLines(text, places)
  const openings = paragraphsOf(text).map((paragraph) => squeezed(paragraph.text))
  let next = 0
  let from = 0
  return sentences.map((sentence, index) => {
    const opening = openings[next]
    const opens = index === 0 || (opening !== undefined && opening !== '' && opening.startsWith(squeezed(sentence.text)))
    if (opens) next += 1
    const found = places.length === 0 ? null : findIn(text, sentence.text, from)
    if (found) from = found.end
    return { text: sentence.text, startMs: sentence.startMs, opens, itemIds: found ? itemsAt(places, found.start, found.end) : [] }
  })
}

function paragraphsOf(script: string): { text: string; start: number }[] {
  return [...script.matchAll(/\S(?:[\s\S]*?\S)?(?=\s*\n\s*\n|\s*$(?![\s\S]))/g)].map((match) => ({ text: match[0], start: match.index }))
}

/** Without sound a paragraph is cut where another item begins to be spoken of. */
function silentLines(script: string, places: Briefing['places']): TranscriptLine[] {
  return paragraphsOf(script).flatMap(({ text, start }) => {
    const end = start + text.length
    const cuts = [...new Set(places.filter((place) => place.start > start && place.start < end).map((place) => place.start))].sort(
      (a, b) => a - b,
    )
    const lines: TranscriptLine[] = []
    for (const [index, from] of [start, ...cuts].entries()) {
      const to = cuts[index] ?? end
      const itemIds = itemsAt(places, from, to)
      const words = script.slice(from, to).trim()
      const last = lines.at(-1)
      if (last && last.itemIds.join() === itemIds.join()) last.text += ` ${words}`
      else lines.push({ text: words, startMs: null, opens: index === 0, itemIds })
    }
    return lines
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
