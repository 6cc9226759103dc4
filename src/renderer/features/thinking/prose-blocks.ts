export type ProseBlock = { kind: 'heading'; text: string } | { kind: 'paragraph'; text: string } | { kind: 'list'; items: string[] }

/** `## A heading`, or a line that is bold from its first to its last letter, which models and the outline write instead. */
const HEADING = /^(?:#{1,6}\s+(.*?)\s*#*|\*\*([^*]+)\*\*:?)$/
const LIST_ITEM = /^(?:[-*•]|\d{1,3}[.)])\s+(.*)$/

/**
 * The few forms that the prose of a stage has: paragraphs, headings, lists. Any text gives blocks, also one cut off in the
 * middle of a word while it streams; the blocks before the last stay equal when text is appended.
 */
export function proseBlocks(text: string): ProseBlock[] {
  const blocks: ProseBlock[] = []
  let open: ProseBlock | null = null
  for (const raw of text.split('\n')) {
    const line = raw.trim()
    const heading = HEADING.exec(line)
    const item = LIST_ITEM.exec(line)
    if (line === '') {
      open = null
    } else if (heading) {
      blocks.push({ kind: 'heading', text: heading[1] ?? heading[2] ?? '' })
      open = null
    } else if (item) {
      if (open?.kind === 'list') open.items.push(item[1] ?? '')
      else {
        open = { kind: 'list', items: [item[1] ?? ''] }
        blocks.push(open)
      }
    } else if (open?.kind === 'paragraph') {
      open.text += ` ${line}`
    } else if (open?.kind === 'list') {
      open.items.push(`${open.items.pop() ?? ''} ${line}`.trim())
    } else {
      open = { kind: 'paragraph', text: line }
      blocks.push(open)
    }
  }
  return blocks
}

export type InlinePiece = { kind: 'plain' | 'strong' | 'emphasis' | 'code'; text: string }

const MARKED = /\*\*(?=\S)([^*]+?)\*\*|(?<![\w*])\*(?=\S)([^*\n]+?)\*(?![\w*])|`([^`\n]+)`/g

/** Bold, emphasis and code inside one line; a mark without its partner stays as it was typed. */
export function inlinePieces(text: string): InlinePiece[] {
  const pieces: InlinePiece[] = []
  let end = 0
  for (const match of text.matchAll(MARKED)) {
    if (match.index > end) pieces.push({ kind: 'plain', text: text.slice(end, match.index) })
    end = match.index + match[0].length
    if (match[1] !== undefined) pieces.push({ kind: 'strong', text: match[1] })
    else if (match[2] !== undefined) pieces.push({ kind: 'emphasis', text: match[2] })
    else pieces.push({ kind: 'code', text: match[3] ?? '' })
  }
  if (end < text.length) pieces.push({ kind: 'plain', text: text.slice(end) })
  return pieces
}
