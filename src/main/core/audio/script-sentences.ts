/** One sentence to be spoken, and the silence after it. */
export interface ScriptSentence {
  text: string
  pauseAfterMs: number
}

const SENTENCE_PAUSE_MS = 250
const PARAGRAPH_PAUSE_MS = 600

/** A run without a sentence end longer than this is cut at a comma or a space, so that progress moves and a voice is not overrun. */
const longestSentence = 500

/** 45 minutes of speech and 120 MB of sound; a briefing has 600 words. In UTF-16 units. */
export const longestScript = 40_000

const letterOrDigit = /[\p{L}\p{N}]/u

/** Abbreviations after which a sentence goes on; the Unicode rules end one at ". " before a capital. */
const abbreviations = new Set(
  'dr mr mrs ms prof st vs etc no nr fig vol approx e.g i.e z.b d.h u.a bzw ca hr fr str sr sra m mme mlle p.ex'.split(' '),
)

const goesOn = (text: string) => {
  const last = /(\S+)\.\s*$/u.exec(text)?.[1]?.toLowerCase()
  if (last === undefined) return false
  return abbreviations.has(last) || /^\p{L}$/u.test(last) // A single letter is an initial: "J. Smith".
}

/** `"Really?" she asked`: the quotation ends, the sentence does not. */
const quotesInside = (before: string, after: string) => /[?!…]["'”’»)\]]+\s*$/u.test(before) && /^\p{Ll}/u.test(after)

/** Whether there is anything in the script that a voice could say. */
export const hasSpeech = (script: string): boolean => letterOrDigit.test(script)

function cutLong(sentence: string, longest: number): string[] {
  const pieces: string[] = []
  let rest = sentence
  while (rest.length > longest) {
    const head = rest.slice(0, longest)
    const comma = Math.max(...[', ', '; ', ': ', '，', '、'].map((sign) => head.lastIndexOf(sign)))
    const space = head.lastIndexOf(' ')
    let end = comma > longest / 2 ? comma + 1 : space > 0 ? space : longest
    if (/[\ud800-\udbff]$/.test(rest.slice(0, end))) end -= 1 // Not between the halves of one character.
    pieces.push(rest.slice(0, end))
    rest = rest.slice(end)
  }
  return [...pieces, rest].map((piece) => piece.trim()).filter(hasSpeech)
}

function paragraphSentences(paragraph: string, segmenter: Intl.Segmenter, longest: number): string[] {
  const sentences: string[] = []
  let open = ''
  for (const { segment } of segmenter.segment(paragraph)) {
    if (goesOn(open) || quotesInside(open, segment)) {
      open += segment
    } else {
      sentences.push(open)
      open = segment
    }
  }
  sentences.push(open)
  return sentences
    .map((sentence) => sentence.trim())
    .filter(hasSpeech)
    .flatMap((sentence) => cutLong(sentence, longest))
}

function segmenterFor(language: string): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language, { granularity: 'sentence' })
  } catch {
    return new Intl.Segmenter('en', { granularity: 'sentence' }) // Not a language tag.
  }
}

/**
 * The sentences of a script in their order. 250 ms of silence lie between two, 600 ms between paragraphs (a blank line). What
 * has no letter or digit, such as a row of dashes, is left out. A sentence of more than `longest` UTF-16 units comes in pieces.
 */
export function scriptSentences(script: string, language: string, longest = longestSentence): ScriptSentence[] {
  const segmenter = segmenterFor(language)
  const paragraphs = script.normalize('NFC').split(/\r?\n\s*\n/)
  return paragraphs.flatMap((paragraph) => {
    const texts = paragraphSentences(paragraph.replace(/\s+/gu, ' '), segmenter, longest)
    return texts.map((text, index) => ({ text, pauseAfterMs: index === texts.length - 1 ? PARAGRAPH_PAUSE_MS : SENTENCE_PAUSE_MS }))
  })
}
