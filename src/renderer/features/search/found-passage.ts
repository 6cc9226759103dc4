import { create } from 'zustand'

/** Where the page of an item is to be opened: set by a search, read by the page. */
export const useFoundPassage = create<{ itemId: string | undefined; at: number; token: number }>(() => ({
  itemId: undefined,
  at: 0,
  token: 0,
}))
