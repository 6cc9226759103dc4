import { create } from 'zustand'
import { LONGEST_QUERY, LONGEST_QUESTION } from '../../../shared/contract/research'
import type { Item } from '../../../shared/entities'
import { client } from '../../base/client'
import { onEvent } from '../../base/live-events'
import { useNavigation } from '../../base/navigation-store'
import { errorWords } from '../../ui/error-words'
import { tooLong } from '../../ui/too-long'
import { questionFrom } from './research-words'

/** Told once a research has begun, in place of showing it. */
export type ResearchBegun = (begun: { jobId: string; researchId: string }) => void

interface ResearchDialogStore {
  isOpen: boolean
  /** The thought that the question is asked from; null for a question alone. */
  item: Pick<Item, 'id' | 'title' | 'private'> | null
  question: string
  /** What stood in the field when the dialog was opened without a draft. */
  offered: string
  /** Where a draft of this question is kept. */
  draftKey: string
  begun: ResearchBegun | undefined
  problem: string | undefined
  busy: boolean
}

const closed: ResearchDialogStore = {
  isOpen: false,
  item: null,
  question: '',
  offered: '',
  draftKey: '',
  begun: undefined,
  problem: undefined,
  busy: false,
}
export const useResearchDialog = create<ResearchDialogStore>(() => closed)

/** Questions that were put away without starting; they stay until the vault is locked. */
const kept = new Map<string, string>()

onEvent('vault-locked', () => {
  kept.clear()
  useResearchDialog.setState(closed, true)
})

/**
 * Asks for the question; what was typed at this place before is still there. Of a thought that stays here not even the title is put in: only
 * what the person types leaves. So a draft from before the thought was set to stay here, which may have the title in it, is not shown.
 * With `begun` the window stays where it is.
 */
export function openResearch(item?: Pick<Item, 'id' | 'title' | 'private'>, question?: string, begun?: ResearchBegun): void {
  const asked = question ?? (item && !item.private ? questionFrom(item.title, LONGEST_QUERY) : '')
  const of = item ? { id: item.id, title: item.title, private: item.private } : null
  const draftKey = JSON.stringify([item?.id ?? null, item?.private ?? false, question ?? null])
  useResearchDialog.setState({ ...closed, isOpen: true, item: of, question: kept.get(draftKey) ?? asked, offered: asked, draftKey, begun })
}

export function closeResearch(): void {
  const { isOpen, draftKey, question, offered } = useResearchDialog.getState()
  if (isOpen && question !== offered) kept.set(draftKey, question)
  else if (isOpen) kept.delete(draftKey)
  useResearchDialog.setState(closed)
}

/** The one step at which something leaves. A question of a thought shows on its page, one without a thought as its job. */
export async function startResearch(): Promise<void> {
  const { item, question, draftKey, busy, begun } = useResearchDialog.getState()
  if (busy || tooLong(question, LONGEST_QUESTION) !== undefined) return
  if (question.trim() === '') {
    useResearchDialog.setState({ problem: 'Write a question first.' })
    return
  }
  useResearchDialog.setState({ busy: true, problem: undefined })
  try {
    const { jobId, researchId } = await client.call('start-research', { question: question.trim(), ...(item ? { itemId: item.id } : {}) })
    kept.delete(draftKey)
    useResearchDialog.setState(closed)
    const { openItem, openJob } = useNavigation.getState()
    if (begun) begun({ jobId, researchId })
    else if (item) openItem(item.id)
    else openJob(jobId)
  } catch (error) {
    useResearchDialog.setState({ busy: false, problem: errorWords(error) })
  }
}
