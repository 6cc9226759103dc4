/** Levels of blocks, or of emphasis and brackets, in one part. People's texts have some ten; more than this is made by a program. */
export const MAX_MARKDOWN_DEPTH = 40
/** UTF-16 units of one part that no boundary divides. The parser's time grows with the square of some parts. */
export const MAX_PART_LENGTH = 32_000
/** Sum over the lines of the square of their depth: what the parser's time grows with in lists and quotes. */
const MAX_BLOCK_WORK = 20_000
/** Each run of `*`, `_`, `~`, brackets or backticks may be compared with all before it in its paragraph. */
const MAX_MARKS = 2_000

const marker = /(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)|>/y
const thematicBreak = /(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,})$/y
const marks = /([*_~]+)|[[\]]|`+/g

/** Depth and work of the lists and quotes of a text. Never below what a parser makes of it; one pass over the text. */
function blockNesting(lines: readonly string[]): { depth: number; work: number } {
  let depth = 0
  let work = 0
  /** The columns at which the contents of the open blocks start. */
  const open: number[] = []
  for (const line of lines) {
    let column = 0
    let at = 0
    let marked = false
    for (;;) {
      for (; line[at] === ' ' || line[at] === '\t'; at += 1) column += line[at] === '\t' ? 4 - (column % 4) : 1
      thematicBreak.lastIndex = at
      if (!marked && thematicBreak.test(line)) break
      marker.lastIndex = at
      const found = marker.exec(line)?.[0]
      if (found === undefined) break
      if (found !== '>') marked = true
      while ((open.at(-1) ?? 0) > column) open.pop()
      at += found.length
      column += found.length
      open.push(column)
      if (open.length > MAX_MARKDOWN_DEPTH) return { depth: open.length, work }
    }
    if (at === line.length) continue
    if (open.length > depth) depth = open.length
    work += open.length ** 2
  }
  return { depth, work }
}

const isSpace = (char: string) => char === '' || /\s/.test(char)
const isWord = (char: string) => /[\p{L}\p{N}]/u.test(char)

/** Depth of emphasis, strikethrough and brackets, and how many marks the busiest paragraph has. One pass over the text. */
function inlineNesting(text: string): { depth: number; marks: number } {
  let depth = 0
  let most = 0
  for (const paragraph of text.split(/\n[ \t]*\n/)) {
    const open: string[] = []
    let brackets = 0
    let count = 0
    for (const found of paragraph.matchAll(marks)) {
      count += 1
      const [run] = found
      if (run === '[') brackets += 1
      else if (run === ']') brackets = Math.max(0, brackets - 1)
      else if (run[0] !== '`') {
        const before = paragraph[found.index - 1] ?? ''
        const after = paragraph[found.index + run.length] ?? ''
        // Inside a word an underscore is a letter.
        if (/^_+$/.test(run) && isWord(before) && isWord(after)) continue
        const known = open.lastIndexOf(run)
        if (!isSpace(before) && known !== -1) open.length = known
        // Two of the same signs make one level; a run of many kinds is taken as one level for each sign.
        else if (!isSpace(after)) for (let sign = 0; sign < Math.ceil(run.length / 2); sign += 1) open.push(run)
      }
      depth = Math.max(depth, open.length + brackets)
      if (depth > MAX_MARKDOWN_DEPTH) return { depth, marks: count }
    }
    most = Math.max(most, count)
  }
  return { depth, marks: most }
}

/** Whether a part of a text can be parsed and shown as Markdown without a deep stack or a long wait. Linear in its length. */
export function isSafeMarkdown(text: string): boolean {
  const isCode = /^ {0,3}(?:`{3}|~{3})/.test(text)
  if (text.length > MAX_PART_LENGTH && !isCode) return false
  const blocks = blockNesting(text.split('\n'))
  if (blocks.depth > MAX_MARKDOWN_DEPTH || blocks.work > MAX_BLOCK_WORK) return false
  const inline = inlineNesting(text)
  return isCode || (inline.depth <= MAX_MARKDOWN_DEPTH && inline.marks <= MAX_MARKS)
}

interface TreeNode {
  children?: TreeNode[]
}

/** Throws where a parsed tree is deeper than a part may be: what the estimate before parsing let through. Uses no stack of its own. */
export function assertShallow(tree: TreeNode): void {
  let level: TreeNode[] = [tree]
  // A list and its entry are two nodes for one level of the text.
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > 3 * MAX_MARKDOWN_DEPTH) throw new RangeError('The text is nested too deep.')
    level = level.flatMap((node) => node.children ?? [])
  }
}
