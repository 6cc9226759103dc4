import { create } from 'zustand'
import type { EventType } from '../../../shared/contract/events'
import type { Item } from '../../../shared/entities'
import { AppError } from '../../../shared/errors'
import { client } from '../../base/client'
import { onEvent } from '../../base/live-events'
import { errorWords } from '../../ui/error-words'

interface ItemStore {
  /** The item whose page is asked for, and the item itself once it is read. */
  wanted: string | undefined
  item: Item | undefined
  problem: string | undefined
  /** The item was deleted for good, or never was. */
  missing: boolean
  load(id: string): Promise<void>
}

export const useItem = create<ItemStore>((set, get) => ({
  wanted: undefined,
  item: undefined,
  problem: undefined,
  missing: false,
  load: async (id) => {
    const other = get().item?.id !== id
    set({ wanted: id, ...(other ? { item: undefined, problem: undefined, missing: false } : {}) })
    try {
      const item = await client.call('get-item', { id })
      if (get().wanted === id) set({ item, problem: undefined, missing: false })
    } catch (error) {
      if (get().wanted !== id) return
      const missing = error instanceof AppError && (error.code === 'ITEM_NOT_FOUND' || error.code === 'NOT_FOUND')
      set({ problem: errorWords(error), missing, ...(missing ? { item: undefined } : {}) })
    }
  },
}))

const about: EventType[] = [
  'item-changed',
  'summary-set',
  'links-changed',
  'thesis-updated',
  'job-started',
  'job-completed',
  'job-dead',
  'job-cancelled',
]

export function followItem(): void {
  for (const type of about)
    onEvent(type, (payload) => {
      const { wanted, load } = useItem.getState()
      if (wanted !== undefined && 'itemId' in payload && payload.itemId === wanted) void load(wanted)
    })
  for (const type of ['confidence-updated', 'tags-changed'] as const)
    onEvent(type, () => {
      const { wanted, load } = useItem.getState()
      if (wanted !== undefined) void load(wanted)
    })
  onEvent('vault-locked', () => useItem.setState({ wanted: undefined, item: undefined, problem: undefined, missing: false }))
}
