import { create } from 'zustand'
import { LONGEST_GOAL, LONGEST_WEB_QUESTION } from '../../../shared/contract/orchestrate'
import { client } from '../../base/client'
import { onEvent } from '../../base/live-events'
import { errorWords } from '../../ui/error-words'
import { showToast } from '../../ui/toast'
import { tooLong } from '../../ui/too-long'
import { startPlan } from './plan-store'

interface PlanDraft {
  goal: string
  webQuestion: string
}

interface PlanDialogStore extends PlanDraft {
  /** The thought that is to be thought through; undefined while nothing is asked. */
  item: { id: string; title: string; private: boolean } | undefined
  /** Where a draft of these two is kept. */
  draftKey: string
  problem: string | undefined
  busy: boolean
}

const closed: PlanDialogStore = { item: undefined, goal: '', webQuestion: '', draftKey: '', problem: undefined, busy: false }
export const usePlanDialog = create<PlanDialogStore>(() => closed)

/** What was put away without starting; it stays until the vault is locked. */
const kept = new Map<string, PlanDraft>()

onEvent('vault-locked', () => {
  kept.clear()
  usePlanDialog.setState(closed, true)
})

/** Asks for goal and question; `like` fills in those of an earlier plan. What was typed at this place before is still there. */
export async function askForPlan(itemId: string, like?: { goal: string; webQuestion: string | null }): Promise<void> {
  try {
    const { id, title, private: isPrivate } = await client.call('get-item', { id: itemId })
    const draftKey = JSON.stringify([id, isPrivate, like?.goal ?? null, like?.webQuestion ?? null])
    const draft = kept.get(draftKey) ?? { goal: like?.goal ?? '', webQuestion: isPrivate ? '' : (like?.webQuestion ?? '') }
    usePlanDialog.setState({ ...closed, item: { id, title, private: isPrivate }, ...draft, draftKey })
  } catch (error) {
    showToast(errorWords(error))
  }
}

export function closePlanDialog(): void {
  const { item, draftKey, goal, webQuestion } = usePlanDialog.getState()
  if (item !== undefined) kept.set(draftKey, { goal, webQuestion })
  usePlanDialog.setState(closed)
}

/** Starts the plan. What goes to the web is what stands in the field, and nothing where it is empty or, without `withWeb`, not shown. */
export async function startAskedPlan(withWeb: boolean): Promise<void> {
  const { item, goal, webQuestion, draftKey, busy } = usePlanDialog.getState()
  const question = withWeb ? webQuestion.trim() : ''
  if (item === undefined || busy || tooLong(goal, LONGEST_GOAL) !== undefined || tooLong(question, LONGEST_WEB_QUESTION) !== undefined)
    return
  usePlanDialog.setState({ busy: true, problem: undefined })
  const problem = await startPlan({
    itemId: item.id,
    ...(goal.trim() === '' ? {} : { goal: goal.trim() }),
    ...(question === '' ? {} : { webQuestion: question }),
  })
  if (problem === undefined) kept.delete(draftKey)
  // Locked meanwhile, or closed: there is nothing to say any more.
  if (usePlanDialog.getState().item?.id !== item.id) return
  if (problem === undefined) usePlanDialog.setState(closed)
  else usePlanDialog.setState({ busy: false, problem })
}
