import { create } from 'zustand'
import type { SearchHit } from '../../../shared/contract/search'
import { client } from '../../base/client'
import { onEvent } from '../../base/live-events'
import { errorWords } from '../../ui/error-words'

export interface Found {
  /** The words these hits answer. */
  query: string
  hits: SearchHit[]
  /** There are more than these. */
  more: boolean
  /** The filters let nothing through; these hold what was typed as plain words. */
  plain: boolean
  problem: string | undefined
}

/** After the last key: what is found by meaning is waited for only then. */
const COMPLETE_AFTER_MS = 150

/**
 * A search whose late answers to earlier words are dropped. With `asTyped` words answer first, and what is found by meaning joins them
 * after a short pause.
 */
export function createSearch(limit: number, { asTyped = false } = {}) {
  let question = 0
  return create<{ found: Found | undefined; search(query: string): Promise<void>; clear(): void }>((set) => ({
    found: undefined,
    search: async (query) => {
      question += 1
      const asked = question
      try {
        const input = { query: query.slice(0, 20_000), limit }
        const { complete, ...first } = await client.call('search-items', asTyped ? { ...input, quick: true } : input)
        if (asked !== question) return
        set({ found: { query, ...first, problem: undefined } })
        if (complete) return
        await new Promise((resolve) => setTimeout(resolve, COMPLETE_AFTER_MS))
        if (asked !== question) return
        const { complete: _, ...whole } = await client.call('search-items', input)
        if (asked === question) set({ found: { query, ...whole, problem: undefined } })
      } catch (error) {
        if (asked === question) set({ found: { query, hits: [], more: false, plain: false, problem: errorWords(error) } })
      }
    },
    clear: () => {
      question += 1
      set({ found: undefined })
    },
  }))
}

export const usePaletteSearch = createSearch(7, { asTyped: true })
export const useResultSearch = createSearch(100)

/** `query` is what stands in the palette when it opens. */
export const usePalette = create<{ open: boolean; query: string }>(() => ({ open: false, query: '' }))

export function openPalette(): void {
  usePalette.setState({ open: true, query: '' })
}

/** Opens the palette to go on with a query. */
export function editSearch(query: string): void {
  usePalette.setState({ open: true, query })
}

export function followSearch(): void {
  onEvent('vault-locked', () => {
    usePalette.setState({ open: false })
    usePaletteSearch.getState().clear()
    useResultSearch.getState().clear()
  })
}
