import type { ContradictionEntry, QuestionEntry, ReviewEntry, StaleEntry } from '../../../../src/shared/contract/review'

export const stale = (id: string): StaleEntry => ({
  key: `stale:${id}`,
  section: 'stale',
  item: { id, kind: 'thought', title: `Thought ${id}`, private: false },
  excerpt: '',
  confidence: 0.2,
  validation: { score: 0.8, at: 0, by: 'captured' },
  createdAt: 0,
  updatedAt: 0,
})

const side = (itemId: string) => ({ itemId, title: itemId, inTrash: false, quote: `Words of ${itemId}.` })

export const contradiction = (from: ContradictionEntry['from']): ContradictionEntry => ({
  key: `clash:${from.kind}`,
  section: 'contradictions',
  from,
  title: '',
  text: 'They disagree.',
  sides: [side('one'), side('two')],
  at: 0,
})

export const question: QuestionEntry = {
  key: 'question:f',
  section: 'questions',
  reflectionId: 'r',
  findingId: 'f',
  report: null,
  kind: 'gap',
  title: 'Who pays',
  text: '',
  question: 'Who pays for it?',
  items: [],
  at: 0,
}

/** A vault's side of the review: what it lists, and what it was told. */
export function listed(
  entries: readonly ReviewEntry[],
  { section, cursor, limit = 20 }: { section: string; cursor?: string; limit?: number },
) {
  const own = entries.filter((entry) => entry.section === section)
  const from = Number(cursor ?? 0)
  const page = own.slice(from, from + limit)
  const next = from + limit
  return { entries: page, total: { count: own.length, more: false }, nextCursor: next < own.length ? String(next) : null }
}
