import type { ResearchPassage } from '../../../shared/contract/research'
import { plainLine } from '../../../shared/untrusted-text'
import { createQuoteFinder, type QuoteFinder } from './find-quote'
import type { ModelReport, ModelStatement } from './report-schema'

/** A sentence with `[n]` in it; every n is a page that was read and that says the words of a passage. */
export interface CheckedStatement {
  text: string
  sources: number[]
}

export interface CheckedReport {
  title: string
  answer: string
  findings: CheckedStatement[]
  /** Each cites two pages at least. */
  disagreements: CheckedStatement[]
  openQuestions: string[]
  /** What was left out, as no page that was read says it. */
  unsupported: string[]
  dropped: number
  /** What the report cites, by the number of the page. */
  passages: Map<number, ResearchPassage[]>
}

const LONGEST_TITLE = 120
const LONGEST_TEXT = 1200
const MOST_STATEMENTS = 20
/** Of one statement. */
const MOST_CITATIONS = 8
const marks = /[ \t]*[[【](?:source |page )?(\d{1,3}(?:\s*[,;]\s*(?:source |page )?\d{1,3})*)[\]】]/gi
/** Addresses in the words of a model: only the pages that were fetched have one in a report. */
const addresses = /(?:\b[a-z][a-z0-9+.-]{1,15}:\/\/|\bwww\.|\b(?:mailto|javascript|data):)[^\s<>"'）】」]+/gi

/**
 * Keeps of a report what the pages say. A citation counts only if its number is that of a page in `pages` (from 1) and its quote stands in
 * that page's text; the others are dropped and counted, whatever the text of a page asked the model to cite. A finding without a
 * citation that counts is none: it goes to `unsupported`.
 */
export function checkReport(report: ModelReport, question: string, pages: readonly { text: string }[]): CheckedReport {
  const finders = pages.map(({ text }) => createQuoteFinder(text))
  const passages = new Map<number, ResearchPassage[]>()
  const unsupported: string[] = []
  let dropped = 0

  function check(statements: readonly ModelStatement[], leastSources: number): CheckedStatement[] {
    return statements.slice(0, MOST_STATEMENTS).flatMap(({ text, citations: given }) => {
      const citations = given.slice(0, MOST_CITATIONS)
      const words = tidy(text)
      const found = citations.map((citation) => ({ n: citation.source, passage: findIn(finders, citation.source, citation.quote) }))
      const counted = new Set(found.flatMap(({ n, passage }) => (passage ? [n] : [])))
      const claimed = new Set(citations.map(({ source }) => source))
      dropped += found.filter(({ passage }) => passage === null).length
      dropped += [...numbersIn(words)].filter((n) => !claimed.has(n)).length
      if (words === '') return []
      if (counted.size < leastSources) {
        unsupported.push(withMarks(words, new Set()))
        return []
      }
      for (const { n, passage } of found) if (passage) keep(passages, n, passage)
      const shown = withMarks(words, counted)
      const inline = numbersIn(shown)
      const missing = [...counted].filter((n) => !inline.has(n)).sort((a, b) => a - b)
      return [{ text: appendMarks(shown, missing), sources: [...counted].sort((a, b) => a - b) }]
    })
  }

  const findings = check(report.findings, 1)
  const disagreements = check(report.disagreements, 2)
  const cited = new Set(passages.keys())
  const answer = tidy(report.answer)
  dropped += [...numbersIn(answer)].filter((n) => !cited.has(n)).length
  return {
    title: plainLine(withMarks(tidy(report.title), new Set()), LONGEST_TITLE) || plainLine(question, LONGEST_TITLE),
    answer: withMarks(answer, cited),
    findings,
    disagreements,
    openQuestions: report.open_questions
      .map((text) => withMarks(tidy(text), new Set()))
      .filter((text) => text !== '')
      .slice(0, MOST_STATEMENTS),
    unsupported,
    dropped,
    passages,
  }
}

function findIn(finders: readonly QuoteFinder[], n: number, quote: string): ResearchPassage | null {
  return finders[n - 1]?.find(quote) ?? null
}

function keep(passages: Map<number, ResearchPassage[]>, n: number, passage: ResearchPassage): void {
  const known = passages.get(n) ?? []
  if (!known.some(({ quote }) => quote === passage.quote)) known.push(passage)
  passages.set(n, known)
}

/** One line without addresses; of a Markdown link or picture its words. */
function tidy(text: string): string {
  return plainLine(
    text
      .replace(/!?\[([^\]\n]{0,300})\]\([^)\n]{0,2000}\)/g, '$1')
      .replace(addresses, '')
      .replace(/<\/?[a-z][^<>]{0,500}>/gi, ''),
    LONGEST_TEXT,
  )
}

function numbersIn(text: string): Set<number> {
  return new Set([...text.matchAll(marks)].flatMap(([, list = '']) => readNumbers(list)))
}

function readNumbers(list: string): number[] {
  return (list.match(/\d+/g) ?? []).map(Number)
}

/** The text with those of its marks that are in `counted`, each by itself. */
function withMarks(text: string, counted: ReadonlySet<number>): string {
  return text
    .replace(marks, (_whole, list: string) =>
      readNumbers(list)
        .filter((n) => counted.has(n))
        .map((n, index) => `${index === 0 ? ' ' : ''}[${n}]`)
        .join(''),
    )
    .trim()
}

/** Before the full stop, as marks inside the sentence stand. */
function appendMarks(text: string, numbers: readonly number[]): string {
  if (numbers.length === 0) return text
  const end = /[.!?。！？]["”’»)]*$/.exec(text)?.[0] ?? ''
  return `${text.slice(0, text.length - end.length).trimEnd()} ${numbers.map((n) => `[${n}]`).join('')}${end}`
}
