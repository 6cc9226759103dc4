import { create } from 'zustand'
import type { Finding, FindingState, Reflection } from '../../../shared/contract/reflections'
import { client } from '../../base/client'
import { onEvent } from '../../base/live-events'
import { fillText, growText, type LiveText, noText } from '../../base/live-text'
import { errorWords } from '../../ui/error-words'
import { showToast } from '../../ui/toast'

interface ReflectionStore {
  /** Reflections by id; null when there is none of this id, absent until it was read. */
  reflections: Record<string, Reflection | null>
  problems: Record<string, string>
  /** What a running one has written, by its job. */
  texts: Record<string, LiveText>
  /** What it says that it does now, by its job. */
  notes: Record<string, string>
  busy: Record<string, 'stop' | 'retry'>
}

const empty: ReflectionStore = { reflections: {}, problems: {}, texts: {}, notes: {}, busy: {} }
export const useReflectionStore = create<ReflectionStore>(() => empty)

// Nothing of a thought stays in this window once the vault is locked.
onEvent('vault-locked', () => useReflectionStore.setState(empty, true))

const reads = new Map<string, number>()

/** Reads a reflection anew. An answer that was overtaken by a later one is dropped; text that streamed in meanwhile stays. */
export async function loadReflection(id: string): Promise<void> {
  const read = (reads.get(id) ?? 0) + 1
  reads.set(id, read)
  try {
    const { reflection } = await client.call('get-reflection', { id })
    if (reads.get(id) !== read) return
    useReflectionStore.setState(({ reflections, texts, problems }) => {
      const { [id]: _solved, ...left } = problems
      const jobId = reflection?.jobId
      const isWritten = jobId != null && reflection?.state === 'writing'
      return {
        reflections: { ...reflections, [id]: reflection },
        problems: left,
        texts: isWritten ? { ...texts, [jobId]: fillText(texts[jobId] ?? noText, reflection?.text ?? '') } : texts,
      }
    })
  } catch (error) {
    if (reads.get(id) === read) useReflectionStore.setState(({ problems }) => ({ problems: { ...problems, [id]: errorWords(error) } }))
  }
}

/** Takes in what running jobs wrote since the last time. */
export function takeProgress(parts: readonly { jobId: string; offset: number; text: string; note: string }[]): void {
  useReflectionStore.setState(({ texts, notes }) => {
    const [nextTexts, nextNotes] = [{ ...texts }, { ...notes }]
    for (const { jobId, offset, text, note } of parts) {
      if (text !== '') nextTexts[jobId] = growText(nextTexts[jobId] ?? noText, offset, text)
      if (note !== '') nextNotes[jobId] = note
    }
    return { texts: nextTexts, notes: nextNotes }
  })
}

/** Shows a finding changed before the vault has answered. */
export function changeFinding(reflectionId: string, findingId: string, part: Partial<Pick<Finding, 'state' | 'captured'>>): void {
  useReflectionStore.setState((state) => {
    const reflection = state.reflections[reflectionId]
    if (!reflection) return state
    const findings = reflection.findings.map((finding) => (finding.id === findingId ? { ...finding, ...part } : finding))
    return { reflections: { ...state.reflections, [reflectionId]: { ...reflection, findings } } }
  })
}

/** Puts a finding into a state; a failure is shown and taken back. True when the vault took it. */
export async function setFindingState(reflectionId: string, findingId: string, state: FindingState): Promise<boolean> {
  const before = useReflectionStore.getState().reflections[reflectionId]?.findings.find(({ id }) => id === findingId)?.state
  changeFinding(reflectionId, findingId, { state })
  try {
    await client.call('settle-finding', { reflectionId, findingId, state })
    return true
  } catch (error) {
    if (before !== undefined) changeFinding(reflectionId, findingId, { state: before })
    showToast(errorWords(error))
    return false
  }
}

async function act(reflection: Pick<Reflection, 'id' | 'jobId'>, name: 'stop' | 'retry', work: (jobId: string) => Promise<unknown>) {
  const { id, jobId } = reflection
  if (jobId === null || useReflectionStore.getState().busy[id]) return
  useReflectionStore.setState(({ busy }) => ({ busy: { ...busy, [id]: name } }))
  try {
    await work(jobId)
    await loadReflection(id)
  } catch (error) {
    showToast(errorWords(error))
  } finally {
    useReflectionStore.setState(({ busy }) => {
      const { [id]: _over, ...left } = busy
      return { busy: left }
    })
  }
}

export const stopReflection = (of: Pick<Reflection, 'id' | 'jobId'>) => act(of, 'stop', (id) => client.call('cancel-job', { id }))

/** Runs it again; what was written before gives way. */
export const retryReflection = (of: Pick<Reflection, 'id' | 'jobId'>) =>
  act(of, 'retry', async (id) => {
    await client.call('retry-job', { id })
    useReflectionStore.setState(({ texts }) => ({ texts: { ...texts, [id]: noText } }))
  })
