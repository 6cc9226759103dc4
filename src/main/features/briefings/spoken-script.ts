import { scriptSentences } from '../../core/audio/script-sentences'
import { citationRun, earParagraphs, earSentence } from './ear-text'

/** A stretch of a script, in UTF-16 units, that speaks of a note. */
export interface ScriptPlace {
  start: number
  end: number
  /** The number by which the note was given to whoever wrote the script, from 1. */
  n: number
}

export interface SpokenScript {
  /** Paragraphs with a blank line between, nothing in them that a voice could not say. */
  script: string
  places: ScriptPlace[]
  /** Citations of numbers that were not given. */
  dropped: number
}

/** A sentence that has no end within this many units is cut there by the voice anyway. */
const longestSentence = 20_000

/** Citations that a writer put behind the full stop belong to the sentence before it. */
const citationsBehindEnd = new RegExp(`([.!?…。！？؟।]["'”’»」)]*)(${citationRun.source})`, 'giu')

function numbersIn(citations: string): number[] {
  const numbers: number[] = []
  for (const [, first, last] of citations.matchAll(/(\d{1,3})(?:\s*[–-]\s*#?(\d{1,3}))?/g)) {
    const from = Number(first)
    const to = last === undefined ? from : Math.min(Number(last), from + 50)
    for (let n = from; n <= Math.max(from, to); n += 1) numbers.push(n)
  }
  return numbers
}

/**
 * Reads a script as its writer gave it, with [n] after sentences that speak of the note n of `count`: the text for a voice, and which
 * stretch of it speaks of which note. Numbers that were not given are dropped and counted. `language` is a BCP 47 tag.
 */
export function readSpokenScript(text: string, language: string, count: number): SpokenScript {
  const places: ScriptPlace[] = []
  let script = ''
  let dropped = 0
  for (const paragraph of earParagraphs(text)) {
    let opens = true
    const marked = paragraph.replace(citationsBehindEnd, '$2$1 ')
    for (const { text: sentence } of scriptSentences(marked, language, longestSentence)) {
      const cited = [...new Set((sentence.match(citationRun) ?? []).flatMap(numbersIn))]
      const said = earSentence(sentence.replace(citationRun, ''))
      if (said === '') continue
      if (opens && script !== '') script += '\n\n'
      else if (!opens && !/[\u3040-\u9fff。！？]$/u.test(script)) script += ' '
      opens = false
      const start = script.length
      script += said
      for (const n of cited) {
        if (n < 1 || n > count) dropped += 1
        else places.push({ start, end: script.length, n })
      }
    }
  }
  return { script, places, dropped }
}
