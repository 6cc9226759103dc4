import { splitHeading, type Wikilink } from '../../../shared/wikilinks'
import { foldText } from '../../core/text/normalise-text'

/** Titles and names with the same folded form are one: without case, accents and width, and without what cannot stand in a link. */
export function foldTitle(title: string): string {
  return foldText(title)
    .replace(/[[\]|\s]+/g, ' ')
    .trim()
}

/** The titles a name may stand for, folded, likelier first: all of it ("C# notes"), then what stands before its `#heading`. */
export function namedTitles(name: string): { folded: string; base: string } {
  const folded = foldTitle(name)
  const { base, heading } = splitHeading(name)
  return { folded, base: heading === null || base === '' ? folded : foldTitle(base) }
}

/** What stands around a mention: `text.slice(markStart, markEnd)` is the mention. */
export interface Mention {
  text: string
  markStart: number
  markEnd: number
}

/** As much of a text as is looked at on each side of a mention, and as much of it as is kept. */
const LOOK = 400
const KEEP = 140
const sentenceEnd = /[.!?…](?=["'”’»)\]]*\s)|[。！？]|\n/g

/** The sentence that a link stands in, shortened around it, with the words of links and without their brackets. */
export function mentionOf(text: string, link: Wikilink): Mention {
  const before = text.slice(Math.max(0, link.start - LOOK), link.start)
  const after = text.slice(link.end, link.end + LOOK)
  let from = 0
  for (const match of before.matchAll(sentenceEnd)) from = match.index + match[0].length
  const stop = after.search(/[.!?…](?=["'”’»)\]]*(?:\s|$))|[。！？]|\n/)
  const lead = shortenStart(tidy(before.slice(from)), from === 0 && link.start > LOOK)
  const tail = shortenEnd(tidy(stop < 0 ? after : after.slice(0, stop + 1)), stop < 0 && link.end + LOOK < text.length)
  const mark = link.shown ?? link.name
  return { text: `${lead}${mark}${tail}`, markStart: lead.length, markEnd: lead.length + mark.length }
}

function tidy(text: string): string {
  return text
    .replace(/!?\[\[(?:[^\]|\n]*\|)?([^\]\n]*)\]\]/g, '$1')
    .replace(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replace(/^\s*(?:#{1,6}\s+|[-*+]\s+(?:\[[ xX]\]\s+)?|>\s?|\d{1,9}[.)]\s+)/, '')
    .replace(/\*\*|__|~~|`/g, '')
    .replace(/\s+/g, ' ')
}

function shortenStart(text: string, cut: boolean): string {
  const lead = text.trimStart()
  if (lead.length <= KEEP) return cut && lead !== '' ? `…${lead}` : lead
  const rest = lead.slice(-KEEP).replace(/^[\uDC00-\uDFFF]/, '')
  const space = rest.indexOf(' ')
  return `…${space >= 0 && space < KEEP / 2 ? rest.slice(space + 1) : rest}`
}

function shortenEnd(text: string, cut: boolean): string {
  const tail = text.trimEnd()
  if (tail.length <= KEEP) return cut && tail !== '' ? `${tail}…` : tail
  const rest = tail.slice(0, KEEP).replace(/[\uD800-\uDBFF]$/, '')
  const space = rest.lastIndexOf(' ')
  return `${space > KEEP / 2 ? rest.slice(0, space) : rest}…`
}
