import type { ResearchPassage } from '../../../shared/contract/research'

/** A quote with fewer characters stands on any page by chance. Scripts without spaces say as much in fewer. */
const LEAST_QUOTE = 15
const LEAST_DENSE_QUOTE = 6
/** Characters of a passage on each side of the quote. */
const AROUND = 180

/** Longer ones are a page copied, not a quote; only their beginning is looked for. */
const LONGEST_QUOTE = 400

const dense = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Khmer}\p{sc=Lao}\u3000-\u303f\uff00-\uffef]/u
/** What is not seen in a text, white space aside. */
const unseen = '\\u0000-\\u0008\\u000e-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufff9-\\ufffb'
const allUnseen = new RegExp(`[${unseen}\\ufeff]`, 'gu')
/** Signs that are written in several ways. */
const alike: readonly [signs: RegExp, pattern: string][] = [
  [/["“”„‟«»″]/u, '["“”„‟«»″]'],
  [/['‘’‚‛‹›′]/u, "['‘’‚‛‹›′]"],
  [/[-‐‑‒–—―−]/u, '[-‐‑‒–—―−]'],
]

/** Finds quotes in one page. */
export interface QuoteFinder {
  /** The quote as it stands on the page, with some words around it; null when it does not stand there, or is too short to say anything. */
  find(quote: string): ResearchPassage | null
}

/**
 * Quotes are looked up letter by letter. White space of any kind and length is as good as one space, and none counts beside a Chinese or
 * Japanese character; typographic quotes and dashes are as good as plain ones; what is not seen does not count. Letters, case and numbers do.
 */
export function createQuoteFinder(page: string): QuoteFinder {
  // Composed and decomposed letters are one; the passage is cut from the same form.
  const text = page.normalize('NFC')
  return {
    find(quote) {
      const wanted = tidy(quote)
      if (wanted.length < (dense.test(wanted) ? LEAST_DENSE_QUOTE : LEAST_QUOTE)) return null
      const found = new RegExp(patternOf(wanted), 'u').exec(text)
      return found === null ? null : passageAt(text, found.index, found.index + found[0].length)
    },
  }
}

/** In one line, without what is put around a quote. */
function tidy(quote: string): string {
  return quote
    .normalize('NFC')
    .slice(0, LONGEST_QUOTE)
    .replace(/[\ud800-\udbff]$/, '')
    .replace(allUnseen, '')
    .replace(/\.{3}/g, '…')
    .replace(/\s+/g, ' ')
    .replace(/^["“”„«»'‘’‹›[( …]+|["“”„«»'‘’‹›\]) …]+$/gu, '')
}

/** Nothing in it can match in two ways, so that the search takes a time that grows with the page alone. */
function patternOf(quote: string): string {
  const gap = `[\\s${unseen}]`
  let pattern = ''
  let before = ''
  let spaced = false
  for (const character of quote) {
    if (character === ' ') {
      spaced = true
      continue
    }
    const loose = before !== '' && (dense.test(before) || dense.test(character))
    if (before !== '') pattern += loose ? `${gap}*` : spaced ? `${gap}+` : `[${unseen}]*`
    pattern += signPattern(character)
    before = character
    spaced = false
  }
  return pattern
}

function signPattern(character: string): string {
  if (character === '…') return '(?:…|\\.\\.\\.)'
  const same = alike.find(([signs]) => signs.test(character))
  return same?.[1] ?? character.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

function passageAt(text: string, start: number, end: number): ResearchPassage {
  const before = oneLine(text.slice(Math.max(0, start - AROUND), start))
  const after = oneLine(text.slice(end, end + AROUND))
  const lead = start > AROUND ? `…${before.replace(/^\S{0,30}\s/, '').replace(/^[\udc00-\udfff]/, '')}` : before.trimStart()
  const tail = end + AROUND < text.length ? `${after.replace(/\s\S{0,30}$/, '').replace(/[\ud800-\udbff]$/, '')}…` : after.trimEnd()
  return { before: lead, quote: oneLine(text.slice(start, end)), after: tail }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}
