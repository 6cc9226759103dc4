import { create } from 'zustand'

export type PlaceName =
  | 'inbox'
  | 'all'
  | 'pinned'
  | 'theses'
  | 'briefings'
  | 'graph'
  | 'stale'
  | 'tags'
  | 'jobs'
  | 'trash'
  | 'settings'
  | 'tag'
  | 'search'

interface Navigation {
  place: PlaceName
  /** Set while the place is 'tag'. */
  tag: string | undefined
  /** Set while the place is 'search'. */
  query: string
  itemId: string | undefined
  jobId: string | undefined
  /** Which pane shows in a window too narrow for both. */
  pane: 'list' | 'page'
  /** Shows an item on the page; the list beside it stays. Places without an item page (jobs, settings) give way to All thoughts. */
  openItem(id: string): void
  /** Shows an item on the page without leaving the list in a narrow window: for arrow keys. */
  selectItem(id: string): void
  openPlace(place: PlaceName): void
  openTag(tag: string): void
  openSearch(query: string): void
  /** Shows the Jobs place with this job on the page. */
  openJob(id: string): void
  /** Puts the page away; in a narrow window that leads back to the list. */
  showList(): void
  closeItem(): void
}

const closed = { itemId: undefined, jobId: undefined } as const

/** Where the person is: place, list, page. */
export const useNavigation = create<Navigation>((set) => ({
  place: 'inbox',
  tag: undefined,
  query: '',
  ...closed,
  pane: 'list',
  openItem: (itemId) =>
    set((state) => ({
      itemId,
      jobId: undefined,
      pane: 'page',
      place: state.place === 'jobs' || state.place === 'settings' || state.place === 'tags' ? 'all' : state.place,
    })),
  selectItem: (itemId) => set({ itemId, jobId: undefined }),
  openPlace: (place) => set({ ...closed, place, tag: undefined, pane: place === 'settings' || place === 'graph' ? 'page' : 'list' }),
  openTag: (tag) => set({ ...closed, place: 'tag', tag, pane: 'list' }),
  openSearch: (query) => set({ ...closed, place: 'search', tag: undefined, query, pane: 'list' }),
  openJob: (jobId) => set({ place: 'jobs', tag: undefined, itemId: undefined, jobId, pane: 'page' }),
  showList: () => set({ pane: 'list' }),
  closeItem: () => set({ itemId: undefined, pane: 'list' }),
}))
