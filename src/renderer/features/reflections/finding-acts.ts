import type { Finding } from '../../../shared/contract/reflections'
import { attempt } from '../../base/attempt'
import { client } from '../../base/client'
import { showToast } from '../../ui/toast'
import { openResearch } from '../research/research-dialog-store'
import { loadReflection, setFindingState } from './reflection-store'
import { questionOf, shortened } from './reflection-words'

/** Marks a finding as settled or as of no use; Undo opens it again. */
export async function closeFinding(reflectionId: string, { id, kind }: Pick<Finding, 'id' | 'kind'>, how: 'settled' | 'dismissed') {
  const words =
    how === 'settled'
      ? 'Contradiction settled.'
      : kind === 'contradiction'
        ? 'Noted: it is no contradiction.'
        : kind === 'gap'
          ? 'Question dismissed.'
          : 'Finding dismissed.'
  if (!(await setFindingState(reflectionId, id, how))) return
  showToast(words, () => void setFindingState(reflectionId, id, 'open'))
}

/** Makes a thought of a gap or another finding; Undo puts it into the trash. */
export async function captureFinding(reflectionId: string, finding: Pick<Finding, 'id' | 'title' | 'question'>): Promise<void> {
  await attempt(async () => {
    const { itemId, already } = await client.call('capture-finding', { reflectionId, findingId: finding.id })
    await loadReflection(reflectionId)
    if (already) showToast('This is a thought of yours already.')
    else
      showToast(`Captured: “${shortened(questionOf(finding))}”`, () => {
        void attempt(() => client.call('delete-item', { id: itemId })).then(() => loadReflection(reflectionId))
      })
  })
}

/**
 * Opens the dialog that says what leaves, with the question in it; `begun` is called once it is being researched. Where the reflection read
 * thoughts that stay here the question may repeat them, so the field is empty then.
 */
export async function askTheWeb(reflectionId: string, question: string, begun: (jobId: string) => void): Promise<void> {
  await attempt(async () => {
    const { reflection } = await client.call('get-reflection', { id: reflectionId })
    openResearch(undefined, reflection === null || reflection.private ? '' : question, ({ jobId }) => begun(jobId))
  })
}

/** Has what a finding asks researched. Once that has begun the finding is settled; Undo stops it. */
export function researchFinding(reflectionId: string, finding: Pick<Finding, 'id' | 'title' | 'question'>): Promise<void> {
  return askTheWeb(reflectionId, questionOf(finding), (jobId) => {
    void setFindingState(reflectionId, finding.id, 'settled')
    showToast(researchWords, () => {
      void attempt(() => client.call('cancel-job', { id: jobId }))
      void setFindingState(reflectionId, finding.id, 'open')
    })
  })
}

export const researchWords = 'The question is being researched. Its report comes to your thoughts.'

/** The thoughts of a finding that can be linked: those neither erased nor in the trash. */
export const linkable = ({ items }: Pick<Finding, 'items'>) => items.filter(({ inTrash }) => !inTrash)

/** Links the thoughts of a connection by hand, the first with each other one; Undo removes what was added. */
export async function linkFinding({ items, title }: Pick<Finding, 'items' | 'title'>): Promise<void> {
  const [first, ...others] = linkable({ items })
  if (!first || others.length === 0) {
    showToast('Its thoughts are not all there any more, so there is nothing to link.')
    return
  }
  const made: string[] = []
  const reason = title.trim().slice(0, 500)
  await attempt(async () => {
    for (const { id } of others)
      made.push((await client.call('add-link', { fromId: first.id, toId: id, ...(reason === '' ? {} : { reason }) })).linkId)
  })
  if (made.length === 0) return
  showToast(made.length === 1 ? 'Link added.' : `${made.length} links added.`, () => {
    void attempt(async () => {
      for (const linkId of made) await client.call('remove-link', { linkId })
    })
  })
}
