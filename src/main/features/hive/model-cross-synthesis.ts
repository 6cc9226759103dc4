import { z } from 'zod'
import type { ThesisOutput } from '../../../shared/entities'
import { gateTitles } from '../../../shared/gate-titles'
import type { CrossPoint, CrossSynthesis } from '../../../shared/hive-texts'
import { entriesOf, isRecord, textOf, textsOf } from '../../core/llm/model-lists'

/** What was found between two theses. */
export type CrossFindings = Pick<CrossSynthesis, 'agreements' | 'disagreements' | 'novelCombinations' | 'synthesis' | 'dropped'>

/** Points of one side that are compared; each is cut after so many characters. */
export const MOST_POINTS = 24
const LONGEST_POINT = 500

export type PointKind = 'core' | 'problem' | 'argument' | 'risk' | 'question' | 'step' | 'gate'
export interface ThesisPoint {
  kind: PointKind
  text: string
}

/**
 * What a thesis says, point by point, in a fixed order with the core first. Points that cite another thought stay out: they carry words of it.
 */
export function pointsOf(output: ThesisOutput): ThesisPoint[] {
  const cites = /\[\d{1,3}\]/
  const of = (kind: PointKind, texts: readonly (string | undefined)[]): ThesisPoint[] =>
    texts.flatMap((text) => (text === undefined || text.trim() === '' || cites.test(text) ? [] : [{ kind, text: cut(text) }]))
  const core = output.core.replace(/\s*\[\d{1,3}\]/g, '').trim()
  const settled = output.gates.filter(({ status, reason }) => status === 'closed' && reason.trim() !== '')
  return [
    { kind: 'core' as const, text: cut(core) },
    ...of('problem', [output.problem_statement]),
    ...of('argument', output.supporting_arguments.slice(0, 6)),
    ...of('risk', output.risks.slice(0, 5)),
    ...of('question', output.open_questions.slice(0, 4)),
    ...of('step', output.next_steps.slice(0, 4)),
    ...of(
      'gate',
      settled.map(({ gate, reason }) => `${gateTitles[gate]}: ${reason}`),
    ),
  ].slice(0, MOST_POINTS)
}

function cut(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > LONGEST_POINT ? `${line.slice(0, LONGEST_POINT - 1).replace(/[\ud800-\udbff]$/, '')}…` : line
}

interface RawFinding {
  text: string
  cites: string
}

/** An entry is an object with a text and citations, or a text with the citations in it. */
function readFinding(raw: unknown): RawFinding {
  if (!isRecord(raw)) return { text: textOf(raw), cites: '' }
  const cites = Object.entries(raw).flatMap(([key, value]) => (key === 'text' ? [] : textsOf(value)))
  return { text: textOf(raw.text ?? raw.point ?? raw), cites: cites.join(' ') }
}

const Findings = z.preprocess(
  (value) => entriesOf(value).map(readFinding),
  z.array(z.object({ text: z.string(), cites: z.string() })).max(50),
)

/** The answer that a model is asked for. Only the synthesis is indispensable. */
export const ModelCrossSynthesis = z.object({
  agreements: Findings,
  disagreements: Findings,
  novel_combinations: Findings,
  synthesis: z.preprocess((value) => textsOf(value).join('\n\n'), z.string().min(1)),
})
export type ModelCrossSynthesis = z.infer<typeof ModelCrossSynthesis>

/** Marks in a text, "[A2]" or "(B1, B3)". */
const marks = /\s*[[(]\s*(?:[AB]\s?\d{1,2}\s*(?:[,;]|and|&)?\s*)+[\])]/g
const MOST_FINDINGS = 12

/** Every citation is looked up: one that names no point is dropped, and a finding left without any is left out and counted. */
export function toCrossFindings(model: ModelCrossSynthesis, counts: { a: number; b: number }): CrossFindings {
  let dropped = 0
  const numbers = (text: string, side: 'A' | 'B', most: number) =>
    [...new Set([...text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])${side}\\s?(\\d{1,2})(?!\\d)`, 'gu'))].map((found) => Number(found[1])))]
      .filter((n) => n >= 1 && n <= most)
      .sort((x, y) => x - y)
  const clean = (text: string) => text.replace(marks, '').trim()
  const points = (found: readonly RawFinding[]): CrossPoint[] =>
    found
      .flatMap((raw) => {
        const cited = `${raw.cites} ${(raw.text.match(marks) ?? []).join(' ')}`
        const point = { text: clean(raw.text), a: numbers(cited, 'A', counts.a), b: numbers(cited, 'B', counts.b) }
        if (point.text !== '' && point.a.length + point.b.length > 0) return [point]
        dropped += 1
        return []
      })
      .slice(0, MOST_FINDINGS)
  return {
    agreements: points(model.agreements),
    disagreements: points(model.disagreements),
    novelCombinations: points(model.novel_combinations),
    synthesis: clean(model.synthesis) || model.synthesis,
    dropped,
  }
}
