import { create } from 'zustand'
import type { CommandInput } from '../../../shared/contract'
import type { CollectedItem } from '../../../shared/contract/collect'
import { atMostEvery } from '../../base/at-most-every'
import { client } from '../../base/client'
import { onEvent } from '../../base/live-events'
import { errorWords } from '../../ui/error-words'

export type CollectedSort = NonNullable<CommandInput<'list-collected-items'>['sort']>

interface CollectedItems {
  /** The collection whose items these are. */
  collectionId: string | undefined
  category: string | undefined
  tag: string | undefined
  sort: CollectedSort
  items: CollectedItem[]
  total: number
  nextCursor: string | null
  loaded: boolean
  problem: string | undefined
}

const PAGE = 100
const NEXT_PAGE = 200
const none = { items: [], total: 0, nextCursor: null, loaded: false, problem: undefined }
const empty: CollectedItems = { collectionId: undefined, category: undefined, tag: undefined, sort: 'name', ...none }
/** Counts up with every new question, so that a late answer to an old one is dropped. */
let question = 0
let loadingMore = false

/** The items of the open collection, loaded page by page. */
export const useCollectedItems = create<CollectedItems>(() => empty)

function ask(cursor: string | null, limit: number) {
  const { collectionId = '', category, tag, sort } = useCollectedItems.getState()
  return client.call('list-collected-items', {
    id: collectionId,
    sort,
    limit,
    ...(category === undefined ? {} : { category }),
    ...(tag === undefined ? {} : { tag }),
    ...(cursor === null ? {} : { cursor }),
  })
}

/** Shows the items of a collection; another one begins without filters and keeps the order. */
export function openCollected(collectionId: string): void {
  if (useCollectedItems.getState().collectionId === collectionId) {
    void refreshCollected()
    return
  }
  useCollectedItems.setState({ collectionId, category: undefined, tag: undefined, ...none })
  void refreshCollected()
}

/** Narrows or sorts the items. What is shown stays until the answer is there. */
export function chooseCollected(change: Partial<Pick<CollectedItems, 'category' | 'tag' | 'sort'>>): void {
  useCollectedItems.setState(change)
  void refreshCollected(PAGE)
}

/** Reads again as much as is loaded, or the first `least` rows. */
export async function refreshCollected(least?: number): Promise<void> {
  if (useCollectedItems.getState().collectionId === undefined) return
  const own = ++question
  const wanted = least ?? Math.max(PAGE, useCollectedItems.getState().items.length)
  const items: CollectedItem[] = []
  let cursor: string | null = null
  try {
    do {
      const page: Awaited<ReturnType<typeof ask>> = await ask(cursor, Math.min(NEXT_PAGE, wanted - items.length))
      if (own !== question) return
      items.push(...page.items)
      cursor = page.nextCursor
      if (cursor === null || items.length >= wanted)
        useCollectedItems.setState({ items, total: page.total, nextCursor: cursor, loaded: true, problem: undefined })
    } while (cursor !== null && items.length < wanted)
  } catch (error) {
    if (own === question) useCollectedItems.setState({ problem: errorWords(error), loaded: true })
  }
}

/** Reads the next page, where there is one. */
export async function loadMoreCollected(): Promise<void> {
  const { nextCursor } = useCollectedItems.getState()
  if (nextCursor === null || loadingMore) return
  loadingMore = true
  const own = question
  try {
    const page = await ask(nextCursor, NEXT_PAGE)
    if (own !== question) return
    const { items } = useCollectedItems.getState()
    const known = new Set(items.map(({ itemId }) => itemId))
    useCollectedItems.setState({
      items: [...items, ...page.items.filter(({ itemId }) => !known.has(itemId))],
      total: page.total,
      nextCursor: page.nextCursor,
    })
  } catch (error) {
    if (own === question) useCollectedItems.setState({ problem: errorWords(error) })
  } finally {
    loadingMore = false
  }
}

const PAUSE_MS = 400

/** Keeps the items current. */
export function followCollected(): void {
  const again = atMostEvery(PAUSE_MS, () => void refreshCollected())
  onEvent('collection-changed', ({ collectionId }) => {
    if (collectionId === useCollectedItems.getState().collectionId) again.ask()
  })
  onEvent('item-changed', ({ itemId, change }) => {
    const { items } = useCollectedItems.getState()
    if (change === 'restored' || items.some((item) => item.itemId === itemId)) again.ask()
  })
  onEvent('attachments-changed', ({ itemId }) => {
    if (useCollectedItems.getState().items.some((item) => item.itemId === itemId)) again.ask()
  })
  onEvent('vault-locked', () => {
    question += 1
    again.stop()
    useCollectedItems.setState(empty)
  })
}
