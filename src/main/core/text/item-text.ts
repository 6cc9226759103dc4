/** Longest title made from a first line, in UTF-16 units; two list rows and a page title show about this much. */
const MAX_DERIVED_TITLE = 200
/** Length of the excerpt a list row can show when there is no summary. */
const EXCERPT_LENGTH = 280
/** Only this much of a body is looked at for title and excerpt, so that a huge note costs no more than a long one. */
const LOOKED_AT = 5000

/** Removes the Markdown marks at a line's start and around words, keeping the words. */
export function withoutMarks(line: string): string {
  return line
    .replace(/^\s{0,3}(#{1,6}\s+|>\s?|[-*+]\s+(\[[ xX]\]\s+)?|\d{1,9}[.)]\s+)/, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[\[([^\]|]+\|)?([^\]]+)\]\]/g, '$2')
    .replace(/(\*\*|__|~~|`)(.+?)\1/g, '$2')
    .trim()
}

function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text
  const cut = text.slice(0, limit)
  const space = cut.lastIndexOf(' ')
  const kept = space > limit * 0.6 ? cut.slice(0, space) : cut.replace(/[\uD800-\uDBFF]$/, '')
  return `${kept.trimEnd()}…`
}

/** The title shown for an item: the given one, else the first line with words in it, else "Untitled". */
export function titleOf(givenTitle: string, body: string): string {
  const given = givenTitle.trim()
  if (given !== '') return given
  for (const line of body.slice(0, LOOKED_AT).split(/\r\n|\r|\n/)) {
    const text = withoutMarks(line)
    if (text !== '' && !/^[-=*_`~\s]+$/.test(text)) return shorten(text, MAX_DERIVED_TITLE)
  }
  return 'Untitled'
}

/** The first words of the body after what already stands in the title. */
export function excerptOf(givenTitle: string, body: string): string {
  const head = body.slice(0, LOOKED_AT)
  const lines = head
    .split(/\r\n|\r|\n/)
    .map(withoutMarks)
    .filter((line) => line !== '' && !/^[-=*_`~\s]+$/.test(line))
  const rest = givenTitle.trim() === '' ? lines.slice(1) : lines
  return shorten(rest.join(' '), EXCERPT_LENGTH)
}

/** A tag as kept: composed, without a leading "#", with single inner spaces. Empty when nothing is left. */
export function tidyTag(tag: string): string {
  return tag
    .normalize('NFC')
    .replace(/^\s*#+/, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Two tags with the same folded form are one tag. */
export function foldTag(tag: string): string {
  return tidyTag(tag).normalize('NFKC').toLowerCase()
}
