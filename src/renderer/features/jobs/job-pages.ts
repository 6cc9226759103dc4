import type { JobSummary } from '../../../shared/entities'

/** A page of the list as it was read. `cursor` is what asks for it again; null for the first. A stale one is read again once it is in sight. */
export interface JobPage {
  cursor: string | null
  jobs: JobSummary[]
  stale: boolean
  /** Counts up with every read: of two copies of one job the one read later is right. */
  readAt: number
}

export interface JobPages {
  pages: JobPage[]
  /** Asks for the page after the last one; null at the end of the list. */
  nextCursor: string | null
}

export const noPages: JobPages = { pages: [], nextCursor: null }

/**
 * Puts a page that was just read at `index`. Where its end moved, the page after it begins at another place than before and is
 * stale; pages after the end of the list are dropped.
 */
export function placePage(current: JobPages, index: number, page: Omit<JobPage, 'stale'>, nextCursor: string | null): JobPages {
  const pages = current.pages.slice()
  pages[index] = { ...page, stale: false }
  if (nextCursor === null) return { pages: pages.slice(0, index + 1), nextCursor: null }
  const following = pages[index + 1]
  if (!following) return { pages: pages.slice(0, index + 1), nextCursor }
  if (following.cursor !== nextCursor) pages[index + 1] = { ...following, cursor: nextCursor, stale: true }
  return { pages, nextCursor: current.nextCursor }
}

export function markStale(current: JobPages): JobPages {
  return { ...current, pages: current.pages.map((page) => (page.stale ? page : { ...page, stale: true })) }
}

/** All jobs in the order of the pages, each once: a job that moved shows where it was read last. */
export function joinPages(current: JobPages): JobSummary[] {
  const home = new Map<string, number>()
  for (const [index, page] of current.pages.entries()) {
    for (const job of page.jobs) {
      const earlier = current.pages[home.get(job.id) ?? -1]
      if (!earlier || earlier.readAt < page.readAt) home.set(job.id, index)
    }
  }
  return current.pages.flatMap((page, index) => page.jobs.filter((job) => home.get(job.id) === index))
}

/** The pages to read so that the rows `first` to `last` are fresh: always the first page, and the stale ones in sight. */
export function pagesToRead(current: JobPages, first: number, last: number): number[] {
  const wanted: number[] = []
  let start = 0
  for (const [index, page] of current.pages.entries()) {
    const end = start + page.jobs.length
    if (page.stale && (index === 0 || (start <= last && end > first))) wanted.push(index)
    start = end
  }
  return wanted
}
