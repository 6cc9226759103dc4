import { Copy } from 'lucide-react'
import type { Job } from '../../../shared/entities'
import { IconButton } from '../../ui/button'
import { copyText } from '../../ui/copy-text'
import { EmptyState } from '../../ui/empty-state'
import { guessLanguage } from '../../ui/person-text'
import { StatusDot } from '../../ui/status-dot'
import { showToast } from '../../ui/toast'
import { titleOrUntitled } from '../items/item-title'
import { AttemptsSection } from './attempts-section'
import { useNow } from './clock'
import { splitAdvice } from './error-advice'
import { JobActions } from './job-actions'
import { jobNames } from './job-names'
import { jobReport } from './job-report'
import { countdown, jobState } from './job-state'
import { useJobs } from './jobs-store'
import { PagePane } from './page-pane'

function shortId(id: string): string {
  return id.length > 8 ? id.slice(-8) : id
}

function Pill({ job }: { job: Job }) {
  const retries = job.status === 'pending' && job.error !== null
  const now = useNow(retries)
  const { kind, word } = jobState(job)
  return <StatusDot kind={kind} word={retries && job.nextRunAt > now ? `${word} ${countdown(job.nextRunAt - now)}` : word} pill />
}

/** What went wrong or is awaited, in full sentences; nothing while all is well. */
function State({ job }: { job: Job }) {
  if (job.error !== null && (job.status === 'dead' || job.status === 'pending')) {
    const { what, advice } = splitAdvice(job.error)
    return (
      <div className={job.status === 'dead' ? 'plain' : 'plain soft'}>
        <p>{what}</p>
        {advice && <p>{advice}</p>}
      </div>
    )
  }
  const words = job.status === 'pending' ? job.waitingFor : job.resultNote
  return words ? <p className="job-words">{words}</p> : null
}

function Sheet({ job }: { job: Job }) {
  const title = job.itemTitle === null ? null : titleOrUntitled(job.itemTitle)
  return (
    <div className="job job-sheet">
      <h1>
        {jobNames[job.type]} <Pill job={job} />
      </h1>
      {title !== null && (
        <p className="about" dir="auto" lang={guessLanguage(title)} title={title}>
          {title}
        </p>
      )}
      <State job={job} />
      <JobActions job={job} />
      <AttemptsSection key={job.id} job={job} />
    </div>
  )
}

/** The page of one job: what happened, what to do, and every attempt with its model calls. */
export function JobPage({ jobId }: { jobId: string | undefined }) {
  const detail = useJobs((state) => state.detail)
  const problem = useJobs((state) => state.detailProblem)
  const anyJobs = useJobs((state) => state.jobs.length > 0)
  const job = detail?.id === jobId ? detail : undefined
  const copy = async (of: Job) => {
    const { copied } = await copyText(jobReport(of))
    showToast(
      copied
        ? 'Report copied. It holds times and errors, and no text of your thoughts.'
        : 'The report could not be copied. Select the text below instead.',
    )
  }
  return (
    <PagePane
      label="Job"
      crumb={job ? `Job ${shortId(job.id)}` : ''}
      actions={job && <IconButton icon={Copy} label="Copy report" onClick={() => void copy(job)} />}
    >
      {job ? (
        <Sheet job={job} />
      ) : jobId !== undefined && problem !== undefined ? (
        <div className="job">
          <EmptyState title="This job could not be read">{problem}</EmptyState>
        </div>
      ) : (
        jobId === undefined &&
        anyJobs && (
          <div className="job">
            <EmptyState title="No job is chosen">Choose one in the list to see its attempts and what the model was asked.</EmptyState>
          </div>
        )
      )}
    </PagePane>
  )
}
