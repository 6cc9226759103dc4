/** What a stretch of Markdown is. `task` is an open `- [ ]`, `task-done` a ticked one; `skip` is code, a table, front matter or a rule. */
export type BlockKind = 'heading' | 'paragraph' | 'item' | 'task' | 'task-done' | 'quote' | 'skip'

/** `text.slice(start, end)` is the block's content without its leading mark (`#`, `-`, `>`), in UTF-16 units. */
export interface TextBlock {
  kind: BlockKind
  start: number
  end: number
}

/** Block marks stand at the start of a line; of a longer line only this much is looked at, so that one of 12 MB costs nothing. */
const HEAD = 400

/** At any depth, for code stands in lists too; but ```code``` on one line opens nothing. */
const FENCE = /^\s{0,16}(`{3,}(?![^\n]*`)|~{3,})/
const HEADING = /^\s{0,3}#{1,6}\s+/
const UNDERLINE = /^\s{0,3}(?:=+|-{2,})\s*$/
const RULE = /^\s{0,3}(?:[-*_]\s*){3,}$/
const ITEM = /^\s*(?:[-*+•‣◦–]|\d{1,3}[.)])\s+/
const TASK = /^\[([ xX])\]\s+/
const QUOTE = /^\s{0,3}>\s?/
const TABLE = /^\s*\|.*\|\s*$|^\s*\|?\s*:?-{2,}:?\s*\|[\s:|-]*$/
const META_END = /^(?:---|\.\.\.)\s*$/
const META_KEY = /^[\w-]+\s*:/

function frontMatterEnd(text: string): number {
  if (!text.startsWith('---\n') && !text.startsWith('---\r\n')) return 0
  let position = text.indexOf('\n') + 1
  let sawKey = false
  for (let line = 0; line < 100 && position < text.length; line++) {
    const newline = text.indexOf('\n', position)
    const end = newline === -1 ? text.length : newline
    const content = text.slice(position, Math.min(end, position + HEAD))
    if (META_END.test(content)) return sawKey ? Math.min(end + 1, text.length) : 0
    if (META_KEY.test(content)) sawKey = true
    position = end + 1
  }
  return 0
}

/**
 * Cuts Markdown into blocks, in order, in time linear in the text. It knows fences, headings (both kinds), list items with their
 * continuation lines, tasks, quotations, tables and front matter; all else is a paragraph. Empty blocks are left out.
 */
export function textBlocks(text: string): TextBlock[] {
  const blocks: TextBlock[] = []
  // The block being read. An object, since the compiler does not follow a variable that a closure sets.
  const now: { block: TextBlock | null } = { block: null }
  let fence: string | null = null
  const close = () => {
    if (now.block && text.slice(now.block.start, now.block.end).trim() !== '') blocks.push(now.block)
    now.block = null
  }
  let position = frontMatterEnd(text)
  while (position < text.length) {
    const newline = text.indexOf('\n', position)
    const lineEnd = newline === -1 ? text.length : newline
    const head = text.slice(position, Math.min(lineEnd, position + HEAD))
    const start = position
    position = lineEnd + 1

    const mark = FENCE.exec(head)?.[1]
    if (fence !== null) {
      if (mark?.startsWith(fence)) fence = null
      continue
    }
    if (mark !== undefined) {
      close()
      fence = mark
      continue
    }
    if (head.trim() === '' && lineEnd - start <= HEAD) {
      close()
      continue
    }
    const current = now.block
    if (current?.kind === 'paragraph' && UNDERLINE.test(head) && !text.slice(current.start, current.end).includes('\n')) {
      now.block = { ...current, kind: 'heading' }
      close()
      continue
    }
    if (RULE.test(head) || TABLE.test(head)) {
      close()
      continue
    }
    const heading = HEADING.exec(head)
    if (heading) {
      close()
      const content = text.slice(start + heading[0].length, lineEnd).replace(/\s+#+\s*$/, '')
      now.block = { kind: 'heading', start: start + heading[0].length, end: start + heading[0].length + content.length }
      close()
      continue
    }
    const item = ITEM.exec(head)
    if (item) {
      close()
      const inner = FENCE.exec(head.slice(item[0].length))?.[1]
      if (inner !== undefined) {
        fence = inner
        continue
      }
      const task = TASK.exec(head.slice(item[0].length))
      const kind: BlockKind = task ? (task[1] === ' ' ? 'task' : 'task-done') : 'item'
      now.block = { kind, start: start + item[0].length + (task?.[0].length ?? 0), end: lineEnd }
      continue
    }
    const quote = QUOTE.exec(head)
    if (quote) {
      if (current?.kind === 'quote') current.end = lineEnd
      else {
        close()
        now.block = { kind: 'quote', start: start + quote[0].length, end: lineEnd }
      }
      continue
    }
    const continues = current !== null && (current.kind === 'paragraph' || (current.kind !== 'quote' && /^\s/.test(head)))
    if (current !== null && continues) current.end = lineEnd
    else {
      close()
      now.block = { kind: 'paragraph', start, end: lineEnd }
    }
  }
  close()
  return blocks
}
