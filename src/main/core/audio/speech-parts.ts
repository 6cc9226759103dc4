import { scriptSentences } from './script-sentences'

/** What a server is asked to speak at once. */
export interface SpeechPart {
  text: string
  /** The sentences in it, in order. */
  sentences: string[]
  /** The silence after it, in milliseconds. */
  pauseAfterMs: number
}

/** Sentences between which there is a pause of this length or more end a paragraph. */
const paragraphPauseMs = 600

/**
 * A script in parts of whole sentences, each of at most `longest` UTF-16 units; only a sentence longer than that is cut. The same script and
 * limit give the same parts. White space is made even, a blank line between paragraphs stays, and what no voice could say is left out.
 */
export function speechParts(script: string, language: string, longest: number): SpeechPart[] {
  const parts: SpeechPart[] = []
  for (const { text, pauseAfterMs } of scriptSentences(script, language, Math.min(longest, 500))) {
    const last = parts.at(-1)
    const gap = last && last.pauseAfterMs >= paragraphPauseMs ? '\n\n' : ' '
    if (last && last.text.length + gap.length + text.length <= longest) {
      last.text += gap + text
      last.sentences.push(text)
      last.pauseAfterMs = pauseAfterMs
    } else parts.push({ text, sentences: [text], pauseAfterMs })
  }
  return parts
}
