import { memo } from 'react'
import type { JobSummary } from '../../../shared/entities'
import { jobTypes } from '../../../shared/job-types'
import { useNow } from '../../base/clock'
import { titleOrUntitled } from '../../base/item-title'
import { countdown, jobLine, jobState, spentTime } from '../../base/job-state'
import { currentTime } from '../../ui/clock'
import { formatWhen } from '../../ui/format-time'
import { PersonText } from '../../ui/person-text'
import { StatusDot } from '../../ui/status-dot'
import { useJobs } from './jobs-store'

/** The right end of a row: attempts, seconds so far, a countdown, or how long it took. Renders anew by itself, not with its row. */
function JobAside({ job }: { job: JobSummary }) {
  const ticking = job.status === 'running' || job.status === 'pending'
  const now = useNow(ticking)
  switch (job.status) {
    case 'dead':
      return `${job.attempts} of ${job.maxAttempts}`
    case 'running':
      return job.startedAt === null ? '' : `${Math.max(0, Math.floor((now - job.startedAt) / 1000))} s`
    case 'pending':
      return job.nextRunAt > now ? countdown(job.nextRunAt - now) : ''
    case 'done':
      return job.startedAt === null || job.finishedAt === null ? '' : spentTime(job.finishedAt - job.startedAt)
    case 'cancelled':
      return job.finishedAt === null ? '' : formatWhen(job.finishedAt, currentTime())
  }
}

export interface JobRowProps {
  job: JobSummary
  id: string
  selected: boolean
  active: boolean
  ruled: boolean
  position: number
  total: number
  onOpen: (id: string) => void
}

/** One job: its type, the thought it works on, its status, and what it waits for or what came of it. */
export const JobRow = memo(
  function JobRow({ job, id, selected, active, ruled, position, total, onOpen }: JobRowProps) {
    const note = useJobs((state) => state.notes[job.id])
    const line = jobLine(job, note)
    // A question is often the thought's title, and then stands there once.
    const title = job.itemTitle === job.about ? null : job.itemTitle
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox around it has the keys
      <div
        id={id}
        role="option"
        tabIndex={-1}
        aria-selected={selected}
        aria-posinset={position}
        aria-setsize={total}
        data-active={active || undefined}
        className={ruled ? 'jrow ruled' : 'jrow'}
        onClick={() => onOpen(job.id)}
      >
        <span className="k">
          {jobTypes[job.type].name}
          {job.about && <PersonText text={job.about} />}
          {job.about && title !== null && '·'}
          {title !== null && <PersonText text={titleOrUntitled(title)} />}
        </span>
        <StatusDot {...jobState(job)} />
        <span className="w" title={line}>
          {line}
        </span>
        <span className="t">
          <JobAside job={job} />
        </span>
      </div>
    )
  },
  (before, after) =>
    before.selected === after.selected &&
    before.active === after.active &&
    before.ruled === after.ruled &&
    before.position === after.position &&
    before.total === after.total &&
    before.id === after.id &&
    (before.job === after.job || JSON.stringify(before.job) === JSON.stringify(after.job)),
)
