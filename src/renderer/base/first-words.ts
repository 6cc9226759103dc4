const MARKS = /^(?:#{1,6}\s+|[-*•]\s+|\d{1,3}[.)]\s+|>\s+)+/

/** A line without its Markdown marks. */
function plainLine(line: string): string {
  return line
    .trim()
    .replace(MARKS, '')
    .replace(/\*\*|__|`/g, '')
    .replace(/\s*\[(?:\d{1,4}(?:\s*,\s*\d{1,4})*|item:[^\]\s]*)\]/g, '')
    .trim()
}

const QUOTES = { '“': '”', '«': '»', '「': '」', '『': '』' } as const

/** A cut text whose last quotation mark was opened and not closed gets its closing one. */
function closeQuotation(text: string): string {
  for (const [open, close] of Object.entries(QUOTES)) if (text.lastIndexOf(open) > text.lastIndexOf(close)) return text + close
  // A straight mark after a letter or digit may be an inch; one that begins a word opens a quotation.
  const straight = text.match(/"/g)?.length ?? 0
  return straight % 2 === 1 && /(?:^|[\s(])"[^"]*$/.test(text) ? `${text}"` : text
}

/** The first sentence of a text, at most `limit` characters and cut at a word, with "…" where it was cut. Looks at the first 4,000 characters only. */
export function firstWords(text: string, limit: number, except = ''): string {
  const lines = text
    .slice(0, 4000)
    .split('\n')
    .map(plainLine)
    .filter((line) => line !== '')
  const line = lines.find((candidate) => candidate !== except.trim()) ?? lines[0] ?? ''
  const sentence = /^.{12,}?(?:[.?!؟…][”’»")\]]*(?=\s|$)|[。！？][”’」』）]*)/u.exec(line)?.[0] ?? line
  if (sentence.length <= limit) return closeQuotation(sentence)
  const cut = sentence.slice(0, limit)
  const space = cut.lastIndexOf(' ')
  return closeQuotation(`${(space > limit / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:]+$/, '').replace(/[\uD800-\uDBFF]$/, '')}…`)
}

const HEADING = /^\s*(?:#{1,6}\s.*|\*\*[^*]+\*\*:?\s*)$/
/** "**Thesis.** ", the bold name that a paragraph begins with. */
const LEAD = /^\s*(?:[-*•]\s+)?\*\*[^*]+(?:[.:]\*\*|\*\*[.:])\s+/

/** The first sentence of a stage's prose, without headings and the names of its paragraphs. */
export function stageSummary(text: string, limit: number): string {
  const lines = text.slice(0, 8000).split('\n')
  const body = lines.filter((line) => !HEADING.test(line)).map((line) => line.replace(LEAD, ''))
  return firstWords(body.some((line) => line.trim() !== '') ? body.join('\n') : text, limit)
}
