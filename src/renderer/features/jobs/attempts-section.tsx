import { useState } from 'react'
import type { Job, JobAttempt } from '../../../shared/entities'
import { useNow } from '../../base/clock'
import { formatDuration } from '../../ui/format-time'
import { AttemptsTable } from './attempts-table'
import { CallTexts, RawText } from './call-texts'

function headline(job: Job, now: number): string {
  const first = job.attemptsLog[0]
  const last = job.attemptsLog.at(-1)
  const count = `${Math.max(job.attempts, job.attemptsLog.length > 0 ? 1 : 0)} of ${job.maxAttempts}`
  const more = job.attemptsLog.length > job.attempts && job.attempts > 0 ? `, ${job.attemptsLog.length} with earlier runs` : ''
  if (!first || !last) return count
  const end = last.finishedAt ?? (last.outcome === 'running' ? now : last.startedAt)
  return `${count}${more}, ${formatDuration(Math.max(0, end - first.startedAt))}${job.attemptsLog.length > 1 ? ' with waits' : ''}`
}

/** The call that is worth reading first: of the last attempt, the one that failed, else its last one. */
function worthReading(attempts: readonly JobAttempt[]): string | undefined {
  const calls = attempts.at(-1)?.calls ?? []
  return (calls.find((call) => call.errorCode !== null) ?? calls.at(-1))?.id
}

/** All attempts on one axis in seconds, and the texts of the call that is chosen. */
export function AttemptsSection({ job }: { job: Job }) {
  const [chosen, setChosen] = useState<string | undefined>(undefined)
  const now = useNow(job.status === 'running')
  if (job.attemptsLog.length === 0) {
    return job.status === 'pending' ? <p className="hint job-hint">No attempt was made yet.</p> : null
  }
  const callId = chosen ?? (job.status === 'done' ? undefined : worthReading(job.attemptsLog))
  const last = job.attemptsLog.at(-1)
  const attempt = job.attemptsLog.find((each) => each.calls.some((call) => call.id === callId))
  const call = attempt?.calls.find((each) => each.id === callId)
  return (
    <>
      <section className="sec attempts">
        <h2>
          Attempts <span className="num">{headline(job, now)}</span>
        </h2>
        <AttemptsTable attempts={job.attemptsLog} now={now} chosen={callId} onChoose={setChosen} />
      </section>
      {attempt && call ? (
        <CallTexts key={call.id} attempt={attempt} call={call} />
      ) : (
        <RawText heading="Server’s words" about={`attempt ${last?.number}`} text={last?.serverWords ?? ''} />
      )}
    </>
  )
}
