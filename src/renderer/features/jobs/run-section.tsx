import type { Job } from '../../../shared/entities'
import { jobTypes } from '../../../shared/job-types'
import { useNow } from '../../base/clock'
import { useNavigation } from '../../base/navigation-store'
import { formatDuration, formatNumber } from '../../ui/format-time'
import { type RunMark, type RunRow, runView } from './run-view'
import { useJobRun } from './use-job-run'

function markClass({ kind, bad, live }: RunMark): string {
  const shape = kind === 'line' ? 'sum' : bad ? 'cut' : 'ok'
  return [shape, kind === 'line' && bad && 'bad', live && 'live'].filter(Boolean).join(' ')
}

function StageRow({ row, shown }: { row: RunRow; shown: boolean }) {
  const { jobId } = row
  const openJob = useNavigation((state) => state.openJob)
  const name = jobTypes[row.stage].name
  return (
    <tr className={shown ? 'c chosen' : 'c'}>
      <td>
        {jobId === null || shown ? (
          <span className={jobId === null ? 'step bare absent' : 'step bare'} aria-current={shown ? 'true' : undefined}>
            {name}
          </span>
        ) : (
          <button type="button" className="step to-job" onClick={() => openJob(jobId)}>
            {name}
          </button>
        )}
      </td>
      <td className="g">
        <span className="lane" aria-hidden="true">
          {row.marks.map((mark) => (
            <i key={mark.key} className={markClass(mark)} style={{ left: `${mark.left}%`, width: `${mark.width}%` }} />
          ))}
        </span>
        <span className="sr">{row.spoken}</span>
      </td>
      <td className="r hide-s">{row.outputTokens === null ? '' : formatNumber(row.outputTokens)}</td>
      <td className="r">{row.durationMs === null ? '' : formatNumber(Math.round(row.durationMs))}</td>
      <td className={row.result.bad ? 'r bad-t' : 'r'}>{row.result.text}</td>
    </tr>
  )
}

/** The three stages of a Deep Think run on one axis: a line for each attempt, a bar for each call, and a gap where a stage waited. */
export function RunSection({ job }: { job: Job }) {
  const jobs = useJobRun(job)
  const now = useNow(jobs.some((each) => each.status === 'running'))
  const view = runView(jobs, now)
  if (view === null) return null
  const waits = view.rows.reduce((count, row) => count + row.marks.filter(({ kind }) => kind === 'line').length, 0) > 1
  return (
    <section className="sec attempts job-run" aria-label="Run">
      <h2>
        Run <span className="num">{`${formatDuration(view.totalMs)}${waits ? ' with waits' : ''}`}</span>
      </h2>
      <table className="fall">
        <thead>
          <tr>
            <th scope="col">Stage</th>
            <th scope="col" className="g">
              <span className="axis">
                {view.ticks.map((tick, index) => (
                  <span key={tick} style={{ left: `${index * 25}%` }}>
                    {tick}
                  </span>
                ))}
              </span>
            </th>
            <th scope="col" className="r hide-s">
              Out
            </th>
            <th scope="col" className="r">
              ms
            </th>
            <th scope="col" className="r">
              Result
            </th>
          </tr>
        </thead>
        <tbody>
          {view.rows.map((row) => (
            <StageRow key={row.stage} row={row} shown={row.jobId === job.id} />
          ))}
        </tbody>
      </table>
    </section>
  )
}
