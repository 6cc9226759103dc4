import { create } from 'zustand'
import { LONGEST_QUERY } from '../../../shared/contract/research'
import type { Item } from '../../../shared/entities'
import { client } from '../../client'
import { onEvent } from '../../live-events'
import { errorWords } from '../../ui/error-words'
import { useNavigation } from '../shell/navigation-store'
import { questionFrom } from './research-words'

interface ResearchDialogStore {
  isOpen: boolean
  /** The thought that the question is asked from; null for a question alone. */
  item: Pick<Item, 'id' | 'title' | 'private'> | null
  question: string
  problem: string | undefined
  busy: boolean
}

const closed: ResearchDialogStore = { isOpen: false, item: null, question: '', problem: undefined, busy: false }
export const useResearchDialog = create<ResearchDialogStore>(() => closed)

onEvent('vault-locked', () => useResearchDialog.setState(closed, true))

/** Asks for the question. Of a thought that stays here not even the title is put in: only what the person types leaves. */
export function openResearch(item?: Pick<Item, 'id' | 'title' | 'private'>, question?: string): void {
  const asked = question ?? (item && !item.private ? questionFrom(item.title, LONGEST_QUERY) : '')
  const of = item ? { id: item.id, title: item.title, private: item.private } : null
  useResearchDialog.setState({ ...closed, isOpen: true, item: of, question: asked })
}

export function closeResearch(): void {
  useResearchDialog.setState(closed)
}

/** The one step at which something leaves. A question of a thought shows on its page, one without a thought as its job. */
export async function startResearch(): Promise<void> {
  const { item, question, busy } = useResearchDialog.getState()
  if (busy || question.trim() === '') return
  useResearchDialog.setState({ busy: true, problem: undefined })
  try {
    const { jobId } = await client.call('start-research', { question: question.trim(), ...(item ? { itemId: item.id } : {}) })
    useResearchDialog.setState(closed)
    const { openItem, openJob } = useNavigation.getState()
    if (item) openItem(item.id)
    else openJob(jobId)
  } catch (error) {
    useResearchDialog.setState({ busy: false, problem: errorWords(error) })
  }
}
