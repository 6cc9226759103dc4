import { isElement, nameOf, oneLine, type PageElement, type PageNode } from './page-dom'
import { absolute } from './page-facts'

export interface MarkdownOptions {
  /** What links are read against. */
  base: string
  /** Without marks, links and addresses: words and paragraphs only. */
  plain: boolean
  /** Characters after which the rest is left out. */
  maxLength: number
}

/** Nothing of these is content. */
const skipped = new Set(
  'script style noscript template iframe object embed svg canvas audio video map head title link meta button input select textarea option datalist dialog'.split(
    ' ',
  ),
)
const blocks = new Set(
  'address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
)
/** Real pages are nested some 30 deep; deeper ones are made to break readers, and give their words only. */
const MAX_DEPTH = 300
const MAX_CELLS = 40
const MAX_ROWS = 2000

/** Turns a part of a document into Markdown, or into plain text. Hidden elements are left out, scripts and styles too. */
export function toMarkdown(root: PageElement, options: MarkdownOptions): { text: string; cut: boolean } {
  const { plain, base, maxLength } = options
  let length = 0
  let cut = false

  /** The inline content of a node, in one line save for line breaks. */
  function inline(node: PageNode, depth: number): string {
    if (node.nodeType === 3) return (node.textContent ?? '').replace(/\s+/g, ' ')
    if (!isElement(node) || isHidden(node)) return ''
    const name = nameOf(node)
    if (name === 'br') return '\n'
    if (name === 'img') return plain ? '' : image(node)
    if (depth > MAX_DEPTH) return oneLine(node.textContent)
    const inner = children(node, depth)
    if (plain || inner.trim() === '') return inner
    if (name === 'a') return link(node, inner)
    if (name === 'strong' || name === 'b') return around(inner, '**')
    if (name === 'em' || name === 'i') return around(inner, '*')
    if (name === 'code' || name === 'kbd' || name === 'samp') return around(inner, '`')
    return inner
  }
  function children(node: PageNode, depth: number): string {
    let text = ''
    for (let child = node.firstChild; child !== null && text.length <= maxLength; child = child.nextSibling) {
      const piece = inline(child, depth + 1)
      text += isElement(child) && blocks.has(nameOf(child)) && piece !== '' ? ` ${piece} ` : piece
    }
    return text
  }
  function link(node: PageElement, inner: string): string {
    const target = absolute(node.getAttribute('href') ?? '', base)
    if (target === null) return inner
    return `[${oneLine(inner).replace(/[[\]]/g, '\\$&')}](${target.replaceAll('(', '%28').replaceAll(')', '%29')})`
  }
  function image(node: PageElement): string {
    const words = oneLine(node.getAttribute('alt'))
    const target = absolute(node.getAttribute('src') ?? '', base)
    return words === '' || target === null
      ? ''
      : `![${words.replace(/[[\]]/g, '\\$&')}](${target.replaceAll('(', '%28').replaceAll(')', '%29')})`
  }

  const out: string[] = []
  function keep(block: string): void {
    if (cut) return
    const room = maxLength - length
    cut = block.length > room
    const kept = cut ? block.slice(0, Math.max(0, room)).replace(/[\ud800-\udbff]$/, '') : block
    if (kept !== '') out.push(kept)
    length += kept.length + 2
  }

  /** Gives the blocks of a node to `put`, in order and as they are to stand; runs of inline content between blocks are paragraphs. */
  function walk(node: PageElement, depth: number, put: (block: string) => void): void {
    let run = ''
    const flush = () => {
      const words = tidyLines(run)
      if (words !== '') put(words)
      run = ''
    }
    for (let child = node.firstChild; child !== null && !cut; child = child.nextSibling) {
      if (!isElement(child)) run += inline(child, depth)
      else if (isHidden(child)) continue
      else if (depth > MAX_DEPTH) run += ` ${oneLine(child.textContent)} `
      else if (blocks.has(nameOf(child)) || holdsBlock(child)) {
        flush()
        block(child, depth + 1, put)
      } else run += inline(child, depth)
    }
    flush()
  }
  function block(node: PageElement, depth: number, put: (block: string) => void): void {
    const name = nameOf(node)
    const level = /^h([1-6])$/.exec(name)?.[1]
    if (level !== undefined) {
      const words = oneLine(children(node, depth))
      if (words !== '') put(plain ? words : `${'#'.repeat(Number(level))} ${words}`)
    } else if (name === 'hr') {
      if (!plain) put('---')
    } else if (name === 'pre') pre(node, put)
    else if (name === 'ul' || name === 'ol') list(node, depth, put)
    else if (name === 'table' && isDataTable(node)) table(node, depth, put)
    else if (name === 'blockquote' && !plain) {
      const parts = partsOf(node, depth)
      if (parts.length > 0) put(parts.join('\n\n').replace(/^/gm, '> '))
    } else walk(node, depth, put)
  }
  function partsOf(node: PageElement, depth: number): string[] {
    const parts: string[] = []
    walk(node, depth, (part) => parts.push(part))
    return parts
  }
  function pre(node: PageElement, put: (block: string) => void): void {
    const text = (node.textContent ?? '').replace(/^\n+|\s+$/g, '')
    if (text === '') return
    const fence = text.includes('```') ? '~~~~' : '```'
    put(plain ? text : `${fence}\n${text}\n${fence}`)
  }
  function list(node: PageElement, depth: number, put: (block: string) => void): void {
    const ordered = nameOf(node) === 'ol'
    const lines: string[] = []
    let number = 1
    for (let child = node.firstChild; child !== null && !cut; child = child.nextSibling) {
      if (!isElement(child) || isHidden(child)) continue
      const parts = partsOf(child, depth + 1)
      if (parts.length === 0) continue
      const mark = plain ? '' : ordered ? `${number}. ` : '- '
      lines.push(mark + parts.join('\n').replace(/\n/g, plain ? '\n' : `\n${' '.repeat(mark.length)}`))
      number += 1
    }
    if (lines.length > 0) put(lines.join('\n'))
  }
  function table(node: PageElement, depth: number, put: (block: string) => void): void {
    const rows: string[][] = []
    for (const row of node.querySelectorAll('tr')) {
      if (rows.length >= MAX_ROWS) break
      const cells: string[] = []
      for (let cell = row.firstChild; cell !== null && cells.length < MAX_CELLS; cell = cell.nextSibling)
        if (isElement(cell) && (nameOf(cell) === 'td' || nameOf(cell) === 'th')) cells.push(oneLine(children(cell, depth)))
      if (cells.some((cell) => cell !== '')) rows.push(cells)
    }
    const width = Math.max(0, ...rows.map((row) => row.length))
    if (width === 0) return
    const line = (row: string[]) =>
      `| ${Array.from({ length: width }, (_, index) => (row[index] ?? '').replaceAll('|', '\\|')).join(' | ')} |`
    const [first = [], ...rest] = rows
    const lines = plain
      ? rows.map((row) => row.filter((cell) => cell !== '').join(' · '))
      : [line(first), `|${' --- |'.repeat(width)}`, ...rest.map(line)]
    put(lines.join('\n'))
  }

  block(root, 0, keep)
  return { text: out.join('\n\n'), cut }
}

/** A run of inline content: single spaces, no space at the ends of lines. */
function tidyLines(run: string): string {
  return run
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .join('\n')
    .trim()
}

/** Marks stand at words: the spaces of the element stay outside. */
function around(inner: string, mark: string): string {
  const words = inner.trim()
  if (words.includes('\n') || words.includes(mark)) return inner
  const start = inner.length - inner.trimStart().length
  return `${inner.slice(0, start)}${mark}${words}${mark}${inner.slice(start + words.length)}`
}

/** Whether a person does not see it, or it is no content. */
export function isHidden(element: PageElement): boolean {
  if (skipped.has(nameOf(element))) return true
  if (element.hasAttribute('hidden') || element.getAttribute('aria-hidden') === 'true') return true
  const style = element.getAttribute('style')
  return style !== null && /display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])/i.test(style)
}

/** A span or link around blocks: its parts are paragraphs of their own. */
function holdsBlock(element: PageElement): boolean {
  for (let child = element.firstChild; child !== null; child = child.nextSibling)
    if (isElement(child) && blocks.has(nameOf(child))) return true
  return false
}

/** Tables that only place things, with blocks or tables inside, are walked through; those with words in cells stay tables. */
function isDataTable(table: PageElement): boolean {
  if (table.querySelector('table') !== null || table.getAttribute('role') === 'presentation') return false
  if (table.querySelector('th') !== null) return true
  return table.querySelector('p, div, ul, ol, h1, h2, h3, pre') === null && table.querySelector('tr td + td') !== null
}
