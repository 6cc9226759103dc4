/** A name being written after `[[`. */
export interface OpenName {
  /** Where it begins, after the brackets. */
  from: number
  query: string
}

/** A title longer than this is not typed but pasted. */
const LONGEST_QUERY = 200

/**
 * The name that is being written at the caret: what stands between the last `[[` of the line and the caret, as long as nothing ended it. Undefined
 * after a backslash, behind `|` or `#` (those are no longer the title) and inside code in backticks.
 */
export function nameAtCaret(text: string, caret: number): OpenName | undefined {
  const line = text.slice(Math.max(0, caret - LONGEST_QUERY - 2), caret)
  const open = line.lastIndexOf('[[')
  if (open < 0) return undefined
  const query = line.slice(open + 2)
  if (/[[\]|#\n\r]/.test(query)) return undefined
  const from = caret - query.length
  const lineFrom = text.lastIndexOf('\n', from - 1) + 1
  const before = text.slice(Math.max(lineFrom, from - 2000), from - 2)
  if (/(?:^|[^\\])(?:\\\\)*\\$/.test(before)) return undefined
  if ((before.match(/`/g)?.length ?? 0) % 2 === 1) return undefined
  return { from, query }
}

/** Where the name ends that the caret stands in: behind a `]]` that closes it on this line, else at the caret. */
export function nameEnd(text: string, caret: number): number {
  const rest = /^[^[\]|#\n\r]*\]\]/.exec(text.slice(caret, caret + LONGEST_QUERY))
  return caret + (rest?.[0].length ?? 0)
}
