import { create } from 'zustand'
import { client } from '../../client'
import { onEvent } from '../../live-events'
import { errorWords } from '../../ui/error-words'
import { showToast } from '../../ui/toast'
import { startPlan } from './plan-store'

interface PlanDialogStore {
  /** The thought that is to be thought through; undefined while nothing is asked. */
  item: { id: string; title: string; private: boolean } | undefined
  goal: string
  webQuestion: string
  problem: string | undefined
  busy: boolean
}

const closed: PlanDialogStore = { item: undefined, goal: '', webQuestion: '', problem: undefined, busy: false }
export const usePlanDialog = create<PlanDialogStore>(() => closed)

onEvent('vault-locked', () => usePlanDialog.setState(closed, true))

/** Asks for goal and question; `like` fills in those of an earlier plan. */
export async function askForPlan(itemId: string, like?: { goal: string; webQuestion: string | null }): Promise<void> {
  try {
    const { id, title, private: isPrivate } = await client.call('get-item', { id: itemId })
    const webQuestion = isPrivate ? '' : (like?.webQuestion ?? '')
    usePlanDialog.setState({ ...closed, item: { id, title, private: isPrivate }, goal: like?.goal ?? '', webQuestion })
  } catch (error) {
    showToast(errorWords(error))
  }
}

export function closePlanDialog(): void {
  usePlanDialog.setState(closed)
}

/** Starts the plan. What goes to the web is what stands in the field, and nothing where it is empty. */
export async function startAskedPlan(): Promise<void> {
  const { item, goal, webQuestion, busy } = usePlanDialog.getState()
  if (item === undefined || busy) return
  usePlanDialog.setState({ busy: true, problem: undefined })
  const question = webQuestion.trim()
  const problem = await startPlan({
    itemId: item.id,
    ...(goal.trim() === '' ? {} : { goal: goal.trim() }),
    ...(question === '' ? {} : { webQuestion: question }),
  })
  // Locked meanwhile, or closed: there is nothing to say any more.
  if (usePlanDialog.getState().item?.id !== item.id) return
  if (problem === undefined) usePlanDialog.setState(closed)
  else usePlanDialog.setState({ busy: false, problem })
}
