/** Elements whose insides are no words. */
const unread = new Set(['script', 'style', 'noscript', 'template', 'svg', 'iframe', 'title', 'select', 'textarea'])
const lines = new Set('p div br li tr h1 h2 h3 h4 h5 h6 section article table ul ol dl dt dd blockquote pre hr'.split(' '))
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/**
 * The words of HTML without building a document: for pages of so many elements that a document of them would fill the memory. One pass, whose
 * time grows with the length alone. `maxLength` characters at most.
 */
export function stripTags(html: string, maxLength: number): string {
  const lower = html.toLowerCase()
  const out: string[] = []
  let length = 0
  let at = 0
  while (at < html.length && length < maxLength) {
    const open = html.indexOf('<', at)
    const end = open < 0 ? html.length : open
    if (end > at) {
      const words = html.slice(at, end)
      out.push(words)
      length += words.length
    }
    if (open < 0) break
    at = afterTag(lower, open, out)
  }
  return decodeEntities(out.join(''))
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
    .slice(0, maxLength)
}

/** Where the text goes on behind the tag at `open`. */
function afterTag(lower: string, open: number, out: string[]): number {
  if (lower.startsWith('<!--', open)) return after(lower, '-->', open + 4)
  const name = /^<\/?([a-z][a-z0-9]*)/.exec(lower.slice(open, open + 20))?.[1]
  if (name === undefined) {
    if (lower[open + 1] === '!' || lower[open + 1] === '?' || lower[open + 1] === '/') return after(lower, '>', open)
    out.push('<')
    return open + 1
  }
  const end = after(lower, '>', open)
  if (lines.has(name)) out.push('\n')
  if (!unread.has(name) || lower[open + 1] === '/') return end
  return after(lower, '>', after(lower, `</${name}`, end))
}

function after(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from)
  return at < 0 ? text.length : at + mark.length
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : whole
  })
}
