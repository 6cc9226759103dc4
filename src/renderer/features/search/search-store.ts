import { create } from 'zustand'
import type { SearchHit } from '../../../shared/contract/items'
import { client } from '../../client'
import { onEvent } from '../../live-events'
import { errorWords } from '../../ui/error-words'

export interface Found {
  /** The words these hits answer. */
  query: string
  hits: SearchHit[]
  problem: string | undefined
}

/** A search whose late answers to earlier words are dropped. */
export function createSearch(limit: number) {
  let question = 0
  return create<{ found: Found | undefined; search(query: string): Promise<void>; clear(): void }>((set) => ({
    found: undefined,
    search: async (query) => {
      question += 1
      const asked = question
      try {
        const { hits } = await client.call('search-items', { query: query.slice(0, 20_000), limit })
        if (asked === question) set({ found: { query, hits, problem: undefined } })
      } catch (error) {
        if (asked === question) set({ found: { query, hits: [], problem: errorWords(error) } })
      }
    },
    clear: () => {
      question += 1
      set({ found: undefined })
    },
  }))
}

export const usePaletteSearch = createSearch(7)
export const useResultSearch = createSearch(100)

export const usePalette = create<{ open: boolean }>(() => ({ open: false }))

export function openPalette(): void {
  usePalette.setState({ open: true })
}

export function followSearch(): void {
  onEvent('vault-locked', () => {
    usePalette.setState({ open: false })
    usePaletteSearch.getState().clear()
    useResultSearch.getState().clear()
  })
}
