import type { CommandInput } from '../../../shared/contract'
import type { JobSummary, JobType } from '../../../shared/entities'
import { type JobFilter, jobFilters } from '../../base/job-state'

/** What the list is narrowed to: a status, a kind of work, one thought; all three at once where they are set. */
export interface ListFilter {
  filter: JobFilter
  type: JobType | null
  item: { id: string; title: string } | null
}

export const noFilter: ListFilter = { filter: 'all', type: null, item: null }

/** Whether kind or thought narrow the list, so that the counts of the whole queue are not those of the list. */
export function isNarrowed({ type, item }: Pick<ListFilter, 'type' | 'item'>): boolean {
  return type !== null || item !== null
}

export function filterInput({ filter, type, item }: ListFilter): CommandInput<'list-jobs'> {
  const status = jobFilters.find((each) => each.id === filter)?.status ?? null
  return { ...(status === null ? {} : { status }), ...(type === null ? {} : { type }), ...(item === null ? {} : { itemId: item.id }) }
}

/** The name of exactly this list: another one begins at its top. */
export function filterKey({ filter, type, item }: ListFilter): string {
  return [filter, type ?? '', item?.id ?? ''].join(' ')
}

/** The job to show once this one is gone: the one below it, else the one above. */
export function neighbourOf(jobs: readonly Pick<JobSummary, 'id'>[], id: string): string | undefined {
  const at = jobs.findIndex((job) => job.id === id)
  return at < 0 ? undefined : (jobs[at + 1] ?? jobs[at - 1])?.id
}
