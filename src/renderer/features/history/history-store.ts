import { create } from 'zustand'
import type { CommandOutput } from '../../../shared/contract'
import type { ItemVersion } from '../../../shared/contract/history'
import type { Item } from '../../../shared/entities'
import { client } from '../../base/client'
import { onEvent } from '../../base/live-events'
import { errorWords } from '../../ui/error-words'
import { useItem } from '../items/item-store'
import { compare } from './diff-client'
import type { DiffAnswer } from './diff-worker'

type Present = CommandOutput<'list-versions'>['present']
type Text = Pick<Item, 'givenTitle' | 'body'>

/** What a version is compared with: the present text, or the text that took its place. */
export type Against = 'now' | 'next'

export interface Comparison extends DiffAnswer {
  /** The later text, which folds are opened from. */
  later: string
}

interface HistoryStore {
  /** The item whose history is open. */
  itemId: string | undefined
  present: Present | undefined
  versions: ItemVersion[]
  total: number
  nextCursor: number | null
  loaded: boolean
  problem: string | undefined
  /** The version on the page. */
  at: number | undefined
  against: Against
  columns: boolean
  comparison: Comparison | undefined
  /** Why there is no comparison. */
  comparisonProblem: string | undefined
  open(itemId: string): void
  close(): void
  refresh(): Promise<void>
  loadMore(): Promise<void>
  select(at: number): void
  setAgainst(against: Against): void
  setColumns(columns: boolean): void
}

const empty = {
  present: undefined,
  versions: [] as ItemVersion[],
  total: 0,
  nextCursor: null,
  loaded: false,
  problem: undefined,
  at: undefined,
  comparison: undefined,
  comparisonProblem: undefined,
}

/** Counts up with each list that is asked for, so that a late answer to an earlier question is dropped. */
let question = 0
/** Ends the comparison that is being made. */
let comparing = new AbortController()

export const useHistory = create<HistoryStore>((set, get) => {
  async function textOf(itemId: string, at: number | undefined): Promise<Text> {
    if (at !== undefined) return client.call('get-version', { id: itemId, at })
    // The page behind has it, if it is still this text: a long one is not sent twice.
    const { item } = useItem.getState()
    return item?.id === itemId && item.updatedAt === get().present?.writtenAt ? item : client.call('get-item', { id: itemId })
  }

  async function showComparison(): Promise<void> {
    comparing.abort()
    comparing = new AbortController()
    const { signal } = comparing
    const { itemId, at, versions, against } = get()
    if (itemId === undefined || at === undefined) return
    const place = versions.findIndex((version) => version.at === at)
    const later = against === 'next' ? versions[place - 1]?.at : undefined
    try {
      const [before, after] = await Promise.all([textOf(itemId, at), textOf(itemId, later)])
      if (signal.aborted) return
      const side = ({ givenTitle, body }: Text) => ({ title: givenTitle, body })
      const answer = await compare({ before: side(before), after: side(after) }, signal)
      if (!signal.aborted) set({ comparison: { ...answer, later: after.body }, comparisonProblem: undefined })
    } catch (error) {
      if (!signal.aborted) set({ comparison: undefined, comparisonProblem: errorWords(error) })
    }
  }

  async function read(wanted: number): Promise<void> {
    const { itemId } = get()
    if (itemId === undefined) return
    question += 1
    const asked = question
    try {
      const { present, versions, total, nextCursor } = await client.call('list-versions', { id: itemId, limit: Math.min(200, wanted) })
      if (asked !== question) return
      const { at } = get()
      const kept = at !== undefined && versions.some((version) => version.at === at)
      set({ present, versions, total, nextCursor, loaded: true, problem: undefined, at: kept ? at : versions[0]?.at })
      await showComparison()
    } catch (error) {
      if (asked === question) set({ problem: errorWords(error), loaded: true })
    }
  }

  return {
    itemId: undefined,
    ...empty,
    against: 'now',
    columns: false,
    open: (itemId) => {
      set({ itemId, ...empty, against: 'now' })
      void read(100)
    },
    close: () => {
      question += 1
      comparing.abort()
      set({ itemId: undefined, ...empty })
    },
    refresh: () => read(Math.max(100, get().versions.length)),
    loadMore: async () => {
      const { itemId, nextCursor } = get()
      if (itemId === undefined || nextCursor === null) return
      question += 1
      const asked = question
      try {
        const page = await client.call('list-versions', { id: itemId, cursor: nextCursor, limit: 100 })
        if (asked === question) set({ versions: [...get().versions, ...page.versions], nextCursor: page.nextCursor, total: page.total })
      } catch (error) {
        if (asked === question) set({ problem: errorWords(error) })
      }
    },
    select: (at) => {
      if (at === get().at) return
      set({ at, comparison: undefined, comparisonProblem: undefined })
      void showComparison()
    },
    setAgainst: (against) => {
      set({ against, comparison: undefined, comparisonProblem: undefined })
      void showComparison()
    },
    setColumns: (columns) => set({ columns }),
  }
})

export function followHistory(): void {
  onEvent('item-changed', ({ itemId, change }) => {
    const { itemId: own, refresh, close } = useHistory.getState()
    if (itemId !== own) return
    if (change === 'deleted' || change === 'erased') close()
    else void refresh()
  })
  onEvent('vault-locked', () => useHistory.getState().close())
}
