import type { FindingKind } from '../../../shared/contract/reflections'
import { detectLanguage, stemsOf } from '../../core/text/terms'

/** What of a finding tells whether it is the same as another. */
export interface ComparedFinding {
  id: string
  kind: FindingKind
  title: string
  text: string
  question: string | null
  itemIds: readonly string[]
}

/** Findings about the same items are the same when they share these words; about no item in common only the same question is. */
const LEAST_LIKENESS = 0.5
/** Above every other likeness, so that it is taken first. */
const SAME_QUESTION = 2

/**
 * Which finding of an earlier reflection each of these is again, by id. Two are the same when they are of one kind and rest, weighed
 * together, on the same items and words; of several candidates the likest pair is taken first, and each finding is used once.
 */
export function matchFindings(found: readonly ComparedFinding[], earlier: readonly ComparedFinding[]): Map<string, string> {
  const [mine, theirs] = [found.map(withStems), earlier.map(withStems)]
  const pairs = mine.flatMap((one) =>
    theirs.flatMap((other) => {
      const likeness = one.finding.kind === other.finding.kind ? likenessOf(one, other) : 0
      return likeness >= LEAST_LIKENESS ? [{ id: one.finding.id, before: other.finding.id, likeness }] : []
    }),
  )
  const matches = new Map<string, string>()
  const taken = new Set<string>()
  for (const { id, before } of pairs.sort((a, b) => b.likeness - a.likeness || (a.id < b.id ? -1 : 1))) {
    if (matches.has(id) || taken.has(before)) continue
    matches.set(id, before)
    taken.add(before)
  }
  return matches
}

interface Compared {
  finding: ComparedFinding
  items: ReadonlySet<string>
  stems: ReadonlySet<string>
  /** What it asks, without marks and case; empty where it asks nothing. */
  question: string
  asks: ReadonlySet<string>
}

function withStems(finding: ComparedFinding): Compared {
  const words = `${finding.title}\n${finding.question ?? ''}\n${finding.text}`
  const [language, question] = [detectLanguage(words), finding.question ?? '']
  return {
    finding,
    items: new Set(finding.itemIds),
    stems: stemsOf(words, language),
    question: question
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
      .trim(),
    asks: stemsOf(question, language),
  }
}

/**
 * Of the smaller set the share that is in the other: a theme that grew by new items is still the same theme. A contradiction or a connection
 * is one between the same items, however it is put. The same question is the same wherever it was found: one that was captured is asked anew
 * by the thought that it became. Another question about the same items is another.
 */
function likenessOf(one: Compared, other: Compared): number {
  if (one.finding.kind === 'gap' && one.question !== '' && one.question === other.question) return SAME_QUESTION
  const items = overlapOf(one.items, other.items)
  if (items === 0) return 0
  if (one.finding.kind === 'contradiction' || one.finding.kind === 'connection')
    return one.items.size >= 2 && one.items.size === other.items.size && items === 1 ? 1 : 0
  if (one.finding.kind === 'gap' && one.asks.size > 0 && other.asks.size > 0 && overlapOf(one.asks, other.asks) < LEAST_LIKENESS) return 0
  return (items + overlapOf(one.stems, other.stems)) / 2
}

function overlapOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const least = Math.min(a.size, b.size)
  if (least === 0) return 0
  let shared = 0
  for (const one of a) if (b.has(one)) shared += 1
  return shared / least
}
