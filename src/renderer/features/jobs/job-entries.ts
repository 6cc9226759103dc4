import type { JobSummary } from '../../../shared/entities'
import { type JobGroup, jobGroup } from '../../base/job-state'

export type JobEntry = { kind: 'group'; name: JobGroup } | { kind: 'row'; job: JobSummary; index: number; ruled: boolean }

/** The rows of the list with a heading before each group. `rowOf` gives the place of the n-th job among them. */
export function jobEntries(jobs: readonly JobSummary[]): { entries: JobEntry[]; rowOf: number[] } {
  const entries: JobEntry[] = []
  const rowOf: number[] = []
  let group: JobGroup | undefined
  for (const [index, job] of jobs.entries()) {
    const own = jobGroup(job.status)
    const opens = own !== group
    if (opens) entries.push({ kind: 'group', name: own })
    group = own
    rowOf.push(entries.length)
    entries.push({ kind: 'row', job, index, ruled: !opens })
  }
  return { entries, rowOf }
}
