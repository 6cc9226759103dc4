import { plainText } from '../../../core/text/plain-text'
import { stopWordsOf } from '../../../core/text/stop-words'

const TAG = String.raw`#(?=[\p{L}\p{N}_/-]*\p{L})[\p{L}\p{N}_][\p{L}\p{N}\p{M}_/-]*`
const BEFORE = String.raw`(?<![\p{L}\p{N}&/#])`
const tags = new RegExp(`${BEFORE}${TAG}`, 'gu')
const trailing = new RegExp(`(?:(?:^|\\s+)${TAG}[,;]?)+([.!?…]*)\\s*$`, 'u')
const leading = new RegExp(`^(?:${TAG}[,;]?\\s+)+(?=["“„«(]?\\p{Lu})`, 'u')

/**
 * A sentence without its hashtags: a run at its beginning or end goes, one inside stays as its word ("the #bridge problem" → "the bridge
 * problem"). `''` for a line that holds nothing else.
 */
export function withoutTags(text: string, lang: string): string {
  if (!text.includes('#')) return text
  const run = trailing.exec(text)
  const before = run ? text.slice(0, run.index).replace(leading, '') : ''
  const word = /[\p{L}\p{M}]+$/u.exec(before)?.[0].toLowerCase() ?? ''
  // After an article or the like, the tag is the noun of the sentence.
  const needed = run !== null && stopWordsOf(lang).has(word) && run[0].trim().split(/\s+/).length === 1
  const kept = run && !needed ? `${before}${/[.!?…]$/.test(before) ? '' : (run[1] ?? '')}` : text
  return kept
    .replace(leading, '')
    .replace(tags, (tag) =>
      tag
        .slice(1)
        .replace(/[_/-]+/g, ' ')
        .trim(),
    )
    .trim()
}

/** A verbatim sentence without the run of hashtags behind it; still a part of the text. */
export function rawWithoutTags(raw: string): string {
  const cut = raw.replace(new RegExp(`(?:\\s+${TAG}[,;]?)+\\s*$`, 'u'), '').trimEnd()
  return cut === '' ? raw : cut
}

/** Marks of Markdown that a cut sentence leaves without their partner. */
function withoutStrayMarks(text: string): string {
  let plain = text
    .replace(/\]\([^)\s]*\)?/g, ' ')
    .replace(/`+/g, '')
    .replace(/(?<![\p{L}\p{N}])[*_~]{2,}|[*_~]{2,}(?![\p{L}\p{N}])/gu, '')
  for (const [opening, closing] of [
    ['[', ']'],
    ['(', ')'],
  ] as const) {
    const open = plain.split(opening).length - 1
    const shut = plain.split(closing).length - 1
    // "a)" numbers a point, and ":)" smiles.
    if (shut > open && open === 0) plain = plain.replace(closing === ')' ? /(?<=[\p{L}\p{N}]{2})\)(?=[.!?…]?$)/u : /\]/g, '')
    else if (open > shut && shut === 0) plain = plain.replace(opening === '(' ? /(?<=\s|^)\((?=\S*[.!?…]?$)/u : /\[/g, '')
  }
  return plain
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,;!?](?:\s|$))/g, (gap, at: number) => (text.includes(' ', at) ? '' : gap))
    .trim()
}

/** Quotation marks whose partner stands in another sentence. */
function withoutLoneQuotes(text: string): string {
  const open = text.match(/[“„]/g)?.length ?? 0
  const closing = text.match(/”/g)?.length ?? 0
  const german = text.includes('„')
  let plain = text
  if (!german && open !== closing) plain = plain.replace(open > closing ? /“/ : /”(?=[^”]*$)/, '')
  if (german && !/[“”]/.test(plain)) plain = plain.replace('„', '')
  const typed = plain.match(/(?<!\d)"/g)?.length ?? 0
  return typed === 1 ? plain.replace(/(?<!\d)"/, '') : plain
}

/** A sentence as a reader sees it: without Markdown, hashtags, and marks left over where the sentence was cut. */
export function readableText(markdown: string, lang: string): string {
  return withoutLoneQuotes(withoutStrayMarks(withoutTags(plainText(markdown), lang))).trim()
}

/** Markdown without its images, which say nothing in the person's words. */
export const withoutImages = (markdown: string) => markdown.replace(/!\[\[[^\]\n]{0,300}\]\]|!\[[^\]\n]{0,500}\]\([^)\n]{0,2000}\)/g, ' ')
