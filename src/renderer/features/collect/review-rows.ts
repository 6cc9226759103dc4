import type { Proposal, ProposalKind } from '../../../shared/contract/collect'

/** What stands in the review from top to bottom. `place` is the row's place among those the keys go to. */
export type ReviewRow =
  | { type: 'group'; key: string; kind: ProposalKind; count: number }
  | { type: 'proposal'; key: string; proposal: Proposal; place: number }
  | { type: 'decided'; key: string; accepted: number; discarded: number }

const kinds: readonly ProposalKind[] = ['new', 'changed', 'removal']

export const groupNames: Record<ProposalKind, string> = { new: 'New', changed: 'Changed', removal: 'To be removed' }

/** Undecided proposals by kind, in the order the run gave them, then, with `isUnfolded`, the decided ones. */
export function reviewRows(proposals: readonly Proposal[], isUnfolded: boolean): { rows: ReviewRow[]; order: string[] } {
  const rows: ReviewRow[] = []
  const order: string[] = []
  const add = (proposal: Proposal) => {
    rows.push({ type: 'proposal', key: `p ${proposal.slug}`, proposal, place: order.length })
    order.push(proposal.slug)
  }
  for (const kind of kinds) {
    const own = proposals.filter((each) => each.kind === kind && each.decision === null)
    if (own.length === 0) continue
    rows.push({ type: 'group', key: `g ${kind}`, kind, count: own.length })
    own.forEach(add)
  }
  const decided = proposals.filter(({ decision }) => decision !== null)
  if (decided.length > 0 && isUnfolded) {
    const accepted = decided.filter(({ decision }) => decision === 'accepted').length
    rows.push({ type: 'decided', key: 'decided', accepted, discarded: decided.length - accepted })
    decided.forEach(add)
  }
  return { rows, order }
}

/** "12 accepted, 3 discarded". */
export function decidedWords(accepted: number, discarded: number): string {
  return [accepted > 0 && `${accepted.toLocaleString('en-GB')} accepted`, discarded > 0 && `${discarded.toLocaleString('en-GB')} discarded`]
    .filter((part) => part !== false)
    .join(', ')
}
