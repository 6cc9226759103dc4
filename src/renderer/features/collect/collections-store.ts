import { create } from 'zustand'
import type { Collection } from '../../../shared/contract/collect'
import { atMostEvery } from '../../base/at-most-every'
import { client } from '../../base/client'
import { onEvent } from '../../base/live-events'
import { errorWords } from '../../ui/error-words'
import { isUnderWay } from './run-words'

interface Collections {
  /** All collections by name; undefined until they are read. */
  collections: Collection[] | undefined
  problem: string | undefined
}

const empty: Collections = { collections: undefined, problem: undefined }

export const useCollections = create<Collections>(() => empty)

let asked = 0

/** Reads all collections. */
export async function loadCollections(): Promise<void> {
  const own = ++asked
  try {
    const { collections } = await client.call('list-collections', {})
    if (own === asked) useCollections.setState({ collections, problem: undefined })
  } catch (error) {
    if (own === asked) useCollections.setState({ problem: errorWords(error) })
  }
}

/** Items change by the hundred when proposals are accepted; the list is asked for at most this often. */
const PAUSE_MS = 300

/** Keeps the collections and their counts current once they were read. */
export function followCollections(): void {
  const again = atMostEvery(PAUSE_MS, () => {
    if (useCollections.getState().collections !== undefined) void loadCollections()
  })
  onEvent('collection-changed', again.ask)
  onEvent('collect-run-updated', again.ask)
  onEvent('item-changed', ({ change }) => {
    // A text that was edited changes no count.
    if (change !== 'updated' && change !== 'created') again.ask()
  })
  onEvent('vault-locked', () => {
    asked += 1
    again.stop()
    useCollections.setState(empty)
  })
}

/** What the place shows when nothing was chosen: a run under way, else the first that waits for review, else the first of all. */
export function firstChoice(collections: readonly Collection[]): { collectionId: string; runId: string | undefined } | undefined {
  const running = collections.find(({ lastRun }) => lastRun !== null && isUnderWay(lastRun.status))
  const chosen = running ?? collections.find(({ undecided }) => undecided > 0) ?? collections[0]
  return chosen && { collectionId: chosen.id, runId: running?.lastRun?.id }
}
