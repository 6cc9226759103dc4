const modal = /\b(should|must|will|can|could|ought to|is|are|was|were)\b(?! not\b|n't)/gi
const tangled =
  /\b(?:not|n't|never|no|nobody|none|nothing|without|cannot|neither|nor|only|if|unless|because|but|which|who|that|what|when|where|while|and|or|so|than|how|why|whether)\b|n't|[;:?—–"“”]/i

/**
 * The denial of a plain English sentence, such as "Meetings should not end with a written bet." Null unless the sentence has exactly one
 * verb that takes "not" behind it and nothing that would make the result wrong or unclear.
 */
export function invert(sentence: string): string | null {
  if (tangled.test(sentence) || sentence.length > 160) return null
  const found = [...sentence.matchAll(modal)]
  const [verb] = found
  // A sentence that begins with the verb is a question or an order.
  if (!verb || found.length !== 1 || verb.index === 0) return null
  const { 0: word, index } = verb
  const denied = word.toLowerCase() === 'ought to' ? 'ought not to' : word.toLowerCase() === 'can' ? 'cannot' : `${word} not`
  return sentence.slice(0, index) + denied + sentence.slice(index + word.length)
}
