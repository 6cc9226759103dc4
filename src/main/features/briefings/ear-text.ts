/** A cited number in square brackets, as "[3]", "[1, 4]", "[note 2]", "[2-4]" or "【3】". */
const CITATION = String.raw`[[【]\s*(?:notes?|items?|sources?|no\.|nr\.|#|n\s*=)?\s*\d{1,3}(?:\s*[,;–-]\s*#?\d{1,3})*\s*[\]】]`
/** Citations in a row, with the white space before them. */
export const citationRun = new RegExp(String.raw`\s*${CITATION}(?:[\s,;]*${CITATION})*`, 'giu')

const fence = /^[ \t]*(```|~~~)[^\n]*$/
const tableRow = /^[ \t]*\|.*\|[ \t]*$|^[ \t]*:?-{3,}:?[ \t]*(?:\|[ \t]*:?-{3,}:?[ \t]*)+$/
const rule = /^[ \t]*(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,}|={3,})$/
const mark = /^[ \t]*(?:#{1,6}[ \t]+|(?:>[ \t]?)+|[-*+•–][ \t]+(?:\[[ xX]\][ \t]+)?)/
const numbered = /^[ \t]*\d{1,3}[.)][ \t]+(?=\S)/
const ended = /[.!?…。！？؟।:;,]["'”’»」)\]]*$/u

/** The lines of a text that are prose: without fenced code, tables and rules. A text that is one fenced block as a whole is its inside. */
function proseLines(text: string): string[] {
  const lines = text.replace(/\r\n?/g, '\n').trim().split('\n')
  const isWrapped =
    lines.length > 2 &&
    fence.test(lines[0] ?? '') &&
    fence.test(lines.at(-1) ?? '') &&
    lines.slice(1, -1).every((line) => !fence.test(line))
  if (isWrapped) return proseLines(lines.slice(1, -1).join('\n'))
  let isCode = false
  return lines.flatMap((line) => {
    if (fence.test(line)) {
      isCode = !isCode
      return ['']
    }
    return isCode || tableRow.test(line) ? [] : [rule.test(line) ? '' : line]
  })
}

/**
 * The paragraphs of a text that a voice can read, as one line each: headings and list entries become sentences of their own, and fenced
 * code, tables and rules are left out. Marks inside of a line stay, for `earSentence`.
 */
export function earParagraphs(text: string): string[] {
  const paragraphs: string[] = []
  let open: string[] = []
  const close = () => {
    if (open.length > 0) paragraphs.push(open.join(' '))
    open = []
  }
  const lines = proseLines(text)
  // One number alone may be a day: "3. Oktober".
  const isList = lines.filter((line) => numbered.test(line)).length > 1
  for (const line of lines) {
    const opening = (mark.exec(line) ?? (isList ? numbered.exec(line) : null))?.[0] ?? ''
    const words = line.slice(opening.length).trim()
    if (words === '') {
      close()
      continue
    }
    const isHeading = opening.trim().startsWith('#')
    const isEntry = opening !== '' && !opening.trim().startsWith('>')
    const bare = words.replace(citationRun, '').replace(/[*_~`]+$/, '')
    if (isHeading) close()
    open.push(isEntry && !ended.test(bare) ? `${words.replace(/([*_~`]*)$/, '')}.` : words)
    if (isHeading) close()
  }
  close()
  return paragraphs
}

/**
 * A sentence for the ear: without Markdown marks, HTML, addresses, citations, stage directions, emoji and hash signs. Words, numbers and
 * abbreviations stay as they are. '' when nothing is left that a voice could say.
 */
export function earSentence(sentence: string): string {
  const said = sentence
    .normalize('NFC')
    .replace(/&nbsp;|\u00a0/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/!?\[\[(?:[^\]|\n]{0,300}\|)?([^\]|\n]{1,300})\]\]/g, '$1')
    .replace(/!\[([^\]\n]{0,500})\]\([^)\n]{0,2000}\)/g, '$1')
    .replace(/\[([^\]\n]{1,500})\]\([^)\n]{0,2000}\)/g, '$1')
    .replace(/<https?:\/\/[^>\s]{1,2000}>/gi, ' ')
    .replace(/<\/?[a-zA-Z][^<>\n]{0,300}>/g, ' ')
    .replace(/\(?\b(?:https?:\/\/|www\.)[^\s<>"”’»)\]]*[^\s<>"”’»)\].,;:!?]\)?/giu, ' ')
    .replace(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, ' ')
    .replace(/[[【][^\]】\n]{0,200}[\]】]/gu, ' ')
    .replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹]+(?=[\s.,;:!?]|$)/g, '')
    .replace(/\(\s*(?:pause|music|intro|outro|beat|laughs|musik|musique|música)[^)\n]{0,40}\)/giu, ' ')
    .replace(/(?<![\p{L}\p{N}])[#@](?=[\p{L}\p{N}])/gu, '')
    .replace(/(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[\u200d\ufe0f\u20e3])+/gu, (run) =>
      /^[©®™]+$/.test(run) ? run : ' ',
    )
    .replace(/`+/g, '')
    .replace(/(?<![\p{L}\p{N}])[*_~=^]+|[*_~=^]+(?![\p{L}\p{N}])|\*+|~~|==/gu, '')
    .replace(/\\(?=[\p{P}\p{S}])/gu, '')
    .replace(/\s*(?:->|=>|→|⇒)\s*/g, ', ')
    .replace(/[|<>{}\\]+/g, ' ')
    .replace(/\(\s*[,;.]*\s*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ +(?=[.,;!?](?:\s|$))/g, '')
    .replace(/^[\s,;.–—-]+(?=\S)|\s+$/g, '')
  return /[\p{L}\p{N}]/u.test(said) ? said : ''
}
