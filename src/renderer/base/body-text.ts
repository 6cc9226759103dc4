import { guessLanguage } from '../ui/person-text'
import { splitBody } from './split-body'

/** Longer bodies are shown as plain text, piece by piece: laying out Markdown of that size would hold the window up. */
export const LONG_BODY = 100_000
/** How much of a long body one press of "Show more" adds. */
export const BODY_PIECE = 20_000

/** The body as the page shows it: without its first line when the title is taken from there and already stands above. */
export function bodyBelowTitle(body: string, title: string, givenTitle: string): string {
  return splitBody(body, title, givenTitle)?.rest ?? body
}

/** "92 words", or "28 characters" in a script that does not part its words; undefined for a text too long to count at once. */
export function countWords(body: string): string | undefined {
  if (body.length > 1_000_000) return undefined
  const language = guessLanguage(body)
  if (language === 'ja' || language === 'zh') {
    const letters = [...body.replace(/\s/g, '')].length
    return `${letters.toLocaleString('en-GB')} characters`
  }
  let words = 0
  for (const _ of body.matchAll(/\S+/g)) words += 1
  return words === 1 ? '1 word' : `${words.toLocaleString('en-GB')} words`
}

/** An end of a piece near `at` that cuts neither a letter in two nor, if it can be helped, a word. */
export function pieceEnd(text: string, at: number): number {
  if (at >= text.length) return text.length
  const space = text.lastIndexOf(' ', at)
  const end = space > at - 200 ? space : at
  const code = text.charCodeAt(end)
  return code >= 0xdc00 && code <= 0xdfff ? end + 1 : end
}
