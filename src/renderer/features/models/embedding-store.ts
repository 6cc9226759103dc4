import { create } from 'zustand'
import type { RoleModel } from '../../../shared/contract/endpoints'
import { atMostEvery } from '../../base/at-most-every'
import { client } from '../../base/client'
import { onEvent } from '../../base/live-events'
import { useSettings } from '../../base/settings-store'
import { currentTime } from '../../ui/clock'
import { errorWords } from '../../ui/error-words'
import { showToast } from '../../ui/toast'
import type { EmbeddingState, Sample } from './embedding-words'

/** Many embeddings are made in a second; the figures follow at this pace. */
const PACE_MS = 1000

interface Embedding {
  state: EmbeddingState | undefined
  problem: string | undefined
  /** Where the count of embedded thoughts stood when it began to grow, and where it stands: the pace is between them. */
  first: Sample | undefined
  last: Sample | undefined
}

const empty: Embedding = { state: undefined, problem: undefined, first: undefined, last: undefined }
export const useEmbedding = create<Embedding>(() => empty)

let asked = 0

/** Asks how far the embeddings are. A locked vault has none to tell of. */
export async function loadEmbedding(): Promise<void> {
  asked += 1
  const turn = asked
  try {
    const state = await client.call('get-embedding-state', {})
    if (turn !== asked) return
    useEmbedding.setState((before) => {
      const last = { at: currentTime(), done: state.embedded }
      const grows = before.last !== undefined && state.embedded < state.total && last.done >= before.last.done
      return {
        state,
        problem: undefined,
        first: grows ? before.first : last,
        last,
      }
    })
  } catch (error) {
    if (turn === asked) useEmbedding.setState({ problem: errorWords(error) })
  }
}

/** Follows the embeddings, once for the window. */
export function followEmbedding(): void {
  const paced = atMostEvery(PACE_MS, loadEmbedding)
  onEvent('embedding-migration-progress', ({ done, total }) => {
    const { state } = useEmbedding.getState()
    if (state?.change) useEmbedding.setState({ state: { ...state, change: { ...state.change, done, total } } })
    paced.ask()
  })
  for (const type of ['embedding-set', 'settings-changed', 'item-changed'] as const) onEvent(type, () => paced.ask())
  onEvent('vault-locked', () => {
    asked += 1
    useEmbedding.setState(empty, true)
  })
}

async function act(run: () => Promise<unknown>, words: string): Promise<boolean> {
  try {
    await run()
  } catch (error) {
    showToast(errorWords(error))
    return false
  } finally {
    await Promise.all([loadEmbedding(), useSettings.getState().load()])
  }
  showToast(words)
  return true
}

/** Begins to make the vectors of another model. Rejects with the app's own error, for the dialog to show. */
export async function startEmbeddingChange(embedder: RoleModel | null): Promise<void> {
  await client.call('start-embedding-change', { embedder })
  await Promise.all([loadEmbedding(), useSettings.getState().load()])
  const { state } = useEmbedding.getState()
  if (state?.change === null) showToast(`Changed to ${state.model}.`)
}

export function cancelEmbeddingChange(model: string): Promise<boolean> {
  return act(() => client.call('cancel-embedding-change', {}), `The change was cancelled. Still in force: ${model}.`)
}

export function undoEmbeddingChange(model: string): Promise<boolean> {
  return act(() => client.call('undo-embedding-change', {}), `Changed back to ${model}.`)
}
