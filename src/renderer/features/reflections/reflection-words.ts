import type { Finding, FindingKind, Reflection, ReflectionState, ReflectionSummary } from '../../../shared/contract/reflections'
import { thoughtCount } from '../../base/scope-words'
import { formatMoment, formatNumber } from '../../ui/format-time'
import type { StatusKind } from '../../ui/status-dot'

export const findingKinds = ['theme', 'contradiction', 'pattern', 'gap', 'connection'] as const satisfies readonly FindingKind[]

export const sectionNames: Record<FindingKind, string> = {
  theme: 'Themes',
  contradiction: 'Contradictions',
  pattern: 'Patterns',
  gap: 'Gaps',
  connection: 'Connections',
}

const single: Record<FindingKind, string> = {
  theme: 'theme',
  contradiction: 'contradiction',
  pattern: 'pattern',
  gap: 'gap',
  connection: 'connection',
}

/** "1 theme", "3 gaps". */
export function findingCount(kind: FindingKind, count: number): string {
  return `${formatNumber(count)} ${single[kind]}${count === 1 ? '' : 's'}`
}

/** What a reflection found in one line: "2 themes, 1 contradiction, 3 gaps"; empty when nothing. */
export function countsLine(counts: ReflectionSummary['counts']): string {
  return findingKinds
    .filter((kind) => counts[kind] > 0)
    .map((kind) => findingCount(kind, counts[kind]))
    .join(', ')
}

export function isAlive(state: ReflectionState): boolean {
  return state === 'pending' || state === 'reading' || state === 'writing'
}

/** Shape and words of a reflection that is not done; nothing once it is. */
export function stateMark({
  state,
  itemCount,
}: Pick<ReflectionSummary, 'state' | 'itemCount'>): { kind: StatusKind; word: string } | undefined {
  switch (state) {
    case 'pending':
      return { kind: 'wait', word: 'Waiting for its turn' }
    case 'reading':
      return { kind: 'run', word: itemCount > 0 ? `Reading ${thoughtCount(itemCount)}` : 'Reading' }
    case 'writing':
      return { kind: 'run', word: 'Writing' }
    case 'skipped':
      return { kind: 'cancel', word: 'Skipped' }
    case 'failed':
      return { kind: 'dead', word: 'Failed' }
    case 'cancelled':
      return { kind: 'cancel', word: 'Stopped' }
    case 'done':
      return undefined
  }
}

/** Of when the thoughts are: "From 22 September to today, 09:14", "Everything until today, 09:14". */
export function periodWords({ since, until, createdAt }: Pick<ReflectionSummary, 'since' | 'until' | 'createdAt'>, now: number): string {
  const end = formatMoment(until ?? createdAt, now)
  return since === null ? `Everything until ${end}` : `From ${formatMoment(since, now)} to ${end}`
}

/** The status line for screen readers. */
export function statusSentence(reflection: Pick<Reflection, 'state' | 'itemCount' | 'waitingFor'>): string {
  if (reflection.state === 'done') return 'The reflection is done.'
  if (reflection.waitingFor !== null) return 'The reflection waits and goes on by itself.'
  const mark = stateMark(reflection)
  return mark ? `Reflection: ${mark.word}.` : ''
}

export type Comparison = 'new' | 'again' | 'gone'

/** How a finding stands to the reflection before; undefined where there is none before. */
export function comparisonOf(finding: Pick<Finding, 'before'>, previousId: string | null): 'new' | 'again' | undefined {
  if (previousId === null) return undefined
  return finding.before === null ? 'new' : 'again'
}

/** How many are new, come again, and do not come back; undefined where there is none before. */
export function comparisonCounts({
  findings,
  gone,
  previousId,
}: Pick<Reflection, 'findings' | 'gone' | 'previousId'>): Record<Comparison, number> | undefined {
  if (previousId === null) return undefined
  const again = findings.filter(({ before }) => before !== null).length
  return { new: findings.length - again, again, gone: gone.length }
}

/** The question of a finding: what a gap asks, else its title. */
export function questionOf({ question, title }: Pick<Finding, 'question' | 'title'>): string {
  return question !== null && question.trim() !== '' ? question : title
}

/** A text short enough for a toast. */
export function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 70 ? `${line.slice(0, 67).trimEnd()}…` : line
}
