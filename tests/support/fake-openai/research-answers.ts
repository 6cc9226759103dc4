/** Plays the maker of queries: the question without its small words, and the same with another word. */
export function answerQueries(prompt: string): string {
  const question = (/^Question: (.*)$/m.exec(prompt)?.[1] ?? prompt).trim()
  const words = (question.match(/[\p{L}\p{N}-]+/gu) ?? []).filter((word) => word.length > 3).slice(0, 8)
  const query = words.length === 0 ? question.slice(0, 100) : words.join(' ')
  return JSON.stringify({ queries: words.length > 3 ? [query, words.slice(0, 3).join(' ')] : [query] })
}

/**
 * Plays the writer of a report: of each page the sentence that shares most words with the question, cited as it stands there. With
 * `invent`, one more finding that no page says.
 */
export function answerReport(prompt: string, { invent = false }: { invent?: boolean } = {}): string {
  const question = (/^Question: (.*)$/m.exec(prompt)?.[1] ?? '').trim()
  const wanted = new Set(wordsOf(question))
  const findings = [...prompt.matchAll(/^\[(\d+)\] .*\n<<<(\w+)\n([\s\S]*?)\n\2>>>/gm)].flatMap(([, number, , text = '']) => {
    const [best] = sentencesOf(text)
      .map((sentence) => ({ sentence, score: wordsOf(sentence).filter((word) => wanted.has(word)).length }))
      .sort((one, other) => other.score - one.score)
    if (best === undefined) return []
    return [{ text: `${best.sentence} [${number}]`, citations: [{ source: Number(number), quote: best.sentence }] }]
  })
  const invented = { text: 'The moon is a notebook. [1]', citations: [{ source: 1, quote: 'The moon is a notebook, as everybody knows.' }] }
  return JSON.stringify({
    title: `On: ${question}`.slice(0, 80),
    answer: findings[0]?.text ?? 'The pages do not answer the question.',
    findings: invent ? [...findings, invented] : findings,
    disagreements: [],
    open_questions: ['What the pages leave out.'],
  })
}

function sentencesOf(text: string): string[] {
  return text
    .split(/\n+|(?<=[.!?。])\s+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length >= 20 && sentence.length <= 300 && !sentence.includes('[…]'))
}

function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length > 3)
}
