import { create } from 'zustand'
import type { CommandOutput } from '../../../shared/contract'
import { AppError } from '../../../shared/errors'
import { atMostEvery } from '../../base/at-most-every'
import { client } from '../../base/client'
import { onEvent } from '../../base/live-events'
import { useNavigation } from '../../base/navigation-store'
import { errorWords } from '../../ui/error-words'

interface OpenCollection {
  wanted: string | undefined
  /** The collection that is asked for, with its categories, tags and runs. */
  detail: CommandOutput<'get-collection'> | undefined
  problem: string | undefined
  /** It was deleted, or never was. */
  missing: boolean
}

const empty: OpenCollection = { wanted: undefined, detail: undefined, problem: undefined, missing: false }

export const useCollection = create<OpenCollection>(() => empty)

/** Reads a collection; what is shown of another one goes at once. */
export async function loadCollection(id: string): Promise<void> {
  const isOther = useCollection.getState().detail?.collection.id !== id
  useCollection.setState({ wanted: id, ...(isOther ? { detail: undefined, problem: undefined, missing: false } : {}) })
  try {
    const detail = await client.call('get-collection', { id })
    if (useCollection.getState().wanted === id) useCollection.setState({ detail, problem: undefined, missing: false })
  } catch (error) {
    if (useCollection.getState().wanted !== id) return
    const missing = error instanceof AppError && error.code === 'NOT_FOUND'
    useCollection.setState({ problem: errorWords(error), missing, ...(missing ? { detail: undefined } : {}) })
  }
}

const PAUSE_MS = 300

/** Keeps the open collection current. */
export function followCollection(): void {
  const again = atMostEvery(PAUSE_MS, () => {
    const { wanted } = useCollection.getState()
    if (wanted !== undefined) void loadCollection(wanted)
  })
  onEvent('collection-changed', ({ collectionId }) => {
    if (collectionId === useCollection.getState().wanted) again.ask()
  })
  onEvent('collect-run-updated', ({ collectionId }) => {
    if (collectionId === useCollection.getState().wanted) again.ask()
  })
  onEvent('item-changed', ({ change }) => {
    // Elsewhere it is read anew when the person comes back.
    if (change !== 'created' && useNavigation.getState().place === 'collections') again.ask()
  })
  onEvent('vault-locked', () => {
    again.stop()
    useCollection.setState(empty)
  })
}
