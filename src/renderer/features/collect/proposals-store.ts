import { create } from 'zustand'
import type { CommandInput } from '../../../shared/contract'
import type { Proposal } from '../../../shared/contract/collect'
import { atMostEvery } from '../../base/at-most-every'
import { client } from '../../base/client'
import { onEvent } from '../../base/live-events'
import { errorWords } from '../../ui/error-words'
import { hideToast, showToast } from '../../ui/toast'

export type Decision = CommandInput<'decide-proposals'>['decision']

interface Proposals {
  runId: string | undefined
  /** What the run proposes; undefined until it is read. */
  proposals: Proposal[] | undefined
  problem: string | undefined
  /** All that is undecided is being decided. */
  busy: Decision | undefined
  /** What was decided in this window, each to be taken back as one; the newest last. */
  decided: string[][]
  /** The row the keys go to: after a decision is taken back, the one that came back. */
  focus: string | undefined
  /** Sentences on what was not done as asked. */
  notes: string[]
}

const empty: Proposals = {
  runId: undefined,
  proposals: undefined,
  problem: undefined,
  busy: undefined,
  decided: [],
  focus: undefined,
  notes: [],
}

export const useProposals = create<Proposals>(() => empty)

let asked = 0
/** Decisions are told one after the other, so that taking one back never overtakes it. */
let turn: Promise<unknown> = Promise.resolve()
let underWay = 0
/** The vault did not take a decision as it is shown. */
let stale = false

/** Reads what a run proposes. */
export async function loadProposals(runId: string): Promise<void> {
  const own = ++asked
  if (useProposals.getState().runId !== runId) useProposals.setState({ ...empty, runId })
  try {
    const { proposals } = await client.call('list-proposals', { runId })
    // What is being decided stands in the window already; an answer from before would bring it back for a moment.
    if (own === asked && underWay === 0) useProposals.setState({ proposals, problem: undefined })
  } catch (error) {
    if (own === asked) useProposals.setState({ problem: errorWords(error) })
  }
}

function mark(slugs: ReadonlySet<string>, decision: Proposal['decision']): void {
  useProposals.setState(({ proposals }) => ({
    proposals: proposals?.map((each) => (slugs.has(each.slug) ? { ...each, decision } : each)),
  }))
}

const decisionOf = { accept: 'accepted', discard: 'discarded', reopen: null } as const
/** What the contract takes in one call. */
const MOST_SLUGS = 1000

async function tell(decision: Decision, slugs: readonly string[], all: boolean): Promise<void> {
  const { runId } = useProposals.getState()
  if (runId === undefined) return
  const decided: string[] = []
  const notes: string[] = []
  try {
    for (let from = 0; from < slugs.length; from += MOST_SLUGS) {
      const some = slugs.slice(from, from + MOST_SLUGS)
      const answer = await client.call('decide-proposals', all ? { runId, decision } : { runId, decision, slugs: some })
      decided.push(...answer.decided)
      notes.push(...answer.notes)
      if (all) break
    }
    if (useProposals.getState().runId !== runId) return
    useProposals.setState({ notes })
    if (decision !== 'reopen') keepForUndo(decision, decided, notes)
  } catch (error) {
    if (useProposals.getState().runId === runId) {
      if (decided.length > 0 && decision !== 'reopen') useProposals.setState((state) => ({ decided: [...state.decided, decided] }))
      showToast(errorWords(error))
    }
  }
  // A decision that was not taken, in whole or in part, shows as the vault has it.
  if (decided.length !== slugs.length) stale = true
}

function keepForUndo(decision: 'accept' | 'discard', decided: string[], notes: readonly string[]): void {
  if (decided.length === 0) {
    showToast(notes[0] ?? 'Nothing was decided: it was decided already.')
    return
  }
  useProposals.setState((state) => ({ decided: [...state.decided, decided] }))
  const name = useProposals.getState().proposals?.find(({ slug }) => slug === decided[0])?.item.name
  const what = decided.length === 1 && name !== undefined ? `“${name}”` : `${decided.length.toLocaleString('en-GB')} proposals`
  showToast(notes[0] ?? `${what} ${decision === 'accept' ? 'accepted' : 'discarded'}.`, () => void undoDecision())
}

function queue(work: () => Promise<void>): Promise<void> {
  underWay += 1
  const next = turn.then(work).finally(() => {
    underWay -= 1
    const { runId } = useProposals.getState()
    if (underWay > 0 || !stale || runId === undefined) return
    stale = false
    void loadProposals(runId)
  })
  turn = next
  return next
}

/** Accepts or discards proposals; the rows go at once, and come back when the vault refuses. */
export function decide(decision: 'accept' | 'discard', slugs: readonly string[]): Promise<void> {
  mark(new Set(slugs), decisionOf[decision])
  return queue(() => tell(decision, slugs, false))
}

/** Decides all that is undecided at once. */
export function decideAll(decision: 'accept' | 'discard'): Promise<void> {
  const slugs = undecidedOf(useProposals.getState().proposals ?? []).map(({ slug }) => slug)
  if (slugs.length === 0 || useProposals.getState().busy) return Promise.resolve()
  useProposals.setState({ busy: decision })
  return queue(async () => {
    await tell(decision, slugs, true)
    useProposals.setState({ busy: undefined })
    stale = true
  })
}

/** Takes one decision back, or the newest one that this window made. False when there is none. */
export function undoDecision(slug?: string): boolean {
  const { decided } = useProposals.getState()
  const slugs = slug === undefined ? decided.at(-1) : [slug]
  if (!slugs) return false
  hideToast()
  useProposals.setState({
    decided:
      slug === undefined
        ? decided.slice(0, -1)
        : decided.map((batch) => batch.filter((each) => each !== slug)).filter((batch) => batch.length > 0),
    focus: slugs[0],
  })
  mark(new Set(slugs), null)
  void queue(() => tell('reopen', slugs, false))
  return true
}

export function undecidedOf(proposals: readonly Proposal[]): Proposal[] {
  return proposals.filter(({ decision }) => decision === null)
}

const PAUSE_MS = 400

/** Keeps the proposals of the open run current. */
export function followProposals(): void {
  const again = atMostEvery(PAUSE_MS, () => {
    const { runId } = useProposals.getState()
    if (runId !== undefined && underWay === 0) void loadProposals(runId)
  })
  onEvent('collect-run-updated', ({ runId }) => {
    if (runId === useProposals.getState().runId) again.ask()
  })
  onEvent('collection-changed', again.ask)
  onEvent('vault-locked', () => {
    asked += 1
    again.stop()
    useProposals.setState(empty)
  })
}
