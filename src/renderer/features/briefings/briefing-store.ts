import { create } from 'zustand'
import type { CommandOutput } from '../../../shared/contract'
import type { Briefing } from '../../../shared/entities'
import { client } from '../../base/client'
import { onEvent } from '../../base/live-events'
import { useNavigation } from '../../base/navigation-store'
import { errorWords } from '../../ui/error-words'
import { showToast } from '../../ui/toast'

interface Briefings {
  /** Newest first, as far as it was read; undefined before the first answer. */
  list: Briefing[] | undefined
  total: number
  nextCursor: string | null
  problem: string | undefined
  /** The newest briefing by item; null when the item has none, absent until it was asked for. */
  byItem: Record<string, Briefing | null>
  /** The one that was opened from elsewhere; it may stand below the part of the list that was read. */
  chosen: Briefing | undefined
  /** Items for which a briefing was asked for and is not answered yet. */
  starting: Record<string, true>
}

const PAGE = 100
const empty: Briefings = { list: undefined, total: 0, nextCursor: null, problem: undefined, byItem: {}, chosen: undefined, starting: {} }

export const useBriefings = create<Briefings>(() => empty)

// Nothing of a thought stays in this window once the vault is locked.
onEvent('vault-locked', () => useBriefings.setState(empty, true))
onEvent('briefing-updated', ({ itemId }) => {
  if (itemId !== null && itemId in useBriefings.getState().byItem) void loadBriefing(itemId)
  if (useBriefings.getState().list) loadListSoon()
})
onEvent('item-changed', ({ change }) => {
  if (change !== 'created' && useBriefings.getState().list) loadListSoon()
})

/** Reads the newest briefing of an item. */
export async function loadBriefing(itemId: string): Promise<void> {
  try {
    const { briefing } = await client.call('get-briefing', { itemId })
    useBriefings.setState((state) => ({ byItem: { ...state.byItem, [itemId]: briefing } }))
  } catch {
    // Without an answer the bar stays away; the place of the briefings tells what is wrong.
  }
}

let soon: ReturnType<typeof setTimeout> | undefined
let reading = 0

function loadListSoon(): void {
  if (soon !== undefined) return
  soon = setTimeout(() => {
    soon = undefined
    void loadBriefings()
  }, 250)
}

/** Reads the list anew, as long as it was before. */
export async function loadBriefings(): Promise<void> {
  const turn = ++reading
  const wanted = Math.max(PAGE, useBriefings.getState().list?.length ?? 0)
  try {
    const list: Briefing[] = []
    let cursor: string | null = null
    let total = 0
    do {
      const answer: CommandOutput<'list-briefings'> = await client.call('list-briefings', {
        limit: PAGE,
        ...(cursor === null ? {} : { cursor }),
      })
      list.push(...answer.briefings)
      cursor = answer.nextCursor
      total = answer.total
    } while (cursor !== null && list.length < wanted)
    if (turn === reading) useBriefings.setState({ list, total, nextCursor: cursor, problem: undefined })
  } catch (error) {
    if (turn === reading) useBriefings.setState({ problem: errorWords(error) })
  }
}

/** Shows a briefing in its place, wherever it stands in the list; says so when it was deleted. */
export async function openBriefing(id: string): Promise<void> {
  try {
    const { briefing } = await client.call('get-briefing', { id })
    if (!briefing) return showToast('This briefing was deleted.')
    useBriefings.setState({ chosen: briefing })
    useNavigation.getState().openPlace('briefings')
    useNavigation.setState({ pane: 'page' })
  } catch (error) {
    showToast(errorWords(error))
  }
}

/** Reads what a change to one briefing shows: the bar of its thought, and the list. */
export async function loadChanged({ itemId }: Pick<Briefing, 'itemId'>): Promise<void> {
  await Promise.all([...(itemId === null ? [] : [loadBriefing(itemId)]), loadBriefings()])
}

/** Reads the next page of the list, where there is one. */
export async function loadMoreBriefings(): Promise<void> {
  const { nextCursor, list } = useBriefings.getState()
  if (nextCursor === null || !list) return
  const turn = ++reading
  try {
    const answer = await client.call('list-briefings', { limit: PAGE, cursor: nextCursor })
    if (turn === reading)
      useBriefings.setState({ list: [...list, ...answer.briefings], total: answer.total, nextCursor: answer.nextCursor })
  } catch (error) {
    showToast(errorWords(error))
  }
}

/** Asks for a spoken briefing of an item; the bar on its page then shows how far it is. */
export async function makeBriefing(itemId: string): Promise<void> {
  if (useBriefings.getState().starting[itemId]) return
  useBriefings.setState((state) => ({ starting: { ...state.starting, [itemId]: true } }))
  try {
    await client.call('brief-item', { itemId })
    await loadBriefing(itemId)
    showToast('The briefing is being made. It plays from the bar at the foot of the thought.')
  } catch (error) {
    showToast(errorWords(error))
  } finally {
    useBriefings.setState((state) => {
      const { [itemId]: _over, ...starting } = state.starting
      return { starting }
    })
  }
}
