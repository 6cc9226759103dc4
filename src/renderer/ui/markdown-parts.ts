import { MAX_PART_LENGTH } from './markdown-guard'

/** UTF-16 units from which a part ends at the next heading or paragraph: about a screen, some 20 ms of work. */
const PART_LENGTH = 2_500
/** The same for boundaries inside a list, a quote or a table, which are cut only where they are long. */
const LONG_PART_LENGTH = 4_000

const listMarker = /^(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/
const heading = /^#{1,6}(?:[ \t]|$)/
const fenceStart = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}(?=[^`]*$)|~{3,})/
const fenceEnd = /^[ \t>]*(`{3,}|~{3,})[ \t]*$/
const delimiterRow = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/
const definition = /^ {0,3}\[(?!\^)[^\]\n]{1,300}\]:[ \t]*\S.*$/gm
const footnote = /^( {0,3})\[\^/gm

/**
 * Divides Markdown at its own boundaries into parts that can be parsed one after the other, so that a long text never takes the window's
 * thread in one piece. A short text is one part and stays as it is. A part without a boundary may be longer than `MAX_PART_LENGTH`.
 */
export function splitMarkdown(text: string): string[] {
  if (text.length <= LONG_PART_LENGTH) return [text]
  const parts: string[] = []
  let lines: string[] = []
  let length = 0
  let fence: string | undefined
  let previous = ''
  /** The first line of the present block, and its header while it is a table. */
  let blockStart = ''
  let header: string[] | undefined
  let inList = false

  function end(): void {
    if (lines.length > 0) parts.push(lines.join('\n'))
    lines = []
    length = 0
  }
  function mayEndBefore(line: string): boolean {
    if (length < PART_LENGTH || fence !== undefined || line === '' || line[0] === ' ' || line[0] === '\t') return false
    const isItem = listMarker.test(line)
    if (heading.test(line)) return true
    if (previous.trim() === '') return length >= LONG_PART_LENGTH || !isItem
    if (length < LONG_PART_LENGTH) return false
    return (isItem && inList) || header !== undefined || /^>[ \t]*$/.test(previous)
  }

  for (const line of text.split('\n')) {
    if (mayEndBefore(line)) {
      const repeated = previous.trim() === '' || heading.test(line) ? undefined : header
      end()
      if (repeated !== undefined) lines.push(...repeated)
    }
    if (previous.trim() === '') {
      blockStart = line
      header = undefined
    } else if (header === undefined && previous === blockStart && line.includes('|') && previous.includes('|') && delimiterRow.test(line))
      header = [previous, line]
    if (line !== '' && line[0] !== ' ' && line[0] !== '\t') inList = listMarker.test(line)
    if (fence === undefined) fence = fenceStart.exec(line)?.[1]
    else {
      const closing = fenceEnd.exec(line)?.[1]
      if (closing?.[0] === fence[0] && closing !== undefined && closing.length >= fence.length) fence = undefined
    }
    lines.push(line)
    length += line.length + 1
    previous = line
  }
  end()
  if (parts.length === 1) return parts
  return withDefinitions(text, parts)
}

/** Link definitions hold for the whole text. Footnotes cannot be gathered across parts: they are shown as they are written, where they stand. */
function withDefinitions(text: string, parts: readonly string[]): string[] {
  const known = text.match(definition)?.join('\n') ?? ''
  return parts.map((part) => {
    const plain = part.replace(footnote, '$1\\[^')
    const needed = known !== '' && part.includes('][') && part.length + known.length < MAX_PART_LENGTH
    return needed ? `${plain}\n\n${known}` : plain
  })
}
