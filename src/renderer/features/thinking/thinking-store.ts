import { create } from 'zustand'
import type { CommandOutput } from '../../../shared/contract'
import type { ThesisSource, ThesisStage } from '../../../shared/entities'
import { client } from '../../base/client'
import { onEvent } from '../../base/live-events'
import { furtherText } from '../../base/stage-text'
import { errorWords } from '../../ui/error-words'
import { showToast } from '../../ui/toast'

export type ThesisView = CommandOutput<'get-thesis'>
export type ThinkingAct = 'start' | 'stop' | 'retry'

/** While a thesis is being made it has no sources yet. One list, so that nothing renders anew for another empty one. */
export const noSources: readonly ThesisSource[] = []

interface Thinking {
  /** The newest thesis by item; absent until it was read once. */
  theses: Record<string, ThesisView>
  /** Why a thesis could not be read, as a sentence. */
  problems: Record<string, string>
  /** What the person asked for and is not answered yet. */
  busy: Record<string, ThinkingAct>
  /** What a running stage says of itself, such as "312 tokens so far", by job. */
  notes: Record<string, string>
}

const empty: Thinking = { theses: {}, problems: {}, busy: {}, notes: {} }

export const useThinking = create<Thinking>(() => empty)

// Nothing of a thought stays in this window once the vault is locked.
onEvent('vault-locked', () => useThinking.setState(empty, true))

const reads = new Map<string, number>()

/** Reads the newest thesis of an item. An answer that was overtaken by a later one is dropped; text that streamed in meanwhile stays. */
export async function loadThesis(itemId: string): Promise<void> {
  const read = (reads.get(itemId) ?? 0) + 1
  reads.set(itemId, read)
  try {
    const thesis = await client.call('get-thesis', { itemId })
    if (reads.get(itemId) !== read) return
    useThinking.setState((state) => {
      const { [itemId]: _solved, ...problems } = state.problems
      return { theses: { ...state.theses, [itemId]: keepStreamed(state.theses[itemId], thesis) }, problems }
    })
  } catch (error) {
    if (reads.get(itemId) === read) useThinking.setState((state) => ({ problems: { ...state.problems, [itemId]: errorWords(error) } }))
  }
}

/** The stage ended without being finished. */
export function isBroken(stage: Pick<ThesisStage, 'status'>): boolean {
  return stage.status === 'cancelled' || stage.status === 'dead'
}

export function keepStreamed(before: ThesisView | undefined, read: ThesisView): ThesisView {
  if (!read.stages || before?.id !== read.id) return read
  return {
    ...read,
    stages: read.stages.map((stage, index) => {
      const grown = before?.stages?.[index]
      if (!grown) return stage
      if (stage.status === 'running' && grown.status === 'running') return { ...stage, text: furtherText(grown.text, stage.text) }
      // A stage that was stopped or failed keeps what this window saw of it.
      return isBroken(stage) && stage.text === '' ? { ...stage, text: grown.text } : stage
    }),
  }
}

async function act(itemId: string, name: ThinkingAct, work: () => Promise<unknown>): Promise<void> {
  if (useThinking.getState().busy[itemId]) return
  useThinking.setState((state) => ({ busy: { ...state.busy, [itemId]: name } }))
  try {
    await work()
    await loadThesis(itemId)
  } catch (error) {
    showToast(errorWords(error))
  } finally {
    useThinking.setState((state) => {
      const { [itemId]: _over, ...busy } = state.busy
      return { busy }
    })
  }
}

/** Starts Deep Think on an item, or joins the run that is under way. */
export function startDeepThink(itemId: string): Promise<void> {
  return act(itemId, 'start', () => client.call('deep-think', { itemId }))
}

function jobOf(itemId: string, statuses: readonly ThesisStage['status'][]): string | null {
  return (
    useThinking.getState().theses[itemId]?.stages?.find((stage) => stage.jobId !== null && statuses.includes(stage.status))?.jobId ?? null
  )
}

/** Stops the stage that runs or waits. Finished stages stay. */
export function stopThinking(itemId: string): Promise<void> {
  const id = jobOf(itemId, ['running', 'retrying', 'waiting'])
  return id === null ? Promise.resolve() : act(itemId, 'stop', () => client.call('cancel-job', { id }))
}

/** Goes on from the stage that failed or was stopped. */
export function retryThinking(itemId: string): Promise<void> {
  const id = jobOf(itemId, ['dead', 'cancelled'])
  return id === null ? startDeepThink(itemId) : act(itemId, 'retry', () => client.call('retry-job', { id }))
}

function showSettled(itemId: string, index: number, settled: boolean): void {
  useThinking.setState((state) => {
    const thesis = state.theses[itemId]
    if (!thesis) return state
    const others = (thesis.settled ?? []).filter((known) => known !== index)
    return { theses: { ...state.theses, [itemId]: { ...thesis, settled: settled ? [...others, index] : others } } }
  })
}

/** Marks a contradiction as settled or open again, shown at once and taken back when it could not be saved. */
export async function settleContradiction(itemId: string, index: number, settled: boolean): Promise<void> {
  showSettled(itemId, index, settled)
  try {
    await client.call('settle-contradiction', { itemId, index, settled })
    if (settled) showToast('Contradiction settled.', () => void settleContradiction(itemId, index, false))
  } catch (error) {
    showSettled(itemId, index, !settled)
    showToast(errorWords(error))
  }
}
