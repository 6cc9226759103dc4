import { create } from 'zustand'
import type { CommandOutput } from '../../../shared/contract'
import type { ReflectionRange } from '../../../shared/contract/reflections'
import { client } from '../../base/client'
import { onEvent } from '../../base/live-events'
import { useNavigation } from '../../base/navigation-store'
import { errorWords } from '../../ui/error-words'
import { showToast } from '../../ui/toast'
import { loadReflections } from './reflections-store'

interface ReflectDialog {
  isOpen: boolean
  since: ReflectionRange
  /** What it would read; undefined while that is not known. */
  preview: CommandOutput<'preview-reflection'> | undefined
  busy: boolean
  problem: string | undefined
}

const closed: ReflectDialog = { isOpen: false, since: 'last', preview: undefined, busy: false, problem: undefined }
export const useReflectDialog = create<ReflectDialog>(() => closed)

onEvent('vault-locked', () => useReflectDialog.setState(closed, true))

/** Asks of which time to reflect. */
export function openReflect(since: ReflectionRange = 'last'): void {
  useReflectDialog.setState({ ...closed, isOpen: true })
  chooseRange(since)
}

let asked = 0

/** Chooses the time, and looks what there is of it. */
export function chooseRange(since: ReflectionRange): void {
  asked += 1
  const turn = asked
  useReflectDialog.setState({ since, preview: undefined, problem: undefined })
  client.call('preview-reflection', { since }).then(
    (preview) => turn === asked && useReflectDialog.setState({ preview }),
    (error: unknown) => turn === asked && useReflectDialog.setState({ problem: errorWords(error) }),
  )
}

export function closeReflect(): void {
  asked += 1
  useReflectDialog.setState(closed)
}

/** Begins the reflection and shows it; one that is under way is shown instead. */
export async function startReflection(): Promise<void> {
  const { since, busy } = useReflectDialog.getState()
  if (busy) return
  useReflectDialog.setState({ busy: true, problem: undefined })
  try {
    const { reflectionId, already } = await client.call('start-reflection', { since })
    useReflectDialog.setState(closed)
    await loadReflections()
    useNavigation.getState().openReflection(reflectionId)
    if (already) showToast('A reflection is under way already. This is it.')
  } catch (error) {
    useReflectDialog.setState({ busy: false, problem: errorWords(error) })
  }
}
