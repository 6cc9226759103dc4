import { create } from 'zustand'
import type { CommandInput } from '../../../shared/contract'
import type { EventType } from '../../../shared/contract/events'
import type { ItemSummary } from '../../../shared/entities'
import { client } from '../../base/client'
import { onEvent } from '../../base/live-events'
import { errorWords } from '../../ui/error-words'

/** Which list: a place of the contract, or a tag. */
export type ListSource = Pick<CommandInput<'list-items'>, 'place' | 'tag'>
export type ListSort = NonNullable<CommandInput<'list-items'>['sort']>

interface ItemList {
  source: ListSource | undefined
  sort: ListSort
  items: ItemSummary[]
  total: number
  nextCursor: string | null
  loaded: boolean
  problem: string | undefined
  open(source: ListSource): void
  setSort(sort: ListSort): void
  loadMore(): Promise<void>
  /** Loads every page that is left. */
  loadAll(): Promise<void>
  refresh(): Promise<void>
}

const PAGE = 100
/** Further pages are larger: who scrolls on is likely to go far. */
const NEXT_PAGE = 200
const none = { items: [], total: 0, nextCursor: null, loaded: false, problem: undefined }
/** Counts up with every new question, so that a late answer to an old one is dropped. */
let question = 0
let loadingMore = false

/** The list in the middle pane, loaded page by page by cursor. */
export const useItemList = create<ItemList>((set, get) => {
  const ask = (cursor: string | null, limit: number) => {
    const { source, sort } = get()
    return client.call('list-items', { ...source, sort, limit, ...(cursor === null ? {} : { cursor }) })
  }
  return {
    source: undefined,
    sort: 'newest',
    ...none,
    open: (source) => {
      const before = get().source
      if (before && before.place === source.place && before.tag === source.tag) return
      set({ source, ...none })
      void get().refresh()
    },
    setSort: (sort) => {
      set({ sort, ...none })
      void get().refresh()
    },
    loadMore: async () => {
      const { nextCursor } = get()
      if (nextCursor === null || loadingMore) return
      loadingMore = true
      const asked = question
      try {
        const page = await ask(nextCursor, NEXT_PAGE)
        if (asked !== question) return
        const known = new Set(get().items.map((item) => item.id))
        set({
          items: [...get().items, ...page.items.filter((item) => !known.has(item.id))],
          total: page.total,
          nextCursor: page.nextCursor,
        })
      } catch (error) {
        if (asked === question) set({ problem: errorWords(error) })
      } finally {
        loadingMore = false
      }
    },
    loadAll: async () => {
      let before: string | null = null
      while (get().nextCursor !== null && get().nextCursor !== before) {
        before = get().nextCursor
        await get().loadMore()
      }
    },
    /** Reads again as much as is loaded, so that the scroll position keeps its rows. */
    refresh: async () => {
      if (!get().source) return
      question += 1
      const asked = question
      const wanted = Math.max(PAGE, get().items.length)
      const items: ItemSummary[] = []
      let cursor: string | null = null
      try {
        do {
          const page: Awaited<ReturnType<typeof ask>> = await ask(cursor, Math.min(200, wanted - items.length))
          if (asked !== question) return
          items.push(...page.items)
          cursor = page.nextCursor
          if (cursor === null || items.length >= wanted)
            set({ items, total: page.total, nextCursor: cursor, loaded: true, problem: undefined })
        } while (cursor !== null && items.length < wanted)
      } catch (error) {
        if (asked === question) set({ problem: errorWords(error), loaded: true })
      }
    },
  }
})

const shown: EventType[] = [
  'item-changed',
  'summary-set',
  'thesis-updated',
  'job-started',
  'job-completed',
  'job-dead',
  'job-retry-scheduled',
  'job-cancelled',
  'jobs-purged',
  'links-changed',
  'briefing-updated',
  'confidence-updated',
  'tags-changed',
]

export function followItemList(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const later = () => {
    // The more is loaded, the longer a refresh takes, and the rarer it may be.
    if (timer !== undefined) return
    timer = setTimeout(
      () => {
        timer = undefined
        void useItemList.getState().refresh()
      },
      Math.min(3000, 150 + useItemList.getState().items.length),
    )
  }
  for (const type of shown) onEvent(type, later)
  onEvent('item-changed', ({ itemId, change }) => {
    const { source, items, total } = useItemList.getState()
    const gone = change === 'erased' || (change === 'deleted') !== (source?.place === 'trash')
    // A row that is put away leaves at once; waiting for the refresh would let it be pressed again.
    if (gone && (change === 'erased' || change === 'deleted') && items.some((item) => item.id === itemId))
      useItemList.setState({ items: items.filter((item) => item.id !== itemId), total: Math.max(0, total - 1) })
  })
  onEvent('vault-locked', () => {
    question += 1
    useItemList.setState({ source: undefined, ...none })
  })
}
