import { create } from 'zustand'

export type PlaceName =
  | 'inbox'
  | 'all'
  | 'pinned'
  | 'theses'
  | 'briefings'
  | 'reflections'
  | 'review'
  | 'collections'
  | 'graph'
  | 'stale'
  | 'tags'
  | 'jobs'
  | 'schedules'
  | 'hive'
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
  /** The collection on the page; chosen while the place is 'collections'. */
  collectionId: string | undefined
  /** The run that is on the page in place of the collection's items. */
  runId: string | undefined
  /** The reflection on the page; the newest where none is chosen. */
  reflectionId: string | undefined
  /** Which pane shows in a window too narrow for both. */
  pane: 'list' | 'page'
  /** Shows an item on the page; the list beside it stays. Places without an item page (jobs, settings, collections) give way to All thoughts. */
  openItem(id: string): void
  /** Shows an item on the page without leaving the list in a narrow window: for arrow keys. */
  selectItem(id: string): void
  openPlace(place: PlaceName): void
  openTag(tag: string): void
  openSearch(query: string): void
  /** Shows the Jobs place with this job on the page. */
  openJob(id: string): void
  /** Shows the Collections place with this collection on the page, or a run of it. */
  openCollection(id: string, runId?: string): void
  /** Shows the Reflections place with this reflection on the page. */
  openReflection(id: string): void
  /** Puts the page away; in a narrow window that leads back to the list. */
  showList(): void
  closeItem(): void
}

const closed = { itemId: undefined, jobId: undefined, collectionId: undefined, runId: undefined, reflectionId: undefined } as const
/** Places whose list has no items, or only some of its own: an item opened from elsewhere shows beside all of them. */
const withoutItems: ReadonlySet<PlaceName> = new Set([
  'jobs',
  'settings',
  'tags',
  'schedules',
  'collections',
  'reflections',
  'review',
  'hive',
])

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
      place: withoutItems.has(state.place) ? 'all' : state.place,
    })),
  selectItem: (itemId) => set({ itemId, jobId: undefined }),
  openPlace: (place) => set({ ...closed, place, tag: undefined, pane: place === 'settings' || place === 'graph' ? 'page' : 'list' }),
  openTag: (tag) => set({ ...closed, place: 'tag', tag, pane: 'list' }),
  openSearch: (query) => set({ ...closed, place: 'search', tag: undefined, query, pane: 'list' }),
  openJob: (jobId) => set({ ...closed, place: 'jobs', tag: undefined, jobId, pane: 'page' }),
  openCollection: (collectionId, runId) => set({ ...closed, place: 'collections', tag: undefined, collectionId, runId, pane: 'page' }),
  openReflection: (reflectionId) => set({ ...closed, place: 'reflections', tag: undefined, reflectionId, pane: 'page' }),
  showList: () => set({ pane: 'list' }),
  closeItem: () => set({ itemId: undefined, pane: 'list' }),
}))
