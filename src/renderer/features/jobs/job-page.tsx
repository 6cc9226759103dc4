import { Copy } from 'lucide-react'
import type { Job } from '../../../shared/entities'
import { jobTypes } from '../../../shared/job-types'
import { useNow } from '../../base/clock'
import { splitAdvice } from '../../base/error-advice'
import { titleOrUntitled } from '../../base/item-title'
import { countdown, jobState } from '../../base/job-state'
import { useNavigation } from '../../base/navigation-store'
import { useKeyHint } from '../../base/page-keys'
import { PagePane } from '../../base/page-pane'
import { Button, IconButton } from '../../ui/button'
import { copyText } from '../../ui/copy-text'
import { EmptyState } from '../../ui/empty-state'
import { guessLanguage } from '../../ui/person-text'
import { StatusDot } from '../../ui/status-dot'
import { showToast } from '../../ui/toast'
import { openBriefing } from '../briefings/briefing-store'
import { openRunOfJob } from '../collect/collection-acts'
import { openPlan } from '../orchestrate/plan-store'
import { ResearchOfJob } from '../research/research-section'
import { AttemptsSection } from './attempts-section'
import { changeWords } from './change-words'
import { JobActions } from './job-actions'
import { jobReport } from './job-report'
import { chooseFilter, useJobs } from './jobs-store'
import { partReadAdvice } from './part-read'
import { RunSection } from './run-section'
import { WritingNow } from './writing-now'

function shortId(id: string): string {
  return id.length > 8 ? id.slice(-8) : id
}

/** What a waiting job waits for, and the time until it is looked at again. */
function Waiting({ job }: { job: Job }) {
  const now = useNow(true)
  const left = job.nextRunAt - now
  const again = job.attemptsLog.length > 0 ? 'Tried again' : 'Begins'
  return (
    <div className="job-wait">
      {job.waitingFor && <p>{job.waitingFor}</p>}
      {left > 0 && (
        <p className="num">
          {again} {countdown(left)}
        </p>
      )}
    </div>
  )
}

/** What went wrong or is awaited, in full sentences; nothing while all is well. */
function State({ job }: { job: Job }) {
  const failed = job.error !== null && (job.status === 'dead' || job.status === 'pending') ? splitAdvice(job.error) : null
  // A wait that an error caused may say it in the same words: once is enough.
  const told = failed !== null && job.waitingFor === job.error
  const partRead = partReadAdvice(job)
  return (
    <>
      {failed && (
        <div className={job.status === 'dead' ? 'plain' : 'plain soft'}>
          <p>{failed.what}</p>
          {failed.advice && <p>{failed.advice}</p>}
        </div>
      )}
      {partRead && (
        <div className="plain soft">
          <p>{partRead.what}</p>
          <p>{partRead.advice}</p>
        </div>
      )}
      {job.status === 'pending' && <Waiting job={told ? { ...job, waitingFor: null } : job} />}
      {job.status !== 'pending' && !failed && job.resultNote && <p className="job-words">{job.resultNote}</p>}
    </>
  )
}

function Sheet({ job }: { job: Job }) {
  // A research shows its question itself, below.
  const about = job.type === 'research' ? null : (job.about ?? null)
  const title = job.itemTitle === null ? about : titleOrUntitled(job.itemTitle)
  const { kind, word } = jobState(job)
  const changed = changeWords(job.changes)
  return (
    <div className="job job-sheet">
      <h1>
        {jobTypes[job.type].name} <StatusDot kind={kind} word={word} pill />
      </h1>
      <p className="sr" role="status">
        {jobTypes[job.type].name}: {word}
      </p>
      {title !== null && (
        <p className="about" dir="auto" lang={guessLanguage(title)} title={title}>
          {title}
        </p>
      )}
      {changed && (
        <p className="changed" dir="auto">
          {changed}
        </p>
      )}
      <State job={job} />
      <JobActions job={job} />
      {job.status === 'running' && <WritingNow job={job} />}
      {job.type === 'research' && <ResearchOfJob payload={job.payload} />}
      <RunSection job={job} />
      <AttemptsSection job={job} />
    </div>
  )
}

/** From a job to its thought, and to what else was done with it. */
function ThoughtActions({ job: { itemId, itemTitle } }: { job: Job }) {
  const openItem = useNavigation((state) => state.openItem)
  const only = useJobs((state) => state.item?.id)
  const hint = useKeyHint()
  if (itemId === null) return null
  const narrow = () => {
    chooseFilter({ filter: 'all', type: null, item: { id: itemId, title: titleOrUntitled(itemTitle ?? '') } })
    useNavigation.getState().showList()
  }
  return (
    <>
      <Button variant="quiet" {...hint('O')} onClick={() => openItem(itemId)}>
        Open thought
      </Button>
      {only !== itemId && (
        <Button variant="quiet" onClick={narrow}>
          Jobs of this thought
        </Button>
      )}
    </>
  )
}

/** From the job of a plan to the plan. */
function PlanAction({ job: { type, itemId, payload } }: { job: Job }) {
  const id = payload.orchestrationId
  if (type !== 'orchestrate' || itemId === null || typeof id !== 'string') return null
  return (
    <Button variant="quiet" onClick={() => openPlan(itemId, id)}>
      Open plan
    </Button>
  )
}

/** From the job of a briefing or a reflection to what it makes. */
function MadeAction({ job: { payload } }: { job: Job }) {
  const openReflection = useNavigation((state) => state.openReflection)
  const { briefingId, reflectionId } = payload
  if (typeof briefingId === 'string')
    return (
      <Button variant="quiet" onClick={() => void openBriefing(briefingId)}>
        Open briefing
      </Button>
    )
  if (typeof reflectionId !== 'string') return null
  return (
    <Button variant="quiet" onClick={() => openReflection(reflectionId)}>
      Open reflection
    </Button>
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
      actions={
        job && (
          <>
            <ThoughtActions job={job} />
            <PlanAction job={job} />
            <MadeAction job={job} />
            {job.type === 'collect' && (
              <Button variant="quiet" onClick={() => void openRunOfJob(job.id)}>
                Open run
              </Button>
            )}
            <IconButton icon={Copy} label="Copy report" onClick={() => void copy(job)} />
          </>
        )
      }
    >
      {job ? (
        <Sheet key={job.id} job={job} />
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
