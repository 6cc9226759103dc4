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

const tag = /<(\/?)(think|thinking|reasoning|thought)>/i
const tagBeginnings = ['<think>', '<thinking>', '<reasoning>', '<thought>', '</think>', '</thinking>', '</reasoning>', '</thought>']
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
      const closes = found[1] === '/'
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
    push: (delta) => take(held + delta, false),
    end: () => take(held, true),
  }
}

/** The same on a whole reply. Here text before a lone closing tag counts as reasoning too. */
export function splitReasoning(reply: string): ReplyParts {
  const lone = loneClosingTag(reply)
  const head = reply.slice(0, lone)
  const filter = createReasoningFilter()
  const parts = filter.push(reply.slice(lone))
  const rest = filter.end()
  return {
    text: (parts.text + rest.text).trim(),
    reasoning: (head + parts.reasoning + rest.reasoning).replace(/<\/?(?:think|thinking|reasoning|thought)>/gi, '').trim(),
  }
}

/** Where the answer begins when the reply closes a block it never opened: behind that tag; else 0. */
function loneClosingTag(reply: string): number {
  let depth = 0
  for (const found of reply.matchAll(new RegExp(tag.source, 'gi'))) {
    const end = found.index + found[0].length
    const quoted = quotes.test(reply.slice(Math.max(0, found.index - 1), found.index))
    // Thinking often ends in a quotation mark, so a closing tag is only spoken about when it is quoted on both sides.
    if (depth === 0 && quoted && (found[1] !== '/' || closingQuotes.test(reply.slice(end, end + 1)))) continue
    depth += found[1] === '/' ? -1 : 1
    if (depth < 0) return end
  }
  return 0
}

/** How many characters at the end may be the beginning of a tag. */
function heldLength(text: string): number {
  const at = text.lastIndexOf('<')
  if (at === -1 || text.length - at > 12) return 0
  const ending = text.slice(at).toLowerCase()
  return tagBeginnings.some((beginning) => beginning.startsWith(ending)) ? text.length - at : 0
}
