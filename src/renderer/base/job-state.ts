import type { JobStatus, JobSummary } from '../../shared/entities'
import { formatDuration } from '../ui/format-time'
import type { StatusKind } from '../ui/status-dot'

export type JobGroup = 'Needs you' | 'Running' | 'Waiting' | 'Finished'

const groups: Record<JobStatus, JobGroup> = {
  dead: 'Needs you',
  running: 'Running',
  pending: 'Waiting',
  done: 'Finished',
  cancelled: 'Finished',
}

export function jobGroup(status: JobStatus): JobGroup {
  return groups[status]
}

/** Shape and word of a job's status. A pending job that failed before is "Retrying". */
export function jobState(job: Pick<JobSummary, 'status' | 'attempts' | 'error'>): { kind: StatusKind; word: string } {
  switch (job.status) {
    case 'running':
      return { kind: 'run', word: 'Running' }
    case 'pending':
      return job.error !== null ? { kind: 'retry', word: 'Retrying' } : { kind: 'wait', word: 'Waiting' }
    case 'dead':
      return { kind: 'dead', word: 'Dead' }
    case 'done':
      return { kind: 'done', word: 'Done' }
    case 'cancelled':
      return { kind: 'cancel', word: 'Cancelled' }
  }
}

/** The second line of a row: the error, what it waits for, how far it is, or what came out. */
export function jobLine(job: JobSummary, note: string | undefined): string {
  switch (job.status) {
    case 'dead':
      return job.error ?? 'It failed, and no reason was kept.'
    case 'running':
      return note || `Attempt ${Math.max(1, job.attempts)} of ${job.maxAttempts}`
    case 'pending':
      if (job.error !== null) return `${job.error} Attempt ${Math.min(job.attempts + 1, job.maxAttempts)} of ${job.maxAttempts} is next.`
      return job.waitingFor ?? 'Waits for its turn.'
    case 'done':
      return job.resultNote ?? ''
    case 'cancelled':
      return 'Cancelled'
  }
}

/** Seconds left as "in 0:42", over an hour as "in 1:02:05". */
export function countdown(milliseconds: number): string {
  const total = Math.max(0, Math.ceil(milliseconds / 1000))
  const hours = Math.floor(total / 3600)
  const minutes = Math.floor((total % 3600) / 60)
  const seconds = String(total % 60).padStart(2, '0')
  return hours > 0 ? `in ${hours}:${String(minutes).padStart(2, '0')}:${seconds}` : `in ${minutes}:${seconds}`
}

/** Time as a row shows it: "0.4 s" under ten seconds, then "41 s", "2 min 06 s". */
export function spentTime(milliseconds: number): string {
  const value = Math.max(0, milliseconds)
  if (value < 50) return 'under 0.1 s'
  return value < 9950 ? `${(value / 1000).toFixed(1)} s` : formatDuration(value)
}

/** The filters of the list, each with the statuses that it counts. `status` null shows all. */
export const jobFilters = [
  { id: 'all', label: 'All', status: null },
  { id: 'running', label: 'Running', status: 'running' },
  { id: 'pending', label: 'Waiting', status: 'pending' },
  { id: 'dead', label: 'Dead', status: 'dead' },
  { id: 'done', label: 'Done', status: 'done' },
  { id: 'cancelled', label: 'Cancelled', status: 'cancelled' },
] as const satisfies readonly { id: string; label: string; status: JobStatus | null }[]
export type JobFilter = (typeof jobFilters)[number]['id']
