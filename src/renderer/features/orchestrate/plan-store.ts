import { create } from 'zustand'
import type { CommandInput } from '../../../shared/contract'
import { type Orchestration, type OrchestrationSummary, planToolNames } from '../../../shared/contract/orchestrate'
import { client } from '../../base/client'
import { onEvent } from '../../base/live-events'
import { useNavigation } from '../../base/navigation-store'
import { errorWords } from '../../ui/error-words'
import { showToast } from '../../ui/toast'
import { toolNames } from './plan-words'

export type PlanAct = 'stop' | 'retry' | 'keep'

interface Plans {
  /** Plans that were read, by id. */
  plans: Record<string, Orchestration>
  /** The newest plan of an item; null where there is none, absent until it was read. */
  newest: Record<string, string | null>
  /** All plans of an item, newest first. */
  lists: Record<string, OrchestrationSummary[]>
  /** Why the plans of an item could not be read. */
  problems: Record<string, string>
  /** What the running steps of a plan say of themselves, by job and tool (see `noteKey`). */
  notes: Record<string, string>
  /** What the person asked for and is not answered yet, by plan. */
  busy: Record<string, PlanAct>
  /** The plan on the page in place of its thought. */
  open: { itemId: string; id: string } | undefined
}

const empty: Plans = { plans: {}, newest: {}, lists: {}, problems: {}, notes: {}, busy: {}, open: undefined }

export const usePlans = create<Plans>(() => empty)

/** Whose words a note is: it begins with the name of its step, except for what Research says of itself. */
export function noteKey(jobId: string, note: string): string {
  return `${jobId} ${planToolNames.find((tool) => note.startsWith(toolNames[tool])) ?? 'research'}`
}

const reads = new Map<string, number>()

/** Reads a plan, or the newest of an item with the list of all; an answer that was overtaken is dropped. */
export async function loadPlans(itemId: string, id?: string): Promise<void> {
  const key = `${itemId} ${id ?? ''}`
  const read = (reads.get(key) ?? 0) + 1
  reads.set(key, read)
  try {
    const [{ orchestration }, { orchestrations }] = await Promise.all([
      client.call('get-orchestration', id === undefined ? { itemId } : { id }),
      client.call('list-orchestrations', { itemId }),
    ])
    if (reads.get(key) !== read) return
    usePlans.setState((state) => {
      const { [itemId]: _solved, ...problems } = state.problems
      return {
        plans: orchestration ? { ...state.plans, [orchestration.id]: orchestration } : state.plans,
        newest: { ...state.newest, [itemId]: orchestrations[0]?.id ?? null },
        lists: { ...state.lists, [itemId]: orchestrations },
        problems,
      }
    })
  } catch (error) {
    if (reads.get(key) === read) usePlans.setState((state) => ({ problems: { ...state.problems, [itemId]: errorWords(error) } }))
  }
}

/** Shows a plan on the page. From places whose page is no thought that means beside all thoughts. */
export function openPlan(itemId: string, id: string): void {
  const { place, openPlace, openItem } = useNavigation.getState()
  if (place === 'theses' || place === 'briefings' || place === 'graph') openPlace('all')
  openItem(itemId)
  usePlans.setState({ open: { itemId, id } })
}

/** Goes back to the thought, with the focus on what led here. */
export function closePlan(): void {
  usePlans.setState({ open: undefined })
  setTimeout(() => document.querySelector<HTMLElement>('[data-open-plan]')?.focus())
}

/** Starts a plan and shows it; what went wrong, as a sentence, else undefined. */
export async function startPlan(input: CommandInput<'orchestrate-item'>): Promise<string | undefined> {
  try {
    const { orchestrationId } = await client.call('orchestrate-item', input)
    await loadPlans(input.itemId, orchestrationId)
    openPlan(input.itemId, orchestrationId)
    return undefined
  } catch (error) {
    return errorWords(error)
  }
}

async function act(plan: Pick<Orchestration, 'id' | 'itemId'>, name: PlanAct, work: () => Promise<unknown>): Promise<void> {
  if (usePlans.getState().busy[plan.id]) return
  usePlans.setState((state) => ({ busy: { ...state.busy, [plan.id]: name } }))
  try {
    await work()
    await loadPlans(plan.itemId, plan.id)
  } catch (error) {
    showToast(errorWords(error))
  } finally {
    usePlans.setState((state) => {
      const { [plan.id]: _over, ...busy } = state.busy
      return { busy }
    })
  }
}

export function stopPlan(plan: Orchestration): Promise<void> {
  const id = plan.jobId
  return id === null ? Promise.resolve() : act(plan, 'stop', () => client.call('cancel-job', { id }))
}

/** Goes on from the finished steps. */
export function retryPlan(plan: Orchestration): Promise<void> {
  const id = plan.jobId
  return id === null ? Promise.resolve() : act(plan, 'retry', () => client.call('retry-job', { id }))
}

/** Keeps the answer as a thought, or opens the one it was kept as. */
export async function keepAnswer(plan: Orchestration): Promise<void> {
  const { openItem } = useNavigation.getState()
  if (plan.keptItemId !== null) {
    openItem(plan.keptItemId)
    return
  }
  await act(plan, 'keep', async () => {
    const { itemId } = await client.call('keep-orchestration', { id: plan.id })
    showToast('The answer was kept as a thought, linked with this one.', () => {
      void client.call('delete-item', { id: itemId }).then(
        () => loadPlans(plan.itemId, plan.id),
        (error: unknown) => showToast(errorWords(error)),
      )
    })
  })
}

export function followPlans(): void {
  // Nothing of a thought stays in this window once the vault is locked.
  onEvent('vault-locked', () => {
    reads.clear()
    usePlans.setState(empty, true)
  })
  // Another thought, another place: the plan's page goes with its thought.
  useNavigation.subscribe((now, before) => {
    const { open } = usePlans.getState()
    if (open && (now.itemId !== open.itemId || now.place !== before.place)) usePlans.setState({ open: undefined })
  })
}
