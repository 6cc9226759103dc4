import { setImmediate as nextTurn } from 'node:timers/promises'
import { plainLine } from '../../../shared/untrusted-text'
import { splitSentences } from '../../core/text/sentences'
import { detectLanguage, stemsOf } from '../../core/text/terms'
import { fitPages } from './page-passages'
import type { ReadPageText } from './ports'
import type { ModelReport } from './report-schema'

/** Of each page so many characters are looked at, those that bear on the question. */
const LOOKED_AT = 12_000
const SENTENCES_A_PAGE = 2
const MOST_FINDINGS = 8
const SHORTEST = 40
const LONGEST = 320
const SHORTEST_DENSE = 15
const SENTENCES_IN_TURN = 30

interface Candidate {
  n: number
  text: string
  weight: number
  at: number
}

/** The report without a model: of each page the sentences that have most of the question's words, as they stand there. */
export async function extractReport(question: string, pages: readonly ReadPageText[], signal: AbortSignal): Promise<ModelReport> {
  const texts = pages.map(({ text }) => text)
  const parts = await fitPages(texts, question, LOOKED_AT * pages.length, (text) => text.length, signal)
  const best: Candidate[] = []
  for (const [index, part] of parts.entries()) best.push(...(await bestSentences(part, question, index + 1, signal)))
  const chosen = best.sort((a, b) => b.weight - a.weight || a.n - b.n || a.at - b.at).slice(0, MOST_FINDINGS)
  return {
    title: `Research: ${plainLine(question, 100)}`,
    // Nobody has weighed the sentences against each other, so none of them is the answer.
    answer: '',
    // Marks of footnotes belong to the page's own sources.
    findings: chosen.map(({ n, text }) => ({ text: text.replace(/\s*\[\d{1,4}\]/g, ''), citations: [{ source: n, quote: text }] })),
    disagreements: [],
    open_questions: [],
  }
}

async function bestSentences(text: string, question: string, n: number, signal: AbortSignal): Promise<Candidate[]> {
  const language = detectLanguage(text.slice(0, 4000))
  const wanted = stemsOf(question, language)
  const seen = new Set<string>()
  const found: Candidate[] = []
  await nextTurn()
  const sentences = splitSentences(text, language)
  for (const [at, sentence] of sentences.entries()) {
    if (at % SENTENCES_IN_TURN === SENTENCES_IN_TURN - 1) {
      await nextTurn()
      signal.throwIfAborted()
    }
    const words = plainLine(sentence.text, LONGEST + 1)
    const least = /[\u3040-\u9fff\u0e00-\u0e7f]/.test(words) ? SHORTEST_DENSE : SHORTEST
    if (words.length < least || words.length > LONGEST || words.includes('[…]') || seen.has(words)) continue
    seen.add(words)
    const stems = stemsOf(words, language)
    const shared = [...wanted].filter((stem) => stems.has(stem)).length
    if (shared === 0) continue
    // A long sentence has more words by chance; a question answers nothing.
    const weight = shared / Math.sqrt(4 + stems.size / 4) - (/[?？]$/.test(words) ? 1 : 0)
    found.push({ n, text: words, weight, at })
  }
  return found.sort((a, b) => b.weight - a.weight || a.at - b.at).slice(0, SENTENCES_A_PAGE)
}
