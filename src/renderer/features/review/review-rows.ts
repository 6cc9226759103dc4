import type { ReviewCount, ReviewEntry, ReviewSection } from '../../../shared/contract/review'
import { formatNumber } from '../../ui/format-time'

export const reviewSections = ['stale', 'gates', 'contradictions', 'questions'] as const satisfies readonly ReviewSection[]

export const sectionNames: Record<ReviewSection, string> = {
  stale: 'Stale thoughts',
  gates: 'Open gates',
  contradictions: 'Contradictions',
  questions: 'Questions',
}

/** What stands in the list from top to bottom. `index` is the entry's place among all entries; `more` stands where a section is not read to its end. */
export type ReviewRow =
  | { kind: 'group'; section: ReviewSection }
  | { kind: 'entry'; entry: ReviewEntry; index: number; ruled: boolean }
  | { kind: 'more'; section: ReviewSection }

export interface ReadSection {
  entries: readonly ReviewEntry[]
  nextCursor: string | null
}

export type ReadSections = Record<ReviewSection, ReadSection>

/** All entries in the order of the list. */
export function allEntries(sections: ReadSections): ReviewEntry[] {
  return reviewSections.flatMap((section) => sections[section].entries)
}

export function reviewRows(sections: ReadSections): ReviewRow[] {
  const rows: ReviewRow[] = []
  let index = 0
  for (const section of reviewSections) {
    const { entries, nextCursor } = sections[section]
    if (entries.length === 0 && nextCursor === null) continue
    rows.push({ kind: 'group', section })
    entries.forEach((entry, place) => {
      rows.push({ kind: 'entry', entry, index, ruled: place > 0 })
      index += 1
    })
    if (nextCursor !== null) rows.push({ kind: 'more', section })
  }
  return rows
}

/** The entry to go to once the one at `index` is gone: the one that moves up into its place, else the one above. */
export function neighbourOf(entries: readonly ReviewEntry[], key: string): string | undefined {
  const at = entries.findIndex((entry) => entry.key === key)
  return at < 0 ? undefined : (entries[at + 1] ?? entries[at - 1])?.key
}

/** Puts an entry back where it was: before what followed it, else at the end of its section. */
export function withEntry(list: readonly ReviewEntry[], entry: ReviewEntry, at: number): ReviewEntry[] {
  if (list.some(({ key }) => key === entry.key)) return [...list]
  const place = Math.max(0, Math.min(at, list.length))
  return [...list.slice(0, place), entry, ...list.slice(place)]
}

/** "12", or "1,000+" where there are more than were counted. */
export function countWords({ count, more }: ReviewCount): string {
  return `${formatNumber(count)}${more ? '+' : ''}`
}

export type ReviewCounts = Record<ReviewSection, ReviewCount>

/** All sections together. */
export function sumOf(counts: ReviewCounts): ReviewCount {
  return reviewSections.reduce<ReviewCount>(
    (sum, section) => ({ count: sum.count + counts[section].count, more: sum.more || counts[section].more }),
    { count: 0, more: false },
  )
}

/** How far the day is: "3 of 12"; undefined before the first answer. */
export function progressWords(answered: number, left: ReviewCount): string | undefined {
  if (answered === 0) return undefined
  return `${formatNumber(answered)} of ${countWords({ count: answered + left.count, more: left.more })}`
}

/** The id of the thought that an entry is about in the first place; undefined for a question. */
export function itemOf(entry: ReviewEntry): string | undefined {
  switch (entry.section) {
    case 'stale':
    case 'gates':
      return entry.item.id
    case 'contradictions':
      return entry.sides[0]?.itemId
    case 'questions':
      return undefined
  }
}
