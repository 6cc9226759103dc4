import type { Finding, FindingKind, Reflection } from '../../../shared/contract/reflections'
import { type Comparison, comparisonOf, findingKinds } from './reflection-words'

export interface ShownFinding {
  finding: Finding
  /** How it stands to the reflection before; undefined while that is not shown. */
  mark: Comparison | undefined
}

export interface FindingGroup {
  kind: FindingKind | 'gone'
  findings: ShownFinding[]
}

/** What the page shows, by kind: all findings and those that do not come back, or only those that a figure counts. */
export function shownFindings(
  reflection: Pick<Reflection, 'findings' | 'gone' | 'previousId'>,
  isCompared: boolean,
  only: Comparison | undefined,
): FindingGroup[] {
  const marked = reflection.findings.map(
    (finding): ShownFinding => ({ finding, mark: isCompared ? comparisonOf(finding, reflection.previousId) : undefined }),
  )
  const gone = isCompared ? reflection.gone.map((finding): ShownFinding => ({ finding, mark: 'gone' })) : []
  const isWanted = ({ mark }: ShownFinding) => only === undefined || mark === only
  const groups: FindingGroup[] = findingKinds.map((kind) => ({
    kind,
    findings: marked.filter((shown) => shown.finding.kind === kind && isWanted(shown)),
  }))
  return [...groups, { kind: 'gone' as const, findings: gone.filter(isWanted) }].filter(({ findings }) => findings.length > 0)
}
