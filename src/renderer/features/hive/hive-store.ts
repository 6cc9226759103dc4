import { create } from 'zustand'
import type { CommandOutput } from '../../../shared/contract'
import type { HiveEntrySummary, HiveShare } from '../../../shared/contract/hive'
import { atMostEvery } from '../../base/at-most-every'
import { client } from '../../base/client'
import { onEvent } from '../../base/live-events'
import { errorWords } from '../../ui/error-words'

export type HiveState = CommandOutput<'get-hive'>
export type HiveTab = 'inbox' | 'peers' | 'shared'

interface Hive {
  /** Undefined until it is read. */
  hive: HiveState | undefined
  entries: readonly HiveEntrySummary[]
  decided: readonly HiveEntrySummary[]
  shares: readonly HiveShare[]
  problem: string | undefined
  tab: HiveTab
  entryId: string | undefined
  /** A peer, or `me` for one's own card. */
  peerId: string | undefined
  shareId: string | undefined
  showDecided: boolean
  adding: boolean
}

const empty: Hive = {
  hive: undefined,
  entries: [],
  decided: [],
  shares: [],
  problem: undefined,
  tab: 'inbox',
  entryId: undefined,
  peerId: undefined,
  shareId: undefined,
  showDecided: false,
  adding: false,
}
export const useHive = create<Hive>(() => empty)

/** Rows of one list; whoever has more than this finds the newest. */
const MOST_ROWS = 200
let asked = 0
/** Whether the place was opened, so that the lists are read too. */
let lists = false

/** Reads peers and counts, and the lists once the place was opened. */
export async function loadHive(withLists = false): Promise<void> {
  lists ||= withLists
  asked += 1
  const turn = asked
  try {
    const hive = await client.call('get-hive', {})
    const read = lists
      ? await Promise.all([
          client.call('list-hive-inbox', { limit: MOST_ROWS }),
          client.call('list-hive-inbox', { decided: true, limit: MOST_ROWS }),
          client.call('list-shares', { limit: MOST_ROWS }),
        ])
      : undefined
    if (turn !== asked) return
    useHive.setState({ hive, problem: undefined })
    if (read) useHive.setState({ entries: read[0].entries, decided: read[1].entries, shares: read[2].shares })
  } catch (error) {
    if (turn === asked) useHive.setState({ problem: errorWords(error) })
  }
}

const PAUSE_MS = 200

/** Keeps it current, and forgets all of it when the vault is locked. */
export function followHive(): void {
  const read = atMostEvery(PAUSE_MS, () => loadHive())
  onEvent('hive-changed', read.ask)
  onEvent('item-changed', () => {
    if (lists) read.ask()
  })
  onEvent('vault-locked', () => {
    asked += 1
    lists = false
    read.stop()
    useHive.setState(empty, true)
  })
}
