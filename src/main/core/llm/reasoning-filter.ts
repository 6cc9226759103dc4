/** What a piece of a reply is made of: the answer, and the thinking that is kept apart from it. */
export interface ReplyParts {
  text: string
  reasoning: string
}

export interface ReasoningFilter {
  /**
   * Takes the next piece of a streamed reply; gives what is certain by now. Up to a dozen characters are held back where a tag may be
   * starting.
   */
  push(delta: string): ReplyParts
  /** Ends the reply and gives what was held back. A block that was never closed is reasoning to its end. */
  end(): ReplyParts
}

/** `[THINK]` is Magistral's and `◁think▷` Kimi's; both are seen where a server leaves a template's own marks in the reply. */
const tag =
  /<(\/?)(?:[tT][hH][iI][nN][kK](?:[iI][nN][gG])?|[rR][eE][aA][sS][oO][nN][iI][nN][gG]|[tT][hH][oO][uU][gG][hH][tT])>|\[(\/?)THINK\]|◁(\/?)think▷/
const tagBeginnings = ['think', 'thinking', 'reasoning', 'thought']
  .flatMap((name) => [`<${name}>`, `</${name}>`])
  .concat('[think]', '[/think]', '◁think▷', '◁/think▷')
/** A tag straight after one of these is spoken about, not used: a thought on `<think>` tags must not lose its end. */
const quotes = /["'`“‘«\\]$/
const closingQuotes = /^["'`”’»\\]/

/**
 * Takes `<think>…</think>` blocks (also `<thinking>`, `<reasoning>`, `<thought>`) out of a streamed reply, wherever the pieces are
 * split, nested or unclosed. Some chat templates put the opening tag into the prompt, so that the reply begins inside the block and
 * only `</think>` comes: text before such a tag was already handed out, and `splitReasoning` on the whole reply puts it right.
 */
export function createReasoningFilter(): ReasoningFilter {
  let depth = 0
  let held = ''
  let before = ''

  function take(all: string, isEnd: boolean): ReplyParts {
    const parts: ReplyParts = { text: '', reasoning: '' }
    const emit = (piece: string): void => {
      if (depth > 0) parts.reasoning += piece
      else parts.text += piece
      if (piece !== '') before = piece.slice(-1)
    }
    let rest = all
    for (;;) {
      const found = tag.exec(rest)
      if (found === null) break
      const leading = rest.slice(0, found.index)
      emit(leading)
      const closes = isClosing(found)
      if (depth === 0 && quotes.test(before)) emit(found[0])
      else if (!closes) depth += 1
      else depth = Math.max(0, depth - 1)
      before = found[0].slice(-1)
      rest = rest.slice(found.index + found[0].length)
    }
    const keep = isEnd ? 0 : heldLength(rest)
    emit(rest.slice(0, rest.length - keep))
    held = rest.slice(rest.length - keep)
    return parts
  }

  return {
    push: (delta) => {
      if (held !== '' || delta === '' || /[<[◁]/.test(delta)) return take(held + delta, false)
      // The usual case, without a tag in sight.
      before = delta.slice(-1)
      return depth > 0 ? { text: '', reasoning: delta } : { text: delta, reasoning: '' }
    },
    end: () => take(held, true),
  }
}

/** The same on a whole reply. Here text before a lone closing tag counts as reasoning too. */
export function splitReasoning(given: string): ReplyParts {
  const { head: channels, reply } = finalChannel(given)
  const lone = loneClosingTag(reply)
  const head = reply.slice(0, lone)
  const filter = createReasoningFilter()
  const parts = filter.push(reply.slice(lone))
  const rest = filter.end()
  return {
    text: (parts.text + rest.text).trim(),
    reasoning: (channels + head + parts.reasoning + rest.reasoning).replace(new RegExp(tag.source, 'g'), '').trim(),
  }
}

/**
 * The final channel of a reply in which the marks of gpt-oss were left: `<|channel|>analysis<|message|>…<|channel|>final<|message|>…`. All
 * before it, or all of the reply when there is none, is thinking.
 */
function finalChannel(reply: string): { head: string; reply: string } {
  if (!/^\s*(?:<\|start\|>assistant)?<\|channel\|>/.test(reply)) return { head: '', reply }
  const mark = /<\|channel\|>final[^<]*<\|message\|>/g
  let end = -1
  for (const found of reply.matchAll(mark)) end = found.index + found[0].length
  const head = (end === -1 ? reply : reply.slice(0, end)).replace(/<\|\w+\|>(?:assistant|analysis|final|commentary)?/g, '')
  return { head, reply: end === -1 ? '' : reply.slice(end).replace(/<\|(?:end|return)\|>[\s\S]*$/, '') }
}

/** Where the answer begins when the reply closes a block it never opened: behind that tag; else 0. */
function loneClosingTag(reply: string): number {
  let depth = 0
  for (const found of reply.matchAll(new RegExp(tag.source, 'g'))) {
    const end = found.index + found[0].length
    const quoted = quotes.test(reply.slice(Math.max(0, found.index - 1), found.index))
    // Thinking often ends in a quotation mark, so a closing tag is only spoken about when it is quoted on both sides.
    if (depth === 0 && quoted && (!isClosing(found) || closingQuotes.test(reply.slice(end, end + 1)))) continue
    depth += isClosing(found) ? -1 : 1
    if (depth < 0) return end
  }
  return 0
}

function isClosing(found: RegExpExecArray | RegExpMatchArray): boolean {
  return found.slice(1).includes('/')
}

/** How many characters at the end may be the beginning of a tag. */
function heldLength(text: string): number {
  const at = Math.max(text.lastIndexOf('<'), text.lastIndexOf('['), text.lastIndexOf('◁'))
  if (at === -1 || text.length - at > 12) return 0
  const ending = text.slice(at).toLowerCase()
  return tagBeginnings.some((beginning) => beginning.startsWith(ending)) ? text.length - at : 0
}
