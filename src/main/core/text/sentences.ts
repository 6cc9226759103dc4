import { type TextBlock, textBlocks } from './text-blocks'

/** A sentence of a text: `text === source.slice(start, end)`, in UTF-16 units, without white space at its ends. */
export interface Sentence {
  text: string
  start: number
  end: number
}

/**
 * Intl.Segmenter is handed at most this many UTF-16 units at once: in Node 18 its cost grows with the square of the length
 * (minutes for a line of 12 MB).
 */
const WINDOW = 4000

/** A line shorter than this that is followed by a capital is a line of its own, not a wrapped one. */
const WRAPPED_LINE = 55

const abbreviations = new Set(
  `mr mrs ms dr prof st vs e.g i.e no nos fig figs approx dept est jr sr gen col capt al cf ca pp vol ed eds jan feb mar apr jun jul aug sep
  sept oct nov dec z.b d.h u.a u.ä o.ä bzw nr ggf evtl inkl mio mrd vgl hr fr abs art tel s.o s.u m.e z.t mme mlle p.ex c.-à-d sra srta
  p.ej ud uds ee uu av núm pág sig ing lic incl excl`.split(/\s+/),
)
const germanMonths = /^(?:jan|feb|mär|apr|mai|jun|jul|aug|sep|okt|nov|dez|jahrhundert)/i

/** A full stop that ends no sentence: after an abbreviation, an initial, or the number of a day or list item. */
function isOpenEnd(segment: string, next: string, lang: string): boolean {
  const end = segment.trimEnd()
  // No space at all: the mark stands inside an address or a file name.
  if (end === segment && /^[\p{sc=Latin}\p{N}=&/#?%_-]/u.test(next)) return true
  if (/[「『（([{"“«‹]$/.test(end)) return !/[.!?。！？…]\s*[「『（“«(]+$/u.test(segment)
  if (/[」』]$/.test(end) && /^[\p{sc=Hiragana}、]/u.test(next)) return true
  if (!end.endsWith('.')) return false
  const word = /[^\s(["“„«]*$/.exec(end.slice(-40, -1))?.[0] ?? ''
  if (/^\d{1,3}$/.test(word)) return end.length === word.length + 1 || (lang === 'de' && germanMonths.test(next))
  if (/^\p{Lu}$/u.test(word)) return word !== 'I' && /^\s*\p{Lu}/u.test(next)
  if (/^\p{Ll}$/u.test(word)) return lang === 'de' || /^\s*\p{Ll}\./u.test(next)
  if (word.toLowerCase() === 'no' && !/^\s*\d/.test(next)) return false
  return abbreviations.has(word.toLowerCase())
}

/** Line breaks inside a paragraph: those of wrapped prose count as spaces, those after a short line end a sentence. */
function joinWrappedLines(block: string): string {
  if (!block.includes('\n')) return block
  const lines = block.split('\n')
  return lines
    .map((line, index) => {
      const next = lines[index + 1]
      if (next === undefined) return line
      const { length } = line.trim()
      const wrapped = length >= WRAPPED_LINE || (length >= WRAPPED_LINE / 2 && /^\s*\p{Ll}/u.test(next)) || /[,;–—]\s*$/.test(line)
      return `${line}${wrapped ? ' ' : '\n'}`
    })
    .join('')
}

function cutWindow(text: string, from: number): number {
  const hard = Math.min(text.length, from + WINDOW)
  if (hard === text.length) return hard
  for (let at = hard; at > from + WINDOW / 2; at--) {
    if (/[.!?。！？؟\n]/.test(text[at - 1] ?? '') && /[\s\p{Lo}]/u.test(text[at] ?? '')) return at
  }
  for (let at = hard; at > from + WINDOW / 2; at--) if (/\s/.test(text[at] ?? '')) return at
  const low = text.charCodeAt(hard)
  return low >= 0xdc00 && low <= 0xdfff ? hard - 1 : hard
}

const segmenters = new Map<string, Intl.Segmenter>()

function segmenterFor(lang: string): Intl.Segmenter {
  const known = segmenters.get(lang)
  if (known) return known
  let made: Intl.Segmenter
  try {
    made = new Intl.Segmenter(lang === 'und' ? 'en' : lang, { granularity: 'sentence' })
  } catch {
    made = new Intl.Segmenter('en', { granularity: 'sentence' })
  }
  segmenters.set(lang, made)
  return made
}

/** The sentences of one block of `source`; for callers that need to know what kind of block each stands in. */
export function sentencesOf(source: string, block: TextBlock, lang = 'en'): Sentence[] {
  const text = joinWrappedLines(source.slice(block.start, block.end))
  const sentences: Sentence[] = []
  const add = (from: number, to: number) => {
    const whole = text.slice(from, to)
    // A new line of a quotation begins with its mark, which is not part of the sentence.
    const mark = block.kind === 'quote' ? (/^\s*(?:>\s?)+/.exec(whole)?.[0].length ?? 0) : 0
    const piece = whole.slice(mark)
    const start = block.start + from + mark + (piece.length - piece.trimStart().length)
    const end = block.start + to - (piece.length - piece.trimEnd().length)
    if (/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(piece)) sentences.push({ text: source.slice(start, end), start, end })
    else if (sentences.length > 0) {
      // Stray closing marks belong to the sentence before them.
      const last = sentences[sentences.length - 1]
      if (last && end > start && end - start < 8) sentences[sentences.length - 1] = { ...last, text: source.slice(last.start, end), end }
    }
  }
  if (!/[.!?…。！？؟।\n]/.test(text)) {
    for (let from = 0; from < text.length; ) {
      const to = cutWindow(text, from)
      add(from, to)
      from = to
    }
    return sentences
  }
  let begin = 0
  for (let window = 0; window < text.length; ) {
    const windowEnd = cutWindow(text, window)
    const segments = [...segmenterFor(lang).segment(text.slice(window, windowEnd))].flatMap(({ segment, index }) => {
      // ICU has no break before a digit, nor after "…"; a number or capital there starts a sentence.
      const cuts = [...segment.matchAll(/…["”’»]?\s+(?=["“‘«]?\p{Lu})|(?<=\p{Ll})[.!?]["”’»)]*\s+(?=\d)/gu)].map(
        (match) => match.index + match[0].length,
      )
      const starts = [0, ...cuts]
      return starts.map((start, i) => ({ segment: segment.slice(start, starts[i + 1]), index: index + start }))
    })
    for (const [i, { segment, index }] of segments.entries()) {
      const to = window + index + segment.length
      const next = segments[i + 1]?.segment ?? text.slice(windowEnd, windowEnd + 40)
      if (to < text.length && isOpenEnd(segment, next, lang) && to - begin < WINDOW) continue
      // ICU leaves the opening mark of a quotation with the sentence before it.
      const opening = /[.!?。！？…]\s*([「『（“«(]+)$/u.exec(segment)?.[1]?.length ?? 0
      add(begin, to - opening)
      begin = to - opening
    }
    window = windowEnd
  }
  if (begin < text.length) add(begin, text.length)
  return sentences
}

/**
 * The sentences of a Markdown text in order, with their places in it. Headings and list items are sentences of their own; code, tables
 * and front matter hold none. `lang` (BCP 47, default English) helps with abbreviations. Linear in the length of the text.
 */
export function splitSentences(text: string, lang = 'en'): Sentence[] {
  return textBlocks(text).flatMap((block) => sentencesOf(text, block, lang))
}
