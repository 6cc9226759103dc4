/** An error sentence cut in two: what happened, and the last sentence, which says what to do. One sentence stays whole. */
export function splitAdvice(error: string): { what: string; advice: string | null } {
  const sentences = error.trim().split(/(?<=[.?])\s+(?=\p{Lu})/u)
  const last = sentences.pop() ?? ''
  return sentences.length === 0 ? { what: last, advice: null } : { what: sentences.join(' '), advice: last }
}
