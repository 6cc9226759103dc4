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

/** The first sentence of a text, at most `limit` characters and cut at a word, with "…" where it was cut. Looks at the first 4,000 characters only. */
export function firstWords(text: string, limit: number, except = ''): string {
  const lines = text
    .slice(0, 4000)
    .split('\n')
    .map(plainLine)
    .filter((line) => line !== '')
  const line = lines.find((candidate) => candidate !== except.trim()) ?? lines[0] ?? ''
  const sentence = /^.{12,}?(?:[.?!؟][”’»")]?(?=\s|$)|[。！？])/u.exec(line)?.[0] ?? line
  if (sentence.length <= limit) return sentence
  const cut = sentence.slice(0, limit)
  const space = cut.lastIndexOf(' ')
  return `${(space > limit / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:]+$/, '').replace(/[\uD800-\uDBFF]$/, '')}…`
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
